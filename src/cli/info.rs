//! `cellveil info`: what a cube is, in words.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::folder::Folder;
use super::{Failure, one_line, print};
use crate::cube::axis_name;

/// Say what a cube holds: title, class, dimensions, methods, views and files.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Folder of the cube
    #[arg(value_name = "CUBE")]
    cube: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let folder = Folder::open(&arguments.cube)?;
    print(&text(&folder).map_err(|error| Failure::about(arguments.cube.display(), &error))?)
}

fn text(folder: &Folder) -> Result<String, crate::Error> {
    let cube = folder.store.cube();
    let mut text = String::new();
    // Writing to a string cannot fail.
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "{name:<12}{}", one_line(value));
    };
    line("id", &cube.about.id);
    line("title", cube.about.title.resolve(None));
    line("unit", cube.about.unit.resolve(None));
    line("data", &word(&cube.about.data));
    line("audience", &word(&cube.about.audience));
    line("release", &word(&cube.about.release));
    for (name, value) in [
        ("source", &cube.about.source),
        ("licence", &cube.about.licence),
        ("period", &cube.about.period),
        ("contact", &cube.about.contact),
    ] {
        if let Some(value) = value {
            line(name, value.resolve(None));
        }
    }
    for note in &cube.about.notes {
        line("note", note.resolve(None));
    }
    line("keys", &format!("{} modulo {}", word(&cube.keys.operation()), cube.keys.modulus().get()));
    for dimension in &cube.dimensions {
        let mut value =
            format!("{} ({}): {} codes", dimension.name, dimension.label.resolve(None), dimension.codes.len());
        for level in &dimension.levels {
            let _ = write!(value, ", level {} of {}", level.name, level.codes.len());
        }
        line("dimension", &value);
    }
    let default = folder.store.default_method();
    for method in folder.store.methods()? {
        let mark = if default == Some(&method.name) { ", the default" } else { "" };
        let mut value = format!("{} ({}{mark}): {}", method.name, method.kind_word(), method.text());
        if let Some(change @ 1..) = folder.store.properties(&method).largest_change {
            let _ = write!(value, " Largest change: {change}.");
        }
        line("method", &value);
    }
    for view in &cube.views {
        let axes: Vec<String> = view.axes.iter().map(|&axis| axis_name(&cube.dimensions, axis)).collect();
        let cells: usize = view.slices.iter().map(|slice| slice.cells).sum();
        let split = view.split.map_or(String::new(), |at| format!(" by {}", axes[at]));
        let tiles = view.slices.len();
        line(
            "view",
            &format!("{}: {cells} cells in {tiles} tile{}{split}", axes.join(", "), if tiles == 1 { "" } else { "s" }),
        );
    }
    let bytes: u64 = cube.files.iter().map(|file| file.bytes).sum();
    line("files", &format!("{} with {bytes} bytes, beside cube.json", cube.files.len()));
    Ok(text)
}

/// A value as it is written in a specification.
fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
