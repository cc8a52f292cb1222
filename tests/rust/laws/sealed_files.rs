//! Laws of the files of sealed cubes: the files depend only on the published texts and the protected values.

use std::cell::Cell as Counter;
use std::collections::{BTreeMap, HashMap};

use cellveil::build::BuiltFile;
use cellveil::build::collect::{Collector, RowLocation};
use cellveil::cube::sha256_hex;
use cellveil::protect::Rest;
use cellveil::ptable::Ptable;
use cellveil::spec::CubeSpec;
use cellveil::tile;
use proptest::prelude::*;

use super::draw::{Limits, SMALL, raw_sealed, world};
use super::law;
use super::method::{Kind, Method, Text};
use super::world::{Cell, Dimension, Publish, Sealed, World};
use crate::support::cube::TestCube;
use crate::support::random::mmix;

/// Sizes of a world with so few views that a cube can contain all of them.
const FEW: Limits = Limits { dimensions: (2, 4), codes: 5, cells: 30, ..SMALL };
/// The base of the rounding. Each count is a multiple of `BASE` plus at most `MOST_BESIDE`. Even the sum of these small
/// parts over all cells is rounded off.
const BASE: u64 = 1000;
const MOST_BESIDE: u64 = 10;

/// **Data with the same protected values give the same files.** Two populations differ in counts, record keys, salt and
/// modulus. Even the combinations with a record differ. If rounding removes all differences, the files are the same,
/// byte by byte.
#[test]
fn same_protected_values_give_the_same_files() {
    let truths = prop::collection::vec((0_u64..4, [0..=MOST_BESIDE, 0..=MOST_BESIDE], any::<[u64; 2]>()), FEW.cells);
    let secrets = prop::collection::vec(any::<u8>(), 32);
    let strategy = (world(FEW), raw_sealed(), truths, secrets, 0..=MOST_BESIDE * 50, any::<bool>());
    let [views, suppressed, other_cells] = [(); 3].map(|()| Counter::new(0_usize));
    law(400, 51, strategy, |(world, publish, truths, secrets, threshold, sum)| {
        let publish = publish.of(&world);
        let population = |which: usize| -> World {
            let mut world = world.clone();
            let kind = Kind::ThresholdRounding { threshold, base: BASE };
            world.methods = vec![Method { name: "rounding".into(), kind, sum }];
            world.salt = secrets[which * 16..][..16].to_vec();
            (world.modulus, world.xor) = [(1 << 32, which == 0), (999_983, false)][which];
            for (cell, (times, beside, keys)) in world.cells.iter_mut().zip(&truths) {
                (cell.count, cell.key) = (times * BASE + beside[which], keys[which] % world.modulus);
            }
            if which == 1 {
                world.cells.reverse();
            }
            world
        };
        // A threshold above all rounded-off parts and below the base suppresses the same cells in both populations.
        prop_assume!(threshold == 0 || threshold > MOST_BESIDE * FEW.cells as u64);
        let [one, other] = [population(0), population(1)];
        let counts = |world: &World| -> BTreeMap<Vec<usize>, u64> {
            let mut counts = BTreeMap::new();
            world.cells.iter().for_each(|cell| *counts.entry(cell.codes.clone()).or_default() += cell.count);
            counts.retain(|_, count| *count > 0);
            counts
        };
        prop_assume!(counts(&one) != counts(&other));
        let (first, second) = (one.cube(&publish), other.cube(&publish));
        prop_assert!(first.files == second.files);
        views.set(views.get() + first.store.cube().views.len());
        suppressed.set(suppressed.get() + usize::from(threshold > 0));
        other_cells.set(other_cells.get() + usize::from(counts(&one).keys().ne(counts(&other).keys())));
        Ok(())
    });
    assert!(
        views.get() > 2000 && suppressed.get() > 50 && other_cells.get() > 50,
        "{views:?} {suppressed:?} {other_cells:?}"
    );
}

