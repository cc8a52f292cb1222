//! `kind = "small-count-rounding"`: inner cells below a base become 0 or the base, and all totals are sums (Langsrud and
//! Heldal 2018; the function `PLSrounding` of the R package SmallCountRounding 1.1.0).

mod above;
mod part;

use super::semi_controlled::check_base;
use super::{Outcome, System, TableMethodError};
use crate::protect::Status;
use above::Above;
use part::Part;

/// The name of this kind in specifications.
const KIND: &str = "small-count-rounding";

/// Number of cells that the method rounds together, as in the package (`maxIterRows`).
const PART: usize = 1000;

/// Number of sweeps that exchange cells after all parts are rounded.
const SWEEPS: usize = 4;

/// Maximum number of rounds that round only the parts of small published values. A further round takes all small cells.
const ROUNDS: usize = 50;

/// Rounds inner cells below a base to 0 or to the base. All other inner cells stay, and totals are sums of their parts.
///
/// The method rounds each inner cell with 0 < count < base that is published, or that is part of a published total
/// below the base. If this rounding moves a published total below the base, the method rounds further inner cells. The
/// rounding ends when no published value lies between 0 and the base. `published` marks the published cells; without
/// marks, all cells are published, and all small inner cells are rounded.
///
/// The search wants the least sum of squared differences between published values and counts. All cells start at 0. The
/// cell that lowers the sum most rises to the base, again and again, until the number of cells that rise is the sum of
/// their counts divided by the base, rounded to a whole number (ties to the even one). Then a cell that rose and a cell
/// that did not are exchanged as long as an exchange lowers the sum. As in the package, at most 1,000 cells are rounded
/// together, and the next 1,000 compensate for the differences so far. Unlike the package, 4 sweeps over overlapping parts
/// exchange cells again, and the cells are in order of their keys, not in random order. Among equally good cells, the
/// cell with the smallest key rises.
///
/// # Guarantee
/// Each sum holds exactly. Each rounded cell is 0 or the base, and differs from its count by less than the base. No
/// published value lies between 0 and the base. The sum of all inner cells differs from the true sum by at most half the
/// base, because the nearest whole number of cells rises. The same table has the same result, whatever the order of its
/// axes, if the keys of small cells are distinct.
///
/// Proof that no small value remains. A published value between 0 and the base contains an inner cell between 0 and the
/// base, because values are not negative and add up. A rounded cell is 0 or the base, so this cell is not rounded yet.
/// The next round rounds this cell. The number of small cells is finite.
///
/// The method is not unbiased, and nothing is random apart from the order of keys. The difference of a total has no
/// stated limit. [`Outcome::jumps`] counts published cells that differ from their counts by the base or more.
///
/// # Caller must ensure
/// `published` marks every cell that is released. Unmarked cells have the status [`Status::Blocked`], because their values
/// may be true small counts. Cells at or above the base have their true counts, so differences between published cells
/// of different tables still disclose small groups. Counts are at most [`MAX_COUNT`](crate::MAX_COUNT), and a total
/// contains each inner cell at most once.
///
/// # Errors
/// [`TableMethodError::Base`] if the base is not from 2 to 1,000,000. [`TableMethodError::TotalsDisagree`] if a total is
/// not the sum of its parts. [`TableMethodError::TooLarge`] if small cells are parts of more than 2^25 published cells
/// altogether: about 2,000,000 small cells in four dimensions.
///
/// # Panics
/// Panics if `published` has another number of marks than the system has cells.
///
/// ```
/// use cellveil::table_method::{System, small_count_rounding};
/// // Three columns and their total: the sum 5 of the small counts becomes 6.
/// let system = System::table(&[4], vec![2, 2, 1, 5], vec![10, 20, 30, 60]);
/// assert_eq!(small_count_rounding(&system, 3, None)?.values, [3, 3, 0, 6]);
/// # Ok::<(), cellveil::table_method::TableMethodError>(())
/// ```
pub fn small_count_rounding(
    system: &System,
    base: u32,
    published: Option<&[bool]>,
) -> Result<Outcome, TableMethodError> {
    check_base(base)?;
    system.check()?;
    let all = vec![true; if published.is_none() { system.len() } else { 0 }];
    let published = published.unwrap_or(&all);
    assert_eq!(published.len(), system.len(), "a mark for each cell");
    let mut small: Vec<usize> = (0..system.len())
        .filter(|&cell| system.is_inner(cell) && (1..u64::from(base)).contains(&system.counts()[cell]))
        .collect();
    small.sort_unstable_by_key(|&cell| (system.keys()[cell], cell));
    let above = Above::new(system, &small, published)?;
    let counts = small.iter().map(|&cell| system.counts()[cell] as i64).collect();
    let mut search = Search::new(base.into(), counts, above, system.len());
    for round in 0.. {
        let required = search.required(system.counts(), round >= ROUNDS);
        if required.is_empty() {
            break;
        }
        search.round(&required);
    }
    let mut values: Vec<i64> = system.counts().iter().map(|&count| count as i64).collect();
    let changes = search.values.iter().zip(&search.counts).map(|(value, count)| value.map_or(0, |value| value - count));
    above::add_changes(system, &small, &changes.collect::<Vec<_>>(), &mut values);
    let status = published.iter().map(|&shown| if shown { Status::Shown } else { Status::Blocked }).collect();
    let moved = |cell: usize| values[cell].abs_diff(system.counts()[cell] as i64) >= base.into();
    let jumps = (0..values.len()).filter(|&cell| published[cell] && moved(cell)).count() as u64;
    Ok(Outcome { values, status, jumps, ..Outcome::default() })
}

