//! Tiles that are damaged, from other cubes, from other versions, or crafted for an attack.

use std::path::PathBuf;

use cellveil::table::{Caller, Store};
use cellveil::table::{Error, FileError};
use cellveil::tile::{self, Column, Encoding, Section, TileError};

use crate::support::program::PROGRAM;
use crate::support::random::mmix;
use crate::support::small_cube::{CELLS, Files, SPEC, cube, exercise, survives};
use crate::support::workspace::{WRONG, Workspace, files_in};

/// Returns the cube's tile of the finest view, in both encodings.
fn tiles() -> (Files, String, [Vec<u8>; 2]) {
    let files = Files::of(&SPEC.replace("split = \"area\"", ""), CELLS);
    let manifest: serde_json::Value = serde_json::from_slice(files.manifest()).unwrap();
    let path = manifest["views"][0]["tiles"][0]["file"].as_str().unwrap().to_owned();
    let sections = tile::decode(&files.get(&path).1).unwrap();
    let encoded = [Encoding::Modelled, Encoding::Packed].map(|form| tile::encode(&sections, 32, Some(form)).unwrap());
    (files, path, encoded)
}

/// Checks that a decoded section is sound, whatever its bytes.
fn assert_sound(sections: &[Section], bytes: &[u8]) {
    for section in sections {
        assert_eq!(section.coordinates.len(), section.cardinalities.len());
        if let Some(keys) = &section.keys {
            assert_eq!(keys.len(), section.len());
            assert!(section.len() <= bytes.len() * 8, "a key takes a bit or more");
        }
        assert!(section.len() <= (bytes.len() * 8).max(1 << 20), "or the section is small");
        for (column, &codes) in section.coordinates.iter().zip(&section.cardinalities) {
            assert!(column.len() == section.len() && column.iter().all(|code| code < codes.into()));
        }
        let cell = |i: usize| section.coordinates.iter().map(|column| column.get(i)).collect::<Vec<_>>();
        assert!((1..section.len()).all(|i| cell(i - 1) < cell(i)), "each cell once, in order");
        assert!(section.counts.iter().all(|count| (1..=1 << 53).contains(&count)));
    }
}

/// Returns the bytes cut at every length, with every value of every byte, and a few thousand worse mixtures.
fn attacks(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    let cuts = (0..bytes.len()).map(|end| bytes[..end].to_vec());
    let values = (0..bytes.len()).flat_map(move |at| {
        (1..=255u8).map(move |mask| {
            let mut bytes = bytes.to_vec();
            bytes[at] ^= mask;
            bytes
        })
    });
    let mut next = mmix(1, 33);
    let mixtures = (0..4000).map(move |_| {
        let mut bytes = bytes.to_vec();
        for _ in 0..next() % 6 + 1 {
            let at = next() as usize % bytes.len();
            match next() % 4 {
                0 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][next() as usize % 5],
                1 => bytes.insert(at, next() as u8),
                2 => drop(bytes.remove(at)),
                _ => bytes[at] = next() as u8,
            }
        }
        bytes
    });
    cuts.chain(values).chain(mixtures)
}

#[test]
fn loading_detects_every_damage() {
    let (files, path, [good, _]) = tiles();
    let mut store = Store::open(files.manifest(), Caller::Page).unwrap();
    let mut load = |bytes: &[u8]| {
        store.load(&path, bytes).map_err(|error| match error {
            Error::File { path: at, problem } => {
                assert_eq!(at, path);
                *problem
            }
            other => panic!("{other}"),
        })
    };
    assert_eq!(load(&good), Ok(()));
    for end in 0..good.len() {
        let (found, expected) = (end as u64, good.len() as u64);
        assert_eq!(load(&good[..end]), Err(FileError::Length { found, expected }));
    }
    assert!(matches!(load(&[&good[..], b"\0"].concat()), Err(FileError::Length { .. })));
    for at in 0..good.len() {
        for mask in [0x01, 0x10, 0x80, 0xff] {
            let mut bytes = good.clone();
            bytes[at] ^= mask;
            assert_eq!(load(&bytes), Err(FileError::Hash), "byte {at} ^ {mask:#x}");
        }
    }
    assert_eq!(
        store.load("tiles/none.cvt", &good).unwrap_err().to_string().matches("not a file of this cube").count(),
        1
    );
    assert!(store.load("cube.json", files.manifest()).is_err());
}

