//! Reads `[structural_zeros]` (combinations that cannot exist) and `[altered]` (codes that mark changed records).

use toml::Table;

use super::axis::index_of;
use super::dimension::Dimensions;
use super::error::SpecError;
use super::fields::Fields;
use crate::base::Quoted;
use crate::dimension::code_meant;

/// Combinations that cannot exist: every combination with a listed code in each listed dimension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StructuralZero {
    /// Positions of dimensions with their codes. Each dimension occurs at most once and has at least one code.
    pub codes: Vec<(usize, Vec<String>)>,
}

/// Reads `structural_zeros.never`. Checks the codes of dimensions that declare codes. A rule with a problem is left out.
pub(super) fn structural_zeros(root: &Fields<'_>, dimensions: &Dimensions) -> Vec<StructuralZero> {
    let Some(table) = root.optional(root.table("structural_zeros")) else { return Vec::new() };
    let fields = Fields::open("structural_zeros", table, &["never"], root.log());
    let names = dimensions.names();
    let mut zeros = Vec::new();
    for (index, table) in fields.tables("never", "tables from dimension to codes") {
        let fields = Fields::open(format!("structural_zeros: never[{}]", index + 1), table, &names, root.log());
        zeros.extend(root.keep(codes_of(&fields, table, dimensions)).map(|codes| StructuralZero { codes }));
    }
    zeros
}

/// Reads `[altered]`: the codes that mark imputed or changed records.
pub(super) fn altered(root: &Fields<'_>, dimensions: &Dimensions) -> Vec<(usize, Vec<String>)> {
    let Some(table) = root.optional(root.table("altered")) else { return Vec::new() };
    let fields = Fields::open("altered", table, &dimensions.names(), root.log());
    root.keep(codes_of(&fields, table, dimensions)).unwrap_or_default()
}

/// Reads a table that maps dimensions to lists of codes. Neither the table nor a list may be empty.
fn codes_of(
    fields: &Fields<'_>,
    table: &Table,
    dimensions: &Dimensions,
) -> Result<Vec<(usize, Vec<String>)>, SpecError> {
    if table.is_empty() {
        return Err(fields.invalid("rule", "empty", "at least one dimension with codes"));
    }
    let mut codes = Vec::with_capacity(table.len());
    for (name, value) in table {
        let listed = fields.strings(name, value, "codes")?;
        if listed.is_empty() {
            return Err(fields.invalid(name, "empty", "at least one code"));
        }
        // `Fields::open` has reported all other names.
        let Some(dimension) = index_of(&dimensions.list, name) else { continue };
        if let Some(declared) = &dimensions.list[dimension].codes
            && let Some(unknown) = listed.iter().find(|code| declared.iter().all(|known| known.code != **code))
        {
            let near = code_meant(unknown, declared.iter().map(|known| (known.code.as_str(), &known.label)));
            let found = format!("a list with the unknown code {}", Quoted(unknown));
            return Err(fields.invalid(name, found, format!("codes of dimension {}{near}", Quoted(name))));
        }
        codes.push((dimension, listed.into_iter().map(str::to_owned).collect()));
    }
    Ok(codes)
}
