//! Laws: the order of rows and files does not matter, no record is lost, and cells are sorted.

use std::collections::BTreeMap;

use cellveil::build::collect::{Cells, Collector, RowLocation};
use cellveil::spec::CubeSpec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::parse;

/// Returns a specification with dimensions `d0`, `d1`, ..., whose codes are found in the data.
fn spec(dimensions: usize, combine: &str) -> CubeSpec {
    let dimensions: String = (0..dimensions).map(|at| format!("[[dimension]]\nname = \"d{at}\"\n")).collect();
    let cube = "[cube]\nid = \"x\"\nunit = \"x\"\ndata = \"synthetic\"\naudience = \"public\"\n";
    parse(&format!("{cube}[key]\ncolumn = \"k\"\nmodulus = 1024\ncombine = \"{combine}\"\n{dimensions}")).unwrap()
}

type Row = (Vec<String>, u64, u64);

fn collect(spec: &CubeSpec, rows: &[Row]) -> Cells {
    let mut collector = Collector::new(spec).unwrap();
    for (row, (codes, count, key)) in (1..).zip(rows) {
        let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
        let place = RowLocation { file: "rows.csv", row, line: None };
        collector.add_cell(&codes, &count.to_string(), &key.to_string(), place).unwrap();
    }
    collector.finish().unwrap()
}

/// Returns the count and the key of each cell by its codes.
fn as_map(cells: &Cells) -> BTreeMap<Vec<String>, (u64, u64)> {
    let code = |cell: usize, dimension: usize| {
        cells.dimensions[dimension].codes.code(cells.coords[dimension][cell]).to_owned()
    };
    let codes = |cell| (0..cells.dimensions.len()).map(|dimension| code(cell, dimension)).collect();
    (0..cells.counts.len()).map(|cell| (codes(cell), (cells.counts[cell], cells.keys[cell]))).collect()
}

/// Draws a few rows over up to 30 dimensions, so that coordinates of every packed width occur.
fn rows() -> impl Strategy<Value = (usize, Vec<Row>)> {
    (1_usize..=30).prop_flat_map(|width| {
        let code = prop_oneof![(-3_i32..12).prop_map(|code| code.to_string()), "[a-c]{1,2}"];
        let row = (prop::collection::vec(code, width), 0_u64..5, 0_u64..1024);
        (Just(width), prop::collection::vec(row, 1..60))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn order_of_rows_and_files_does_not_matter((width, rows) in rows(), seed in any::<u64>(), xor in any::<bool>()) {
        let spec = spec(width, if xor { "xor" } else { "sum" });
        let mut shuffled = rows.clone();
        shuffled.sort_by_cached_key(|row| {
            use std::hash::{DefaultHasher, Hash, Hasher};
            let mut hasher = DefaultHasher::new();
            (seed, row).hash(&mut hasher);
            hasher.finish()
        });
        let cells = collect(&spec, &rows);
        prop_assert_eq!(&cells, &collect(&spec, &shuffled));
        // A cell is the same, however its count is split into records.
        let singles: Vec<Row> = rows.iter().flat_map(|(codes, count, key)| {
            (0..*count).map(|unit| (codes.clone(), 1, if unit == 0 { *key } else { 0 }))
        }).collect();
        if rows.iter().all(|(_, count, _)| *count > 0) {
            // The keys differ, and so may their faults.
            let key_faults = cells.key_faults.clone();
            prop_assert_eq!(&cells, &Cells { key_faults, ..collect(&spec, &singles) });
        }
        let mut expected = BTreeMap::new();
        for (codes, count, key) in rows.iter().filter(|(_, count, _)| *count > 0) {
            let cell = expected.entry(codes.clone()).or_insert((0, 0));
            cell.0 += count;
            cell.1 = if xor { cell.1 ^ key } else { (cell.1 + key) % 1024 };
        }
        prop_assert_eq!(as_map(&cells), expected);
        let coordinates = |cell: usize| -> Vec<u32> { cells.coords.iter().map(|column| column[cell]).collect() };
        let sorted: Vec<Vec<u32>> = (0..cells.counts.len()).map(coordinates).collect();
        prop_assert!(sorted.is_sorted_by(|a, b| a < b));
        prop_assert_eq!(cells.population, cells.counts.iter().sum::<u64>());
    }
}

#[test]
fn found_codes_are_sorted() {
    let cases: [(&[&str], &[&str]); 4] = [
        (&["10", "9", "-1", "-20", "0"], &["-20", "-1", "0", "9", "10"]),
        (&["7", "007", "-0", "0", "07"], &["-0", "0", "007", "07", "7"]),
        (&["18446744073709551616", "18446744073709551615"], &["18446744073709551615", "18446744073709551616"]),
        (&["10", "9", "a", "\u{e9}", "B", "-"], &["-", "10", "9", "B", "a", "\u{e9}"]),
    ];
    for (found, expected) in cases {
        let rows: Vec<Row> = found.iter().map(|code| (vec![(*code).to_owned()], 1, 0)).collect();
        let cells = collect(&spec(1, "sum"), &rows);
        let codes: Vec<&str> = cells.dimensions[0].codes.iter().map(|(code, _)| code).collect();
        assert_eq!(codes, expected);
        assert_eq!(cells.coords[0], (0..found.len() as u32).collect::<Vec<_>>());
    }
}
