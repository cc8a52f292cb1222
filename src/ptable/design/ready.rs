//! Ready-made designs.

use super::Design;
use crate::ptable::Ptable;

/// A design with a name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ready {
    /// The name on the command line.
    pub name: &'static str,
    /// The data for which the design is suitable, in one sentence.
    pub suits: &'static str,
    max_change: u32,
    variance: f64,
    blocked: u32,
}

impl Ready {
    /// The parameters of the design.
    pub fn design(&self) -> Design {
        Design::new(self.max_change, self.variance).blocked(self.blocked)
    }

    /// Returns the p-table of the ready-made design with this name; `None` if no design has the name. The table has
    /// intervals, so it suits keys of every modulus.
    ///
    /// ```
    /// use cellveil::ptable::design::Ready;
    /// assert!(Ready::table("standard").is_some() && Ready::table("standard.csv").is_none());
    /// ```
    pub fn table(name: &str) -> Option<Ptable> {
        let ready = READY.iter().find(|ready| ready.name == name)?;
        ready.design().rows().ok().map(|designed| Ptable::from(designed.table()))
    }
}

/// The ready-made designs, from the least noise to the most.
pub const READY: [Ready; 3] = [
    Ready {
        name: "light",
        suits: "Samples and other data that are already protected: counts are blurred, but small counts stay visible.",
        max_change: 3,
        variance: 0.5,
        blocked: 0,
    },
    Ready {
        name: "standard",
        suits: "Census tables: no value of 1 or 2 is shown, and no count moves by more than 5.",
        max_change: 5,
        variance: 3.0,
        blocked: 2,
    },
    Ready {
        name: "strong",
        suits: "Detailed tables of sensitive topics: no value of 1 or 2 is shown, and changes reach 8.",
        max_change: 8,
        variance: 6.0,
        blocked: 2,
    },
];
