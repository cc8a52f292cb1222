//! Controlled rounding: all cells become multiples of a base next to their counts, and all sums hold.
//!
//! One-way and two-way tables always have such a rounding. [`two_way`] draws one without bias, after Cox (1987).
//!
//! Tables of three and more dimensions, hierarchies and linked tables may have no such rounding (Causey, Cox and Ernst
//! 1985). Then as few cells as possible jump: their values are one more base away. A rounding with the fewest jumps and
//! the least distance is a mixed integer program, and the field solves this program by branch and bound
//! (Salazar-González 2006, and τ-ARGUS). [`exact`] does so for small systems. [`search`] finds a near solution for
//! systems of any size up to a limit. The search also starts the branch and bound.

mod exact;
mod generator;
mod linear;
mod program;
mod search;
mod two_way;

use super::{Outcome, Stream, System, TableMethodError};
use crate::protect::Status;
use linear::Expansion;
use program::Program;
use two_way::TwoWay;

/// The kind of the method, which also enters the stream.
const KIND: &str = "controlled-rounding";
/// Most cells of a one-way or two-way table.
const MOST_CELLS_OF_TWO_WAYS: usize = 2_000_000;
/// Most cells of any other system.
const MOST_CELLS: usize = 300_000;
/// Counts and numerators are below this number, so that no sum of multiples overflows.
const MOST: u64 = 1 << 62;

/// Rounds all cells of a system to multiples of `base`. All sums hold.
///
/// Each value is one of the two multiples of `base` around its count, and a multiple stays. Cells with other values
/// jump, and [`Outcome::jumps`] counts these cells.
///
/// # Guarantee
/// - All sums of the system hold exactly. Zeros stay 0, and no value is negative.
/// - A table of one or two dimensions has no jumps. The mean of value − count over all salts is 0 for each cell. Axes
///   with a single inner place, or with none, do not count as dimensions.
/// - Other systems have no such mean. Without linked inner cells, each inner cell of a system with more than 700 lines
///   is one of its two multiples, and only totals jump. In a smaller system, any cell may jump, by one base.
/// - The same table with other axes as rows, or with its categories in another order, has the same values, if no two
///   cells that are not multiples agree in key, count, and keys and counts of their totals.
///
/// # Caller must ensure
/// The values appear once. Another table of the same records has other values in the same cells.
///
/// # Errors
/// [`TableMethodError::TotalsDisagree`] if a total is not the sum of its cells. [`TableMethodError::NoBase`] for a base
/// of 0. [`TableMethodError::TooLarge`] above 2,000,000 cells of a two-way table or 300,000 of other systems.
/// [`TableMethodError::TooManyParts`] if all totals together have more than 16,000,000 inner cells.
/// [`TableMethodError::CountTooLarge`] for a count of 2^62 or more. [`TableMethodError::Circular`] if a total is a part
/// of itself. [`TableMethodError::NoRounding`] if two linked tables have the same total of different
/// inner cells, and the search finds no values for which both sums hold.
///
/// # Sources
/// Cox (1987), A constructive procedure for unbiased controlled rounding, JASA 82, 520–524. Salazar-González (2006),
/// Controlled rounding and cell perturbation, Mathematical Programming 105, 583–603. Shlomo (2007), section 3.2.
///
/// ```
/// use cellveil::table_method::{System, controlled_rounding};
/// // Two rows and two columns, with totals.
/// let counts = vec![1, 4, 5, 7, 2, 9, 8, 6, 14];
/// let keys = vec![3, 5, 8, 13, 21, 34, 16, 26, 42];
/// let system = System::table(&[3, 3], counts, keys);
/// let rounded = controlled_rounding(&system, 5, b"salt")?;
/// assert!(rounded.values.iter().zip(system.counts()).all(|(&value, &count)| value.abs_diff(count as i64) < 5));
/// assert!(system.sums().all(|(total, parts)| {
///     rounded.values[total as usize] == parts.iter().map(|&part| rounded.values[part as usize]).sum::<i64>()
/// }));
/// # Ok::<(), cellveil::table_method::TableMethodError>(())
/// ```
pub fn controlled_rounding(system: &System, base: u32, salt: &[u8]) -> Result<Outcome, TableMethodError> {
    let mut stream = Stream::new(KIND, salt, system);
    round(system, system.counts(), u64::from(base), &mut stream)
}

