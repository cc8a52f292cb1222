//! Method cards: what each kind does, where it comes from, its parameters, and what it does not protect against.

pub(super) mod kinds;
pub(crate) mod parameter;

use serde::Serialize;

pub use parameter::{Parameter, Range};

/// A summary of a method's kind for publishers.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    /// The word in a specification.
    pub kind: &'static str,
    /// A short name for people.
    pub title: &'static str,
    /// The paper, and the place in it: a section, a technique or pages.
    pub source: &'static str,
    /// Its effect, in a sentence.
    pub summary: &'static str,
    /// Its parameters, beside `kind`.
    pub parameters: &'static [Parameter],
    /// Risks that the method leaves.
    pub protects_not: &'static [&'static str],
    /// Further notes for publishers.
    pub notes: &'static [&'static str],
}

impl Card {
    /// The cards of all kinds.
    ///
    /// ```
    /// use cellveil::protect::Card;
    /// let kinds: Vec<_> = Card::ALL.iter().map(|card| card.kind).collect();
    /// assert_eq!(kinds[..3], ["none", "cell-key", "random-rounding"]);
    /// ```
    pub const ALL: [&Self; 6] = [
        &kinds::NONE,
        &kinds::CELL_KEY,
        &kinds::RANDOM_ROUNDING,
        &kinds::THRESHOLD_ROUNDING,
        &kinds::SMALL_CELL,
        &kinds::TRANSITION_MATRIX,
    ];
}
