//! Turns long lists into short lists. The lists must be valid.

use std::collections::{HashMap, HashSet};

use super::{LIST, Value, field, is_own, items, list, take, text};

/// Turns the long lists of a manifest into short lists.
pub(crate) fn shorten(manifest: &mut Value) {
    let files = take(manifest, "files");
    let files = list(&files);
    let described = described(files);
    let mut names: Vec<Value> = Vec::new();
    let mut of_tiles: HashSet<String> = HashSet::new();
    for view in items(manifest, "views") {
        for axis in list(of(view, "axes")) {
            if !names.contains(axis) {
                names.push(axis.clone());
            }
        }
        of_tiles.extend(list(of(view, "tiles")).iter().map(|tile| text(of(tile, "file")).to_owned()));
        *view = short_view(view, &names, &described);
    }
    for part in items(manifest, "tiles") {
        *part = short_part(part, &["first"]);
    }
    for dimension in items(manifest, "dimensions") {
        for name in ["list", "index"] {
            let Some(list) = field(dimension, name) else { continue };
            items(list, "parts").iter_mut().for_each(|part| *part = short_codes_part(part));
        }
    }
    // Tile entries describe the files of their tiles.
    let others = files.iter().filter(|file| !of_tiles.contains(text(of(file, "path")))).cloned().collect();
    let Value::Object(fields) = manifest else { return };
    let views = fields.iter().position(|(name, _)| name == "views").unwrap_or_default();
    fields.insert(views, ("axes".to_owned(), Value::Array(names)));
    fields.push(("files".to_owned(), Value::Array(others)));
}

fn short_view(view: &Value, names: &[Value], files: &Described<'_>) -> Value {
    let axes = list(of(view, "axes"));
    let mut short =
        vec![Value::Array(axes.iter().map(|axis| position(names, axis)).collect()), of(view, "cells").clone()];
    short.extend(view.get("split").map(|split| position(axes, split)));
    let Value::Object(fields) = view else { return Value::Null };
    let mut others: Vec<_> = fields.iter().filter(|(name, _)| !is_own(name)).cloned().collect();
    for (_, tiles) in others.iter_mut().filter(|(name, _)| name == "tiles") {
        *tiles = short_tiles(tiles, files);
    }
    if !others.is_empty() {
        short.resize(3, Value::Null);
        short.push(Value::Object(others));
    }
    Value::Array(short)
}

/// The position of an item in a list that has the item.
fn position(items: &[Value], item: &Value) -> Value {
    items.iter().position(|other| other == item).map_or(Value::Null, |at| Value::Whole(at as u64))
}

/// Files by their paths.
pub(crate) type Described<'a> = HashMap<&'a str, &'a Value>;

pub(crate) fn described(files: &[Value]) -> Described<'_> {
    files.iter().map(|file| (text(of(file, "path")), file)).collect()
}

/// Turns tile entries into short tile entries. `files` must have the files of the tiles.
pub(crate) fn short_tiles(tiles: &Value, files: &Described<'_>) -> Value {
    Value::Array(list(tiles).iter().map(|tile| short_tile(tile, files)).collect())
}

fn short_tile(tile: &Value, files: &Described<'_>) -> Value {
    let mut short = Vec::new();
    let file = match tile.get("list") {
        Some(file) => {
            short.push(Value::String(LIST.to_owned()));
            file
        }
        None => files.get(text(of(tile, "file"))).copied().unwrap_or(&Value::Null),
    };
    short.extend([of(file, "sha256"), of(file, "bytes"), of(tile, "cells")].map(Value::clone));
    let (codes, section) = (tile.get("codes"), tile.get("section"));
    if codes.is_some() || section.is_some() {
        short.push(codes.cloned().unwrap_or(Value::Null));
    }
    short.extend(section.cloned());
    Value::Array(short)
}

/// Turns an entry for a file with codes, or with a list of such files, into a short entry.
pub(crate) fn short_codes_part(part: &Value) -> Value {
    short_part(part, &["first", "code"])
}

fn short_part(part: &Value, fields: &[&str]) -> Value {
    let file = of(part, "file");
    let fields = fields.iter().map(|name| of(part, name));
    Value::Array(fields.chain([of(file, "sha256"), of(file, "bytes")]).cloned().collect())
}

/// A field of a valid object.
fn of<'a>(object: &'a Value, name: &str) -> &'a Value {
    object.get(name).unwrap_or(&Value::Null)
}
