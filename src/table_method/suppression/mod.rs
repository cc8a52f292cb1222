//! Cell suppression.

mod close;
mod cover;
mod elimination;
mod hidden;
mod lines;
mod moves;
mod primary;
mod search;
mod simplex;

use hidden::Hidden;
use lines::Lines;

use super::{Outcome, System, TableMethodError};
use crate::protect::Status;

/// Which cells are hidden besides the primary cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secondary {
    /// No further cell. Sums may disclose primary cells.
    None,
    /// As many cells as the protection of all primary cells needs.
    Optimal,
}

/// The rule of cell suppression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suppression {
    /// Hides each cell with 0 < count < threshold.
    pub threshold: u64,
    /// Further cells.
    pub secondary: Secondary,
    /// Hides empty cells too.
    pub protect_zeros: bool,
    /// Hides the 100 % cells of ABS 2005.
    pub certain: bool,
    /// The least width of a primary cell's interval, in thousandths of its count.
    pub interval: Option<u32>,
}

impl Suppression {
    fn is_small(&self, count: u64) -> bool {
        if count == 0 { self.protect_zeros } else { count < self.threshold }
    }

    fn floor(&self) -> u64 {
        u64::from(!self.protect_zeros && !self.certain)
    }

    fn width(&self, count: u64) -> u64 {
        let share = u128::from(self.interval.unwrap_or(0)) * u128::from(count);
        u64::try_from(share.div_ceil(1000)).unwrap_or(u64::MAX).max(1)
    }
}

/// The cells that a rule hides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// For each cell, whether it is hidden.
    pub hidden: Vec<bool>,
    /// Number of primary cells.
    pub primary: u64,
    /// Number of secondary cells.
    pub secondary: u64,
}

/// x
pub fn choose(system: &System, rule: &Suppression) -> Result<Pattern, TableMethodError> {
    system.check()?;
    let lines = Lines::new(system);
    let primary = primary::primary(&lines, rule);
    let mut hidden = Hidden::new(&lines, rule.floor());
    let cells: Vec<u32> = (0..lines.len() as u32).filter(|&cell| primary[cell as usize]).collect();
    cells.iter().for_each(|&cell| hidden.set(cell, true));
    if rule.secondary == Secondary::Optimal {
        let t = std::time::Instant::now();
        close::close(&mut hidden);
        eprintln!("closed {} {:?}", hidden.flags().iter().filter(|h| **h).count(), t.elapsed());
        let mut cover = cover::Cover::new(rule, hidden, &primary);
        for &cell in &cells {
            cover.protect(cell)?;
        }
        cover.release();
        eprintln!("covered {} {:?}", cover.hidden().flags().iter().filter(|h| **h).count(), t.elapsed());
        cover.thin();
        eprintln!("thin {} {:?}", cover.hidden().flags().iter().filter(|h| **h).count(), t.elapsed());
        cover.check(&cells)?;
        hidden = cover.into_hidden();
        let d = elimination::determined(&hidden);
        eprintln!("elimination {:?} {:?}", d.map(|d| cells.iter().filter(|&&c| d[c as usize]).count()), t.elapsed());
    }
    let mut flags = vec![false; lines.len()];
    lines.positions.iter().zip(hidden.flags()).for_each(|(&at, &is)| flags[at as usize] = is);
    let secondary = hidden.flags().iter().filter(|h| **h).count() - cells.len();
    Ok(Pattern { hidden: flags, primary: cells.len() as u64, secondary: secondary as u64 })
}

/// x
pub fn suppress(system: &System, rule: &Suppression) -> Result<Outcome, TableMethodError> {
    let pattern = choose(system, rule)?;
    let status = pattern.hidden.iter().map(|&is| if is { Status::Suppressed } else { Status::Shown });
    let values = system.counts().iter().map(|&count| count as i64).collect();
    Ok(Outcome { values, status: status.collect(), jumps: 0 })
}
