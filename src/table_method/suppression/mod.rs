//! Cell suppression: hides small cells, and further cells that would disclose them.
//!
//! **Primary cells** are hidden for their own count: 0 < count < threshold, inner cells and totals alike. **Secondary
//! cells** are hidden because sums would disclose a primary cell. Both have the same status, so that no reader can tell
//! them apart.
//!
//! # An outsider
//! The protection holds against an outsider who sees all shown counts of all tables, and knows
//! - every sum of the system, and that counts are whole and not negative;
//! - the rule with its threshold: a hidden cell is not empty unless the rule hides empty cells. Of the hidden cells
//!   that sums connect, at least one is small.
//!
//! # Method
//! A *move* adds whole numbers to hidden cells so that all sums still hold and no hidden cell falls below its least
//! count. The true table plus the move is a second table with the same shown counts. The method hides cells until every
//! primary cell has a move that changes it.
//! 1. Each sum with one hidden cell needs another one (`close`).
//! 2. For each primary cell, in the order of counts: a move among the hidden cells, by a search for boxes (`search`) and
//!    by an exact linear program (`moves`, `simplex`); otherwise the box that hides the fewest further cells; otherwise
//!    the cell with all its totals, which can always grow together (`cover`).
//! 3. Secondary cells without which all primary cells have moves are shown again, the largest first (`cover`).
//! 4. Each move is checked anew in whole numbers. An elimination modulo a prime (`elimination`) and linear programs of
//!    an attacker (`intervals`) repeat the check by other means. A table that fails a check is not released.
//!
//! **Source**: Kelly, Golden and Assad (1992), "Cell suppression: disclosure protection for sensitive tabular data",
//! Networks 22, for one program for each primary cell, with a cost for each further cell; Statistics Canada's CONFID
//! (Robertson 1995) works so. Giessing (2004), "Survey on methods for tabular data protection in ARGUS", Privacy in
//! Statistical Databases, for boxes (the hypercube method). Langsrud (2024), "Secondary Cell Suppression by Gaussian
//! Elimination", Privacy in Statistical Databases, for the check by elimination. ABS 2005 for 100 % cells.
//!
//! **Why not elimination alone?** Elimination finds cells that are linear combinations of shown cells. It does not see
//! that two hidden cells with the sum 2 are both 1. A move proves more, and its check takes only additions.

mod close;
mod cover;
mod elimination;
mod hidden;
mod intervals;
mod lines;
mod moves;
mod primary;
mod search;
mod simplex;

pub use elimination::derivable;
pub use intervals::{Interval, intervals};

use hidden::Hidden;
use lines::Lines;

use super::{Outcome, System, TableMethodError};
use crate::protect::Status;

/// Maximum number of cells of a system.
const MOST_CELLS: usize = 1_000_000;
/// Maximum number of primary cells for which the last check solves linear programs. Above this number, the last check
/// consists of the moves, the elimination and bounds from single sums.
const MOST_PROGRAMS: usize = 500;

/// The cells that are hidden besides the primary cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secondary {
    /// No further cell. Sums disclose primary cells.
    None,
    /// As few cells as the search finds for the protection of all primary cells.
    Optimal,
}

/// The rule of cell suppression. The method assumes that an outsider knows the rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suppression {
    /// Hides each cell with 0 < count < threshold. 0 and 1 hide no cell.
    pub threshold: u64,
    /// Secondary cells.
    pub secondary: Secondary,
    /// Hides each empty cell too.
    pub protect_zeros: bool,
    /// Hides the 100 % cells of ABS 2005, page 41: the only part of a sum that is not empty, if the sum has two or more
    /// parts. One empty part of the sum is hidden with it. Otherwise the shown zeros would still say where everybody is.
    pub certain: bool,
    /// The least width of a primary cell's interval, in thousandths of its count: 500 asks for an interval of at least
    /// half of the count. The width is at least 1 in any case.
    pub interval: Option<u32>,
}

impl Suppression {
    /// Whether the count alone hides a cell.
    fn is_small(&self, count: u64) -> bool {
        if count == 0 { self.protect_zeros } else { count < self.threshold }
    }

    /// The least count of a hidden cell.
    fn floor(&self) -> u64 {
        u64::from(!self.protect_zeros && !self.certain)
    }

    /// The least width of a primary cell's interval.
    fn width(&self, count: u64) -> u64 {
        let share = u128::from(self.interval.unwrap_or(0)) * u128::from(count);
        u64::try_from(share.div_ceil(1000)).unwrap_or(u64::MAX).max(1)
    }
}

