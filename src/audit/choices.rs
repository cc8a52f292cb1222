//! Reads the publisher's choices from JSON, for callers without a specification.

use super::run::{AuditError, Choices};
use crate::base::Quoted;
use crate::base::json::{Node, Value};
use crate::cube::{PublishedViews, ViewChoice};
use crate::dimension::{AxisRef, Dimension, NoSuchAxis, find_axis};
use crate::protect::Parameters;
use crate::table::MethodChoice;
use crate::tile::MAX_DIMENSIONS;

/// The format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For programs.
    Json,
    /// To read.
    Markdown,
    /// To print and sign.
    Html,
}

/// A request for an audit: the choices, and the format of the report.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The choices.
    pub choices: Choices,
    /// The format of the report.
    pub format: Format,
}

impl Request {
    /// Reads a request. `dimensions` are those of the keyed cube.
    ///
    /// | field | value |
    /// |---|---|
    /// | `publish` | `max_dimensions`, `axes`, `never_together`, `views`: as in a specification |
    /// | `method` | the name of a method of the cube, or an object of parameters; defaults to the cube's default |
    /// | `salt` | hexadecimal; defaults to the salt of the keyed cube |
    /// | `limits` | an object of numbers, by the names of findings with `_` for `-` |
    /// | `seed` | a whole number, by default 1 |
    /// | `format` | `json` (the default), `markdown` or `html` |
    /// | `reveal` | whether the report shows true counts, by default false |
    ///
    /// # Errors
    /// Fails with the place of the first invalid field.
    pub fn from_json(text: &str, dimensions: &[Dimension]) -> Result<Self, AuditError> {
        let value = Value::parse(text.as_bytes()).map_err(AuditError::Choice)?;
        let (names, request) = request(&Node::root(&value)).map_err(AuditError::Choice)?;
        let choice = names.map(|names| names.resolve(dimensions)).transpose().map_err(AuditError::Choice)?;
        let views = choice.map(|choice| PublishedViews::new(&choice, dimensions)).transpose()?;
        let views = views.map(|published| published.views);
        Ok(Self { choices: Choices { views, ..request.choices }, ..request })
    }
}

/// The choice of views, with names as the request has them.
#[derive(Debug, Default)]
struct Names {
    max_dimensions: Option<usize>,
    axes: Option<Vec<String>>,
    never_together: Vec<Vec<String>>,
    views: Vec<Vec<String>>,
}

fn request(node: &Node<'_>) -> Result<(Option<Names>, Request), String> {
    let mut fields = node.fields()?;
    let names = fields.get_or_default("publish", |node| publish(node).map(Some));
    let method = fields.get_or_default("method", |node| method(node).map(Some));
    let salt = fields.get_or_default("salt", |node| salt(node).map(Some));
    let limits = fields.get_or_default("limits", |node| {
        node.entries()?.into_iter().map(|(name, node)| Ok((name.to_owned(), limit(&node)?))).collect()
    });
    let seed = fields.get_or_default("seed", |node| node.number().map(Some)).unwrap_or(1);
    let format = fields.get_or_default("format", |node| format(node).map(Some)).unwrap_or(Format::Json);
    let reveal = fields.get_or_default("reveal", Node::bool);
    fields.end()?;
    let choices = Choices { views: None, method, salt, limits, seed, reveal };
    Ok((names, Request { choices, format }))
}

fn publish(node: &Node<'_>) -> Result<Names, String> {
    let mut fields = node.fields()?;
    let names = Names {
        max_dimensions: fields.get_or_default("max_dimensions", |node| match node.number()? {
            most @ 1.. if most <= MAX_DIMENSIONS as u64 => Ok(Some(most as usize)),
            _ => Err(node.wrong(&format!("a whole number from 1 to {MAX_DIMENSIONS}"))),
        }),
        axes: fields.get_or_default("axes", |node| node.strings().map(Some)),
        never_together: fields.get_or_default("never_together", |node| node.list_of(Node::strings)),
        views: fields.get_or_default("views", |node| node.list_of(Node::strings)),
    };
    fields.end()?;
    Ok(names)
}

impl Names {
    /// Finds the names among the dimensions of the cube.
    fn resolve(self, dimensions: &[Dimension]) -> Result<ViewChoice, String> {
        let wrong =
            |at: &str, name: &str, expected: &str| format!("publish.{at}: {}; expected {expected}", Quoted(name));
        let axis = |at: &str, name: &String| {
            find_axis(dimensions, name).map_err(|error| match error {
                NoSuchAxis::Dimension(_) => wrong(at, name, "the name of a dimension, or dimension:level"),
                NoSuchAxis::Level { .. } => wrong(at, name, "a level of this dimension"),
            })
        };
        let set = |at: &str, least: usize, names: &Vec<String>| {
            let axes: Vec<AxisRef> = names.iter().map(|name| axis(at, name)).collect::<Result<_, _>>()?;
            let is_repeated = |place: usize| axes[..place].iter().any(|axis| axis.dimension == axes[place].dimension);
            if axes.len() < least || (0..axes.len()).any(is_repeated) {
                return Err(wrong(at, &names.join(", "), &format!("a list of {least} or more dimensions, each once")));
            }
            Ok(axes)
        };
        let apart = |names: &Vec<String>| {
            let axes = set("never_together", 2, names)?;
            Ok::<_, String>(axes.into_iter().map(|axis| axis.dimension).collect())
        };
        let axes = self.axes.map(|names| names.iter().map(|name| axis("axes", name)).collect::<Result<_, _>>());
        Ok(ViewChoice {
            max_dimensions: self.max_dimensions,
            axes: axes.transpose()?,
            never_together: self.never_together.iter().map(apart).collect::<Result<_, _>>()?,
            views: self.views.iter().map(|names| set("views", 1, names)).collect::<Result<_, _>>()?,
            in_parts: false,
        })
    }
}

