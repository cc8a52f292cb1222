//! Writes a `[publish]` table as TOML.

use toml::Value;

use super::{Publish, Views};
use crate::dimension::AxisRef;
use crate::spec::DimensionSpec;

/// Longest line of a list of views.
const WIDTH: usize = 120;

impl Publish {
    /// Writes the section as a specification has it. `dimensions` are those of the specification.
    pub fn to_toml(&self, dimensions: &[DimensionSpec]) -> String {
        let axis = |axis: &AxisRef| {
            let dimension = &dimensions[axis.dimension];
            match axis.level {
                None => text(&dimension.name),
                Some(level) => text(&format!("{}:{}", dimension.name, dimension.levels[level].name)),
            }
        };
        let name = |dimension: &usize| text(&dimensions[*dimension].name);
        let mut section = String::from("[publish]\n");
        let mut field = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                section += &format!("{name} = {value}\n");
            }
        };
        field("max_dimensions", self.max_dimensions.map(|most| most.to_string()));
        field("axes", self.axes.as_ref().map(|axes| list(axes.iter().map(axis).collect())));
        let sets = self.never_together.iter().map(|set| list(set.iter().map(name).collect()));
        field("never_together", (!self.never_together.is_empty()).then(|| list(sets.collect())));
        field(
            "views",
            self.views.as_ref().and_then(|views| match views {
                Views::Auto => Some(text("auto")),
                Views::List(views) if views.is_empty() => None,
                Views::List(views) => {
                    Some(list(views.iter().map(|view| list(view.iter().map(axis).collect())).collect()))
                }
            }),
        );
        field("budget", self.budget.map(|bytes| text(&format!("{bytes} B"))));
        field("split", self.split.as_ref().map(name));
        field("encoding", self.encoding.map(|_| text("packed")));
        field("explain", self.explain.map(|explain| explain.to_string()));
        field("measures", self.measures.then(|| "true".to_owned()));
        section
    }
}

fn text(text: &str) -> String {
    Value::from(text).to_string()
}

/// A list on one line, or on several lines if it is long.
fn list(items: Vec<String>) -> String {
    let one = items.join(", ");
    if one.len() <= WIDTH {
        return format!("[{one}]");
    }
    let (mut text, mut width) = (String::from("["), WIDTH);
    for item in items {
        if width + item.len() > WIDTH {
            text += "\n   ";
            width = 3;
        }
        width += item.len() + 2;
        text += &format!(" {item},");
    }
    text + "\n]"
}

#[cfg(test)]
mod tests {
    use crate::spec::CubeSpec;

    /// A written section parses to the same section, and a second writing gives the same text.
    #[test]
    fn sections_are_read_as_they_were_written() {
        let cube = "[cube]\nid = \"a\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"public\"\nrelease = \"sealed\"\n[key]\n\
                    salt = \"ee35dcad067669c5186547f8d0ac2492\"\n[method.m]\nkind = \"random-rounding\"\nbase = 3\n";
        let names = ["a", "b-c", "d_2", "a_long_name_of_a_dimension_that_fills_lines"];
        let dimension = |name: &&str| {
            format!(
                "[[dimension]]\nname = \"{name}\"\ncodes = {{ 1 = \"x\", 2 = \"y\" }}\n[[dimension.level]]\nname = \"all\"\n\
                 groups = [{{ code = \"g\", of = [\"1\", \"2\"] }}]\n"
            )
        };
        let dimensions: String = names.iter().map(dimension).collect();
        let read = |publish: &str| {
            let text = format!("{cube}{dimensions}{publish}");
            CubeSpec::parse(&text, &|_| Err(String::new()), &|_| None).unwrap_or_else(|error| panic!("{error}: {text}"))
        };
        let long = names[3];
        for publish in [
            "max_dimensions = 2".to_owned(),
            "max_dimensions = 2\nnever_together = [[\"a\", \"b-c\"]]\nmeasures = true\nexplain = true".into(),
            format!(
                "max_dimensions = 1\naxes = [\"a:all\", \"{long}\"]\nsplit = \"a\"\nbudget = \"2 MB\"\nencoding = \"packed\"\nexplain = false"
            ),
            format!(
                "views = [[\"a\", \"{long}\"], [\"b-c\", \"{long}\"], [\"d_2\", \"{long}:all\"], [\"a\", \"d_2\"]]"
            ),
        ] {
            let spec = read(&format!("[publish]\n{publish}\n"));
            let text = spec.publish.to_toml(&spec.dimensions);
            assert!(text.lines().all(|line| line.len() <= super::WIDTH + 40), "{text}");
            let again = read(&text);
            assert_eq!(again.publish, spec.publish, "{text}");
            assert_eq!(again.publish.to_toml(&again.dimensions), text);
        }
    }
}