/// What is known of the cells of a system besides their counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// Cells that every reader knows to be empty, by position. They stay shown, because they could not hide another cell.
    pub impossible: Vec<usize>,
    /// Cells that no table publishes, by position. An outsider knows that they are not negative and that sums hold.
    pub unpublished: Vec<usize>,
}

/// The cells that a rule hides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// For each cell, whether it is a published cell that is hidden.
    pub hidden: Vec<bool>,
    /// Number of primary cells.
    pub primary: u64,
    /// Number of secondary cells.
    pub secondary: u64,
    /// Whether secondary cells protect the primary cells.
    pub is_complete: bool,
    /// Whether the elimination confirmed that no primary cell is a combination of shown cells. The elimination has a
    /// limit on its steps.
    pub elimination_checked: bool,
    /// Whether linear programs confirmed the interval of each primary cell. They run for at most 500 primary cells.
    pub intervals_checked: bool,
}

impl Pattern {
    /// The table with these cells hidden.
    ///
    /// # Panics
    /// Panics if the system has another number of cells.
    pub fn outcome(&self, system: &System) -> Outcome {
        assert_eq!(self.hidden.len(), system.len(), "a flag for each cell");
        let status = self.hidden.iter().map(|&is| if is { Status::Suppressed } else { Status::Shown });
        Outcome {
            values: system.counts().iter().map(|&count| i64::try_from(count).unwrap_or(i64::MAX)).collect(),
            status: status.collect(),
            jumps: 0,
            intervals_unchecked: self.is_complete && !self.intervals_checked,
        }
    }
}

/// Hides the primary and the secondary cells of a table, or of several tables that share cells.
///
/// The values of hidden cells remain in [`Outcome::values`], with the status [`Status::Suppressed`].
///
/// # Guarantee
/// With [`Secondary::Optimal`], each primary cell has a second table of whole numbers that are not negative. The second
/// table has the same shown counts, but another count in this cell, and the rule explains its hidden cells. So no
/// computation from the shown counts gives the primary cell exactly. With `interval`, the smallest
/// and the largest count of this cell in such tables differ by at least this width.
/// The same system and rule give the same cells. The order of cells and sums does not matter, except between cells with
/// the same count and key.
///
/// # Caller must ensure
/// - The system contains every sum that a reader can form, and every table that is published of these records.
/// - The cells of a sum are different cells.
/// - No reader knows which cells are primary, and no reader knows a record in a hidden cell. A person who is one of two
///   can subtract themselves.
/// - No reader applies the method to every possible table, to find the tables with these hidden cells.
///
/// # Errors
/// [`TableMethodError::TotalsDisagree`] if a total is not the sum of its parts; [`TableMethodError::TooLarge`] above
/// 1,000,000 cells; [`TableMethodError::Unprotected`] if no hidden cells protect a primary cell, or if a check fails.
///
/// ```
/// use cellveil::protect::Status::{Shown, Suppressed};
/// use cellveil::table_method::{System, suppression::*};
/// // Two rows and two columns with totals. The count 1 is small; its row, column and box hide it.
/// let counts = vec![1, 7, 8, 6, 9, 15, 7, 16, 23];
/// let system = System::table(&[3, 3], counts, vec![0; 9]);
/// let rule = Suppression {
///     threshold: 3,
///     secondary: Secondary::Optimal,
///     protect_zeros: false,
///     certain: false,
///     interval: None,
/// };
/// let status = suppress(&system, &rule)?.status;
/// assert_eq!(status[..3], [Suppressed, Suppressed, Shown]);
/// assert_eq!(status[3..], [Suppressed, Suppressed, Shown, Shown, Shown, Shown]);
/// # Ok::<(), cellveil::table_method::TableMethodError>(())
/// ```
pub fn suppress(system: &System, rule: &Suppression) -> Result<Outcome, TableMethodError> {
    Ok(choose(system, rule, &Known::default())?.outcome(system))
}

