//! Why no p-table can be designed as asked.

use thiserror::Error;

/// Why no p-table can be designed as asked.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum DesignError {
    /// A parameter outside its range.
    #[error("{name} is {value}; expected {expected}")]
    Parameter {
        /// Its name on the command line, without the dashes.
        name: &'static str,
        /// Its value.
        value: String,
        /// What it can be.
        expected: String,
    },
    /// Not the JSON of a design.
    #[error("not the parameters of a p-table: {0}")]
    Json(String),
    /// A row that cannot have the variance.
    #[error("{0}")]
    Infeasible(Infeasible),
    /// A row that the solver did not bring to what was asked: no such row is known.
    #[error("row {row}: its probabilities were not found; expected another variance or largest change")]
    Unsolved {
        /// The row.
        row: u32,
    },
    /// Too few keys for a row.
    #[error("row {row}: {}; expected more keys, or intervals", few(*keys, *found, *wanted))]
    Keys {
        /// The row.
        row: u32,
        /// The number of keys asked for.
        keys: u64,
        /// The nearest variance with mean zero that so many keys have; `None` where they have no mean zero.
        found: Option<f64>,
        /// The variance designed.
        wanted: f64,
    },
}

/// What so few keys do to a row.
fn few(keys: u64, found: Option<f64>, wanted: f64) -> String {
    match found {
        Some(found) => {
            format!("with {keys} keys the variance nearest to {} is {}", number(wanted), number(found))
        }
        None => format!("{keys} keys cannot be shared with mean zero"),
    }
}

/// A row that cannot have the variance, and what it, and all rows together, can have.
#[derive(Debug, Clone, PartialEq)]
pub struct Infeasible {
    /// The first such row.
    pub row: u32,
    /// The variance asked for.
    pub variance: f64,
    /// The least and the largest that the row can have; where its mean cannot be zero at all, none.
    pub row_can: Option<(f64, f64)>,
    /// The least and the largest that every row can have; the least may be above the largest.
    pub all_can: Option<(f64, f64)>,
    /// The staying probability that the row was to have.
    pub stay: f64,
    /// Whether the bound comes from the Laplace shape.
    pub shape: bool,
}

impl Infeasible {
    /// The variance nearest to the one asked for that every row can have.
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
                "no noise but 0 has mean zero here; expected fewer blocked results, another step or a larger change"
            );
        };
        let stays =
            if *stay > 0.0 { format!(" with a staying probability of {}", number(*stay)) } else { String::new() };
        if *variance > most {
            let shape =
                if self.shape { ", as the probabilities of a Laplace shape may not rise with the noise" } else { "" };
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

/// Six decimals, as many as tell a person enough.
pub(super) fn number(value: f64) -> String {
    if value >= 1e9 {
        return format!("{value:e}");
    }
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Rounded so that it is still feasible as a largest value.
pub(super) fn down(value: f64) -> String {
    number(libm::floor(value * 1e6 + 1e-6) / 1e6)
}

/// Rounded so that it is still feasible as a least value.
pub(super) fn up(value: f64) -> String {
    number(libm::ceil(value * 1e6 - 1e-6) / 1e6)
}
