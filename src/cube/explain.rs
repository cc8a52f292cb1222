//! Defines the field `explain` of a manifest: whether pages may explain values. The files of a sealed cube do not
//! contain the rows of the method, so its manifest contains the explanations.

use serde::{Serialize, Serializer};

use super::ManifestError;
use crate::base::json::{Node, Value};
use crate::protect::Explanation;

/// The field `explain` of a manifest.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ExplainPart {
    /// Whether a keyed cube explains values. In a sealed cube, only `false` is valid here.
    Switch(bool),
    /// The explanations in a sealed cube.
    Made(Explanations),
}

impl ExplainPart {
    /// Whether the cube explains values.
    pub fn explains(&self) -> bool {
        *self != Self::Switch(false)
    }

    /// Checks whether the field fits the cube's release class.
    pub(super) fn check(&self, sealed: bool) -> Result<(), ManifestError> {
        let wrong = |problem: &str, expected| Err(ManifestError::field(&"explain", &problem, expected));
        match self {
            Self::Switch(true) if sealed => wrong("is true in a sealed cube", "false, or the explanations themselves"),
            Self::Made(_) if !sealed => wrong("has explanations in a keyed cube", "true or false"),
            _ => Ok(()),
        }
    }
}

/// The explanation of every value that a method can publish. The prior is flat: all counts are equally likely
/// beforehand.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanations {
    /// Minimum probability of the interval in each explanation.
    pub level: f64,
    /// From this value on, the explanations repeat. A value has the explanation of `value - period`, with all counts
    /// raised by `period`.
    pub end: u64,
    /// Distance after which the explanations repeat; see [`end`](Self::end).
    pub period: u64,
    /// The explanations of values below `end`, by ascending value. The method never publishes a value that is missing
    /// here.
    #[serde(serialize_with = "rows")]
    pub values: Vec<(u64, Causes)>,
    /// The explanation of a suppressed cell, if the method suppresses cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suppressed: Option<Causes>,
}

/// The numbers of an [`Explanation`]: `least`, `low`, `high`, `most`, `probability`, `likeliest` and
/// `likeliest_probability`. Probabilities are rounded to six decimals.
pub type Causes = (u64, u64, u64, u64, f64, u64, f64);

/// Writes each value and its causes as one list.
fn rows<S: Serializer>(values: &[(u64, Causes)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(|&(value, (least, low, high, most, held, likeliest, likely))| {
        (value, least, low, high, most, held, likeliest, likely)
    }))
}

impl Explanations {
    /// The explanation of a value, or of a suppressed cell for `None`. Returns `None` if the method never publishes
    /// the value.
    pub fn find(&self, value: Option<u64>) -> Option<Explanation> {
        let (moved, causes) = match value {
            None => (0, self.suppressed.as_ref()?),
            Some(value) => {
                let beyond = value.checked_sub(self.end).map_or(0, |beyond| beyond / self.period + 1);
                let moved = beyond * self.period;
                let at = self.values.binary_search_by_key(&(value - moved), |entry| entry.0).ok()?;
                (moved, &self.values[at].1)
            }
        };
        let &(least, low, high, most, probability, likeliest, likeliest_probability) = causes;
        let [least, low, high, most, likeliest] = [least, low, high, most, likeliest].map(|count| count + moved);
        let (level, prior) = (self.level, "flat");
        Some(Explanation { value, low, high, probability, least, most, likeliest, likeliest_probability, level, prior })
    }
}

/// Reads the field `explain` of a manifest.
pub(super) fn read(node: &Node<'_>) -> Result<Option<ExplainPart>, String> {
    let part = match node.value() {
        Value::Bool(switch) => Some(ExplainPart::Switch(*switch)),
        Value::Object(fields) => explanations(fields).map(ExplainPart::Made),
        _ => None,
    };
    part.map(Some).ok_or_else(|| node.wrong(EXPECTED))
}

/// The end of the error message for an invalid field. The builder always writes a valid field.
const EXPECTED: &str = "true or false, or explanations: level, end, period and suppressed, and of each value in ascending order least, low, \
                        high and most count, a probability, the likeliest and its own";