/// Chooses the hidden cells as [`suppress`] does, and says how many there are and what was checked.
///
/// # Errors
/// As [`suppress`].
///
/// # Panics
/// Panics if a position is not below the number of cells.
pub fn choose(system: &System, rule: &Suppression, known: &Known) -> Result<Pattern, TableMethodError> {
    system.check()?;
    if system.len() > MOST_CELLS {
        let (method, cells, most) = ("suppression", system.len(), MOST_CELLS);
        return Err(TableMethodError::TooLarge { method, cells, most });
    }
    let lines = Lines::new(system);
    let mut may_hide: Vec<bool> = lines.counts.iter().map(|&count| count >= rule.floor()).collect();
    let mut is_impossible = vec![false; lines.len()];
    known.impossible.iter().for_each(|&at| is_impossible[at] = true);
    mark_impossible_totals(system, &mut is_impossible);
    let mut is_unpublished = vec![false; lines.len()];
    known.unpublished.iter().for_each(|&at| is_unpublished[at] = true);
    may_hide
        .iter_mut()
        .zip(&lines.positions)
        .for_each(|(may, &at)| *may &= !is_impossible[at as usize] && !is_unpublished[at as usize]);
    let in_order = |flags: &[bool]| -> Vec<bool> { lines.positions.iter().map(|&at| flags[at as usize]).collect() };
    let (is_impossible, is_unpublished) = (in_order(&is_impossible), in_order(&is_unpublished));
    let is_empty = known_to_be_empty(&lines, &may_hide, &is_impossible, &is_unpublished);
    let primary = primary::primary(&lines, rule, &may_hide);
    let cells: Vec<u32> = (0..lines.len() as u32).filter(|&cell| primary[cell as usize]).collect();
    let mut hidden = Hidden::new(&lines, rule.floor(), may_hide);
    let unpublished = (0..lines.len()).filter(|&cell| is_unpublished[cell] && !is_empty[cell]);
    unpublished.for_each(|cell| hidden.set_unpublished(cell as u32));
    cells.iter().for_each(|&cell| hidden.set(cell, true));
    let (mut elimination_checked, mut intervals_checked) = (false, false);
    if rule.secondary == Secondary::Optimal {
        close::close(&mut hidden);
        hidden = cover::Cover::new(rule, hidden, &primary).complete(&cells)?;
        elimination_checked = eliminate(&hidden, &cells)?;
        intervals_checked = cells.len() <= MOST_PROGRAMS;
        if intervals::has_exact(&hidden, &cells, intervals_checked) {
            return Err(TableMethodError::Unprotected);
        }
    }
    let mut flags = vec![false; lines.len()];
    for (cell, &at) in (0..).zip(&lines.positions) {
        flags[at as usize] = hidden.contains(cell) && hidden.is_published(cell);
    }
    let all = flags.iter().filter(|is_hidden| **is_hidden).count();
    Ok(Pattern {
        hidden: flags,
        primary: cells.len() as u64,
        secondary: (all - cells.len()) as u64,
        is_complete: rule.secondary == Secondary::Optimal,
        elimination_checked,
        intervals_checked,
    })
}

/// Marks the totals of which all parts are impossible.
fn mark_impossible_totals(system: &System, is_impossible: &mut [bool]) {
    loop {
        let mut is_changed = false;
        for (whole, parts) in system.sums() {
            let is_new = !is_impossible[whole as usize] && parts.iter().all(|&part| is_impossible[part as usize]);
            is_impossible[whole as usize] |= is_new;
            is_changed |= is_new;
        }
        if !is_changed {
            return;
        }
    }
}

/// Marks the cells that an outsider knows to be empty: cells that cannot exist, shown zeros, and all parts of such cells.
fn known_to_be_empty(lines: &Lines, may_hide: &[bool], is_impossible: &[bool], is_unpublished: &[bool]) -> Vec<bool> {
    let is_shown_zero = |cell: usize| lines.counts[cell] == 0 && !is_unpublished[cell] && !may_hide[cell];
    let mut is_empty: Vec<bool> = (0..lines.len()).map(|cell| is_impossible[cell] || is_shown_zero(cell)).collect();
    let mut reached: Vec<u32> = (0..lines.len() as u32).filter(|&cell| is_empty[cell as usize]).collect();
    while let Some(cell) = reached.pop() {
        for &sum in lines.sums(cell).iter().filter(|&&sum| lines.cells(sum)[0] == cell) {
            for &part in &lines.cells(sum)[1..] {
                if !std::mem::replace(&mut is_empty[part as usize], true) {
                    reached.push(part);
                }
            }
        }
    }
    is_empty
}

/// Repeats the check by elimination. Returns whether the elimination reached its end.
fn eliminate(hidden: &Hidden<'_>, primary: &[u32]) -> Result<bool, TableMethodError> {
    let Some(determined) = elimination::determined(hidden) else { return Ok(false) };
    let is_safe = primary.iter().all(|&cell| !determined[cell as usize]);
    if is_safe { Ok(true) } else { Err(TableMethodError::Unprotected) }
}
