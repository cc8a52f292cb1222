//! A cube that is built and queried in memory, with the steps of the command line and of a page.

use cellveil::build::{BuiltFile, Lengths, build, collect, in_parts};
use cellveil::ptable::Ptable;
use cellveil::spec::CubeSpec;
use cellveil::table::Error;
use cellveil::table::{Caller, Plan, Query, Store, Table};

/// The files of a cube, and a store that loads the files that a query needs.
pub struct TestCube {
    pub files: Vec<BuiltFile>,
    pub store: Store,
}

impl TestCube {
    /// Builds and opens a cube. `file` returns the p-tables that the specification names.
    pub fn new(toml: &str, collect: impl FnOnce(&CubeSpec) -> collect::Cells, file: &dyn Fn(&str) -> Vec<u8>) -> Self {
        let spec = CubeSpec::parse(toml, &|name| Ok(file(name)), &|_| None).unwrap_or_else(|e| panic!("{e}\n{toml}"));
        let cells = collect(&spec);
        let files = build(&spec, &cells, &|name| Ok(file(name)), &mut |_, _| ());
        let files = files.unwrap_or_else(|e| panic!("{e}\n{toml}"));
        let (_, manifest) = files.last().expect("the manifest comes last");
        let store = Store::open(manifest, Caller::CommandLine).unwrap_or_else(|e| panic!("{e}"));
        Self { files, store }
    }

    /// Opens a cube of which long lists are in files of their own.
    #[allow(dead_code)] // not every test that shares this file has one
    pub fn in_parts(files: Vec<BuiltFile>, lengths: Lengths) -> Self {
        let files = in_parts(files, lengths, None).expect("the files of a cube").files;
        let (_, manifest) = files.last().expect("the manifest comes last");
        let store = Store::open_in_parts(manifest, Caller::CommandLine).unwrap_or_else(|e| panic!("{e}"));
        Self { files, store }
    }

    /// Loads one of the cube's files.
    pub fn load(&mut self, path: &str) -> Result<(), Error> {
        let (_, bytes) = self.files.iter().find(|(own, _)| own == path).expect("a file of the cube");
        self.store.load(path, bytes)
    }

    /// Adds a p-table that only methods given with a query use.
    #[allow(dead_code)] // not every test that shares this file has one
    pub fn add_ptable(&mut self, name: &str, text: &[u8]) {
        self.store.add_ptable(name, Ptable::parse(text, name).unwrap_or_else(|e| panic!("{e}")));
    }

    /// Loads only the files that a query needs, and builds its table.
    pub fn ask(&mut self, query: &Query) -> Result<(Plan, Table), Error> {
        let mut rounds = 0;
        loop {
            rounds += 1;
            // A page gives up after 12 rounds (`ROUNDS` in `www/api/cube.js`). The tests have smaller parts.
            assert!(rounds <= 16, "the query needs files without end");
            let lacking = self.store.lacking(query);
            if !lacking.is_empty() {
                lacking.iter().try_for_each(|need| self.load(&need.path))?;
                continue;
            }
            let plan = self.store.plan(query)?;
            let missing = self.store.missing(&plan);
            if missing.is_empty() {
                let table = self.store.table(&plan, query.reveal, None)?;
                return Ok((plan, table));
            }
            missing.iter().try_for_each(|need| self.load(&need.path))?;
        }
    }
}

/// A cell of a table from a query with `reveal`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    pub value: Option<i64>,
    pub status: &'static str,
    pub count: u64,
    pub key: u64,
    pub noise: i64,
}

/// The cells of a table in order, each with its codes.
pub type Cells = Vec<(Vec<String>, Cell)>;

/// Returns all cells of a table from a query with `reveal`.
pub fn cells(table: &Table) -> Cells {
    let revealed = table.revealed.as_ref().expect("asked for with reveal");
    let sizes: Vec<usize> = table.sizes().collect();
    (0..table.len())
        .map(|at| {
            let mut rest = at;
            let mut codes: Vec<String> = Vec::with_capacity(sizes.len());
            for (heading, size) in table.headings.iter().zip(&sizes).rev() {
                codes.push(heading.codes[rest % size].code.clone());
                rest /= size;
            }
            codes.reverse();
            let cell = Cell {
                value: table.value(at),
                status: table.status()[at].word(),
                count: revealed.counts[at],
                key: revealed.keys[at],
                noise: revealed.noise[at],
            };
            (codes, cell)
        })
        .collect()
}
