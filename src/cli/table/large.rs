//! Writes the CSV of a table with more cells than one table may have, part after part.
//!
//! A cell method looks at one cell alone, so the parts have the values of the whole table. A part has some codes of the
//! first axis. The totals of the first axis are the table without this axis.

use std::path::Path;

use super::made;
use super::output::Streamed;
use crate::base::MAX_TABLE_CELLS;
use crate::cli::Failure;
use crate::cli::folder::Folder;
use crate::export::{head, lines, quoted};
use crate::protect::{Additivity, Totals};
use crate::table::{Error, Query, QueryError, Store};

/// Largest number of cells in a part.
const PART_CELLS: usize = 1 << 20;
/// Largest number of cells in parts: 2^32, about 100 GB of CSV. A larger table is a mistake in the query.
const MOST_CELLS: u64 = 1 << 32;

/// The sizes of parts. Tests have smaller ones.
#[derive(Debug, Clone, Copy)]
struct Sizes {
    /// Maximum number of cells of a table that is built as a whole.
    table: usize,
    part: usize,
}

/// Whether the CSV of a query is written in parts: the table has too many cells, and its cells do not depend on each other.
pub(super) fn is_large(store: &Store, query: &Query) -> bool {
    let cells = match store.plan(query) {
        Err(Error::Query(QueryError::TooLarge { cells })) => cells,
        _ => return false,
    };
    cells <= MOST_CELLS && is_divisible(store, query)
}

fn is_divisible(store: &Store, query: &Query) -> bool {
    let cube = store.cube();
    let Ok(method) = store.chosen(query.method.as_ref()) else { return false };
    let is_of_cells = !method.looks_at_table()
        && method.additivity == Additivity::None
        && method.totals == Totals::Own
        && method.for_cells(1).is_ok_and(|other| other.is_none());
    // A part leaves out a group without codes, which the whole table shows.
    let has_empty_group = cube.dimensions.iter().flat_map(|dimension| &dimension.levels).any(|level| {
        let mut is_met = vec![false; level.codes.len()];
        level.of.iter().for_each(|&group| is_met[group as usize] = true);
        is_met.contains(&false)
    });
    let is_exact = matches!(query.areas.as_deref(), None | Some("exact"));
    is_of_cells
        && is_exact
        && !has_empty_group
        && query.groups.is_empty()
        && query.with.is_empty()
        && cube.rules.is_none()
}

/// Writes the table of a query.
pub(super) fn write(cube: &mut Folder, query: &Query, output: Option<&Path>) -> Result<(), Failure> {
    let mut out = Streamed::open("--output", output)?;
    let sizes = Sizes { table: MAX_TABLE_CELLS, part: PART_CELLS };
    write_with(cube, query, sizes, &mut |text| out.write(text.as_bytes()))?;
    out.place()
}

fn write_with(
    cube: &mut Folder,
    query: &Query,
    sizes: Sizes,
    write: &mut dyn FnMut(&str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let axes = query.rows.iter().chain(&query.columns).cloned().collect();
    // Rows and columns differ only in the order of their names, which the CSV keeps.
    let query = Query { rows: axes, columns: Vec::new(), ..query.clone() };
    write(&head(query.rows.iter().map(String::as_str), query.reveal && cube.store.cube().may_reveal(), ""))?;
    let lengths = query.rows.iter().map(|axis| length(cube, &query, axis)).collect::<Result<Vec<usize>, Failure>>()?;
    Parts { cube, sizes, write }.write(&query, &lengths, "")
}

/// The number of places of an axis, with its total.
fn length(cube: &mut Folder, query: &Query, axis: &str) -> Result<usize, Failure> {
    Ok(codes(cube, query, axis)?.len() + usize::from(query.totals))
}

/// The codes of an axis that the filters of a query retain.
fn codes(cube: &mut Folder, query: &Query, axis: &str) -> Result<Vec<String>, Failure> {
    let alone = Query { rows: vec![axis.to_owned()], totals: false, reveal: false, ..query.clone() };
    let (table, _, _) = made(cube, &alone, None)?;
    Ok(table.headings[0].codes.iter().map(|category| category.code.clone()).collect())
}

struct Parts<'a> {
    cube: &'a mut Folder,
    sizes: Sizes,
    write: &'a mut dyn FnMut(&str) -> Result<(), Failure>,
}

