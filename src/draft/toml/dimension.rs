//! Writes a `[[dimension]]` table.

use super::{comment, key, string, strings};
use crate::draft::fields::{CodeDraft, ColumnDraft, DimensionDraft, LevelDraft, MissingDraft};

/// A longer list of codes is a table of its own, with a line for each code.
const IN_LINE: usize = 4;

/// Writes the dimension of a column. Writes nothing if the column has none.
pub(super) fn write(column: &ColumnDraft, text: &mut String) {
    let Some(dimension) = &column.dimension else { return };
    *text += &format!("# {}\n[[dimension]]\n", comment(&column.reason));
    *text += &format!("name = {}\n", string(&dimension.name));
    if dimension.name != column.name {
        *text += &format!("column = {}\n", string(&column.name));
    }
    *text += &format!("label = {}\n", string(&dimension.label));
    if let Some(role) = &dimension.role {
        *text += &format!("role = {}\n", string(role));
    }
    if let Some(missing) = &dimension.missing {
        write_missing(missing, text);
    }
    if let Some(cut) = &dimension.cut {
        let at = cut.at.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        *text += "# DECIDE: the lower bounds of the intervals, here rounded quantiles. A number below the first bound is an error.\n";
        *text += &format!("cut = {{ at = [{at}], labels = {} }}  # from the data, rounded\n", strings(&cut.labels));
    }
    write_codes(dimension, text);
    for level in &dimension.levels {
        write_level(level, text);
    }
    *text += "\n";
}

fn write_missing(missing: &MissingDraft, text: &mut String) {
    let MissingDraft { values, code, label } = missing;
    *text += "# DECIDE: these values look like missing answers and become one category. Remove a value that is an answer or a code.\n";
    *text +=
        &format!("missing = {{ values = {}, code = {}, label = {} }}\n", strings(values), string(code), string(label));
}

fn write_codes(dimension: &DimensionDraft, text: &mut String) {
    let mark = if dimension.from_data { "  # from the data" } else { "" };
    if let Some(file) = &dimension.codes_file {
        *text += &format!("codes = {}{mark}\n", string(file));
        return;
    }
    let Some(codes) = &dimension.codes else { return };
    let entry = |code: &CodeDraft| format!("{} = {}", key(&code.code), string(&code.label));
    let entries: Vec<String> = codes.iter().map(entry).collect();
    if codes.len() <= IN_LINE {
        *text += &format!("codes = {{ {} }}{mark}\n", entries.join(", "));
    } else {
        *text += &format!("\n[dimension.codes]{mark}\n{}\n", entries.join("\n"));
    }
}

fn write_level(level: &LevelDraft, text: &mut String) {
    *text += &format!("\n[[dimension.level]]\nname = {}\nlabel = {}\n", string(&level.name), string(&level.label));
    if let Some(from) = &level.from {
        let label = from.label.as_ref().map_or(String::new(), |label| format!(", label = {}", string(label)));
        *text += &format!("from = {{ code = {}{label} }}\n", string(&from.code));
    }
    if let Some(groups) = &level.groups {
        *text += "groups = [\n";
        for group in groups {
            let (code, label) = (string(&group.code), string(&group.label));
            *text += &format!("    {{ code = {code}, label = {label}, of = {} }},\n", strings(&group.of));
        }
        *text += "]\n";
    }
}
