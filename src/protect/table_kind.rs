//! Reads the parameters of table methods. The folder `table_method` applies these methods.

use super::card::parameter::*;
use super::card::{Card, Parameter, of_tables};
use super::method::{Hash, Reader};
use super::properties::Properties;
use super::{CompiledMethod, KeyContext, none, random_rounding};

/// A kind of table method with its parameters.
#[derive(Debug, Clone, PartialEq)]
pub enum TableKind {
    /// Random rounding of cells that add up to a rounded total.
    SemiControlledRounding {
        /// The base, from 2 to 1,000,000.
        base: u32,
        /// The totals that are the sums of their cells.
        control: Control,
    },
    /// Rounding of all cells so that all sums hold.
    ControlledRounding {
        /// The base, from 2 to 1,000,000.
        base: u32,
    },
    /// Suppression of small counts, and of more cells so that nobody can compute the small counts.
    Suppression {
        /// Counts from 1 to below the threshold are suppressed.
        threshold: u64,
        /// Whether more cells are suppressed to protect the small counts.
        secondary: bool,
        /// Whether counts of 0 are suppressed too.
        protect_zeros: bool,
        /// Whether a cell that holds all records of its line is suppressed too.
        protect_certain: bool,
        /// Least width of the interval that an outsider can compute for a suppressed count, in thousandths of the
        /// count; 0 for any interval of more than one number.
        interval: u32,
    },
    /// Rounding of small inner cells, so that totals stay close to the true ones.
    SmallCountRounding {
        /// The base, from 2 to 1,000,000.
        base: u32,
    },
}

/// The totals that semi-controlled rounding makes equal to the sums of their cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// The grand total.
    Total,
    /// The total of each row.
    Rows,
    /// The total of each column.
    Columns,
}

impl TableKind {
    /// Reads the parameters of the kind with this name. Returns `None` if no table method has the name.
    pub(super) fn read(kind: &str, fields: &mut Reader<'_>) -> Result<Option<Self>, String> {
        Ok(Some(match kind {
            "semi-controlled-rounding" => Self::SemiControlledRounding {
                base: fields.number(&BASE)? as u32,
                control: [Control::Total, Control::Rows, Control::Columns][fields.word(&SUMS)?],
            },
            "controlled-rounding" => Self::ControlledRounding { base: fields.number(&BASE)? as u32 },
            "suppression" => suppression(fields)?,
            "small-count-rounding" => Self::SmallCountRounding { base: fields.number(&BASE)? as u32 },
            _ => return Ok(None),
        }))
    }

    /// The card of the kind.
    pub(super) fn card(&self) -> &'static Card {
        match self {
            Self::SemiControlledRounding { .. } => &of_tables::SEMI_CONTROLLED_ROUNDING,
            Self::ControlledRounding { .. } => &of_tables::CONTROLLED_ROUNDING,
            Self::Suppression { .. } => &of_tables::SUPPRESSION,
            Self::SmallCountRounding { .. } => &of_tables::SMALL_COUNT_ROUNDING,
        }
    }

    /// The word in a specification.
    pub(super) fn word(&self) -> &'static str {
        self.card().kind
    }

    /// The properties of the method.
    pub(super) fn properties(&self) -> Properties {
        let (additive, unbiased, largest_change) = match *self {
            Self::SemiControlledRounding { base, .. } => (false, Some(true), Some(u64::from(base) - 1)),
            // Two-way tables are unbiased and have no jumps. Cells of other tables may have jumps by one more base.
            Self::ControlledRounding { base } => (true, None, Some(2 * u64::from(base) - 1)),
            Self::Suppression { .. } => (false, Some(true), Some(0)),
            Self::SmallCountRounding { base } => (true, Some(false), Some(u64::from(base) - 1)),
        };
        Properties {
            consistent: false,
            consistent_totals: false,
            additive,
            unbiased,
            integer: true,
            keeps_zeros: Some(true),
            gain_of_empty_cells: Some(0.0),
            largest_change,
        }
    }

    /// Whether one table can disclose a cell of another table, so that all published views are protected together.
    pub fn protects_together(&self) -> bool {
        matches!(self, Self::Suppression { .. })
    }

    /// Whether draws decide the values.
    pub(super) fn is_random(&self) -> bool {
        matches!(self, Self::SemiControlledRounding { .. } | Self::ControlledRounding { .. })
    }

    /// The rows of a cell method with the same probabilities for each single cell, for measures of risk. Suppression
    /// and rounding without draws have no such probabilities. Their rows leave each count unchanged, and measures of
    /// risk use the shares of the table's cells instead.
    pub(super) fn compile(&self, context: KeyContext<'_>) -> CompiledMethod {
        match *self {
            Self::SemiControlledRounding { base, .. } | Self::ControlledRounding { base } => {
                random_rounding::compile(base, None, Hash::Sha256, context)
            }
            _ => none::compile(),
        }
    }

    /// The method in words, for readers of a table.
    pub(super) fn text(&self) -> String {
        match self {
            Self::SemiControlledRounding { base, control } => {
                let sums = match control {
                    Control::Total => "the grand total",
                    Control::Rows => "the row totals",
                    Control::Columns => "the column totals",
                };
                format!(
                    "Each count is rounded up or down, at random, to a multiple of {base}, so that the figures add up to \
                     {sums}. Other totals are rounded for themselves."
                )
            }
            Self::ControlledRounding { base } => {
                format!(
                    "All counts and totals are rounded up or down to multiples of {base}, so that all figures add up."
                )
            }
            Self::Suppression { threshold, secondary, protect_zeros, protect_certain, .. } => {
                let also = match (*protect_zeros, *protect_certain) {
                    (false, false) => "",
                    (true, false) => ", 0 included,",
                    (false, true) => ", and counts that fill their whole line,",
                    (true, true) => ", 0 included, and counts that fill their whole line,",
                };
                let more =
                    if *secondary { " Further figures are suppressed so that nobody can compute these." } else { "" };
                format!("Counts below {threshold}{also} are suppressed.{more} All other figures are true.")
            }
            Self::SmallCountRounding { base } => format!(
                "Counts below {base} are shown as 0 or {base}, so that totals stay close to the true ones. Totals are the \
                 sums of the figures shown."
            ),
        }
    }
}

/// Reads an optional truth value. Defaults to false.
/// Reads the parameters of suppression, and refuses combinations that promise more than the method does.
fn suppression(fields: &mut Reader<'_>) -> Result<TableKind, String> {
    let threshold = fields.number(&SMALL_THRESHOLD)?;
    let secondary = fields.word(&SECONDARY)? == 0;
    let protect_zeros = switch(fields, &PROTECT_ZEROS)?;
    let protect_certain = switch(fields, &PROTECT_CERTAIN)?;
    let interval = fields.thousandths(&INTERVAL)?.unwrap_or(0) as u32;
    if interval > 0 && !secondary {
        let problem = "interval is given with secondary = \"none\", which protects no interval";
        return Err(format!("{problem}; expected secondary = \"optimal\", or no interval"));
    }
    if protect_certain && threshold < 2 {
        let problem = "threshold is 1 with protect_certain, so the 100 % cells would be the only reason to hide a cell";
        return Err(format!("{problem}; expected a threshold of 2 or more"));
    }
    Ok(TableKind::Suppression { threshold, secondary, protect_zeros, protect_certain, interval })
}

fn switch(fields: &mut Reader<'_>, parameter: &Parameter) -> Result<bool, String> {
    let Some(node) = fields.0.maybe(parameter.name) else { return Ok(false) };
    node.bool().map_err(|_| parameter.wrong(node.value().kind()))
}
