//! The state of all cells that a sealed view does not list.

use serde::Serialize;

/// The state of a sealed view's unlisted cells: the most frequent state of the view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rest {
    /// Shown, with the value 0.
    #[default]
    Zero,
    /// Suppressed.
    Suppressed,
    /// Blocked.
    Blocked,
}

impl Rest {
    /// The names of all states, as written in a manifest.
    pub const NAMES: &'static [&'static str] = &["zero", "suppressed", "blocked"];
    /// All states.
    pub(crate) const ALL: &'static [Self] = &[Self::Zero, Self::Suppressed, Self::Blocked];

    pub(crate) fn is_zero(&self) -> bool {
        *self == Self::Zero
    }
}
