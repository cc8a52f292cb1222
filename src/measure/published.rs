//! The measures that a sealed cube publishes for a view.

use serde::{Serialize, Serializer};

use super::Measures;
use super::coarse::PUBLISHED_FIGURES;
use crate::base::json::{Node, Value, to_text};

/// Measures in the JSON form of [`Measures`]. Most fields are null.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuresJson(Value);

impl Serialize for MeasuresJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// The measures that a sealed cube publishes for a view: the figures of [`Measures::coarse`]. Each is a number from 0
/// to 1 with two decimals.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedMeasures([Option<f64>; PUBLISHED_FIGURES.len()]);

/// Writes the figures as a list, in the order of [`Measures::coarse`].
impl Serialize for PublishedMeasures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0)
    }
}

impl PublishedMeasures {
    /// The published measures of a table; `None` if the table has too few cells.
    pub fn of(measures: &Measures) -> Option<Self> {
        measures.coarse().map(Self)
    }

    /// Reads the four figures. Any other content is an error.
    pub(crate) fn read(node: &Node<'_>) -> Result<Self, String> {
        let figure = |node: &Node<'_>| match *node.value() {
            Value::Null => Some(None),
            Value::Whole(number @ (0 | 1)) => Some(Some(number as f64)),
            Value::Other(number) if (0.0..=1.0).contains(&number) && (number * 100.0).round() / 100.0 == number => {
                Some(Some(number))
            }
            _ => None,
        };
        let figures: Option<Vec<Option<f64>>> = node.list()?.iter().map(figure).collect();
        let figures = figures.and_then(|figures| figures.try_into().ok());
        figures.map(Self).ok_or_else(|| node.wrong("four numbers from 0 to 1 with two decimals, or null"))
    }

    /// All measures of a table with `cells` cells, in the form of [`Measures`]. Unpublished measures are null.
    pub(crate) fn whole(&self, cells: u64) -> MeasuresJson {
        let mut all = as_value(&Measures::undisclosed(cells));
        for ((path, _), figure) in PUBLISHED_FIGURES.iter().zip(self.0) {
            let Some(figure) = figure else { continue };
            put(&mut all, path, figure);
        }
        MeasuresJson(all)
    }
}

/// The JSON fields of a risk. Only R is published, so the other fields stay null.
const RISK: &[u8] = br#"{"r":null,"r_unsplit":null,"r_l2":null,"terms":{"zeros":null,"entropy":null,"entropy_small":null,"entropy_large":null,"size":null}}"#;

/// Converts measures to a JSON value.
fn as_value(measures: &Measures) -> Value {
    Value::parse(to_text(measures).as_bytes()).unwrap_or(Value::Null) // the text is valid JSON
}

/// Sets a figure at a path. Replaces a null on the path with the fields of a risk.
fn put(value: &mut Value, path: &[&str], figure: f64) {
    let [name, rest @ ..] = path else {
        *value = Value::Other(figure);
        return;
    };
    if *value == Value::Null {
        *value = Value::parse(RISK).unwrap_or(Value::Null); // the text is valid JSON
    }
    let Value::Object(fields) = value else { return };
    if let Some((_, inner)) = fields.iter_mut().find(|(field, _)| field == name) {
        put(inner, rest, figure);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_measures_hold_four_coarse_figures_and_nothing_else() {
        let read = |text: &str| PublishedMeasures::read(&Node::root(&Value::parse(text.as_bytes()).expect("JSON")));
        for sound in ["[0.31,0.1,1,0]", "[null,null,0.99,0.01]"] {
            assert_eq!(to_text(&read(sound).expect(sound)), sound);
        }
        for wrong in [
            "[]",
            "[0.1,0.1,0.1]",
            "[0.1,0.1,0.1,0.1,0.1]",
            "[0.123,0,0,0]",
            "[2,0,0,0]",
            "[-0.5,0,0,0]",
            "[\"0\",0,0,0]",
            "{}",
            "3",
        ] {
            let error = read(wrong).expect_err(wrong);
            assert!(error.contains("expected"), "{wrong}: {error}");
        }
    }

    #[test]
    fn what_is_left_out_comes_back_as_none() {
        let whole = to_text(&PublishedMeasures([Some(0.5), None, Some(1.0), Some(0.02)]).whole(120));
        assert!(whole.starts_with(r#"{"table":{"cells":120,"population":null,"#), "{whole}");
        assert!(
            whole.contains(r#""risk":{"before":{"r":0.5,"r_unsplit":null,"r_l2":null,"terms":{"zeros":null,"#),
            "{whole}"
        );
        assert!(whole.contains(r#""size":null}},"after":null,"#), "{whole}");
        assert!(whole.contains(r#""hellinger_utility":1,"hellinger_proportions":0.02,"#), "{whole}");
    }
}
