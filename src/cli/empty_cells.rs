//! Computes how many records methods with category keys add to empty cells.

use super::figures::{grouped, short};
use crate::base::Quoted;
use crate::build::BuiltFile;
use crate::cube::{Cube, MANIFEST, StructuralZero};
use crate::dimension::AxisRef;
use crate::protect::{CompiledMethod, MethodKind, MethodSpec};
use crate::table::Error;
use crate::table::{Caller, Store, possible};

/// Writes one note for each method that perturbs empty cells: the number of records that the method is expected to add
/// to the finest view. A method that adds no records gets a warning.
pub(super) fn expectations(files: &[BuiltFile]) -> Result<Vec<String>, Error> {
    let manifest = files.iter().find(|(path, _)| path == MANIFEST);
    let mut store = Store::open_decrypted(manifest.map_or(&[], |(_, bytes)| bytes), Caller::CommandLine)?;
    // Only keyed cubes are examined, because a sealed cube contains no p-tables.
    let methods = if store.cube().is_sealed() { Vec::new() } else { store.methods().to_vec() };
    for (path, bytes) in files.iter().filter(|(path, _)| methods.iter().any(|method| method.ptable() == Some(path))) {
        store.load(path, bytes)?;
    }
    let mut notes = Vec::new();
    for method in methods {
        if method.category_keys {
            notes.push(expectation(&method, &store.compiled_method(&method)?, empty_cells(store.cube())));
        } else if method.ptable().is_some() {
            let keyed = MethodSpec { category_keys: true, ..(*method).clone() };
            let moves = |compiled: &CompiledMethod| compiled.distribution(0).0.iter().any(|&(noise, _)| noise != 0);
            // A dense p-table perturbs empty cells by its row 0, even without category keys.
            if !moves(&store.compiled_method(&method)?)
                && store.compiled_method(&keyed).is_ok_and(|compiled| moves(&compiled))
            {
                notes.push(format!(
                    "warning: method {}: row 0 of its p-table adds to empty cells, and they do not use it; expected zeros = \"category-keys\"", Quoted(&method.name)));
            }
        }
    }
    Ok(notes)
}

/// Returns the number of empty but possible cells of the finest view.
fn empty_cells(cube: &Cube) -> u128 {
    let Some(finest) = cube.views.first() else { return 0 };
    let cells = finest.slices.iter().map(|slice| slice.cells as u128).sum();
    possible_cells(cube, &finest.axes).saturating_sub(cells)
}

/// Writes a sentence on the number of records that a method is expected to add to `empty` empty cells.
fn expectation(method: &MethodSpec, compiled: &CompiledMethod, empty: u128) -> String {
    let (outcomes, draws) = compiled.distribution(0);
    // The noise of an empty cell is never negative.
    let moved: u128 =
        outcomes.iter().map(|&(noise, weight)| u128::from(noise.unsigned_abs()) * u128::from(weight)).sum();
    let name = &method.name;
    if moved == 0 {
        let table = if matches!(method.kind, MethodKind::CellKey { .. }) { "p-table" } else { "matrix" };
        return format!(
            "warning: method {name}: zeros = \"category-keys\" changes nothing with this {table}: its row 0 adds nothing",
            name = Quoted(name)
        );
    }
    let cells = match empty {
        1 => "1 cell of the finest view is empty and can exist".to_owned(),
        _ => format!("{} cells of the finest view are empty and can exist", grouped(empty)),
    };
    let (mean, added) = (short(moved as f64 / draws as f64), expected(empty, moved, draws.into()));
    format!(
        "method {name}: an empty cell gains {mean} records on average; {cells}, so {added} are expected to be added there",
        name = Quoted(name)
    )
}

/// Computes `cells` × `moved` / `draws`, rounded to a whole number, or to one decimal below ten.
fn expected(cells: u128, moved: u128, draws: u128) -> String {
    // If the product overflows 128 bits, the division comes first.
    let exact = |scale: u128| {
        let product = cells.checked_mul(moved)?.checked_mul(2 * scale)?.checked_add(draws)?;
        Some(product / (2 * draws))
    };
    match exact(10) {
        Some(tenths) if tenths < 100 => format!("{}.{}", tenths / 10, tenths % 10),
        _ => grouped(exact(1).unwrap_or_else(|| (cells / draws).saturating_mul(moved))),
    }
}

/// Returns the number of possible cells of a table with these axes. A cell is impossible if it has no codes, or if
/// rules forbid all its combinations of codes. Protected tables use the same definition.
pub(super) fn possible_cells(cube: &Cube, axes: &[AxisRef]) -> u128 {
    let rules = &cube.structural_zeros;
    let is_ruled = |dimension: usize| rules.iter().flatten().any(|(ruled, _)| *ruled == dimension);
    // An axis without rules multiplies the number of cells by its size.
    let (ruled, free): (Vec<AxisRef>, Vec<AxisRef>) = axes.iter().partition(|axis| is_ruled(axis.dimension));
    let size = |&axis: &AxisRef| places(cube, axis).filter(|codes| codes.contains(&true)).count() as u128;
    let free = free.iter().map(size).fold(1, u128::saturating_mul);
    let codes = |(at, dimension): (usize, &crate::dimension::Dimension)| {
        vec![true; if is_ruled(at) { dimension.codes.len() } else { 1 }]
    };
    let mut cell: Vec<Vec<bool>> = cube.dimensions.iter().enumerate().map(codes).collect();
    let is_single = |dimension: usize| ruled.contains(&AxisRef { dimension, level: None });
    let cells = if (0..cell.len()).filter(|&dimension| is_ruled(dimension)).all(is_single) {
        possible(&cell, rules, false) // here each cell is a single combination of codes
    } else {
        one_by_one(cube, &ruled, &mut cell, rules)
    };
    cells.saturating_mul(free)
}

/// Returns, for each place of an axis, one flag per code: whether the place contains the code.
fn places(cube: &Cube, axis: AxisRef) -> impl Iterator<Item = Vec<bool>> {
    let dimension = &cube.dimensions[axis.dimension];
    let codes = 0..dimension.codes.len() as u32;
    let place = move |at| codes.clone().map(|code| dimension.group_of(axis.level, code) == at).collect();
    (0..dimension.codes_at(axis.level).len() as u32).map(place)
}

/// Counts the possible cells by visiting each combination of places.
fn one_by_one(cube: &Cube, axes: &[AxisRef], cell: &mut Vec<Vec<bool>>, rules: &[StructuralZero]) -> u128 {
    let Some((&axis, rest)) = axes.split_first() else { return u128::from(possible(cell, rules, true) > 0) };
    let mut sum = 0;
    for codes in places(cube, axis) {
        cell[axis.dimension] = codes;
        sum += one_by_one(cube, rest, cell, rules);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::expected;

    #[test]
    fn expected_additions_are_exact_and_never_overflow() {
        let one = 1 << 32;
        for (cells, moved, text) in [
            (0, one, "0.0"),
            (1, one / 25, "0.0"),
            (100, one / 25, "4.0"),
            (118_212, one / 32, "3,694"),
            (10_000_000, 1, "0.0"),
            // A double cannot hold this number, but the result is exact.
            ((1 << 60) + 1, one, "1,152,921,504,606,846,977"),
            (u128::MAX, one, "340,282,366,920,938,463,463,374,607,427,473,244,160"),
            (u128::MAX, one << 20, "340,282,366,920,938,463,463,374,607,431,768,211,455"),
        ] {
            assert_eq!(expected(cells, moved, one), text, "{cells} times {moved}");
        }
    }
}
