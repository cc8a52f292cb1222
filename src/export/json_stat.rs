//! JSON-stat 2.0 (<https://json-stat.org/full/>): one `dataset` with codes, labels and statuses.

use serde_json::{Map, Value, json};

use crate::cube::{Cube, Role};
use crate::protect::Status;
use crate::table::Table;

/// A table as a JSON-stat dataset. Missing values are null, with their reason in `status`; how sets of
/// codes were answered is in `extension.cellveil.areas`.
pub fn to_json_stat(table: &Table, cube: &Cube, lang: Option<&str>) -> Value {
    let mut dimensions = Map::new();
    for heading in &table.headings {
        let index: Vec<&str> = heading.codes.iter().map(|code| code.code.as_str()).collect();
        let labels: Map<String, Value> =
            heading.codes.iter().map(|code| (code.code.clone(), code.label.as_str().into())).collect();
        let category = json!({ "index": index, "label": labels });
        dimensions.insert(heading.name.clone(), json!({ "label": heading.label, "category": category }));
    }
    let status: Map<String, Value> = (0..table.len())
        .filter(|&cell| table.status()[cell] != Status::Shown)
        .map(|cell| (cell.to_string(), table.status()[cell].word().into()))
        .collect();
    let mut dataset = Map::new();
    let mut put = |name: &str, value: Value| drop(dataset.insert(name.to_owned(), value));
    put("version", "2.0".into());
    put("class", "dataset".into());
    put("label", cube.about.title.resolve(lang).into());
    if let Some(source) = &cube.about.source {
        put("source", source.resolve(lang).into());
    }
    if !cube.about.notes.is_empty() {
        put("note", cube.about.notes.iter().map(|note| note.resolve(lang)).collect());
    }
    put("id", table.headings.iter().map(|heading| heading.name.as_str()).collect());
    put("size", table.sizes().collect());
    let named = |role: Role| -> Vec<&str> {
        table.headings.iter().filter(|h| h.role == Some(role)).map(|h| h.name.as_str()).collect()
    };
    let mut roles = Map::new();
    for (role, name) in [(Role::Time, "time"), (Role::Geo, "geo")] {
        let names = named(role);
        if !names.is_empty() {
            roles.insert(name.to_owned(), names.into());
        }
    }
    if !roles.is_empty() {
        put("role", roles.into());
    }
    put("dimension", dimensions.into());
    put("value", (0..table.len()).map(|cell| table.value(cell)).collect());
    if !status.is_empty() {
        put("status", status.into());
    }
    if let Some(areas) = &table.areas {
        put("extension", json!({ "cellveil": { "areas": areas } }));
    }
    Value::Object(dataset)
}