impl Parts<'_> {
    /// Writes the lines of a query. Each line begins with `start`: the codes of the axes that have one code in this part of the
    /// table. `lengths` has the number of places of each other axis.
    fn write(&mut self, query: &Query, lengths: &[usize], start: &str) -> Result<(), Failure> {
        if lengths.iter().fold(1_usize, |cells, &length| cells.saturating_mul(length)) <= self.sizes.table {
            return self.write_table(query, start, usize::MAX);
        }
        let (Some((first, rest)), Some((_, inner))) = (query.rows.split_first(), lengths.split_first()) else {
            return Err(Failure::wrong("the table has no axis; expected --rows D,.."));
        };
        if rest.is_empty() {
            // An axis has at most 2^24 codes, so only a table of one such axis comes here.
            return Err(Error::from(QueryError::TooLarge { cells: lengths[0] as u64 }).into());
        }
        let each = inner.iter().fold(1_usize, |cells, &length| cells.saturating_mul(length));
        let codes = codes(self.cube, query, first)?;
        let without = Query { rows: rest.to_vec(), ..query.clone() };
        // A sealed cube answers filters of a single code.
        let at_once = if self.cube.store.cube().is_sealed() { 1 } else { self.sizes.part / each };
        if at_once <= 1 {
            for code in &codes {
                let mut part = without.clone();
                part.filter.push((first.clone(), vec![code.clone()]));
                self.write(&part, inner, &format!("{start}{}", quoted(code)))?;
            }
        } else {
            for codes in codes.chunks(at_once) {
                let mut part = query.clone();
                part.filter.push((first.clone(), codes.to_vec()));
                // The total of some codes follows their cells.
                self.write_table(&part, start, codes.len() * each)?;
            }
        }
        if query.totals {
            self.write(&without, inner, &format!("{start}{}", quoted(crate::dimension::TOTAL)))?;
        }
        Ok(())
    }

    fn write_table(&mut self, query: &Query, start: &str, cells: usize) -> Result<(), Failure> {
        let (table, _, _) = made(self.cube, query, None)?;
        let mut text = String::new();
        lines(&table, start, cells.min(table.len()), &|_, _| (), &mut text);
        (self.write)(&text)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::path::PathBuf;

    use super::*;
    use crate::build::build;
    use crate::cube::MANIFEST;
    use crate::export::to_csv;
    use crate::spec::CubeSpec;
    use crate::table::Caller;

    /// The cube of the hypercube, with all files loaded.
    fn hypercube() -> Folder {
        let demo = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("demo/hypercube");
        let text = crate::host::fs::read_to_string(demo.join("cube.toml")).expect("the specification");
        let read = |name: &str| crate::cli::tile::read_ptable(&demo.join(name), name);
        let spec = CubeSpec::parse(&text, &read, &|_| None).expect("a sound specification");
        let cells = crate::input::collect(&spec, &[], &[demo.join("cells.csv.gz")], &mut |_, _| ()).expect("cells");
        let files = build(&spec, &cells, &read, &mut |_, _| ()).expect("a cube");
        let manifest = files.iter().find(|(path, _)| path == MANIFEST).expect("a manifest");
        let mut store = Store::open(&manifest.1, Caller::CommandLine).expect("a cube");
        for (path, bytes) in files.iter().filter(|(path, _)| path != MANIFEST) {
            store.load(path, bytes).expect("a file of the cube");
        }
        Folder::of(&demo, store)
    }

    fn query(json: &str) -> Query {
        Query::from_json(json).expect("a sound query")
    }

    #[test]
    fn parts_have_the_bytes_of_the_whole_table() {
        let mut cube = hypercube();
        let names: Vec<String> = cube.store.cube().dimensions.iter().map(|dimension| dimension.name.clone()).collect();
        let [a, b, c] = [0, 1, 2].map(|at| names[at].clone());
        let code = cube.store.cube().dimensions[2].codes.code(0).to_owned();
        for json in [
            format!("{{\"rows\":[\"{a}\",\"{b}\"],\"columns\":[\"{c}\"]}}"),
            format!("{{\"rows\":[\"{c}\",\"{a}\",\"{b}\"],\"totals\":false}}"),
            format!("{{\"rows\":[\"{b}\",\"{a}\"],\"filter\":[[\"{c}\",[\"{code}\"]]],\"reveal\":true}}"),
        ] {
            let query = query(&json);
            let (whole, _, _) = made(&mut cube, &query, None).unwrap_or_else(|_| panic!("{json}"));
            let whole = to_csv(&whole);
            for sizes in [(1000, 500), (60, 30), (20, 1), (8, 100)].map(|(table, part)| Sizes { table, part }) {
                let text = RefCell::new(String::new());
                let made = write_with(&mut cube, &query, sizes, &mut |part| {
                    text.borrow_mut().push_str(part);
                    Ok(())
                });
                if made.is_err() {
                    // A single axis is longer than a table may be.
                    assert!(sizes.table < 60, "{json} {sizes:?}");
                    continue;
                }
                assert!(text.into_inner() == whole, "{json} {sizes:?}");
            }
        }
    }
}
