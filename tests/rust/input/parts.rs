//! Folders of Parquet that an engine has written: any order gives the same bytes, and each mistake has its own message.

use parquet::basic::Compression;

use super::parquet_file::{Column, text, write};
use crate::support::workspace::{WRONG, Workspace};

const SPEC: &str = "[cube]\nid = \"town\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"internal\"\n[key]\nmodulus = 256\n\
                    [[dimension]]\nname = \"area\"\n[[dimension]]\nname = \"sex\"\ncodes = { 1 = \"Men\", 2 = \"Women\" }\n\
                    [method.default]\nkind = \"threshold-rounding\"\nthreshold = 10\nbase = 5\n";
const SCHEMA: &str = "required binary area (UTF8); required binary sex (UTF8); required int64 count; required int64 key; required int64 cellveil_records;";
const PLAIN: &str =
    "required binary area (UTF8); required binary sex (UTF8); required int64 count; required int64 key;";
const TILE: [&str; 6] = ["tile", "cube.toml", "--cells", "cells", "--out", "cube"];

type Cell = (&'static str, &'static str, i64, i64);
/// The files of a folder.
type Parts<'a> = &'a [(&'a str, Vec<u8>)];

const FIRST: &[Cell] = &[("East", "1", 4, 200), ("West", "2", 1, 7)];
const SECOND: &[Cell] = &[("East", "2", 2, 255), ("North", "1", 73_192, 0)];
const ALL: i64 = 4 + 1 + 2 + 73_192;

/// A part. `records` is the number of all records, or absent.
fn part(cells: &[Cell], records: Option<i64>) -> Vec<u8> {
    let all = |of: fn(&Cell) -> i64| Column::Int64(cells.iter().map(|cell| Some(of(cell))).collect());
    let texts = |of: fn(&Cell) -> &'static str| text(&cells.iter().map(of).collect::<Vec<_>>());
    let mut columns = vec![texts(|cell| cell.0), texts(|cell| cell.1), all(|cell| cell.2), all(|cell| cell.3)];
    columns.extend(records.map(|records| Column::Int64(vec![Some(records); cells.len()])));
    write(if records.is_some() { SCHEMA } else { PLAIN }, &[columns], Compression::SNAPPY, true)
}

fn space(parts: Parts<'_>) -> Workspace {
    let space = Workspace::new();
    space.write("cube.toml", SPEC);
    for (name, bytes) in parts {
        space.write(&format!("cells/{name}"), bytes);
    }
    space
}

fn whole(cells: &[Cell]) -> Vec<u8> {
    part(cells, Some(ALL))
}

/// Builds the cube, and returns all its files.
fn cube(space: &Workspace, arguments: &[&str]) -> Vec<(String, Vec<u8>)> {
    space.done(arguments);
    let root = space.path("cube");
    let files = space.snapshot().into_iter().filter_map(|(path, content)| {
        let name = path.strip_prefix(&root).ok()?.to_string_lossy().into_owned();
        Some((name, content?))
    });
    files.collect()
}

#[test]
fn the_order_of_parts_does_not_matter() {
    let plain = space(&[]);
    plain.write("cells.csv", "area,sex,count,key\nNorth,1,73192,0\nEast,1,4,200\nWest,2,1,7\nEast,2,2,255\n");
    let expected = cube(&plain, &["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube"]);
    assert!(expected.len() > 1);
    let folders: [Parts<'_>; 5] = [
        &[("data_0.parquet", whole(FIRST)), ("data_1.parquet", whole(SECOND))],
        &[("data_0.parquet", whole(SECOND)), ("data_1.parquet", whole(FIRST))],
        &[("data_0.parquet", whole(&[FIRST, SECOND].concat())), ("empty.parquet", whole(&[]))],
        // A job of Spark, with its marks and checksums.
        &[
            ("part-00001-a.snappy.parquet", part(SECOND, None)),
            ("part-00000-a.snappy.parquet", part(FIRST, None)),
            ("_SUCCESS", Vec::new()),
            ("._SUCCESS.crc", b"crc".to_vec()),
            (".part-00000-a.snappy.parquet.crc", b"crc".to_vec()),
            ("_metadata", b"PAR1".to_vec()),
        ],
        &[("cells-000000000000.PARQUET", part(FIRST, None)), ("cells-000000000001.parquet", part(SECOND, None))],
    ];
    for parts in folders {
        assert!(cube(&space(parts), &TILE) == expected);
    }
}

#[test]
fn two_folders_may_have_the_same_cells() {
    let space = space(&[("a.parquet", part(FIRST, Some(5)))]);
    space.write("more/b.parquet", part(FIRST, Some(5)));
    space.write("cells.csv", "area,sex,count,key\nEast,1,8,144\nWest,2,2,14\n");
    let both = cube(&space, &["tile", "cube.toml", "--cells", "cells", "--cells", "more", "--out", "cube"]);
    assert!(both == cube(&space, &["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube", "--force"]));
}

#[test]
fn a_folder_that_is_no_job_is_refused() {
    let cases: [(Parts<'_>, &[&str]); 6] = [
        (&[("_SUCCESS", Vec::new())], &["cells: is a folder without Parquet files; expected the parts"]),
        (
            &[("data_0.parquet", whole(FIRST)), ("notes.txt", b"x".to_vec())],
            &["cells: has the file \"notes.txt\", which is no part in Parquet; expected Parquet files only"],
        ),
        (
            &[("data_0.parquet", whole(FIRST)), ("sex=1/data_0.parquet", whole(SECOND))],
            &["cells: has the folder \"sex=1\" in it; expected Parquet files only, without partitions"],
        ),
        (
            &[("_temporary/0/part-0.parquet", whole(FIRST)), ("part-1.parquet", whole(SECOND))],
            &["cells: is the folder of a job that has not ended"],
        ),
        (
            &[("part-00000.parquet", part(FIRST, None))],
            &["cells: has parts of Spark without _SUCCESS, so the job may not have ended"],
        ),
        (
            &[("data_0.parquet", b"PAR1 and no more".to_vec())],
            &["data_0.parquet: ", "expected a complete Parquet file"],
        ),
    ];
    for (parts, said) in cases {
        space(parts).fails(WRONG, &TILE, said);
    }
}

#[test]
fn parts_of_other_jobs_are_refused() {
    let repeated = [("a.parquet", part(FIRST, None)), ("b.parquet", part(FIRST, None))];
    space(&repeated).fails(
        WRONG,
        &TILE,
        &["b.parquet, row 1: this cell is in the folder already; expected each cell once"],
    );
    let missing = [("a.parquet", whole(FIRST))];
    let said =
        ["cells: its counts do not add up to the number of records in the column cellveil_records; expected all parts"];
    space(&missing).fails(WRONG, &TILE, &said);
    let mixed = [("a.parquet", whole(FIRST)), ("b.parquet", part(SECOND, Some(5)))];
    space(&mixed).fails(WRONG, &TILE, &["cells: its parts differ in the column cellveil_records"]);
    let columns = [("a.parquet", whole(FIRST)), ("b.parquet", part(SECOND, None))];
    space(&columns).fails(WRONG, &TILE, &["b.parquet: has other columns than the first part of its folder"]);
}

#[test]
fn wrong_values_of_a_part_are_named() {
    let cell = |schema: &str, count: Column, key: Column| {
        let columns = vec![text(&["East"]), text(&["1"]), count, key];
        space(&[("data_0.parquet", write(schema, &[columns], Compression::SNAPPY, true))])
    };
    let area = "required binary area (UTF8); required binary sex (UTF8);";
    let one = || Column::Int64(vec![Some(1)]);
    let cases = [
        (
            cell(&format!("{area} required int64 count; optional int64 key;"), one(), Column::Int64(vec![None])),
            "data_0.parquet, row 1, column \"key\": the key is missing",
        ),
        (
            cell(&format!("{area} optional int64 count; required int64 key;"), Column::Int64(vec![None]), one()),
            "data_0.parquet, row 1, column \"count\": the count is not valid",
        ),
        (
            cell(&format!("{area} required double count; required int64 key;"), Column::Double(vec![Some(1.5)]), one()),
            "data_0.parquet, row 1, column \"count\": not a whole number",
        ),
        (
            cell(&format!("{area} required int64 count; required int64 key (DECIMAL(12, 2));"), one(), one()),
            "data_0.parquet: column \"key\" holds decimal numbers; expected text, dates or whole numbers",
        ),
        (
            cell(&format!("{area} required int64 count; required int64 cell_key;"), one(), one()),
            "data_0.parquet: no column \"key\"",
        ),
        (
            cell(&format!("{area} required int64 count; required int64 key;"), one(), Column::Int64(vec![Some(256)])),
            "data_0.parquet, row 1, column \"key\": the key is not below the modulus; expected one from 0 to below 256",
        ),
    ];
    for (space, said) in cases {
        space.fails(WRONG, &TILE, &[said]);
    }
}

#[test]
fn a_folder_of_records_is_no_file() {
    let space = space(&[("data_0.parquet", whole(FIRST))]);
    space.write("cube.toml", SPEC.replace("[key]", "[key]\ncolumn = \"key\""));
    space.fails(WRONG, &["tile", "cube.toml", "--records", "cells", "--out", "cube"], &["cells: is a folder"]);
}