/// **Files contain no traces of a p-table and its keys.** P-tables that never change a count give the same files. Their
/// texts, the record keys, the salts and the moduli may differ.
#[test]
fn ptable_and_keys_leave_no_trace_in_the_files() {
    let tables = [
        "i,j,p,v,p_int_lb,p_int_ub,type\n0,0,1,0,0,1,all\n1,1,1,0,0,1,all\n",
        "i,j,p,v,p_int_lb,p_int_ub,type\n0,0,1,0,0,1,all\n1,1,0.5,0,0,0.5,all\n1,1,0.5,0,0.5,1,all\n2,2,1,0,0,1,all\n",
    ];
    law(200, 52, (world(FEW), raw_sealed(), any::<[u64; 2]>()), |(world, publish, secrets)| {
        let publish = publish.of(&world);
        let files = [0, 1].map(|which| {
            let mut world = world.clone();
            let ptable = Text(tables[which].to_owned());
            let kind = Kind::CellKey { ptable, threshold: 3, hash: false, category_keys: false };
            world.methods = vec![Method { name: "still".into(), kind, sum: false }];
            (world.modulus, world.xor) = ([1 << 20, 1 << 40][which], which == 1);
            world.salt = secrets[which].to_le_bytes().repeat(2);
            let modulus = world.modulus;
            world.cells.iter_mut().for_each(|cell| cell.key = cell.key.wrapping_mul(secrets[which] | 1) % modulus);
            world.cube(&publish).files
        });
        prop_assert!(files[0] == files[1]);
        Ok(())
    });
}

/// The value of a cell, or `None` if it is suppressed.
type Value = Option<u64>;

/// The axes and the cell values of each view.
type Values = Vec<(String, Vec<Value>)>;

/// Reads the values of all views from the files, according to the description of the format.
fn values(files: &[BuiltFile]) -> Values {
    let (_, manifest) = files.last().unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(manifest).unwrap();
    let views = manifest["views"].as_array().unwrap().iter();
    let value = |number: u64| match number {
        0 => Some(0),
        1 | 2 => None,
        number => Some(number - 2),
    };
    let view = |view: &serde_json::Value| {
        let rest = ["zero", "suppressed", "blocked"].iter().position(|rest| view["rest"] == *rest).unwrap_or(0) as u64;
        let mut cells: Vec<Value> = Vec::new();
        for slice in view["tiles"].as_array().unwrap() {
            let (_, bytes) = files.iter().find(|(path, _)| slice["file"] == **path).unwrap();
            let section = &tile::decode(bytes).unwrap()[slice["section"].as_u64().unwrap_or(0) as usize];
            assert_eq!(section.len() as u64, slice["cells"].as_u64().unwrap());
            cells.resize(section.cardinalities.iter().map(|&codes| codes as usize).product(), value(rest));
            for cell in 0..section.len() {
                let codes = section.cardinalities.iter().zip(&section.coordinates);
                let place = codes.fold(0, |place, (&codes, column)| place * codes as usize + column.get(cell) as usize);
                // A stored 0 means the number in `rest`, and that number is never stored.
                let number = section.counts.get(cell);
                cells[place] = value(if number == rest { 0 } else { number });
            }
        }
        (view["axes"].to_string(), cells)
    };
    views.map(view).collect()
}