/// The state of the search. Small cells have numbers in order of their keys.
struct Search {
    base: i64,
    /// The count of each small cell.
    counts: Vec<i64>,
    above: Above,
    /// The count minus the value of each published cell.
    falls: Vec<i64>,
    /// The count minus the value of all inner cells together.
    fall: i64,
    /// The value of each small cell, once the cell is rounded.
    values: Vec<Option<i64>>,
}

impl Search {
    fn new(base: i64, counts: Vec<i64>, above: Above, cells: usize) -> Self {
        let values = vec![None; counts.len()];
        Self { base, counts, above, falls: vec![0; cells], fall: 0, values }
    }

    /// The small cells that have no value yet and are part of a published cell between 0 and the base.
    fn required(&self, counts: &[u64], all: bool) -> Vec<usize> {
        let is_small = |&cell: &u32| {
            let value = counts[cell as usize] as i64 - self.falls[cell as usize];
            (1..self.base).contains(&value)
        };
        let waits = |small: usize| self.values[small].is_none() && self.above.of(small).iter().any(is_small);
        let first: Vec<usize> = (0..self.values.len()).filter(|&small| waits(small)).collect();
        if first.is_empty() || !all {
            return first;
        }
        (0..self.values.len()).filter(|&small| self.values[small].is_none()).collect()
    }

    /// Rounds small cells, then exchanges cells in overlapping parts.
    fn round(&mut self, cells: &[usize]) {
        for part in cells.chunks(PART) {
            part.iter().for_each(|&small| self.set(small, 0));
            let rise = nearest(self.fall, self.base).clamp(0, part.len() as i64);
            self.search(part, rise);
        }
        for sweep in 0..if cells.len() > PART { SWEEPS } else { 0 } {
            let (start, parts) = cells.split_at(if sweep % 2 == 0 { PART / 2 } else { 0 });
            let exchanges: usize =
                std::iter::once(start).chain(parts.chunks(PART)).map(|part| self.search(part, 0)).sum();
            if exchanges == 0 {
                break;
            }
        }
    }

    /// Lets so many cells of a part rise, then exchanges cells. Returns the number of exchanges.
    fn search(&mut self, cells: &[usize], rise: i64) -> usize {
        let mut part = Part::new(cells, &self.above, &self.falls, self.base);
        cells.iter().enumerate().for_each(|(member, &small)| part.start(member, self.values[small] == Some(self.base)));
        (0..rise).for_each(|_| part.rise());
        let exchanges = part.exchange();
        for (member, &small) in cells.iter().enumerate() {
            self.set(small, if part.has_risen(member) { self.base } else { 0 });
        }
        exchanges
    }