fn explanations(fields: &[(String, Value)]) -> Option<Explanations> {
    let mut made = Explanations { level: -1.0, end: 0, period: 0, values: Vec::new(), suppressed: None };
    for (name, value) in fields {
        match (name.as_str(), value) {
            ("level", level) => made.level = probability(level)?,
            ("end", Value::Whole(end)) => made.end = *end,
            ("period", Value::Whole(period)) => made.period = *period,
            ("suppressed", Value::Array(row)) => made.suppressed = Some(causes(row)?),
            ("values", Value::Array(rows)) => {
                for row in rows {
                    let Value::Array(row) = row else { return None };
                    let [Value::Whole(value), rest @ ..] = row.as_slice() else { return None };
                    if made.values.last().is_some_and(|before| before.0 >= *value) {
                        return None;
                    }
                    made.values.push((*value, causes(rest)?));
                }
            }
            _ => return None,
        }
    }
    let is_within = made.values.last().is_none_or(|last| last.0 < made.end) && made.end <= crate::base::MAX_COUNT;
    (made.level >= 0.0 && is_within && (1..=made.end).contains(&made.period)).then_some(made)
}

fn probability(value: &Value) -> Option<f64> {
    match *value {
        Value::Whole(number @ 0..=1) => Some(number as f64),
        Value::Other(number) if (0.0..=1.0).contains(&number) => Some(number),
        _ => None,
    }
}

fn causes(row: &[Value]) -> Option<Causes> {
    use Value::Whole;
    let &[Whole(least), Whole(low), Whole(high), Whole(most), ref held, Whole(likeliest), ref likely] = row else {
        return None;
    };
    let ordered = least <= low && low <= high && high <= most && most <= crate::base::MAX_COUNT;
    let within = least <= likeliest && likeliest <= most;
    let (held, likely) = (probability(held)?, probability(likely)?);
    (ordered && within).then_some((least, low, high, most, held, likeliest, likely))
}

#[cfg(feature = "make")]
pub(crate) use making::explanations_of;

#[cfg(feature = "make")]
mod making {
    use std::collections::BTreeSet;

    use super::{Causes, Explanations};
    use crate::base::MAX_COUNT;
    use crate::protect::{CompiledMethod, Explanation, Status};

    /// The probability level that pages request by default.
    const LEVEL: f64 = 0.9;
    /// Maximum number of listed values. They take some 3 MB of the manifest.
    const MOST_VALUES: usize = 1 << 16;
    /// Maximum number of counts to examine.
    const MOST_COUNTS: u64 = 1 << 23;

    /// Explains all values that a method can publish. Returns `None` if there are too many values or counts.
    pub fn explanations_of(compiled: &CompiledMethod) -> Option<Explanations> {
        let ((end, period), (fall, _)) = (compiled.explanations_repeat(), compiled.extremes());
        let last = end.saturating_add(fall.unsigned_abs());
        if last > MOST_COUNTS.min(MAX_COUNT) {
            return None;
        }
        let mut published = BTreeSet::new();
        for count in 0..=last {
            for (noise, _) in compiled.outcomes(count).0 {
                let value = count as i64 + noise;
                if compiled.status(count, value) == Status::Shown && value >= 0 && (value as u64) < end {
                    published.insert(value as u64);
                }
            }
            if published.len() > MOST_VALUES {
                return None;
            }
        }
        let causes = |value| compiled.explain(value, LEVEL, None).ok().map(|found| causes(&found));
        let values = published.into_iter().filter_map(|value| Some((value, causes(Some(value))?))).collect();
        Some(Explanations { level: LEVEL, end, period, values, suppressed: causes(None) })
    }

    fn causes(found: &Explanation) -> Causes {
        let rounded = |probability: f64| (probability * 1e6).round() / 1e6;
        let &Explanation { low, high, probability, least, most, likeliest, likeliest_probability, .. } = found;
        (least, low, high, most, rounded(probability), likeliest, rounded(likeliest_probability))
    }
}
