//! Errors in the design of a p-table.

use thiserror::Error;

/// The reason why a p-table cannot be designed.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum DesignError {
    /// A parameter is outside its range.
    #[error("{name} is {value}; expected {expected}")]
    Parameter {
        /// The parameter's name on the command line, without the dashes.
        name: &'static str,
        /// The given value.
        value: String,
        /// The allowed values.
        expected: String,
    },
    /// The text is not the JSON of a design.
    #[error("not the parameters of a p-table: {0}")]
    Json(String),
    /// A row cannot have the requested variance.
    #[error("{0}")]
    Infeasible(Infeasible),
    /// The solver did not find the probabilities of a row. No design with this error is known.
    #[error("row {row}: its probabilities were not found; expected another variance or largest change")]
    Unsolved {
        /// The row.
        row: u32,
    },
    /// The number of keys is too small for a row.
    #[error("row {row}: {}; expected more keys, or intervals", few(*keys, *found, *wanted))]
    Keys {
        /// The row.
        row: u32,
        /// The requested number of keys.
        keys: u64,
        /// The possible variance nearest to `wanted`, for mean zero and this number of keys; `None` if the mean cannot
        /// be zero.
        found: Option<f64>,
        /// The designed variance.
        wanted: f64,
    },
}

/// Describes the effect of too few keys on a row.
fn few(keys: u64, found: Option<f64>, wanted: f64) -> String {
    match found {
        Some(found) => {
            format!("with {keys} keys, the nearest possible variance to {} is {}", number(wanted), number(found))
        }
        None => format!("with {keys} keys, mean zero is impossible"),
    }
}

/// A row that cannot have the requested variance, and the variances that are possible.
#[derive(Debug, Clone, PartialEq)]
pub struct Infeasible {
    /// The first row that cannot have the requested variance.
    pub row: u32,
    /// The requested variance.
    pub variance: f64,
    /// The least and the largest variance of the row; `None` if its mean cannot be zero.
    pub row_can: Option<(f64, f64)>,
    /// The least and the largest variance that all rows can have. If no variance suits all rows, the least is above the
    /// largest.
    pub all_can: Option<(f64, f64)>,
    /// The requested staying probability of the row.
    pub stay: f64,
    /// Whether the design has the Laplace shape, which limits the variance.
    pub shape: bool,
}

impl Infeasible {
    /// The variance nearest to the requested variance that all rows can have; `None` if no variance suits all rows.
    pub fn nearest(&self) -> Option<f64> {
        let (least, most) = self.all_can.filter(|(least, most)| least <= most && *most > 0.0)?;
        Some(self.variance.clamp(least, most))
    }
}

impl std::fmt::Display for Infeasible {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { row, variance, stay, .. } = self;
        write!(f, "row {row}: ")?;
        let Some((least, most)) = self.row_can.filter(|(_, most)| *most > 0.0) else {
            return write!(
                f,
                "only noise 0 has mean zero here; expected fewer blocked results, another step or a larger change"
            );
        };
        let stays =
            if *stay > 0.0 { format!(" with a staying probability of {}", number(*stay)) } else { String::new() };
        if *variance > most {
            let shape =
                if self.shape { ", because probabilities of a Laplace shape must not rise with the noise" } else { "" };
            write!(
                f,
                "a variance of {} is more than the {} that it can have{stays}{shape}",
                number(*variance),
                down(most)
            )?;
        } else {
            write!(f, "a variance of {} is less than the {} that it must have{stays}", number(*variance), up(least))?;
        }
        match (self.nearest(), self.all_can) {
            (Some(nearest), _) if nearest < *variance => {
                write!(f, "; the nearest that all rows can have is {}", down(nearest))
            }
            (Some(nearest), _) => write!(f, "; the nearest that all rows can have is {}", up(nearest)),
            (None, Some((least, most))) => write!(
                f,
                "; no variance suits all rows: one needs at least {}, another has at most {}",
                up(least),
                down(most)
            ),
            (None, None) => Ok(()),
        }
    }
}

/// Writes a number with at most six decimals.
pub(super) fn number(value: f64) -> String {
    if value >= 1e9 {
        return format!("{value:e}");
    }
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Writes the largest value of a range. The value is rounded down, so that it stays possible.
pub(super) fn down(value: f64) -> String {
    number(libm::floor(value * 1e6 + 1e-6) / 1e6)
}

/// Writes the least value of a range. The value is rounded up, so that it stays possible.
pub(super) fn up(value: f64) -> String {
    number(libm::ceil(value * 1e6 - 1e-6) / 1e6)
}
