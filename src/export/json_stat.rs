//! Export to JSON-stat 2.0 (<https://json-stat.org/full/>): one `dataset` with codes, labels and statuses. `toJSONStat`
//! in `www/api/table.js` makes an equal object.

use super::Published;
use super::json::{list, maybe, number, object, text};
use crate::base::json::{Value, to_text};
use crate::dimension::Role;
use crate::protect::Status;
use crate::table::{Category, Heading};

/// A table as a JSON-stat dataset, followed by a line feed. Missing values are null, and `status` contains the reason.
/// JSON-stat has no members for method, shorthand, terms and receipt, so these are in `extension.cellveil`.
pub(super) fn to_json_stat(table: &Published) -> String {
    let cube = &table.cube;
    let mut fields = vec![("version", text("2.0")), ("class", text("dataset")), ("label", text(&cube.title))];
    if let Some(source) = &cube.source {
        fields.push(("source", text(source)));
    }
    if !cube.notes.is_empty() {
        fields.push(("note", list(cube.notes.iter().map(|note| text(note)))));
    }
    fields.push(("id", list(table.headings.iter().map(|heading| text(&heading.name)))));
    fields.push(("size", list(table.sizes().into_iter().map(|size| Value::Whole(size as u64)))));
    let named = |role: Role| {
        let names = table.headings.iter().filter(|heading| heading.role == Some(role));
        names.map(|heading| text(&heading.name)).collect::<Vec<_>>()
    };
    let roles = [("time", named(Role::Time)), ("geo", named(Role::Geo))];
    if roles.iter().any(|(_, names)| !names.is_empty()) {
        let roles = roles.into_iter().filter(|(_, names)| !names.is_empty());
        fields.push(("role", object(roles.map(|(name, names)| (name, Value::Array(names))))));
    }
    fields
        .push(("dimension", object(table.headings.iter().map(|heading| (heading.name.as_str(), dimension(heading))))));
    fields.push((
        "value",
        list((0..table.len()).map(|cell| table.value(cell).map_or(Value::Null, |value| number(value, table.decimals)))),
    ));
    let missing = table.status().iter().enumerate().filter(|&(_, &status)| status != Status::Shown);
    let missing: Vec<_> = missing.map(|(cell, status)| (cell.to_string(), text(status.word()))).collect();
    if !missing.is_empty() {
        fields.push(("status", Value::Object(missing)));
    }
    fields.push(("extension", object([("cellveil", extension(table))])));
    to_text(&object(fields)) + "\n"
}

fn dimension(heading: &Heading) -> Value {
    let index = list(heading.codes.iter().map(|code| text(&code.code)));
    let label = object(heading.codes.iter().map(|code| (code.code.as_str(), text(&code.label))));
    object([("label", text(&heading.label)), ("category", object([("index", index), ("label", label)]))])
}

/// Makes the `extension` object: information for readers that has no member in JSON-stat.
pub(super) fn extension(table: &Published) -> Value {
    let method = &table.method;
    let words = [("name", &method.name), ("kind", &method.kind), ("text", &method.text)];
    let category = |code: &Category| object([("code", text(&code.code)), ("label", text(&code.label))]);
    let filter = table.filters.iter().map(|filter| {
        let codes = list(filter.codes.iter().map(category));
        object([("name", text(&filter.name)), ("label", text(&filter.label)), ("codes", codes)])
    });
    let mut fields: Vec<_> = table.areas.iter().map(|areas| ("areas", areas.clone())).collect();
    fields.extend([
        ("method", object(words.map(|(name, word)| (name, text(word))))),
        ("unit", text(&table.cube.unit)),
        ("licence", maybe(table.cube.licence.as_ref())),
        ("period", maybe(table.cube.period.as_ref())),
        ("contact", maybe(table.cube.contact.as_ref())),
        ("filter", list(filter)),
        ("shorthand", object(table.shorthand().iter().map(|row| (row.word, text(&row.mark))))),
    ]);
    fields.extend(table.receipt.iter().map(|receipt| ("receipt", text(receipt))));
    object(fields)
}
