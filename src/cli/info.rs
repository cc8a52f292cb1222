//! `cellveil info`: describes a cube in words.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use super::figures::short;
use super::folder::Folder;
use super::passphrase::PassphraseOption;
use super::{Failure, one_line, print};
use crate::cube::{Cube, Refused, View};
use crate::dimension::{AxisRef, axis_name};
use crate::protect::{MethodSpec, Properties};
use crate::rules::sentences;

/// Describe a cube: title, class, dimensions, methods, views and files.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Folder of the cube
    #[arg(value_name = "CUBE")]
    cube: PathBuf,
    #[command(flatten)]
    passphrase: PassphraseOption,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut folder = Folder::open_with(&arguments.cube, &arguments.passphrase)?;
    let methods = folder.store.methods().to_vec();
    let mut properties = Vec::with_capacity(methods.len());
    for method in methods {
        // Row 0 of the p-table holds the number of records that an empty cell gains.
        let rows = if method.category_keys && !folder.store.cube().is_sealed() {
            method.ptable().map_or(Ok(()), |path| folder.load(path))?;
            Some(
                folder
                    .store
                    .compiled_method(&method)
                    .map_err(|error| Failure::about(arguments.cube.display(), &error))?,
            )
        } else {
            None
        };
        let known = match &rows {
            Some(_) => method.properties(rows.as_ref()),
            None => folder.store.properties(&method),
        };
        properties.push((known, method));
    }
    print(&text(&folder, &properties))
}

fn text(folder: &Folder, methods: &[(Properties, Arc<MethodSpec>)]) -> String {
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
    if !cube.is_sealed() {
        line("keys", &format!("{} modulo {}", word(&cube.keys.operation()), cube.keys.modulus().get()));
    }
    for dimension in &cube.dimensions {
        let mut value =
            format!("{} ({}): {} codes", dimension.name, dimension.label.resolve(None), dimension.codes.len());
        for level in &dimension.levels {
            let _ = write!(value, ", level {} of {}", level.name, level.codes.len());
        }
        line("dimension", &value);
    }
    if let Some(part) = &cube.pretabular {
        for step in &part.steps {
            let mut value = format!("{} before tabulation", step.kind);
            if let Some(moved) = step.moved {
                let _ = write!(value, ": {:.2} % of the records moved", 100.0 * moved);
            }
            if let Some(matrix) = &step.matrix {
                let _ = write!(value, "; the matrix of {} is in cube.json", matrix.axis);
            }
            line("step", &value);
        }
        if let Some(why) = &part.why {
            line("why", why.resolve(None));
        }
    }
    let default = folder.store.default_method();
    for (properties, method) in methods {
        let mark = if default == Some(&method.name) { ", the default" } else { "" };
        let title = cube.method_title(&method.name, &method.parameters);
        let title = title.map_or(String::new(), |title| format!("{}. ", title.resolve(None)));
        let mut value = format!("{} ({}{mark}): {title}{}", method.name, method.kind_word(), method.text());
        if let Some(change @ 1..) = properties.largest_change {
            let _ = write!(value, " Largest change: {change}.");
        }
        if let Some(gain) = properties.gain_of_empty_cells.filter(|&gain| gain > 0.0) {
            let _ = write!(value, " Mean gain of an empty cell: {}.", short(gain));
        }
        line("method", &value);
    }
    for rule in cube.rules.iter().flat_map(|rules| sentences(rules, &cube.dimensions)) {
        line("rule", &rule);
    }
    for view in &cube.views {
        line("view", &view_text(cube, view));
    }
    for refused in &cube.refused {
        line("refused", &refused_text(cube, refused));
    }
    let bytes: u64 = cube.files.iter().map(|file| file.bytes).sum();
    line("files", &format!("{} with {bytes} bytes, beside cube.json", cube.files.len()));
    text
}

/// Describes the limits on tables of a sealed cube.
pub(super) fn refused_text(cube: &Cube, refused: &Refused) -> String {
    let axes: Vec<String> = refused.axes.iter().map(|&axis| axis_name(&cube.dimensions, axis)).collect();
    format!("{} {}", axes.join(", "), refused.reason)
}

/// Describes a view: its axes, its number of cells, and the size of its tiles.
pub(super) fn view_text(cube: &Cube, view: &View) -> String {
    let axes: Vec<String> = view.axes.iter().map(|&axis| axis_name(&cube.dimensions, axis)).collect();
    let axes = if axes.is_empty() { "no dimension".to_owned() } else { axes.join(", ") };
    let stored: usize = view.slices.iter().map(|slice| slice.cells).sum();
    let codes = |axis: &AxisRef| cube.dimensions[axis.dimension].codes_at(axis.level).len();
    // A sealed view publishes every cell, but its tiles store only some cells.
    let cells = if cube.is_sealed() { view.axes.iter().map(codes).product() } else { stored };
    let tiles = view.slices.len();
    let split = view.split.map_or(String::new(), |at| format!(" by {}", axis_name(&cube.dimensions, view.axes[at])));
    let mut files: Vec<usize> = view.slices.iter().map(|slice| slice.file).collect();
    files.sort_unstable();
    files.dedup();
    let bytes: u64 = files.iter().map(|&file| cube.files[file].bytes).sum();
    let shares = |other: &&View| other.slices.iter().any(|slice| files.contains(&slice.file));
    let others = cube.views.iter().filter(shares).count() - 1;
    let size = match others {
        0 => format!("{bytes} bytes"),
        1 => format!("in a file of {bytes} bytes with another view"),
        _ => format!("in a file of {bytes} bytes with {others} other views"),
    };
    match tiles {
        1 => format!("{axes}: {cells} cells, {size}"),
        _ => format!("{axes}: {cells} cells in {tiles} tiles{split}, {size}"),
    }
}

/// Writes a value in the form that a specification uses.
fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
