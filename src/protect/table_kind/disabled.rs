//! A build without table methods knows their names, and refuses them with the error code `needs-tables`.

use super::card::{Card, of_tables};
use super::method::Reader;
use super::properties::Properties;
use super::{CompiledMethod, KeyContext, none};

/// The names of the table methods, in alphabetical order.
const WORDS: [&str; 4] = ["controlled-rounding", "semi-controlled-rounding", "small-count-rounding", "suppression"];

/// A table method, whose parameters this build does not read. The field is the position of its name.
#[derive(Debug, Clone, PartialEq)]
pub struct TableKind(usize);

impl TableKind {
    pub(super) fn read(kind: &str, _: &mut Reader<'_>) -> Result<Option<Self>, String> {
        Ok(WORDS.iter().position(|word| *word == kind).map(Self))
    }

    pub(super) fn card(&self) -> &'static Card {
        &of_tables::TABLE_METHOD
    }

    pub(super) fn word(&self) -> &'static str {
        WORDS[self.0]
    }

    pub(super) fn is_random(&self) -> bool {
        false
    }

    pub(super) fn compile(&self, _: KeyContext<'_>) -> CompiledMethod {
        none::compile() // `compile` has refused the method
    }

    pub(super) fn text(&self) -> String {
        String::new()
    }

    /// No promises: this build does not read the parameters.
    pub(super) fn properties(&self) -> Properties {
        Properties {
            consistent: false,
            consistent_totals: false,
            additive: false,
            unbiased: None,
            integer: true,
            keeps_zeros: None,
            gain_of_empty_cells: None,
            largest_change: None,
        }
    }
}