/// **Given the protected values, the files disclose nothing about the true counts.** The populations, record keys and
/// salts are random. Populations with the same protected values have the same files, whatever their counts are. So no
/// statistic of the files, including their sizes and bytes, separates populations better than the values do. No
/// statistical test is needed.
#[test]
#[ignore = "long: draws many cubes and queries"]
fn files_tell_nothing_beyond_the_values() {
    let names = ["d0", "d1"].iter();
    let dimension =
        |name: &&str| Dimension { name: (*name).to_owned(), codes: vec!["0".into(), "1".into()], levels: Vec::new() };
    let kind = Kind::RandomRounding { base: 3, below: None, md5: false };
    let mut world = World {
        dimensions: names.map(dimension).collect(),
        cells: Vec::new(),
        modulus: 1 << 32,
        xor: false,
        salt: Vec::new(),
        never: Vec::new(),
        methods: vec![Method { name: "default".into(), kind, sum: false }],
    };
    let publish =
        Publish { sealed: Some(Sealed { max_dimensions: Some(2), ..Sealed::default() }), ..Publish::default() };
    let mut next = mmix(53, 33);
    let mut known: HashMap<Values, (Vec<BuiltFile>, Vec<u64>)> = HashMap::new();
    let (mut again, mut other_truth) = (0, 0);
    for _ in 0..3000 {
        let counts: Vec<u64> = (0..4).map(|_| [0, 0, 1, 2, 3][next() as usize % 5]).collect();
        let cell = |at: usize, key: u64| Cell { codes: vec![at / 2, at % 2], count: counts[at], key };
        world.cells = (0..4).filter(|&at| counts[at] > 0).map(|at| cell(at, next() << 1 & 0xffff_ffff)).collect();
        if world.cells.is_empty() {
            continue;
        }
        world.salt = (0..16).map(|_| next() as u8).collect();
        let TestCube { files, .. } = world.cube(&publish);
        let values = values(&files);
        assert_eq!(values.len(), 4);
        match known.get(&values) {
            Some((same, truth)) => {
                assert!(*same == files, "{values:?}");
                again += 1;
                other_truth += usize::from(*truth != counts);
            }
            None => drop(known.insert(values, (files, counts))),
        }
    }
    assert!(again > 1500 && other_truth > 1000, "{again} {other_truth} {}", known.len());
}

/// **A secret only changes noise.** Record keys are derived from identifiers with two secrets. A method without keys
/// gives the same files for both. Other methods give the same files if the values are the same.
#[test]
#[ignore = "long: draws many cubes and queries"]
fn another_secret_changes_values_only() {
    let small = Limits { codes: 2, cells: 4, count: 5, dimensions: (2, 2) };
    let (same, different) = (Counter::new(0_usize), Counter::new(0_usize));
    law(300, 55, (world(small), 1_usize..=2), |(mut world, most)| {
        world.modulus = 1 << 32;
        world.salt = vec![7; 16];
        let publish =
            Publish { sealed: Some(Sealed { max_dimensions: Some(most), ..Sealed::default() }), ..Publish::default() };
        let mut files = |kind: Kind, secret: &str| -> Vec<BuiltFile> {
            world.methods = vec![Method { name: "default".into(), kind, sum: false }];
            let derived = format!("derive = {{ from = \"id\", secret = \"{secret}\" }}");
            let toml = world.toml(&publish).replace("column = \"key\"", &derived);
            let collect = |spec: &CubeSpec| {
                let mut collector = Collector::new(spec).unwrap();
                let records = world.cells.iter().flat_map(|cell| (0..cell.count).map(move |_| cell));
                for (row, cell) in (1..).zip(records) {
                    let codes =
                        world.dimensions.iter().zip(&cell.codes).map(|(dimension, &code)| &*dimension.codes[code]);
                    let place = RowLocation { file: "records", row, line: None };
                    collector.add_record(&codes.collect::<Vec<_>>(), &format!("person {row}"), place).unwrap();
                }
                collector.finish().unwrap()
            };
            TestCube::new(&toml, collect, &|name| panic!("{name} is no file")).files
        };
        let rounded = || Kind::ThresholdRounding { threshold: 2, base: 3 };
        prop_assert!(files(rounded(), "one") == files(rounded(), "another"));
        let random = || Kind::RandomRounding { base: 3, below: None, md5: false };
        let (one, other) = (files(random(), "one"), files(random(), "another"));
        let is_same = values(&one) == values(&other);
        prop_assert_eq!(one == other, is_same);
        same.set(same.get() + usize::from(is_same));
        different.set(different.get() + usize::from(!is_same));
        Ok(())
    });
    assert!(same.get() > 20 && different.get() > 100, "{same:?} {different:?}");
}