    /// Gives a small cell a value.
    fn set(&mut self, small: usize, value: i64) {
        let change = self.values[small].unwrap_or(self.counts[small]) - value;
        self.values[small] = Some(value);
        self.fall += change;
        if change != 0 {
            self.above.of(small).iter().for_each(|&cell| self.falls[cell as usize] += change);
        }
    }
}

/// `value` / `base`, rounded to the nearest whole number, ties to the even one.
fn nearest(value: i64, base: i64) -> i64 {
    let (whole, rest) = (value.div_euclid(base), value.rem_euclid(base));
    whole + i64::from(2 * rest > base || 2 * rest == base && whole % 2 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_go_to_the_even_number() {
        let numbers: Vec<i64> = [0, 1, 2, 3, 5, 6, 7, -2, -3, -6].iter().map(|&value| nearest(value, 4)).collect();
        assert_eq!(numbers, [0, 0, 0, 1, 1, 2, 2, 0, -1, -2]);
    }

    #[test]
    fn best_cell_rises() {
        // 2 × 2 cells 1, 2, 2, 1 and base 3: two rise, and one diagonal keeps all totals.
        let system = System::table(&[3, 3], vec![1, 2, 3, 2, 1, 3, 3, 3, 6], vec![1, 2, 3, 4, 5, 9, 5, 7, 12]);
        let rounded = small_count_rounding(&system, 3, None).unwrap();
        assert_eq!(rounded.values, [0, 3, 3, 3, 0, 3, 3, 3, 6]);
        assert_eq!(rounded.jumps, 0);
    }

    #[test]
    fn unpublished_cells_are_blocked() {
        // Only the total 5 of 2 + 2 + 1 is published, and 5 is not below the base 3.
        let system = System::table(&[4], vec![2, 2, 1, 5], vec![10, 20, 30, 60]);
        let rounded = small_count_rounding(&system, 3, Some(&[false, false, false, true])).unwrap();
        assert_eq!(rounded.values, [2, 2, 1, 5]);
        assert_eq!(rounded.status, [Status::Blocked, Status::Blocked, Status::Blocked, Status::Shown]);
        let rounded = small_count_rounding(&system, 10, Some(&[false, false, false, true])).unwrap();
        assert_eq!(rounded.values[3], 0);
    }

    #[test]
    fn last_round_requires_all_small_cells() {
        // The first cell is published. The others are not, and their total 4 is not below the base 3.
        let counts = vec![1, 2, 2, 4, 5];
        let system = System::new(counts, vec![0; 5], vec![(3, vec![1, 2]), (4, vec![0, 3])]);
        let above = Above::new(&system, &[0, 1, 2], &[true, false, false, true, true]).unwrap();
        let mut search = Search::new(3, vec![1, 2, 2], above, 5);
        assert_eq!(search.required(system.counts(), false), [0]);
        assert_eq!(search.required(system.counts(), true), [0, 1, 2]);
        search.round(&[0]);
        assert!(search.required(system.counts(), true).is_empty());
    }

    #[test]
    fn too_many_pairs_are_an_error() {
        // 6,000 cells below a chain of 6,000 totals.
        let counts = [vec![1; 6000], vec![6000; 6000]].concat();
        let first = (6000, (0..6000).collect());
        let sums = (6001..12_000).map(|total| (total, vec![total - 1]));
        let system = System::new(counts, vec![0; 12_000], std::iter::once(first).chain(sums).collect());
        let error = small_count_rounding(&system, 3, None).unwrap_err();
        assert_eq!(error, TableMethodError::TooLarge { method: KIND, cells: 12_000, most: 5591 });
    }

    #[test]
    fn bad_input_is_an_error() {
        let error = |system, base| small_count_rounding(system, base, None).unwrap_err().to_string();
        let table = System::table(&[2], vec![1, 1], vec![7, 7]);
        assert_eq!(error(&table, 0), "base is 0; expected a whole number from 2 to 1000000");
        let wrong = System::table(&[2], vec![1, 2], vec![7, 7]);
        assert_eq!(error(&wrong, 3), "a total is not the sum of its cells; expected the counts of one population");
    }
}