/// Rounds fixed-point cells to whole numbers. All sums hold. The cells are `numerators`, in units of 2^-`bits`.
///
/// The system gives keys, counts and sums, and the numerators have the same sums. `kind` is the kind of the method that
/// needs whole numbers and enters the stream. [`Outcome::jumps`] counts the values that are not a whole number next to
/// their fixed-point cell.
///
/// # Guarantee
/// As for [`controlled_rounding`] to base 1, with numerators in place of counts.
///
/// # Errors
/// As for [`controlled_rounding`]. [`TableMethodError::TotalsDisagree`] if the numerators do not add up exactly.
///
/// # Panics
/// Panics if the number of numerators is not the number of cells, or if `bits` is above 32.
///
/// ```
/// use cellveil::table_method::{System, round_to_whole_numbers};
/// // Two and a half, three and a half, and their total 6, in units of 1/2.
/// let system = System::table(&[3], vec![2, 3, 5], vec![40, 50, 90]);
/// let rounded = round_to_whole_numbers(&system, &[5, 7, 12], 1, "additivity", b"salt")?;
/// assert!(rounded.values == [2, 4, 6] || rounded.values == [3, 3, 6]);
/// # Ok::<(), cellveil::table_method::TableMethodError>(())
/// ```
pub fn round_to_whole_numbers(
    system: &System,
    numerators: &[u64],
    bits: u32,
    kind: &str,
    salt: &[u8],
) -> Result<Outcome, TableMethodError> {
    assert!(numerators.len() == system.len() && bits <= 32, "a numerator for each cell, of at most 32 bits");
    let mut stream = Stream::new(kind, salt, system);
    let mut outcome = round(system, numerators, 1 << bits, &mut stream)?;
    outcome.values.iter_mut().for_each(|value| *value >>= bits);
    Ok(outcome)
}

/// Rounds numerators to multiples of a base.
fn round(system: &System, numerators: &[u64], base: u64, stream: &mut Stream) -> Result<Outcome, TableMethodError> {
    if base == 0 {
        return Err(TableMethodError::NoBase { method: KIND });
    }
    if numerators.iter().any(|&numerator| numerator >= MOST) {
        return Err(TableMethodError::CountTooLarge { method: KIND });
    }
    let add = |parts: &[u32]| parts.iter().map(|&part| u128::from(numerators[part as usize])).sum::<u128>();
    if system.sums().any(|(whole, parts)| u128::from(numerators[whole as usize]) != add(parts)) {
        return Err(TableMethodError::TotalsDisagree);
    }
    let table = TwoWay::new(system, numerators);
    let most = if table.is_some() { MOST_CELLS_OF_TWO_WAYS } else { MOST_CELLS };
    if system.len() > most {
        return Err(TableMethodError::TooLarge { method: KIND, cells: system.len(), most });
    }
    let values = match table {
        Some(table) => table.round(base, stream),
        None => find(system, numerators, base, stream)?,
    };
    Ok(outcome(values, numerators, base))
}

/// Finds near values of a system that is not a two-way table.
fn find(system: &System, numerators: &[u64], base: u64, stream: &mut Stream) -> Result<Vec<i64>, TableMethodError> {
    let expansion = Expansion::new(system, |cell| !numerators[cell].is_multiple_of(base))?;
    let program = Program::new(system, numerators, base, &expansion, false);
    let mut steps = search::search(&program, stream);
    if program.lines.len() <= exact::MOST_LINES {
        steps = better(&program, steps, exact::solve);
    }
    let (broken, jumps, _) = program.quality(&steps);
    if broken == 0 && jumps == 0 {
        return program.values(system, numerators, &expansion.order, &steps);
    }
    let wide_expansion = Expansion::new(system, |cell| numerators[cell] > 0)?;
    let wide = Program::new(system, numerators, base, &wide_expansion, true);
    if wide.lines.len() > exact::MOST_LINES_WITH_JUMPS {
        return program.values(system, numerators, &expansion.order, &steps);
    }
    let mut steps_of = vec![0; system.len()];
    program.cells.iter().zip(steps).for_each(|(&cell, steps)| steps_of[cell as usize] = steps);
    let steps = wide.cells.iter().map(|&cell| steps_of[cell as usize]).collect();
    let steps = better(&wide, steps, exact::solve_with_jumps);
    wide.values(system, numerators, &wide_expansion.order, &steps)
}

/// Returns the better of the given steps and the solver's steps. Computes their quality in whole numbers.
fn better(program: &Program, steps: Vec<i32>, solve: fn(&Program, &[i32]) -> Option<Vec<i32>>) -> Vec<i32> {
    let can_take =
        |steps: &Vec<i32>| steps.iter().zip(&program.range).all(|(s, [low, high])| (low..=high).contains(&s));
    match solve(program, &steps).filter(can_take) {
        Some(other) if program.quality(&other) < program.quality(&steps) => other,
        _ => steps,
    }
}

/// Counts the cells that are not one of their two multiples.
fn outcome(values: Vec<i64>, numerators: &[u64], base: u64) -> Outcome {
    let jumps = |(&value, &numerator): (&i64, &u64)| {
        let floor = numerator - numerator % base;
        let ceiling = numerator.next_multiple_of(base);
        value != floor as i64 && value != ceiling as i64
    };
    let jumps = values.iter().zip(numerators).filter(|&pair| jumps(pair)).count() as u64;
    Outcome { status: vec![Status::Shown; values.len()], values, jumps, intervals_unchecked: false }
}

/// A hash of 64 bits, for orders that do not depend on positions (the finalizer of SplitMix64).
fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
