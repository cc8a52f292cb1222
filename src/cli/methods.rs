//! `cellveil methods`: the cards of all kinds of methods.

use std::fmt::Write as _;

use super::{Failure, print};
use crate::key::{Combine, KeyGroup, Modulus};
use crate::protect::{Card, KeyContext, MethodKind, MethodSpec, Parameter, Parameters, Properties, compile};

/// Widest line of text.
const WIDTH: usize = 100;

/// What stands before the cards in docs/methods.md.
const HEAD: &str = "\
# Methods

What each kind of method does, where it comes from, its parameters, and what it does not protect against. Written by
`cellveil methods --format markdown`; in JavaScript, `cube.methods` and `table.method` hold the same as `card`. How a
specification names a method is in [specification.md](specification.md).

Take it that readers know the method, its p-table or matrix included: what must stay secret are the record keys.

## Properties

With its parameters, a method has these properties (`properties` in JavaScript):

| property | meaning |
|---|---|
| `consistent` | a cell that is no total has the same value in every table |
| `consistentTotals` | so has a total; as a sum of values it depends on the parts that a table has |
| `additive` | totals are the sums of the codes of their axis, a suppressed value counting as 0; groups of one's own may overlap, and do not add up then |
| `unbiased` | the mean of what is added to a count is 0, whatever the count, before anything is suppressed: within 10^-6 for a p-table or matrix, within the steps of a draw (2^-32) otherwise |
| `integer` | values are whole numbers |
| `keepsZeros` | an empty cell is shown as 0, or not at all |
| `gainOfEmptyCells` | the mean of what is added to an empty cell, in records, before anything is suppressed: 0 unless `zeros` is `category-keys` or a dense p-table has a row 0 |
| `largestChange` | how far a value that is shown, and is no sum, can be from the true count |

Those of a p-table are null until a table was made with it. With `totals = \"own\"`:

";

