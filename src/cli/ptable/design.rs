//! `cellveil ptable design`: designs a p-table from a maximum change and a variance.

use std::path::PathBuf;

use super::super::{Failure, list, print, table};
use crate::base::{Quoted, did_you_mean};
use crate::ptable::Ptable;
use crate::ptable::design::{Design, DesignError, PerRow, READY, Shape};
use crate::ptable::export::{Format, Shape as Held};

/// Design a p-table: compute the probabilities of each row from a maximum change and a variance.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Arguments {
    /// Maximum change of a count, in records, up to 200
    #[arg(long, value_name = "D", required_unless_present = "ready")]
    max_change: Option<u32>,
    /// Variance of the noise, in squared records
    #[arg(long, value_name = "V", required_unless_present = "ready", allow_negative_numbers = true)]
    variance: Option<f64>,
    /// Never publish values from 1 to this value
    #[arg(long, value_name = "JS")]
    blocked: Option<u32>,
    /// Minimum probability that a count does not change, for all rows or as a list for the rows from 1, with - for no
    /// minimum
    #[arg(long, value_name = "P|P1,P2,..", allow_hyphen_values = true)]
    stay: Option<String>,
    /// Require probabilities that do not decrease from the smallest noise up to 0, in all rows or in the listed rows
    #[arg(long, value_name = "ROW,..", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    monotone: Option<String>,
    /// Allow only noise that is a multiple of this number, or that makes a cell empty
    #[arg(long, value_name = "S")]
    step: Option<u32>,
    /// Shape of the noise distribution: entropy or laplace
    #[arg(long, value_name = "entropy|laplace")]
    shape: Option<String>,
    /// Use the nearest possible variance in rows that cannot have the requested variance
    #[arg(long)]
    nearest: bool,
    /// Use a ready-made design instead of a maximum change and a variance: light, standard or strong
    #[arg(long, value_name = "NAME", conflicts_with_all = ["max_change", "variance", "blocked", "stay", "monotone", "step", "shape", "nearest"])]
    ready: Option<String>,
    /// Number of cell keys, such as 256 or 4096, for a dense table
    #[arg(long, value_name = "N")]
    keys: Option<u32>,
    /// Format to write: ptable or tau-argus; with --keys, ons or cantabular
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// File to write instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let format = arguments.format()?;
    let design = arguments.design()?;
    let designed = design.rows().map_err(|error| arguments.wrong(error))?;
    let (made, notes) = match arguments.keys {
        None => (Ptable::from(designed.table()), designed.notes_of_intervals()),
        Some(keys) => {
            let dense = designed.dense(keys).map_err(|error| arguments.wrong(error))?;
            let notes = designed.notes_of_dense(&dense);
            (Ptable::from(dense.table), notes)
        }
    };
    let text = made.to_text(format).map_err(|error| Failure::wrong(error.to_string()))?;
    match &arguments.output {
        None => print(&text)?,
        Some(path) => table::write(path, &text)?,
    }
    super::super::note(format_args!("designed as {}", description(&design)));
    notes.iter().for_each(super::super::note);
    Ok(())
}

impl Arguments {
    fn design(&self) -> Result<Design, Failure> {
        if let Some(name) = &self.ready {
            let found = READY.iter().find(|ready| ready.name == name);
            let names: Vec<&str> = READY.iter().map(|ready| ready.name).collect();
            let unknown = || {
                Failure::wrong(format!(
                    "--ready: there is no {}; expected {}{}",
                    Quoted(name),
                    names.join(", "),
                    did_you_mean(name, names.iter().copied())
                ))
            };
            return Ok(found.ok_or_else(unknown)?.design());
        }
        let shape = match self.shape.as_deref() {
            None | Some("entropy") => Shape::Entropy,
            Some("laplace") => Shape::Laplace,
            Some(other) => {
                return Err(Failure::wrong(format!(
                    "--shape: {other}; expected entropy or laplace",
                    other = Quoted(other)
                )));
            }
        };
        // The parser requires both options unless --ready is present.
        let (max_change, variance) = (self.max_change.unwrap_or_default(), self.variance.unwrap_or_default());
        let plain = Design::new(max_change, variance).blocked(self.blocked.unwrap_or(0));
        let last = plain.last_row();
        Ok(Design {
            stay: self.stay.as_deref().map(stay).transpose()?,
            monotone: self.monotone.as_deref().map_or(Ok(PerRow::All(false)), |rows| monotone(rows, last))?,
            step: self.step.unwrap_or(1),
            shape,
            nearest: self.nearest,
            ..plain
        })
    }