#[test]
fn decoder_never_panics_on_damage() {
    let (_, _, encoded) = tiles();
    for good in encoded {
        assert_sound(&tile::decode(&good).unwrap(), &good);
        let mut sound = 0;
        for bytes in attacks(&good) {
            match tile::decode(&bytes) {
                Ok(sections) => {
                    assert_sound(&sections, &bytes);
                    sound += 1;
                }
                Err(error) => assert!(error.to_string().contains("expected"), "{error}"),
            }
        }
        assert!(sound > 0, "counts and keys can be anything: only the hash protects them");
        (0..good.len()).for_each(|end| assert!(tile::decode(&good[..end]).is_err(), "cut to {end} bytes"));
        assert!(tile::decode(&[&good[..], b"\0"].concat()).is_err());
    }
}

#[test]
fn damaged_tile_with_its_digest_never_panics() {
    let (files, path, [good, _]) = tiles();
    for bytes in attacks(&good).step_by(3) {
        let manifest = files.changed_for(&path, &bytes);
        let mut all = files.0.clone();
        all.iter_mut().find(|(found, _)| *found == path).unwrap().1.clone_from(&bytes);
        match survives(&manifest, &all) {
            Err(None) => panic!("a panic for {bytes:?}"),
            Err(Some(error)) => assert!(matches!(error, Error::File { .. }), "{error}"),
            Ok(tables) => assert_eq!(tables.len(), 4),
        }
    }
}