/// A method of each kind, for the table of properties.
const EXAMPLES: [(&str, &str); 6] = [
    ("", r#"{ "kind": "none" }"#),
    ("", r#"{ "kind": "cell-key", "ptable": "" }"#),
    (", base 5", r#"{ "kind": "random-rounding", "base": 5 }"#),
    (", threshold 10, base 5", r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#),
    (", x = 2", r#"{ "kind": "small-cell", "x": 2 }"#),
    ("", r#"{ "kind": "transition-matrix", "cap": 1, "matrix": [[1, 0], [0, 1]] }"#),
];

/// Say what each kind of method does, its parameters, and what it does not protect against.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Only this kind, such as random-rounding
    #[arg(value_name = "KIND")]
    kind: Option<String>,
    /// How to write the cards
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Format {
    Text,
    Markdown,
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let wanted = |card: &&Card| arguments.kind.as_ref().is_none_or(|kind| kind == card.kind);
    let cards: Vec<&Card> = Card::ALL.into_iter().filter(wanted).collect();
    if let (true, Some(kind)) = (cards.is_empty(), &arguments.kind) {
        let kinds = Card::ALL.map(|card| card.kind).join(", ");
        return Err(Failure::wrong(format!("{kind:?} is no kind of method; expected one of {kinds}")));
    }
    let text = match arguments.format {
        Format::Text => cards.iter().map(|card| text(card)).collect::<Vec<_>>().join("\n"),
        Format::Markdown => {
            let head = if arguments.kind.is_none() { format!("{HEAD}{}\n", properties()) } else { String::new() };
            head + &cards.iter().map(|card| markdown(card)).collect::<Vec<_>>().join("\n")
        }
        Format::Json => serde_json::to_string_pretty(&cards).map_err(|error| Failure::wrong(error.to_string()))? + "\n",
    };
    print(&text)
}

fn default(parameter: &Parameter) -> &str {
    parameter.default.unwrap_or("required")
}

// Writing to a string cannot fail: the results of `write!` are dropped below.

fn text(card: &Card) -> String {
    let mut out = format!("{} ({})\n", card.title, card.kind);
    wrapped(&mut out, "  ", card.summary);
    wrapped(&mut out, "  ", &format!("Source: {}", card.source));
    let _ = writeln!(out, "  Parameters:");
    for parameter in card.parameters {
        let Parameter { name, range, meaning, .. } = parameter;
        wrapped(&mut out, "    ", &format!("{name}: {meaning} ({range}; {})", given(parameter)));
    }
    for (title, items) in [("Does not protect against:", card.protects_not), ("Notes:", card.notes)] {
        let _ = writeln!(out, "  {title}");
        items.iter().for_each(|item| wrapped(&mut out, "    ", &format!("- {item}")));
    }
    out
}

fn given(parameter: &Parameter) -> String {
    parameter.default.map_or("required".into(), |default| format!("default {default}"))
}

/// Adds a paragraph with an indent, and a further one for the lines after the first.
fn wrapped(out: &mut String, indent: &str, paragraph: &str) {
    let mut line = String::from(indent);
    for word in paragraph.split(' ') {
        if line.trim().is_empty() {
            line += word;
        } else if line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(out, "{line}");
            line = format!("{indent}  {word}");
        } else {
            line = line + " " + word;
        }
    }
    let _ = writeln!(out, "{line}");
}

fn markdown(card: &Card) -> String {
    let mut out = format!("## `{}`: {}\n\n{}\n\nSource: {}.\n\n", card.kind, card.title, card.summary, card.source);
    out += "| parameter | range | default | meaning |\n|---|---|---|---|\n";
    for parameter in card.parameters {
        let Parameter { name, range, meaning, .. } = parameter;
        let _ = writeln!(out, "| `{name}` | {range} | {} | {meaning} |", default(parameter));
    }
    for (title, items) in [("It does not protect against", card.protects_not), ("Notes", card.notes)] {
        let _ = writeln!(out, "\n{title}:\n");
        items.iter().for_each(|item| out += &format!("- {item}\n"));
    }
    out
}

/// The table of properties: a line for each of the examples.
fn properties() -> String {
    let mut out = String::from(
        "| method | consistent | totals too | additive | unbiased | integer | keeps zeros | largest change |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for (words, json) in EXAMPLES {
        let method = Parameters::from_json(json).ok().and_then(|given| MethodSpec::new("example", &given).ok());
        let method = method.expect("the examples are methods");
        let shown = shown(&method).join(" | ");
        let _ = writeln!(out, "| `{}`{words} | {shown} |", method.kind_word());
    }
    out += "\nWith `totals = \"sum\"` a method is additive, and its totals are not consistent (those of `none` are both anyway); where it\n\
            suppresses, it is not unbiased then. With `control = \"total\"`, `transition-matrix` is neither consistent nor unbiased.\n";
    out
}

fn shown(method: &MethodSpec) -> [String; 7] {
    let rows = match (&method.kind, KeyGroup::new(Combine::Sum, Modulus::default())) {
        (MethodKind::SmallCell { .. }, Ok(keys)) => {
            compile(method, KeyContext { keys, uniform: true, salt: &[] }, None).ok()
        }
        _ => None,
    };
    let known = method.properties(rows.as_ref());
    let (by, known) = match method.kind {
        MethodKind::CellKey { .. } => ("by the p-table", known),
        MethodKind::TransitionMatrix { .. } => {
            ("by the matrix", Properties { unbiased: None, keeps_zeros: None, largest_change: None, ..known })
        }
        _ => ("", known),
    };
    let word = |is: Option<bool>| is.map_or(by, |is| if is { "yes" } else { "no" }).to_owned();
    [
        word(Some(known.consistent)),
        word(Some(known.consistent_totals)),
        word(Some(known.additive)),
        word(known.unbiased),
        word(Some(known.integer)),
        word(known.keeps_zeros),
        known.largest_change.map_or(by.to_owned(), |change| change.to_string()),
    ]
}
