//! `cellveil methods`: prints a card for each kind of method.

use std::fmt::Write as _;

use super::{Failure, print};
use crate::base::{Quoted, did_you_mean};
use crate::key::{Combine, KeyGroup, Modulus};
use crate::protect::{Card, KeyContext, MethodKind, MethodSpec, Parameter, Parameters, Properties, compile};

/// Maximum width of a line of text, in characters.
const WIDTH: usize = 100;

/// The start of docs/reference/methods.md, up to the parameters that all methods share.
const HEAD: &str = "\
# Methods

This page describes each kind of method: its effect, its source, its parameters, and the risks that it does not protect against.
`cellveil methods --format markdown` writes it. In JavaScript, `cube.methods` and `table.method` have the same text as `card`.
[specification.md](specification.md#methodname) describes the fields of a method.

## Which method?

| goal | method | cost |
|---|---|---|
| many tables of a census, also with small figures | `cell-key` with `lookup = \"hash\"` | it needs a p-table; figures do not add up |
| a short explanation | `random-rounding` with base 3 or 5 | most figures change; figures do not add up |
| suppressed small figures, and a short explanation | `threshold-rounding` with 10 and 5, the 10-5 rule | more noise than `cell-key` (ONS 2024); no randomness, so tables that differ by few people disclose these people |
| suppressed small figures, with smaller changes than 10-5 | `cell-key` with `threshold = 10` | chance decides whether a figure near 10 is suppressed; it is little better than the 10-5 rule if most figures are small (ONS 2024) |
| a fixed set of tables whose figures add up | `controlled-rounding` | a table method: a cell may differ between tables |
| true figures, with small ones hidden | `suppression` | a table method: further tables may disclose hidden figures; many figures are missing |
| totals close to the true ones | `small-count-rounding`, `semi-controlled-rounding` | table methods |
| noisy figures that add up | a cell method with `additivity = \"integer\"` | the method then looks at the whole table; sparse tables have no fit |
| figures that add up | any method with `totals = \"sum\"`; ABS 2005 describes `small-cell` in this form | totals have the noise of all their parts, and may differ between tables |
| the frequency of each count | `transition-matrix` with an invariant matrix ([matrices.md](matrices.md)) | most counts are biased |
| teaching and comparison | all of them, and `none`, in one cube | `audience = \"public\"` allows one method |

No method has all good properties. Figures that add up, figures that are equal in every table, and little noise are not possible together.

Methods of agencies, according to the papers:

- **Office for National Statistics**: cell keys, with 256 keys, were one of the main methods for Census 2021. Some outputs use the 10-5 rule
  instead, for consistency with earlier outputs or because it is simpler. The paper generally recommends cell keys, and the 10-5 rule for
  particularly sensitive data (ONS 2024).
- **Statistics Centre - Abu Dhabi**, census of 2011: random rounding to base 5 with MD5 of the sum of the identifiers' last
  digits (AlDarmaki and Hodge 2011).
- **Statistics Canada**: random rounding to base 5, with new draws for every table (ABS 2005, page 13). The average of many queries is
  near the true count. With record keys, a repeated query has the same answer. Averages over different divisions of the same people remain.
- **Australian Bureau of Statistics**: the review of 2005 compares six techniques and chooses none. Blocks, small cells, rounding and record
  keys are its techniques 1, 2, 3 and 6. Its earlier census tables had
  randomly rounded small cells. So had the census tables of the ONS (Shlomo 2007).

## Every method

Assume that readers know the method, with its p-table or matrix. The record keys must stay secret.

Every kind has these parameters:

";

/// The text between the shared parameters and the table of properties.
const PROPERTIES: &str = "
`protect_below` and `protect_below_average` apply only to answers by blocks with a dimension of `role = \"geo\"` on an axis or in a filter.
Use them only if every area to protect has siblings that are protected too: see [areas.md](areas.md#protection-only-of-small-areas). The
method is then not consistent. For confidential data, answers with this protection need `reveal`.

`threshold` of `cell-key` applies to the value after noise. `threshold` of `threshold-rounding` applies to the true count. Both suppress zeros.
`suppression` suppresses counts from 1 to below its `threshold`.

Table methods look at the whole table: `semi-controlled-rounding`, `controlled-rounding`, `suppression`, `small-count-rounding`, and any method with
`additivity`. [table-methods.md](table-methods.md) defines them.

### Properties

With its parameters, a method has these properties (`properties` in JavaScript):

| property | meaning |
|---|---|
| `consistent` | a cell that is not a total has the same value in every table |
| `consistentTotals` | a total has the same value in every table; a sum of values depends on the parts in the table |
| `additive` | totals are the sums of the codes of their axis, where a suppressed value is 0; custom groups that overlap do not add up |
| `unbiased` | the mean change of each count is 0 before suppression: within 10^-6 for a p-table or matrix, within base · 2^-32 for random rounding, and except for the rounding of probabilities to 2^-32 for small cells |
| `integer` | values are whole numbers |
| `keepsZeros` | an empty cell is shown as 0 or suppressed |
| `gainOfEmptyCells` | the mean change of an empty cell, in records, before suppression: 0 unless `zeros` is `category-keys` or a dense p-table has a row 0 |
| `largestChange` | the largest difference between a shown value that is not a sum and the true count |

Properties that depend on a p-table are null until a table has been made with this p-table. With `totals = \"own\"`:

";

/// The end of docs/reference/methods.md.
const REFERENCES: &str = "
## References

- AlDarmaki, H. and M. Hodge (2011). *Frequency Tables Disclosure Control for the Abu Dhabi Census 2011*. Statistics Centre - Abu Dhabi.
- ABS 1352.0.55.072, ABS 2005: Wooton, J. and B. Fraser (2005). *A Review of Confidentiality Protections for Statistical
  Tables, With Special Reference to the Differencing Problem*. Australian Bureau of Statistics, Research Paper 1352.0.55.072.
- Fraser, B. and J. Wooton (2005). *A Proposed Method for Confidentialising Tabular Output to Protect Against Differencing*. Joint
  UNECE/Eurostat Work Session on Statistical Data Confidentiality, Geneva, 9 to 11 November 2005.
- Giessing, S. (2016). *Computational Issues in the Design of Transition Probabilities and Disclosure Risk Estimation for Additive Noise*. Privacy in
  Statistical Databases, LNCS 9867, pages 237 to 251. The p-tables of R `ptable` follow this paper.
- Gouweleeuw, J., P. Kooiman, L.C.R.J. Willenborg and P.P. de Wolf (1998). *Post Randomisation for Statistical Disclosure Control: Theory
  and Implementation*. Journal of Official Statistics 14, pages 463 to 478.
- ONS 2024: Office for National Statistics (2024). *Comparison of post-tabular statistical disclosure control methods*. 3 May 2024.
- Shlomo, N. (2007). *Assessing the Impact of SDC Methods on Census Frequency Tables*. Joint UNECE/Eurostat Work Session on Statistical Data
  Confidentiality, Manchester, 17 to 19 December 2007, WP.18.
- Shlomo, N., L. Antal and M. Elliot (2015). *Measuring Disclosure Risk and Data Utility for Flexible Table Generators*. Journal of Official
  Statistics 31(2), pages 305 to 324.
- Shlomo, N. and C. Young (2008). *Invariant Post-tabular Protection of Census Frequency Counts*. Privacy in Statistical Databases, pages 77
  to 89.
";

/// Parameters that every kind has. The Markdown document lists them once.
const COMMON: [&str; 4] = ["totals", "additivity", "protect_below", "protect_below_average"];

/// One example for each kind of method, for the table of properties.
const EXAMPLES: [(&str, &str); 11] = [
    ("", r#"{ "kind": "none" }"#),
    ("", r#"{ "kind": "cell-key", "ptable": "" }"#),
    (", base 5", r#"{ "kind": "random-rounding", "base": 5 }"#),
    (", threshold 10, base 5", r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#),
    (", x = 2", r#"{ "kind": "small-cell", "x": 2 }"#),
    ("", r#"{ "kind": "transition-matrix", "cap": 1, "matrix": [[1, 0], [0, 1]] }"#),
    (", base 5", r#"{ "kind": "semi-controlled-rounding", "base": 5 }"#),
    (", base 5", r#"{ "kind": "controlled-rounding", "base": 5 }"#),
    (", threshold 4", r#"{ "kind": "suppression", "threshold": 4 }"#),
    (", base 3", r#"{ "kind": "small-count-rounding", "base": 3 }"#),
    (", base 5, additivity \"integer\"", r#"{ "kind": "random-rounding", "base": 5, "additivity": "integer" }"#),
];

/// Print each kind of method: its effect, its parameters, and the risks that it does not protect against
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Print only this kind, such as random-rounding
    #[arg(value_name = "KIND")]
    kind: Option<String>,
    /// Format of the cards
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
    let cards: Vec<&Card> = Card::ALL.iter().copied().filter(wanted).collect();
    if let (true, Some(kind)) = (cards.is_empty(), &arguments.kind) {
        let kinds = Card::kinds().collect::<Vec<_>>().join(", ");
        return Err(Failure::wrong(format!(
            "{} is not a kind of method; expected one of {kinds}{}",
            Quoted(kind),
            did_you_mean(kind, Card::kinds())
        )));
    }
    let text = match arguments.format {
        Format::Text => cards.iter().map(|card| text(card)).collect::<Vec<_>>().join("\n"),
        Format::Markdown if arguments.kind.is_none() => document(&cards),
        Format::Markdown => cards.iter().map(|card| markdown(card, |_| true)).collect(),
        Format::Json => serde_json::to_string_pretty(&cards).map_err(|error| Failure::wrong(error.to_string()))? + "\n",
    };
    print(&text)
}

fn default(parameter: &Parameter) -> &str {
    parameter.default.unwrap_or("required")
}

// Results of `write!` are ignored below, because writing to a string cannot fail.

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

/// Appends an indented paragraph. Later lines have a deeper indent.
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

/// Writes docs/reference/methods.md.
fn document(cards: &[&Card]) -> String {
    let is_common = |parameter: &Parameter| COMMON.contains(&parameter.name);
    let common = cards.first().map_or(String::new(), |card| parameters(card, is_common));
    let each: Vec<String> = cards.iter().map(|card| markdown(card, |parameter| !is_common(parameter))).collect();
    format!("{HEAD}{common}{PROPERTIES}{}\n{}{REFERENCES}", properties(), each.join("\n"))
}

/// Writes a table of the parameters for which `wanted` is true. Writes nothing if there are no such parameters.
fn parameters(card: &Card, wanted: impl Fn(&Parameter) -> bool) -> String {
    let mut out = String::new();
    for parameter in card.parameters.iter().filter(|parameter| wanted(parameter)) {
        if out.is_empty() {
            out += "| parameter | range | default | meaning |\n|---|---|---|---|\n";
        }
        let Parameter { name, range, meaning, .. } = parameter;
        let _ = writeln!(out, "| `{name}` | {range} | {} | {meaning} |", default(parameter));
    }
    out
}

fn markdown(card: &Card, wanted: impl Fn(&Parameter) -> bool) -> String {
    let mut out = format!("## `{}`: {}\n\n{}\n\nSource: {}.\n", card.kind, card.title, card.summary, card.source);
    let parameters = parameters(card, wanted);
    if !parameters.is_empty() {
        out += &format!("\n{parameters}");
    }
    for (title, items) in [("It does not protect against", card.protects_not), ("Notes", card.notes)] {
        let _ = writeln!(out, "\n{title}:\n");
        items.iter().for_each(|item| out += &format!("- {item}\n"));
    }
    out
}

/// Writes the table of properties, with one line per example.
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
    out += "\nWith `totals = \"sum\"`, a method is additive, but its totals are not consistent. The totals of `none` are always both. A method\n\
            that suppresses is biased with `totals = \"sum\"`. `transition-matrix` with `control = \"total\"` is not consistent. A method\n\
            with `protect_below`, `protect_below_average` or `total_variance` is not consistent. An empty entry depends on the table:\n\
            `controlled-rounding` is unbiased in tables of one and two dimensions, where its largest change is base - 1.\n";
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