fn method(node: &Node<'_>) -> Result<MethodChoice, String> {
    Ok(match node.as_str() {
        Some(name) => MethodChoice::Name(name.to_owned()),
        None => MethodChoice::Custom(Parameters::read(node)?),
    })
}

/// Reads bytes in hexadecimal. An error never quotes the salt.
fn salt(node: &Node<'_>) -> Result<Vec<u8>, String> {
    let digits: Option<Vec<u32>> = node.str()?.chars().map(|digit| digit.to_digit(16)).collect();
    let digits = digits.filter(|digits| digits.len().is_multiple_of(2));
    let digits = digits.ok_or("salt: not hexadecimal; expected two digits for each byte")?;
    Ok(digits.chunks_exact(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect())
}

fn limit(node: &Node<'_>) -> Result<f64, String> {
    match node.value() {
        Value::Whole(whole) => Ok(*whole as f64),
        Value::Other(number) if *number >= 0.0 => Ok(*number),
        _ => Err(node.wrong("a number from 0 up")),
    }
}

fn format(node: &Node<'_>) -> Result<Format, String> {
    match node.as_str() {
        Some("json") => Ok(Format::Json),
        Some("markdown") => Ok(Format::Markdown),
        Some("html") => Ok(Format::Html),
        _ => Err(node.wrong("json, markdown or html")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::sample::Sample;

    #[test]
    fn requests_give_choices_or_name_the_wrong_field() {
        let dimensions = &dimensions();
        let read = |text: &str| Request::from_json(text, dimensions);
        let sound = read(
            r#"{ "publish": { "max_dimensions": 2, "never_together": [["a", "b"]] }, "method": "default", "salt": "00ff",
            "limits": { "equality": 0.05 }, "seed": 7, "format": "html", "reveal": true }"#,
        )
        .expect("a sound request");
        let axis = |dimension| AxisRef { dimension, level: None };
        assert_eq!(sound.choices.views, Some(vec![vec![], vec![axis(0)], vec![axis(1)]]));
        assert_eq!(sound.choices.method, Some(MethodChoice::Name("default".into())));
        assert_eq!((sound.choices.salt, sound.choices.seed), (Some(vec![0, 255]), 7));
        assert_eq!((sound.format, sound.choices.reveal), (Format::Html, true));
        assert_eq!(sound.choices.limits, [("equality".to_owned(), 0.05)]);
        let plain = read("{}").expect("all fields have defaults");
        assert_eq!((plain.choices.views, plain.choices.seed, plain.format), (None, 1, Format::Json));
        assert!(!plain.choices.reveal);
        for (text, message) in [
            ("{", "this is not JSON from line 1, column 2 on; expected"),
            (r#"{ "publsh": {} }"#, "unknown field \"publsh\"; expected one of publish,"),
            (
                r#"{ "publish": { "max_dimensions": 0 } }"#,
                "publish.max_dimensions is a number; expected a whole number from 1 to",
            ),
            (
                r#"{ "publish": { "axes": ["c"] } }"#,
                "publish.axes: \"c\"; expected the name of a dimension, or dimension:level",
            ),
            (r#"{ "publish": { "views": [["a:l"]] } }"#, "publish.views: \"a:l\"; expected a level of this dimension"),
            (r#"{ "publish": { "views": [[]] } }"#, "publish.views: \"\"; expected a list of 1 or more dimensions"),
            (
                r#"{ "publish": { "never_together": [["a", "a"]] } }"#,
                "publish.never_together: \"a, a\"; expected a list of 2",
            ),
            (r#"{ "salt": "abc" }"#, "salt: not hexadecimal; expected two digits for each byte"),
            (
                r#"{ "limits": { "equality": -1 } }"#,
                "limits.equality is a negative number; expected a number from 0 up",
            ),
            (r#"{ "format": "pdf" }"#, "format is a string; expected json, markdown or html"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.to_string().starts_with(message), "{error}");
            assert_eq!(error.code(), "bad-audit");
        }
    }

    /// Two dimensions of two codes.
    fn dimensions() -> Vec<Dimension> {
        let named = |(dimension, name): (Dimension, &str)| Dimension { name: name.into(), ..dimension };
        Sample::empty(&[2, 2]).dimensions.into_iter().zip(["a", "b"]).map(named).collect()
    }
}