#[test]
fn random_bytes_after_a_sound_header_never_panic() {
    let mut next = mmix(2, 33);
    for round in 0..20_000u32 {
        let mut bytes = b"CVT\x01\x01".to_vec();
        // The first numbers are small, so that most inputs have a valid header.
        bytes.extend([next() as u8 % 9, next() as u8 % 4]);
        bytes.extend((0..bytes[6]).map(|_| next() as u8 % 5 + 1));
        bytes.extend([2, 0, 1, next() as u8 % 40 + 1, (round % 2) as u8, next() as u8 % 12]);
        bytes.extend((0..next() % 60).map(|_| next() as u8));
        if let Ok(sections) = tile::decode(&bytes) {
            assert_sound(&sections, &bytes);
        }
    }
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// A tile of one section with fields set by hand.
struct Handmade {
    sections: u64,
    cells: u64,
    codes: Vec<u64>,
    measures: [u8; 3],
    key_bits: u8,
    encoding: u8,
    body: u64,
    rest: Vec<u8>,
}

impl Default for Handmade {
    /// Returns two cells of one dimension with two codes, counts 1 and keys 0.
    fn default() -> Self {
        let (measures, rest) = ([2, 0, 1], vec![0b10, 0, 0]);
        Self { sections: 1, cells: 2, codes: vec![2], measures, key_bits: 1, encoding: 0, body: 2, rest }
    }
}

impl Handmade {
    fn bytes(&self) -> Vec<u8> {
        let codes = self.codes.iter().flat_map(|&codes| varint(codes));
        let head = [&b"CVT\x01"[..], &varint(self.sections), &varint(self.cells), &[self.codes.len() as u8]].concat();
        let form = [self.key_bits, self.encoding];
        head.into_iter()
            .chain(codes)
            .chain(self.measures)
            .chain(form)
            .chain(varint(self.body))
            .chain(self.rest.iter().copied())
            .collect()
    }
}

/// Returns tiles with parts of their messages.
fn absurd() -> Vec<(Vec<u8>, &'static str)> {
    let make = |change: &dyn Fn(&mut Handmade)| {
        let mut tile = Handmade::default();
        change(&mut tile);
        tile.bytes()
    };
    let edit = |at: usize, with: &[u8]| {
        let bytes = Handmade::default().bytes();
        [&bytes[..at], with, &bytes[at + 1..]].concat()
    };
    let modelled = |codes: Vec<u64>, cells: u64| Handmade {
        cells,
        codes,
        encoding: 1,
        body: 8,
        rest: vec![0x55; 8 + cells as usize],
        ..Handmade::default()
    };
    vec![
        (make(&|tile| tile.sections = 0), "number of sections in the tile is 0; expected 1 to 65536"),
        (make(&|tile| tile.sections = 65_537), "number of sections in the tile is 65537"),
        (make(&|tile| tile.sections = 1 << 62), "number of sections"),
        (make(&|tile| tile.sections = u64::MAX), "the tile is damaged: number of sections"),
        (make(&|tile| tile.sections = 65_536), "measure number 0 is unknown"),
        (make(&|tile| tile.cells = (1 << 26) + 1), "number of cells in the tile is 67108865; expected at most 2^26"),
        (make(&|tile| tile.cells = 1 << 60), "number of cells"),
        (make(&|tile| (tile.cells, tile.codes) = (1 << 26, vec![1 << 24; 2])), "the keys of a section"),
        (make(&|tile| (tile.cells, tile.codes) = (1 << 26, vec![1 << 24; 8])), "number of coordinates"),
        (make(&|tile| tile.cells = 1 << 26), "expected at most one for each combination of codes"),
        (make(&|tile| tile.cells = 0), "follow the last section"),
        (make(&|tile| tile.codes = vec![2; 65]), "number of dimensions in the tile is 65; expected at most 64"),
        (make(&|tile| tile.codes = vec![0]), "number of codes of a dimension in the tile is 0"),
        (make(&|tile| tile.codes = vec![(1 << 24) + 1]), "number of codes of a dimension in the tile is 16777217"),
        (make(&|tile| tile.codes = vec![1 << 24]), "coordinates"),
        (
            make(&|tile| tile.codes = vec![1]),
            "the tile is damaged: cells; expected at most one for each combination of codes",
        ),
        (make(&|tile| tile.measures = [1, 0, 1]), "measure number 0 is unknown"),
        (make(&|tile| tile.measures = [2, 0, 9]), "measure number 9 is unknown"),
        (make(&|tile| tile.key_bits = 0), "width of keys in the tile is 0; expected 1 to 53 bits"),
        (make(&|tile| tile.key_bits = 54), "width of keys in the tile is 54"),
        (make(&|tile| tile.encoding = 2), "encoding number 2 is unknown"),
        (
            make(&|tile| tile.body = (1 << 30) + 1),
            "length of a section in the tile is 1073741825; expected at most 2^30",
        ),
        (make(&|tile| tile.body = 1 << 30), "the cells of a section"),
        (make(&|tile| tile.body = 3), "the keys of a section"),
        (make(&|tile| tile.body = 1), "the tile ends at byte 1; expected the width of counts"),
        (make(&|tile| tile.rest[0] = 0b11), "ascending coordinates, each cell once"),
        (make(&|tile| tile.rest[0] = 0b01), "ascending coordinates, each cell once"),
        (make(&|tile| tile.rest[0] = 0b110), "zero bits after the last"),
        (make(&|tile| tile.rest[1] = 54), "width of counts in the tile is 54"),
        (make(&|tile| tile.rest[1] = 1), "counts"),
        (make(&|tile| tile.rest[2] = 0b100), "zero bits after the last"),
        (edit(4, &[0x81, 0x00]), "the shortest form of a number"),
        (edit(5, &[0x80; 10]), "a number of at most nine bytes"),
        // Sizes that fit the file but exceed the memory. The tables of the model grow with the codes and with pairs of
        // codes.
        (modelled(vec![1 << 24; 64], 1).bytes(), "expected"),
        (modelled(vec![1 << 24], 1).bytes(), "expected"),
        (modelled(vec![295; 64], 64).bytes(), "expected"),
        (modelled(vec![2; 64], 40_000).bytes(), "expected"),
    ]
}

#[test]
fn decoder_refuses_absurd_sizes() {
    assert_eq!(tile::decode(&Handmade::default().bytes()).unwrap()[0].len(), 2);
    for (bytes, part) in absurd() {
        let error = tile::decode(&bytes).expect_err(part).to_string();
        assert!(error.contains(part) && error.contains("expected"), "{part}: {error}");
    }
}

/// Runs the program with less memory than these sizes need, on a cube whose manifest lists the tile.
#[cfg(target_os = "linux")]
#[test]
fn program_refuses_absurd_sizes_in_little_memory() {
    let space = Workspace::new();
    let (files, path, _) = tiles();
    for (bytes, part) in absurd() {
        space.write("cube/cube.json", files.changed_for(&path, &bytes));
        for (file, good) in &files.0 {
            if file != "cube.json" {
                space.write(&format!("cube/{file}"), if *file == path { &bytes } else { good });
            }
        }
        let mut limited = std::process::Command::new("sh");
        limited.args(["-c", "ulimit -v 262144; exec \"$@\"", "sh", PROGRAM, "verify"]);
        let output = limited.arg(space.path("cube")).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(WRONG), "{part}: {message}");
        assert!(message.starts_with("cellveil: ") && message.matches('\n').count() == 1, "{message}");
        assert!(message.contains(part) && message.contains(&path), "{part}: {message}");
    }
}

