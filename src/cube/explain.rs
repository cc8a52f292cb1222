//! What a cube says of explanations: whether its publisher lets pages explain values, and in a sealed cube, which has no rows to read
//! backwards, the explanations themselves.

use serde::Serialize;

use crate::json::{Node, Value};
use crate::protect::Explanation;

/// What is written of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ExplainPart {
    /// Whether a keyed cube explains; in a sealed one only that it does not.
    Switch(bool),
    /// Those of a sealed cube.
    Made(Explanations),
}

/// The explanation of every value that a method can publish, all counts being equally likely beforehand.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanations {
    /// The probability that each interval has at least.
    pub level: f64,
    /// Values from here on are explained as those `period` below, the counts moved by as much.
    pub end: u64,
    /// See [`end`](Self::end).
    pub period: u64,
    /// Values below `end` in ascending order; what is not among them is never published.
    pub values: Vec<(u64, Causes)>,
    /// What is suppressed, if anything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suppressed: Option<Causes>,
}

/// Least, low, high and most count and the probability of low to high, then the likeliest count and its probability, as
/// [`Explanation`] has them; probabilities are rounded to six decimals.
pub type Causes = (u64, u64, u64, u64, f64, u64, f64);

impl Explanations {
    /// What a value says, or a suppressed one where there is none; none where it is never published.
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

/// Reads the field of a manifest.
pub(super) fn read(node: &Node<'_>) -> Result<Option<ExplainPart>, String> {
    Ok(Some(match node.value() {
        Value::Object(_) => ExplainPart::Made(explanations(node)?),
        _ => ExplainPart::Switch(node.bool()?),
    }))
}

fn explanations(node: &Node<'_>) -> Result<Explanations, String> {
    let mut fields = node.fields()?;
    let made = Explanations {
        level: fields.get("level", probability),
        end: fields.get("end", count),
        period: fields.get("period", count),
        values: fields.get("values", |values| values.list_of(entry)),
        suppressed: fields.get_or_default("suppressed", |node| causes(node).map(Some)),
    };
    fields.end()?;
    let ascending = made.values.windows(2).all(|pair| pair[0].0 < pair[1].0);
    let is_within = made.values.last().is_none_or(|last| last.0 < made.end);
    if !ascending || !is_within || !(1..=made.end).contains(&made.period) {
        return Err(node.wrong("ascending values below an end, and a period from 1 to it"));
    }
    Ok(made)
}

/// No count and no end of a cube is larger.
fn count(node: &Node<'_>) -> Result<u64, String> {
    node.number().ok().filter(|&number| number <= super::MAX_COUNT).ok_or_else(|| node.wrong("a whole number to 2^52"))
}

fn probability(node: &Node<'_>) -> Result<f64, String> {
    match *node.value() {
        Value::Whole(number @ 0..=1) => Ok(number as f64),
        Value::Other(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err(node.wrong("a probability")),
    }
}

fn entry(node: &Node<'_>) -> Result<(u64, Causes), String> {
    let (value, rest) = node.pair()?;
    Ok((count(&value)?, causes(&rest)?))
}

fn causes(node: &Node<'_>) -> Result<Causes, String> {
    let list = node.list()?;
    let [least, low, high, most, held, likeliest, likely] = list.as_slice() else {
        return Err(node.wrong("a list of seven: least, low, high, most, a probability, the likeliest and its own"));
    };
    let (least, low, high, most) = (count(least)?, count(low)?, count(high)?, count(most)?);
    let likeliest = count(likeliest)?;
    if !(least <= low && low <= high && high <= most && (least..=most).contains(&likeliest)) {
        return Err(node.wrong("counts in order: least, low, high and most"));
    }
    Ok((least, low, high, most, probability(held)?, likeliest, probability(likely)?))
}

#[cfg(feature = "cli")]
pub(super) use making::explanations as made;

#[cfg(feature = "cli")]
mod making {
    use std::collections::BTreeSet;

    use super::{Causes, Explanations};
    use crate::cube::MAX_COUNT;
    use crate::protect::{Explanation, Rows, Status};

    /// As in every interval of a page that names no other.
    const LEVEL: f64 = 0.9;
    /// Most values that are listed: some 3 MB of a manifest.
    const MOST_VALUES: usize = 1 << 16;
    /// Most counts that are looked at.
    const MOST_COUNTS: u64 = 1 << 23;

    /// Explains all values that rows can give; none where that takes too long a list.
    pub fn explanations(rows: &Rows) -> Option<Explanations> {
        let ((own, period), (fall, rise)) = (rows.repeats(), rows.extremes());
        // From here on all counts behind a value share their rows with those a period on, and none is suppressed.
        let start = own.max(rows.shown_from()).saturating_add(rise as u64 + 1);
        let end = start.saturating_add(period);
        let last = end.saturating_add(fall.unsigned_abs());
        if last > MOST_COUNTS.min(MAX_COUNT) {
            return None;
        }
        let mut published = BTreeSet::new();
        for count in 0..=last {
            for (noise, _) in rows.outcomes(count).0 {
                let value = count as i64 + noise;
                if rows.status(count, value) == Status::Shown && value >= 0 && (value as u64) < end {
                    published.insert(value as u64);
                }
            }
            if published.len() > MOST_VALUES {
                return None;
            }
        }
        let causes = |value| rows.explain(value, LEVEL, None).ok().map(|found| causes(&found));
        let values = published.into_iter().filter_map(|value| Some((value, causes(Some(value))?))).collect();
        Some(Explanations { level: LEVEL, end, period, values, suppressed: causes(None) })
    }

    fn causes(found: &Explanation) -> Causes {
        let rounded = |probability: f64| (probability * 1e6).round() / 1e6;
        let &Explanation { low, high, probability, least, most, likeliest, likeliest_probability, .. } = found;
        (least, low, high, most, rounded(probability), likeliest, rounded(likeliest_probability))
    }
}
