//! The short form of long lists in a manifest of version 4 and its parts (`FORMAT.md`).
//!
//! A reader turns the short form into the form of earlier versions, and reads that form. A writer does the reverse.

mod write;

use super::manifest::MAX_BYTES;
use crate::base::json::Value;
pub(super) use write::shorten;
#[cfg(feature = "audit")]
pub(super) use write::{described, short_codes_part, short_tiles};

/// Turns the short lists of a manifest into long lists.
pub(super) fn expand(manifest: &mut Value) -> Result<(), String> {
    let axes = take(manifest, "axes");
    let Value::Array(names) = &axes else {
        return Err("axes is not a list; expected the axes of all views".to_owned());
    };
    let mut files = take(manifest, "files");
    let Value::Array(listed) = &mut files else { return Err("files is not a list; expected it".to_owned()) };
    // Limits the memory for names, because many views may use one long name.
    let mut room = MAX_BYTES;
    let view = &mut |view: &mut Value| long_view(view, names, &mut room, listed);
    each(manifest, "views", "[axes, cells, split, others], with positions in `axes`", view)?;
    each(manifest, "tiles", "[first, sha256, bytes]", &mut |part| long_part(part, &["first", "sha256", "bytes"]))?;
    for dimension in items(manifest, "dimensions") {
        for name in ["list", "index"] {
            if let Some(list) = field(dimension, name) {
                each(list, "parts", "[first, code, sha256, bytes]", &mut long_codes_part)?;
            }
        }
    }
    push(manifest, "files", files);
    Ok(())
}

/// Turns a short list into an object. Returns `None` for any other value.
type Change<'a> = &'a mut dyn FnMut(&mut Value) -> Option<()>;

/// Changes each item of a list. An error names the item and the expected form.
fn each(object: &mut Value, name: &str, expected: &str, change: Change<'_>) -> Result<(), String> {
    for (at, item) in items(object, name).iter_mut().enumerate() {
        change(item).ok_or_else(|| format!("{name}[{at}] is wrong; expected {expected}"))?;
    }
    Ok(())
}

/// Turns a list into an object. Items that are null or absent are not in the object.
#[inline(never)]
fn name_items(value: &mut Value, names: &[&str]) -> Option<()> {
    let Value::Array(items) = value else { return None };
    if items.len() > names.len() {
        return None;
    }
    let named = names.iter().map(|&name| name.to_owned()).zip(items.drain(..));
    *value = Value::Object(named.filter(|(_, item)| !matches!(item, Value::Null)).collect());
    Some(())
}

/// Whether a field of a view has a place of its own in the short form.
fn is_own(name: &str) -> bool {
    ["axes", "cells", "split"].contains(&name)
}

/// Changes a view, and adds the files of its tiles to `files`. `room` is the number of bytes that names may still take.
fn long_view(view: &mut Value, names: &[Value], room: &mut usize, files: &mut Vec<Value>) -> Option<()> {
    name_items(view, &["axes", "cells", "split", "others"])?;
    for axis in items(view, "axes") {
        let name = text(names.get(position(axis)?)?);
        *room = room.checked_sub(name.len())?;
        *axis = Value::String(name.to_owned());
    }
    if let Some(split) = field(view, "split") {
        let at = position(split)?;
        let name = text(items(view, "axes").get(at)?).to_owned();
        *field(view, "split")? = Value::String(name);
    }
    match (take(view, "others"), &mut *view) {
        (Value::Object(mut others), Value::Object(fields)) if others.iter().all(|(name, _)| !is_own(name)) => {
            fields.append(&mut others);
        }
        (Value::Null, _) => {}
        _ => return None,
    }
    field(view, "tiles").map_or(Some(()), |tiles| long_tiles(tiles, files))
}

/// The largest number of files that a manifest or a part may describe. Each new file is inserted in order of the paths, so
/// this limits the time for a hostile manifest.
const MOST_FILES: usize = 1 << 14;

/// Changes tile entries, and adds the files of the tiles to `files`, which are in order of their paths, each once.
pub(super) fn long_tiles(tiles: &mut Value, files: &mut Vec<Value>) -> Option<()> {
    let Value::Array(tiles) = tiles else { return None };
    tiles.iter_mut().try_for_each(|tile| long_tile(tile, files))
}