#[test]
fn sum_of_counts_beyond_2_to_the_53_is_refused() {
    let (files, path, _) = tiles();
    let mut sections = tile::decode(&files.get(&path).1).unwrap();
    sections[0].counts = Column::from_values(&vec![1 << 52; sections[0].len()]);
    let bytes = tile::encode(&sections, 32, None).unwrap();
    let mut all = files.0.clone();
    all.iter_mut().find(|(found, _)| *found == path).unwrap().1.clone_from(&bytes);
    let error = exercise(&files.changed_for(&path, &bytes), &all).unwrap_err().to_string();
    assert!(error.contains(&path) && error.contains("counts") && error.contains("expected"), "{error}");
}

/// Returns the tiles of a cube on disk. The largest is last.
fn on_disk(space: &Workspace) -> Vec<PathBuf> {
    files_in(&space.path("cube/tiles"), "cvt")
}

#[test]
fn program_names_the_damaged_file() {
    let space = cube();
    let ptable = files_in(&space.path("cube/ptables"), "cvp").remove(0);
    let all: Vec<PathBuf> = on_disk(&space).into_iter().chain([ptable]).collect();
    for path in &all {
        let name = path.file_name().unwrap().to_str().unwrap();
        let inside = path.strip_prefix(space.path("")).unwrap().to_str().unwrap();
        let good = std::fs::read(path).unwrap();
        let hash = "does not match its SHA-256 in cube.json";
        let length = format!("expected {} as cube.json says", good.len());
        let check = |bytes: &[u8], part: &str| {
            std::fs::write(path, bytes).unwrap();
            space.fails(WRONG, &["verify", "cube"], &[name, part]);
        };
        for end in [0, 1, 3, good.len() / 2, good.len() - 1] {
            check(&good[..end], &length);
        }
        check(&[&good[..], b"\n"].concat(), &length);
        for at in 0..good.len() {
            let mut bytes = good.clone();
            bytes[at] ^= 0x40;
            check(&bytes, hash);
        }
        std::fs::remove_file(path).unwrap();
        space.fails(WRONG, &["verify", "cube"], &[inside, "No such file", "a file that cube.json lists"]);
        std::fs::create_dir(path).unwrap();
        space.fails(WRONG, &["verify", "cube"], &[inside, "directory"]);
        std::fs::remove_dir(path).unwrap();
        std::fs::write(path, &good).unwrap();
        space.done(&["verify", "cube"]);
    }
    // The command that builds a table reports the damage too, and leaves its output file unchanged.
    let query = ["table", "cube", "--rows", "area,sex", "--output", "table.csv"];
    space.done(&query);
    let path = &all[0];
    let mut bytes = std::fs::read(path).unwrap();
    bytes[20] ^= 1;
    let good = std::fs::read(path).unwrap();
    for path in &all {
        let good = std::fs::read(path).unwrap();
        std::fs::write(path, &good[1..]).unwrap();
        let used = !path.to_str().unwrap().contains(&only_in_the_coarse_view(&space));
        if used {
            space.fails(WRONG, &query, &["bytes long", "expected"]);
        }
        std::fs::write(path, &good).unwrap();
    }
    // A table does not read files that it does not need.
    std::fs::write(path, &good).unwrap();
    std::fs::remove_file(space.path(&format!("cube/{}", tile_of(&space, 1, 0)))).unwrap();
    space.done(&query);
    space.fails(WRONG, &["table", "cube", "--rows", "sex"], &["No such file"]);
}

fn tile_of(space: &Workspace, view: usize, tile: usize) -> String {
    let manifest: serde_json::Value = serde_json::from_slice(&space.read("cube/cube.json")).unwrap();
    manifest["views"][view]["tiles"][tile]["file"].as_str().unwrap().to_owned()
}

fn only_in_the_coarse_view(space: &Workspace) -> String {
    tile_of(space, 1, 0)
}

#[test]
fn files_of_another_cube_are_refused() {
    let space = cube();
    let tiles = on_disk(&space);
    let bytes: Vec<Vec<u8>> = tiles.iter().map(|path| std::fs::read(path).unwrap()).collect();
    // Two tiles are exchanged.
    std::fs::write(&tiles[0], &bytes[1]).unwrap();
    std::fs::write(&tiles[1], &bytes[0]).unwrap();
    space.fails(WRONG, &["verify", "cube"], &["tiles/", "another cube"]);
    // The manifest belongs to a cube with other counts than these tiles.
    space.write("cells.csv", CELLS.replace("B,1,7", "B,1,8"));
    space.done(&["tile", "cube.toml", "--cells", "cells.csv", "--out", "other"]);
    for (path, bytes) in tiles.iter().zip(&bytes) {
        std::fs::write(path, bytes).unwrap();
    }
    let manifest = space.read("other/cube.json");
    space.write("cube/cube.json", manifest);
    space.fails(WRONG, &["verify", "cube"], &["tiles/", "expected a file that cube.json lists"]);
}