    fn wrong(&self, error: DesignError) -> Failure {
        match &error {
            DesignError::Parameter { name, .. } => Failure::wrong(format!("--{name}: {error}")),
            // --nearest helps only if at least one variance is possible in all rows.
            DesignError::Infeasible(why) if why.all_can.is_some() => {
                let nearest = if self.nearest { "" } else { ", or --nearest" };
                let expected = if why.nearest().is_some() { "that one, other limits" } else { "other limits" };
                Failure::wrong(format!("--variance: {error}; expected {expected}{nearest}"))
            }
            DesignError::Keys { .. } => Failure::wrong(format!("--keys: {error}")),
            _ => Failure::wrong(error.to_string()),
        }
    }

    /// Returns the output format. Its shape, dense or intervals, must match `--keys`.
    fn format(&self) -> Result<Format, Failure> {
        let (usual, shape) = match self.keys {
            None => (Format::Ptable, Held::Interval),
            Some(_) => (Format::Ons, Held::Dense),
        };
        let format = self.format.unwrap_or(usual);
        if format.shape() == shape {
            return Ok(format);
        }
        let expected = match shape {
            Held::Interval => "--keys with a number of keys such as 256, which this format has a noise for each of",
            Held::Dense => "ons or cantabular, or no --keys, because this format has intervals",
        };
        Err(Failure::wrong(format!("--format {format}: expected {expected}")))
    }
}

/// Reads one probability for all rows, or a list with one probability per row.
fn stay(text: &str) -> Result<PerRow<Option<f64>>, Failure> {
    let one = |field: &String| match field.trim() {
        "-" => Ok(None),
        field => field.parse().map(Some).map_err(|_| {
            Failure::wrong(format!(
                "--stay: {field} is not a probability; expected one such as 0.5, or - for no minimum",
                field = Quoted(field)
            ))
        }),
    };
    let all: Vec<Option<f64>> = list::fields("--stay", text)?.iter().map(one).collect::<Result<_, _>>()?;
    Ok(if let [stay] = all[..] { PerRow::All(stay) } else { PerRow::Rows(all) })
}

/// Reads a list of rows. An empty list means all rows.
fn monotone(text: &str, last: u32) -> Result<PerRow<bool>, Failure> {
    if text.is_empty() {
        return Ok(PerRow::All(true));
    }
    let mut rows = vec![false; last as usize];
    for field in list::fields("--monotone", text)? {
        let number: Option<usize> = field.trim().parse().ok();
        let row = number.and_then(|row| rows.get_mut(row.checked_sub(1)?));
        *row.ok_or_else(|| {
            Failure::wrong(format!(
                "--monotone: there is no row {field}; expected rows from 1 to {last}",
                field = Quoted(&field)
            ))
        })? = true;
    }
    Ok(PerRow::Rows(rows))
}

/// Describes the options of a design for the user's records, because the p-table file cannot store them.
fn description(design: &Design) -> String {
    let mut words = vec![format!("--max-change {} --variance {}", design.max_change, design.variance)];
    if design.blocked > 0 {
        words.push(format!("--blocked {}", design.blocked));
    }
    let probability = |stay: &Option<f64>| stay.map_or("-".to_owned(), |stay| stay.to_string());
    match &design.stay {
        Some(PerRow::All(stay)) => words.push(format!("--stay {}", probability(stay))),
        Some(PerRow::Rows(rows)) => {
            words.push(format!("--stay {}", rows.iter().map(probability).collect::<Vec<_>>().join(",")));
        }
        None => {}
    }
    match &design.monotone {
        PerRow::All(true) => words.push("--monotone".into()),
        PerRow::All(false) => {}
        PerRow::Rows(rows) => {
            let named = (1..).zip(rows).filter(|(_, monotone)| **monotone).map(|(row, _): (u32, _)| row.to_string());
            words.push(format!("--monotone={}", named.collect::<Vec<_>>().join(",")));
        }
    }
    if design.step > 1 {
        words.push(format!("--step {}", design.step));
    }
    if design.shape == Shape::Laplace {
        words.push("--shape laplace".into());
    }
    if design.nearest {
        words.push("--nearest".into());
    }
    words.join(" ")
}
