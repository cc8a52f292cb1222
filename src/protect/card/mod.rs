//! Method cards. A card describes the effect, source, parameters and remaining risks of a kind of method.

pub(super) mod kinds;
#[cfg(feature = "tables")]
pub(super) mod of_tables;
#[path = "of_tables/disabled.rs"]
#[cfg(not(feature = "tables"))]
pub(super) mod of_tables;
pub(crate) mod parameter;
#[cfg(feature = "full")]
pub(super) mod rare;
#[path = "rare/disabled.rs"]
#[cfg(not(feature = "full"))]
pub(super) mod rare;

use serde::Serialize;

pub use parameter::{Parameter, Range};

/// A summary of a method's kind for publishers.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    /// The value of `kind` in a specification.
    pub kind: &'static str,
    /// A short title.
    pub title: &'static str,
    /// The source paper, with the section, technique or pages.
    pub source: &'static str,
    /// The method's effect in one sentence.
    pub summary: &'static str,
    /// The method's parameters, except `kind`.
    pub parameters: &'static [Parameter],
    /// Risks that remain with the method.
    pub protects_not: &'static [&'static str],
    /// Further notes for publishers.
    pub notes: &'static [&'static str],
}

impl Card {
    /// The card of a method that a smaller build does not describe.
    pub const EMPTY: Self =
        Self { kind: "", title: "", source: "", summary: "", parameters: &[], protects_not: &[], notes: &[] };

    /// The cards of all kinds that this build reads.
    ///
    /// ```
    /// use cellveil::protect::Card;
    /// let kinds: Vec<_> = Card::ALL.iter().map(|card| card.kind).collect();
    /// assert_eq!(kinds[..3], ["none", "cell-key", "random-rounding"]);
    /// ```
    pub const ALL: &'static [&'static Self] = of_tables::ALL;

    /// The names of all kinds that this build reads.
    pub fn kinds() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|card| card.kind)
    }
}
