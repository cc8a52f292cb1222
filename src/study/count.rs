//! Counts a study's rows by verdict, and the claims that hold.

use super::{Study, Verdict};

/// Numbers of rows and of claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Number of all rows.
    pub rows: usize,
    /// Number of rows with at least one figure printed in the paper.
    pub printed: usize,
    /// Numbers of rows by verdict, in the order of [`Verdict::ALL`].
    verdicts: [usize; Verdict::ALL.len()],
    /// Number of all claims.
    pub claims: usize,
    /// Number of claims that hold.
    pub hold: usize,
    /// Number of claims that the data can neither confirm nor refute. The remaining claims do not hold.
    pub not_shown: usize,
}

impl Counts {
    /// Returns the number of rows with this verdict.
    pub fn of(&self, verdict: Verdict) -> usize {
        Verdict::ALL.iter().zip(self.verdicts).filter(|(of, _)| **of == verdict).map(|(_, many)| many).sum()
    }
}

impl Study {
    /// Counts rows and claims over all parts.
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
