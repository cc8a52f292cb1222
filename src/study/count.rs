//! How many rows of a study compare how, and how many claims hold.

use super::{Study, Verdict};

/// Numbers of rows and claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Rows.
    pub rows: usize,
    /// Those with a figure of the paper.
    pub printed: usize,
    /// By verdict, in the order of [`Verdict::ALL`].
    verdicts: [usize; Verdict::ALL.len()],
    /// Claims.
    pub claims: usize,
    /// Those that hold.
    pub hold: usize,
    /// Those that the data cannot show. All others do not hold.
    pub not_shown: usize,
}

impl Counts {
    /// Rows with a verdict.
    pub fn of(&self, verdict: Verdict) -> usize {
        Verdict::ALL.iter().zip(self.verdicts).filter(|(of, _)| **of == verdict).map(|(_, many)| many).sum()
    }
}

impl Study {
    /// Counts over all parts.
    pub fn counts(&self) -> Counts {
        let rows = || self.parts.iter().flat_map(|part| &part.rows);
        let claims = |holds: Option<bool>| {
            self.parts.iter().flat_map(|part| &part.claims).filter(|claim| claim.holds == holds).count()
        };
        let (hold, not_shown) = (claims(Some(true)), claims(None));
        Counts {
            rows: rows().count(),
            printed: rows().filter(|row| row.paper.iter().any(Option::is_some)).count(),
            verdicts: Verdict::ALL.map(|verdict| rows().filter(|row| row.verdict == verdict).count()),
            claims: hold + not_shown + claims(Some(false)),
            hold,
            not_shown,
        }
    }
}
