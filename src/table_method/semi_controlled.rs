//! `kind = "semi-controlled-rounding"`: rounds every cell to one of its two nearest multiples of a base, and controls the
//! sums of one family of lines (Shlomo 2007, section 3.2; Shlomo, Antal and Elliot 2015, section 3.2).
//!
//! The papers round the expected number of cells that rise in each residual class to a whole number. So the cells may
//! not add up to the shown total. Here, a systematic sample (Madow 1949) rounds the expected numbers. The cells then
//! always add up to the shown total, and the mean of each rounded number is the expected number.

use super::{Outcome, System, TableMethodError};
use crate::key::DrawHash;
use crate::protect::Status;

/// The name of this kind in specifications and in its hashes.
const KIND: &str = "semi-controlled-rounding";

/// Largest rounding base.
const MAX_BASE: u32 = 1_000_000;

/// The lines whose inner cells add up to the line's shown total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Control {
    /// One line: all inner cells of the table. Their sum is the shown grand total.
    Total,
    /// A mark for each axis of the table. A line has one inner place on each unmarked axis, and runs over all inner
    /// places of the marked axes. The line's total has the total's place on the marked axes.
    Lines(Vec<bool>),
}

/// Rounds each cell of a table to one of its two nearest multiples of a base. In each controlled line, the inner cells
/// add up to the line's total.
///
/// The hash of a cell gives a uniform u from the cell's key, its count and the salt ([`DrawHash`], with this kind's
/// name). A total with remainder r = count mod base rises if u · base < r. Multiples of the base do not change.
///
/// In a line with the total N, let n_r be the number of inner cells with remainder r > 0, and let m_r = n_r · r mod base.
/// - ⌊n_r · r / base⌋ cells of the class r rise, or one cell more.
/// - The classes with one cell more are a systematic sample. The classes lie one after the other on a scale, r
///   ascending, each with the length m_r. The sample takes the classes in which a point u · base + k · base
///   (k = 0, 1, …) lies. Here u is the number of the line's total.
/// - Within a class, the cells with the smallest hashes rise. Cells with equal hashes rise in order of their positions.
///
/// # Guarantee
/// In each controlled line, the inner values add up to the shown total, whatever the counts and keys. Every value is one
/// of the two multiples of the base next to its count; a multiple keeps its value. Over random keys, the mean of each
/// value is its count, within base · 2^-32.
///
/// Proof of the sum. N ≡ Σ m_r (mod base), because N = Σ n_r · r plus multiples of the base. Points lie below Σ m_r
/// either ⌊Σ m_r / base⌋ times or once more; once more if and only if u · base < N mod base. This is the rule by which
/// the total rises. The inner values therefore add up to N − Σ n_r · r + base · (Σ ⌊n_r · r / base⌋ + points)
/// = N − Σ m_r + base · points, which is the total's value.
///
/// Proof of the mean. The start u · base is uniform below the base, and points are one base apart. A class of length
/// m_r < base therefore contains a point with probability m_r / base. The mean number of cells that rise is
/// n_r · r / base. Each cell of the class has the same chance of a small hash, because hashes of distinct keys or counts
/// are independent.
///
/// # Caller must ensure
/// Record keys and salt are secret, and the modulus of the keys is at least 2^32. Cells of one class with equal keys have
/// equal hashes, and their positions decide. The axes must therefore have a canonical order, whatever the order of the
/// query. Counts are at most [`MAX_COUNT`](crate::MAX_COUNT).
///
/// # Errors
/// [`TableMethodError::Base`] if the base is not from 2 to 1,000,000. [`TableMethodError::NotOneTable`] if the system has
/// several tables. [`TableMethodError::TotalsDisagree`] if a total is not the sum of its parts.
///
/// # Panics
/// Panics if the number of marks is not the number of axes.
///
/// ```
/// use cellveil::table_method::{Control, System, semi_controlled_rounding};
/// // Five columns with one record each, and their total.
/// let system = System::table(&[6], vec![1, 1, 1, 1, 1, 5], vec![11, 22, 33, 44, 55, 165]);
/// let rounded = semi_controlled_rounding(&system, 5, &Control::Total, b"salt")?;
/// assert_eq!(rounded.values[5], 5);
/// assert_eq!(rounded.values[..5].iter().sum::<i64>(), 5);
/// # Ok::<(), cellveil::table_method::TableMethodError>(())
/// ```
pub fn semi_controlled_rounding(
    system: &System,
    base: u32,
    control: &Control,
    salt: &[u8],
) -> Result<Outcome, TableMethodError> {
    check_base(base)?;
    let sizes = system.sizes().ok_or(TableMethodError::NotOneTable { method: KIND })?;
    system.check()?;
    let mut draws = vec![0; system.len()];
    DrawHash::new(KIND, salt).draw_all(system.keys(), system.counts(), &mut draws);
    // All totals keep these values. Each controlled line then rounds its inner cells again, to add up to its total.
    let mut values: Vec<i64> = system
        .counts()
        .iter()
        .zip(&draws)
        .map(|(&count, &draw)| multiple(count, base, points_below(count % u64::from(base), draw, base) > 0))
        .collect();
    let lines = match control {
        Control::Total => line_totals(sizes, &vec![true; sizes.len()]),
        Control::Lines(marks) => line_totals(sizes, marks),
    };
    let mut cells: Vec<Rest> = (0..system.len())
        .filter(|&cell| system.is_inner(cell))
        .map(|cell| Rest { line: lines[cell], rest: rest(system, cell, base), draw: draws[cell], cell })
        .filter(|cell| cell.rest > 0)
        .collect();
    cells.sort_unstable();
    for line in cells.chunk_by(|one, next| one.line == next.line) {
        let mut length = 0;
        for class in line.chunk_by(|one, next| one.rest == next.rest) {
            let expected = class.len() as u64 * class[0].rest;
            let before = points_below(length, draws[class[0].line], base);
            length += expected % u64::from(base);
            let rise = expected / u64::from(base) + points_below(length, draws[class[0].line], base) - before;
            for (order, cell) in class.iter().enumerate() {
                values[cell.cell] = multiple(system.counts()[cell.cell], base, (order as u64) < rise);
            }
        }
    }
    Ok(Outcome { values, status: vec![Status::Shown; system.len()], ..Outcome::default() })
}