fn long_tile(tile: &mut Value, files: &mut Vec<Value>) -> Option<()> {
    let Value::Array(items) = tile else { return None };
    let is_list = items.first().is_some_and(|kind| text(kind) == LIST);
    if is_list {
        items.remove(0);
    }
    name_items(tile, &["sha256", "bytes", "cells", "codes", "section"])?;
    let file = take_file(tile, if is_list { PARTS } else { TILES })?;
    if is_list {
        push(tile, "list", file);
        return Some(());
    }
    push(tile, "file", Value::String(path(&file).to_owned()));
    match files.binary_search_by(|known| path(known).cmp(path(&file))) {
        Ok(known) => same(&files[known], &file).then_some(()),
        Err(_) if files.len() >= MOST_FILES => None,
        Err(at) => {
            files.insert(at, file);
            Some(())
        }
    }
}

/// Changes an entry for a file with codes, or with a list of such files.
pub(super) fn long_codes_part(part: &mut Value) -> Option<()> {
    long_part(part, &["first", "code", "sha256", "bytes"])
}

fn long_part(part: &mut Value, names: &[&str]) -> Option<()> {
    name_items(part, names)?;
    let file = take_file(part, PARTS)?;
    push(part, "file", file);
    Some(())
}

/// Stands at the start of a tile entry for a list of tiles.
const LIST: &str = "list";

/// The folder of a file, and the end of its name.
type Place = (&'static str, &'static str);
const PARTS: Place = ("parts", "json");
const TILES: Place = ("tiles", "cvt");

/// Takes a file's SHA-256 and bytes from an object, and describes the file. Its name is the start of the SHA-256.
fn take_file(object: &mut Value, (folder, end): Place) -> Option<Value> {
    let (sha256, bytes) = (take(object, "sha256"), take(object, "bytes"));
    let path = Value::String(format!("{folder}/{}.{end}", text(&sha256).get(..16)?));
    let fields = [("path", path), ("bytes", bytes), ("sha256", sha256)];
    Some(Value::Object(fields.map(|(name, value)| (name.to_owned(), value)).into()))
}

fn path(file: &Value) -> &str {
    file.get("path").map_or("", text)
}

/// Whether two entries describe a file of the same bytes.
fn same(one: &Value, other: &Value) -> bool {
    let bytes = |file: &Value| file.get("bytes").and_then(position);
    bytes(one) == bytes(other) && one.get("sha256").map(text) == other.get("sha256").map(text)
}

/// Adds a field to an object.
pub(super) fn push(object: &mut Value, name: &str, value: Value) {
    if let Value::Object(fields) = object {
        fields.push((name.to_owned(), value));
    }
}

/// The items of a list, or none if the value is no list.
pub(super) fn list(value: &Value) -> &[Value] {
    if let Value::Array(items) = value { items } else { &[] }
}

/// The text of a string, or no text if the value is no string.
fn text(value: &Value) -> &str {
    if let Value::String(text) = value { text } else { "" }
}

/// A field of an object, to change it.
pub(super) fn field<'a>(object: &'a mut Value, name: &str) -> Option<&'a mut Value> {
    let Value::Object(fields) = object else { return None };
    fields.iter_mut().find(|(field, _)| field == name).map(|(_, value)| value)
}

/// The items of a list in an object, to change them. No items if the field is no list.
pub(super) fn items<'a>(object: &'a mut Value, name: &str) -> &'a mut [Value] {
    match field(object, name) {
        Some(Value::Array(items)) => items,
        _ => &mut [],
    }
}

/// Removes the first field with this name, and returns its value: null if the object has no such field.
pub(super) fn take(object: &mut Value, name: &str) -> Value {
    let Value::Object(fields) = object else { return Value::Null };
    let at = fields.iter().position(|(field, _)| field == name);
    at.map_or(Value::Null, |at| fields.remove(at).1)
}

fn position(value: &Value) -> Option<usize> {
    if let Value::Whole(number) = value { usize::try_from(*number).ok() } else { None }
}
