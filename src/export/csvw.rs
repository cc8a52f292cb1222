//! Export to CSV on the Web: metadata for the columns of the table's CSV (W3C, Metadata Vocabulary for Tabular Data, 17
//! December 2015).

use super::Published;
use super::json::{list, object, text};
use super::words::{Algorithm, columns as names_of_columns};
use crate::base::json::{Value, to_text};
use crate::table::{Category, Heading};

/// The metadata for [`Published::csv`], for a file `…-metadata.json` beside the CSV. The text ends with a line feed.
pub(super) fn to_csvw(table: &Published) -> String {
    let cube = &table.cube;
    let namespace = text("http://www.w3.org/ns/csvw");
    // The context is a string, or a list of exactly this string and an object (section 5.2). Without `language` the
    // language of the labels is unknown.
    let context = match &table.language {
        Some(language) => list([namespace, object([("@language", text(language))])]),
        None => namespace,
    };
    let mut fields = vec![
        ("@context", context),
        ("url", text(&percent_encoded(&table.csv, |byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)))),
        ("dc:title", text(&table.title())),
        ("dc:description", text(&description(table))),
    ];
    let terms = [
        ("dc:source", &cube.source),
        ("dc:license", &cube.licence),
        ("dc:temporal", &cube.period),
        ("dcat:contactPoint", &cube.contact),
    ];
    fields.extend(terms.into_iter().filter_map(|(name, words)| Some((name, text(words.as_ref()?)))));
    let identifier = match table.version() {
        Some((Algorithm::Sha256, digest)) => format!("{} sha256:{digest}", cube.id),
        Some((Algorithm::Hmac, digest)) => format!("{} hmac-sha256:{digest}", cube.id),
        None => cube.id.clone(),
    };
    fields.push(("dc:identifier", text(&identifier)));
    // The receipt is stored byte for byte, so that a reader can extract and verify the receipt.
    fields.extend(table.receipt.iter().map(|receipt| ("dc:provenance", text(receipt))));
    let notes =
        table.notes().into_iter().map(|(about, words)| object([("about", text(about)), ("text", text(&words))]));
    fields.push(("notes", list(notes)));
    fields.push(("dialect", dialect()));
    fields.push(("tableSchema", schema(table)));
    to_text(&object(fields)) + "\n"
}

/// Describes the table: method, shorthand and population.
fn description(table: &Published) -> String {
    let only = table.population().map_or(String::new(), |population| format!(" Only {population}."));
    format!("{} Shorthand: {}.{only}", table.method.text, table.legend_line())
}

/// The CSV dialect of docs/reference/commands.md: UTF-8, `\n`, RFC 4180, one header row.
fn dialect() -> Value {
    object([
        ("encoding", text("utf-8")),
        ("delimiter", text(",")),
        ("lineTerminators", list([text("\n")])),
        ("quoteChar", text("\"")),
        ("doubleQuote", Value::Bool(true)),
        ("header", Value::Bool(true)),
        ("headerRowCount", Value::Whole(1)),
        ("skipBlankRows", Value::Bool(false)),
        ("skipInitialSpace", Value::Bool(false)),
        ("trim", Value::Bool(false)),
    ])
}

fn schema(table: &Published) -> Value {
    let names: Vec<Value> = names_of_columns(&table.headings).iter().map(|column| text(&name(column))).collect();
    let mut columns: Vec<Value> =
        table.headings.iter().zip(&names).map(|(heading, name)| dimension(heading, name)).collect();
    columns.push(object([
        ("name", text("value")),
        ("titles", text("value")),
        ("dc:description", text(&table.cube.unit)),
        ("datatype", text(if table.decimals > 0 { "decimal" } else { "integer" })),
        ("required", Value::Bool(false)),
        ("null", text("")),
    ]));
    let statuses = table.shorthand();
    let words: Vec<&str> = statuses.iter().map(|row| row.word).collect();
    let concepts = statuses.iter().map(|row| {
        let marked = format!("{} {}", row.mark, row.text);
        object([("skos:notation", text(row.word)), ("skos:prefLabel", text(&marked))])
    });
    columns.push(object([
        ("name", text("status")),
        ("titles", text("status")),
        ("dc:description", text("Why the value is missing; empty where it is there")),
        ("datatype", object([("base", text("string")), ("format", text(&words.join("|")))])),
        ("required", Value::Bool(false)),
        ("null", text("")),
        ("skos:member", list(concepts)),
    ]));
    let mut fields = vec![("columns", Value::Array(columns))];
    // A table without dimensions has one row and needs no primary key.
    if !names.is_empty() {
        fields.push(("primaryKey", Value::Array(names)));
    }
    object(fields)
}

fn dimension(heading: &Heading, name: &Value) -> Value {
    let concept =
        |code: &Category| object([("skos:notation", text(&code.code)), ("skos:prefLabel", text(&code.label))]);
    // A validator finds the column by its first title, so this title is the CSV header.
    let titles = match heading.name == heading.label {
        true => text(&heading.name),
        false => list([text(&heading.name), text(&heading.label)]),
    };
    object([
        ("name", name.clone()),
        ("titles", titles),
        ("datatype", text("string")),
        ("required", Value::Bool(true)),
        ("skos:member", list(heading.codes.iter().map(concept))),
    ])
}

/// A column's name. Names appear in URI templates, so they are percent-encoded (section 5.6). A name must not begin
/// with `_`.
fn name(heading: &str) -> String {
    let first = heading.starts_with('_');
    let rest = percent_encoded(&heading[usize::from(first)..], |byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if first { format!("%5F{rest}") } else { rest }
}

fn percent_encoded(text: &str, plain: impl Fn(u8) -> bool) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if plain(byte) {
            encoded.push(byte.into());
        } else {
            encoded += &format!("%{byte:02X}");
        }
    }
    encoded
}
