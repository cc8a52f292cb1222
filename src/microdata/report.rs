//! What the steps did, in words for the publisher.

use super::{PramReport, SwapReport, WeightsReport};

/// What one step did.
#[derive(Debug, Clone, PartialEq)]
pub enum StepReport {
    /// Record swapping.
    Swap(SwapReport),
    /// PRAM.
    Pram(PramReport),
    /// Weights.
    Weights(WeightsReport),
    /// Deviations or noise.
    Cells(CellReport),
}

/// What a step did to the finest cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellReport {
    /// The step's name.
    pub name: &'static str,
    /// The number of cells with records.
    pub cells: u64,
    /// The number of cells with another count.
    pub changed: u64,
    /// The number of cells that became empty.
    pub emptied: u64,
}

impl StepReport {
    /// The share of records that the step moved to another category. `None` if it moves none.
    pub fn share_moved(&self) -> Option<f64> {
        match self {
            Self::Swap(report) => Some(share(report.moved, report.records)),
            Self::Pram(report) => Some(share(report.moved, report.records)),
            Self::Weights(_) | Self::Cells(_) => None,
        }
    }

    /// Whether the step changed nothing.
    pub fn is_idle(&self) -> bool {
        match self {
            Self::Swap(report) => report.moved == 0,
            Self::Pram(report) => report.moved == 0,
            Self::Weights(report) => report.changed == 0,
            Self::Cells(report) => report.changed == 0,
        }
    }

    /// One line for the publisher.
    pub fn line(&self) -> String {
        match self {
            Self::Swap(report) => swap(report),
            Self::Pram(report) => pram(report),
            Self::Weights(report) => weights(report),
            Self::Cells(report) => format!(
                "{}: {} of {} cells have another count, {} of them became empty",
                report.name, report.changed, report.cells, report.emptied
            ),
        }
    }
}

fn swap(report: &SwapReport) -> String {
    let pairs: u64 = report.pairs.iter().sum();
    let mut line = format!(
        "swap: {} of {} units selected ({}), {pairs} pairs exchanged their values",
        report.selected,
        report.units,
        percent(report.selected, report.units)
    );
    if let [_, fallback @ ..] = &report.pairs[..]
        && fallback.iter().any(|&pairs| pairs > 0)
    {
        let by_area: Vec<String> = report.pairs.iter().map(u64::to_string).collect();
        line += &format!(" (by entry of \"within\": {})", by_area.join(", "));
    }
    let (units, moved) = (percent(2 * pairs, report.units), percent(report.moved, report.records));
    line += &format!("; {} units moved ({units}), {} records ({moved})", 2 * pairs, report.moved);
    if pairs == 0 {
        line += "; this step changes nothing: look at within, apart and strata";
    }
    line += &format!("; {} selected units have no partner", report.without_partner);
    if report.impossible > 0 {
        line += &format!("; {} pairs stayed because of structural zeros", report.impossible);
    }
    if let Some(at_risk) = report.at_risk {
        let moved = percent(report.at_risk_moved, at_risk);
        line += &format!("; {at_risk} units are at risk, {} of them moved ({moved})", report.at_risk_moved);
    }
    line
}

fn pram(report: &PramReport) -> String {
    let mut line = format!(
        "pram: {} of {} units moved ({}), {} records ({}); the expected numbers of units change by at most {:.1e} of all units",
        report.units_moved,
        report.units,
        percent(report.units_moved, report.units),
        report.moved,
        percent(report.moved, report.records),
        report.transition.imbalance(),
    );
    if report.impossible > 0 {
        line += &format!("; {} units stayed because of structural zeros", report.impossible);
    }
    line
}

fn weights(report: &WeightsReport) -> String {
    format!(
        "weights: {} of {} units in {} strata have another weight than 1 ({}), {} of them weight 0; the weights add up to \
         {}; the standard deviation of a count is at most {:.1} for units and {:.1} for records",
        report.changed,
        report.units,
        report.strata,
        percent(report.changed, report.units),
        report.dropped,
        report.weight,
        libm::sqrt(report.variance_of_units),
        libm::sqrt(report.variance_of_records),
    )
}

fn share(part: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}

fn percent(part: u64, of: u64) -> String {
    format!("{:.2} %", 100.0 * share(part, of))
}