/// Refuses a base outside 2 to 1,000,000.
pub(super) fn check_base(base: u32) -> Result<(), TableMethodError> {
    if (2..=MAX_BASE).contains(&base) { Ok(()) } else { Err(TableMethodError::Base { base, most: MAX_BASE }) }
}

/// An inner cell that is not a multiple of the base. The order of the fields is the order in which cells rise.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Rest {
    /// The position of the line's total.
    line: usize,
    /// The count's remainder.
    rest: u64,
    draw: u32,
    cell: usize,
}

/// The remainder of a cell's count.
fn rest(system: &System, cell: usize, base: u32) -> u64 {
    system.counts()[cell] % u64::from(base)
}

/// The multiple of the base below a count, or with `above` the next multiple. A multiple stays, because `above` is then
/// false.
fn multiple(count: u64, base: u32, above: bool) -> i64 {
    let base = u64::from(base);
    (count - count % base + if above { base } else { 0 }) as i64
}

/// Number of points u · base + k · base (k = 0, 1, …) below `end`, with u = draw / 2^32. Exact: all numbers are multiples
/// of 2^-32.
fn points_below(end: u64, draw: u32, base: u32) -> u64 {
    let (end, start) = (u128::from(end) << 32, u128::from(draw) * u128::from(base));
    (end.saturating_sub(start)).div_ceil(u128::from(base) << 32) as u64
}

/// The position of each cell's line total: the cell's place on unmarked axes, and the last place on marked axes.
fn line_totals(sizes: &[usize], marks: &[bool]) -> Vec<usize> {
    assert_eq!(marks.len(), sizes.len(), "a mark for each axis");
    let mut totals = vec![0];
    for (&size, &marked) in sizes.iter().zip(marks) {
        let place = |at: usize| if marked { size - 1 } else { at };
        totals = totals.iter().flat_map(|&outer| (0..size).map(move |at| outer * size + place(at))).collect();
    }
    totals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_runs_over_marked_axes() {
        // Two rows and their total, one column and its total.
        assert_eq!(line_totals(&[3, 2], &[true, true]), [5; 6]);
        assert_eq!(line_totals(&[3, 2], &[false, true]), [1, 1, 3, 3, 5, 5]);
        assert_eq!(line_totals(&[3, 2], &[true, false]), [4, 5, 4, 5, 4, 5]);
        assert_eq!(line_totals(&[3, 2], &[false, false]), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn points_are_one_base_apart() {
        let half = 1 << 31; // u = 0.5: with base 5, points at 2.5, 7.5, 12.5 …
        let counts: Vec<u64> = [0, 2, 3, 7, 8, 13].iter().map(|&end| points_below(end, half, 5)).collect();
        assert_eq!(counts, [0, 0, 1, 1, 2, 3]);
        assert_eq!(points_below(5, 0, 5), 1);
        assert_eq!(points_below(6, 0, 5), 2);
        assert_eq!(points_below(1, u32::MAX, 5), 0);
        assert_eq!(points_below(5, u32::MAX, 5), 1);
    }

    #[test]
    fn cells_of_equal_hashes_rise_by_position() {
        let system = System::table(&[6], vec![1, 1, 1, 1, 1, 5], vec![9, 9, 9, 9, 9, 45]);
        let rounded = semi_controlled_rounding(&system, 5, &Control::Total, b"").unwrap();
        assert_eq!(rounded.values, [5, 0, 0, 0, 0, 5]);
    }

    #[test]
    fn bad_input_is_an_error() {
        let table = System::table(&[2], vec![1, 1], vec![7, 7]);
        let error =
            |system, base| semi_controlled_rounding(system, base, &Control::Total, b"").unwrap_err().to_string();
        assert_eq!(error(&table, 1), "base is 1; expected a whole number from 2 to 1000000");
        assert_eq!(error(&table, 1_000_001), "base is 1000001; expected a whole number from 2 to 1000000");
        let linked = System::new(vec![1, 1], vec![7, 7], vec![(1, vec![0])]);
        let several = "semi-controlled-rounding takes one table with totals; found several tables that share cells";
        assert_eq!(error(&linked, 5), several);
        let wrong = System::table(&[2], vec![1, 2], vec![7, 7]);
        assert_eq!(error(&wrong, 5), "a total is not the sum of its cells; expected the counts of one population");
    }
}