/// **The files hide nothing.** Each file except the manifest is a tile of cells without keys, and encoding it again
/// gives the same bytes. Each section belongs to a view. No cell of a section has the number in its view's `rest`,
/// which most cells without a stored value have. No other reader accepts a tile, and a keyed manifest with the same
/// views is refused.
#[test]
fn files_contain_protected_values_only() {
    let (sections, rests) = (Counter::new(0_usize), Counter::new(0_usize));
    law(400, 54, (world(FEW), raw_sealed(), any::<usize>()), |(mut world, publish, number)| {
        let publish = publish.of(&world);
        world.methods = vec![world.methods[number % world.methods.len()].clone()];
        world.salt = (16..48).collect();
        let mut cube = world.cube(&publish);
        let (_, manifest) = cube.files.last().unwrap();
        let text = String::from_utf8(manifest.clone()).unwrap();
        for secret in ["\"key\":", "salt", "101112131415", "\"ptable\":", "\"matrix\":", "modulus"] {
            prop_assert!(!text.contains(secret), "{}", secret);
        }
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        let mut used: Vec<(String, u64)> = Vec::new();
        for view in json["views"].as_array().unwrap() {
            for slice in view["tiles"].as_array().unwrap() {
                used.push((slice["file"].as_str().unwrap().to_owned(), slice["section"].as_u64().unwrap_or(0)));
            }
        }
        for (path, bytes) in &cube.files[..cube.files.len() - 1] {
            let decoded = tile::decode(bytes).unwrap();
            prop_assert!(decoded.iter().all(|section| section.keys.is_none()));
            prop_assert_eq!(&tile::encode(&decoded, 1, None).unwrap(), bytes);
            prop_assert_eq!(path, &format!("tiles/{}.cvt", &sha256_hex(bytes)[..16]));
            prop_assert!((0..decoded.len() as u64).all(|section| used.contains(&(path.clone(), section))));
            prop_assert!(Ptable::decode(bytes).is_err() && Ptable::parse(bytes, path).is_err());
            prop_assert!(serde_json::from_slice::<serde_json::Value>(bytes).is_err());
            prop_assert!(!bytes.starts_with(b"\x1f\x8b") && !bytes.starts_with(b"PAR1"));
            sections.set(sections.get() + decoded.len());
        }
        // The values from the files equal the values in the cube's tables. `rest` is the more frequent one of zero and
        // suppressed.
        let read = values(&cube.files);
        let views: Vec<_> = cube.store.cube().views.iter().map(|view| (view.axes.clone(), view.rest)).collect();
        for ((axes, rest), (name, cells)) in views.iter().zip(&read) {
            let zeros = cells.iter().filter(|value| **value == Some(0)).count();
            let hidden = cells.iter().filter(|value| value.is_none()).count();
            prop_assert_eq!(*rest == Rest::Zero, zeros >= hidden, "{}", name);
            rests.set(rests.get() + usize::from(*rest != Rest::Zero));
            let rows: Vec<String> =
                axes.iter().map(|&axis| cellveil::dimension::axis_name(&cube.store.cube().dimensions, axis)).collect();
            if rows.is_empty() {
                continue;
            }
            let query = cellveil::table::Query { rows, totals: false, ..Default::default() };
            let (_, table) = cube.ask(&query).unwrap();
            let shown: Vec<Value> = (0..table.len()).map(|at| table.value(at).map(|value| value as u64)).collect();
            prop_assert_eq!(&shown, cells, "{}", name);
        }
        Ok(())
    });
    assert!(sections.get() > 3000 && rests.get() > 200, "{sections:?} sections, {rests:?} views whose rest is hidden");
}
