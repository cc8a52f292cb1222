//! `cellveil ptable explain`: describes what a published value discloses about the true count.

use std::path::PathBuf;

use super::super::figures::grouped;
use super::super::frequencies::TableOf;
use super::super::{Failure, frequencies, print};
use crate::base::Quoted;
use crate::base::json::to_text;
use crate::key::{Combine, KeyGroup, Modulus};
use crate::protect::{
    CompiledMethod, Explanation, KeyContext, MOST_CAUSES, MethodSpec, Parameters, Unexplained, compile,
};
use crate::ptable::Ptable;
use crate::table::Error;
use crate::table::QueryError;

/// Maximum number of cells in a prior, so that sums of doubles stay exact.
const MOST_CELLS: u64 = 1 << 53;

/// Show which true counts a published value can represent, and how likely each count is.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Arguments {
    /// P-table, in any of the published formats
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The published value, or "suppressed"
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    value: String,
    /// Minimum probability of the interval of counts
    #[arg(long, value_name = "P", default_value = "0.9")]
    level: String,
    /// Suppress values below this threshold, after the noise
    #[arg(long, value_name = "T", default_value_t = 0)]
    threshold: u64,
    /// Perturb empty cells with the keys of their categories, by row 0 of the p-table
    #[arg(long)]
    category_keys: bool,
    /// Number of cells of each count from 0, or a file with these numbers [default: every count is equally likely]
    #[arg(long, value_name = "T0,T1,..|FILE")]
    frequencies: Option<String>,
    #[command(flatten)]
    counted: TableOf,
    /// Write one sentence (text) or all figures (json)
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let value = value(&arguments.value)?;
    let level = arguments.level.parse().ok().filter(|level| *level > 0.0 && *level <= 1.0);
    let level = level.ok_or_else(|| {
        Failure::wrong(format!(
            "--level is {}; expected a probability above 0, at most 1, such as 0.9",
            Quoted(&arguments.level)
        ))
    })?;
    let rows = rows(arguments)?;
    let cells = cells(arguments)?;
    let found = rows.causes(value).and_then(|causes| {
        let prior = cells.as_ref().map(|cells| {
            let mut prior = vec![0; (causes.end() - causes.start()) as usize + 1];
            for (count, cells) in cells.iter().filter(|(count, _)| causes.contains(count)) {
                prior[(count - causes.start()) as usize] += cells;
            }
            prior
        });
        rows.explain(value, level, prior.as_deref())
    });
    let found = found.map_err(|why| {
        let place = arguments.file.display();
        Failure::wrong(match why {
            Unexplained::Never => {
                let counts = if cells.is_some() { "none of these counts" } else { "no count" };
                format!(
                    "--value is {}, and {counts} is published like this with {place}; expected another",
                    arguments.value
                )
            }
            Unexplained::TooMany => {
                format!(
                    "--value is {}: more than {MOST_CAUSES} counts can be behind it; expected fewer",
                    arguments.value
                )
            }
        })
    })?;
    print(&match arguments.format {
        Format::Text => format!("{}\n", sentence(&found)),
        Format::Json => format!("{}\n", to_text(&found)),
    })
}

fn value(text: &str) -> Result<Option<u64>, Failure> {
    let wrong = || {
        Failure::wrong(format!("--value is {text}; expected a whole number from 0, or suppressed", text = Quoted(text)))
    };
    match text {
        "suppressed" => Ok(None),
        number => number.parse().ok().filter(|&value| value <= MOST_CELLS).map(Some).ok_or_else(wrong),
    }
}

/// Compiles the method `cell-key` with this p-table, for uniform cell keys.
fn rows(arguments: &Arguments) -> Result<CompiledMethod, Failure> {
    let table = super::read(&arguments.file)?;
    // With intervals, a hash lookup gives exactly the intervals' probabilities. With a dense table, the modulus is a
    // multiple of the number of keys, so all keys are equally likely.
    let (lookup, modulus) = match &table {
        Ptable::Interval(_) => ("hash", Modulus::default().get()),
        Ptable::Dense(table) => ("key", 2 * u64::from(table.keys())),
    };
    let zeros = if arguments.category_keys { "category-keys" } else { "none" };
    let parameters = format!(
        r#"{{ "kind": "cell-key", "ptable": "-", "threshold": {}, "lookup": "{lookup}", "zeros": "{zeros}" }}"#,
        arguments.threshold
    );
    let keys = Modulus::try_from(modulus).and_then(|modulus| KeyGroup::new(Combine::Sum, modulus))?;
    let context = KeyContext { keys, uniform: true, salt: &[] };
    let method = MethodSpec::new("ptable", &Parameters::from_json(&parameters).map_err(Failure::wrong)?);
    let compiled = method.and_then(|method| compile(&method, context, Some(&table)));
    compiled.map_err(|error| Failure::about(arguments.file.display(), &Error::from(QueryError::from(error))))
}

/// Returns each count with its number of cells, or `None` without a prior.
fn cells(arguments: &Arguments) -> Result<Option<Vec<(u64, u64)>>, Failure> {
    let cells: Vec<(u64, u64)> = match (&arguments.frequencies, &arguments.counted.cube) {
        (Some(given), _) => (0..).zip(frequencies::given(given, "whole numbers")?).collect(),
        (None, Some(cube)) => {
            let counted = frequencies::of_table(cube, arguments.counted.rows.as_deref())?;
            counted.counts.into_iter().map(|count| (count, 1)).chain([(0, counted.empty)]).collect()
        }
        (None, None) => return Ok(None),
    };
    let sum = cells.iter().fold(0u64, |sum, (_, cells)| sum.saturating_add(*cells));
    if sum > MOST_CELLS {
        return Err(Failure::wrong("--frequencies: they are more than 2^53 cells together; expected fewer"));
    }
    Ok(Some(cells))
}

/// Writes the explanation as a sentence.
fn sentence(found: &Explanation) -> String {
    let named = |count: u64| grouped(count.into());
    let what = found.value.map_or_else(|| "A suppressed value".into(), named);
    if found.least == found.most {
        return format!("{what} stands for a count of {}, and no other", named(found.least));
    }
    let likely = match found.low == found.high {
        true => format!("of {}", named(found.low)),
        false => format!("from {} to {}", named(found.low), named(found.high)),
    };
    let least = if found.least == 0 { String::new() } else { format!("below {} or ", named(found.least)) };
    // The probability is rounded down, so that the sentence never claims a higher probability than the interval has.
    let probability = (found.probability * 1e4 + 1e-9).floor() / 1e4;
    let most = named(found.most);
    format!("{what} stands for a count {likely} with probability {probability}; it cannot be {least}above {most}")
}