#[test]
fn tiles_that_contradict_the_manifest_are_refused() {
    let (files, path, _) = tiles();
    let section = &tile::decode(&files.get(&path).1).unwrap()[0];
    let change = |edit: &dyn Fn(&mut Section)| {
        let mut section = section.clone();
        edit(&mut section);
        tile::encode(&[section], 53, None).unwrap()
    };
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (change(&|section| section.cardinalities[0] = 4), "its dimensions"),
        (change(&|section| section.cardinalities[1] = 4), "its dimensions"),
        (change(&|section| section.keys = Some(Column::from_values(&[1 << 32; 5]))), "its keys"),
        (
            tile::encode(
                &[Section {
                    cardinalities: section.cardinalities.clone(),
                    coordinates: vec![Column::from_values(&[]), Column::from_values(&[])],
                    counts: Column::from_values(&[]),
                    keys: Some(Column::from_values(&[])),
                }],
                32,
                None,
            )
            .unwrap(),
            "its number of cells",
        ),
        (b"CVT\x02".to_vec(), "tile format version 2 is newer"),
        (b"CVT\xff\0\0\0".to_vec(), "tile format version 255 is newer"),
        (b"CVT\x00".to_vec(), "version in the tile is 0"),
        (b"CVP\x01".to_vec(), "not a cellveil tile"),
        (b"".to_vec(), "not a cellveil tile"),
        (b"<!doctype html>".to_vec(), "not a cellveil tile"),
    ];
    let space = Workspace::new();
    for (bytes, part) in cases {
        for (file, good) in &files.0 {
            space.write(&format!("cube/{file}"), if *file == path { &bytes } else { good });
        }
        space.write("cube/cube.json", files.changed_for(&path, &bytes));
        space.fails(WRONG, &["verify", "cube"], &[&path, part]);
        space.fails(WRONG, &["table", "cube", "--rows", "area"], &[&path, part]);
        let mut store = Store::open(&space.read("cube/cube.json"), Caller::Page).unwrap();
        let error = store.load(&path, &bytes).unwrap_err();
        assert_eq!(error.code(), if part.contains("newer") { "newer-version" } else { "damaged-file" });
    }
    let section = files.changed(|value| value["views"][0]["tiles"][0]["section"] = 1.into());
    assert!(exercise(&section, &files.0).unwrap_err().to_string().contains("its sections"));
}

#[test]
fn writer_refuses_unreadable_tiles() {
    let one = Column::from_values(&[0]);
    let section = |codes: u32, count: u64, key: u64| Section {
        cardinalities: vec![codes],
        coordinates: vec![one.clone()],
        counts: Column::from_values(&[count]),
        keys: Some(Column::from_values(&[key])),
    };
    let refused = |section: Section, bits: u32| tile::encode(&[section], bits, None).unwrap_err();
    assert!(matches!(refused(section(0, 1, 0), 8), TileError::Limit { .. }));
    assert!(matches!(refused(section((1 << 24) + 1, 1, 0), 8), TileError::Limit { .. }));
    assert!(matches!(refused(section(1, 0, 0), 8), TileError::Damaged { .. }));
    assert!(matches!(refused(section(1, (1 << 53) + 1, 0), 8), TileError::Damaged { .. }));
    assert!(matches!(refused(section(1, 1, 256), 8), TileError::Damaged { .. }));
    assert!(matches!(refused(section(1, 1, 0), 54), TileError::Limit { .. }));
    for form in [Encoding::Modelled, Encoding::Packed] {
        for codes in [1, 2, 1 << 16, 1 << 24] {
            let section = section(codes, 1 << 53, 1);
            let bytes = tile::encode(std::slice::from_ref(&section), 53, Some(form)).unwrap();
            let read = &tile::decode(&bytes).unwrap()[0];
            let cell = |section: &Section| {
                let key = section.keys.as_ref().map(|keys| keys.get(0));
                (section.coordinates[0].get(0), section.counts.get(0), key)
            };
            assert_eq!(cell(read), cell(&section), "{codes} codes, {form:?}");
        }
    }
}
