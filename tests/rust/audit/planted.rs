//! Leaks that the tests plant in files.

use cellveil::tile::{Column, Section};
use serde_json::Value;

use super::town::{OTHER_SALT, Person, SALT, SOUND, Spec, Town, csv, next, persons};

const MODULUS: u64 = 1 << 32;
/// Noise of −2 and 2 alone, but for counts that are smaller than that.
const GAPS: &str = "i,j,p,v,p_int_ub\n0,0,1,0,1\n1,0,0.5,-1,0.5\n1,2,0.5,1,1\n2,0,0.5,-2,0.5\n2,4,0.5,2,1\n";
/// Noise of −1, 0 and 1, which is 0 in 98 of 100 cells.
const TINY: &str = "i,j,p,v,p_int_ub\n0,0,1,0,1\n1,0,0.01,-1,0.01\n1,1,0.98,0,0.99\n1,2,0.01,1,1\n";

/// A town of three thousand with a sealed cube.
fn town(spec: &Spec, seed: u64) -> Town {
    let town = Town::new(spec, &persons(3000, MODULUS, seed));
    town.seal("sealed", spec);
    town
}

#[test]
fn audit_finds_an_extra_view() {
    let spec = Spec { publish: "views = [[\"area\", \"age\"], [\"work\"]]".into(), ..Spec::sound() };
    let more = Spec { publish: "views = [[\"area\", \"age\"], [\"area\", \"work\"]]".into(), ..Spec::sound() };
    let town = town(&more, 1);
    town.audit_sealed("sealed").passes();
    town.specify("fewer", &spec);
    let audit = town.audit(&["sealed", "--truth", "truth", "--spec", "fewer.toml"]);
    assert_eq!(audit.exceeded(), ["views", "rebuild"]);
    assert_eq!(audit.figure("views", 0), 1.0);
    assert_eq!(audit.published("views"), "view area × work");
    // One too few is nothing that leaks, though not what is specified.
    town.seal("fewer", &spec);
    let audit = town.audit(&["fewer", "--truth", "truth", "--spec", "sealed.toml"]);
    assert_eq!(audit.exceeded(), ["rebuild"]);
}

#[test]
fn audit_finds_a_stray_tile() {
    let town = town(&Spec::sound(), 1);
    let more = Spec { publish: "max_dimensions = 3".into(), ..Spec::sound() };
    town.seal("more", &more);
    let tile = town.tile_of("more", &["area", "age", "work"]).0;
    town.0.write(&format!("sealed/{tile}"), town.0.read(&format!("more/{tile}")));
    let audit = town.audit_sealed("sealed");
    assert_eq!(audit.exceeded(), ["leak-test", "rebuild"]);
    assert_eq!(audit.published("leak-test"), format!("{tile}: a tile that cube.json does not list"));
    assert_eq!(audit.names().len(), 19, "the other attacks are tried all the same");
}

/// A web server may follow a link. The audit does not, and names no target.
#[cfg(unix)]
#[test]
fn audit_finds_links_out_of_the_folder() {
    use std::os::unix::fs::symlink;
    let town = town(&Spec::sound(), 1);
    town.0.write("secret/records.csv", "area,age\n");
    for (name, target) in
        [("out", "../secret/records.csv"), ("folder", "../secret"), ("none", "nowhere"), ("loop", ".")]
    {
        symlink(target, town.0.path(&format!("sealed/{name}"))).unwrap();
        let audit = town.audit_sealed("sealed");
        assert_eq!(audit.exceeded(), ["leak-test"], "{name}: {}", audit.text);
        let expected = format!("{name}: a link that does not lead to a file of this folder");
        assert_eq!(audit.published("leak-test"), expected);
        assert!(!audit.text.contains("secret"));
        let verified = town.0.done(&["verify", "sealed"]);
        assert!(verified.contains(&format!("sealed/{expected}\n")), "{verified}");
        std::fs::remove_file(town.0.path(&format!("sealed/{name}"))).unwrap();
    }
    // A link to the cube itself is sound.
    symlink("sealed", town.0.path("published")).unwrap();
    assert!(town.audit(&["published", "--truth", "truth", "--spec", "sealed.toml"]).exceeded().is_empty());
}

#[test]
fn audit_finds_an_unperturbed_total() {
    let spec = Spec::sound();
    let town = town(&spec, 1);
    let truth = town.counts("area");
    let (file, section) = town.tile_of("sealed", &["area"]);
    let mut planted = None;
    town.change_tile("sealed", &file, 1, |sections| {
        let section = &mut sections[section];
        let cell = (0..4).find(|&cell| section.counts.get(cell) != truth[cell] + 2).unwrap();
        let mut counts: Vec<u64> = (0..4).map(|cell| section.counts.get(cell)).collect();
        counts[cell] = truth[cell] + 2; // what stands for a value in a tile
        section.counts = Column::from_values(&counts);
        planted = Some((cell, truth[cell]));
    });
    let (cell, count) = planted.unwrap();
    town.0.done(&["verify", "sealed"]);
    let audit = town.audit_sealed("sealed");
    assert_eq!(audit.exceeded(), ["rebuild", "exact-totals"]);
    assert_eq!((audit.figure("exact-totals", 0), audit.figure("exact-totals", 1)), (1.0, 1.0));
    let expected = format!("area = {cell} in view area: published {count}; the method gives a different result");
    assert_eq!(audit.published("exact-totals"), expected);
    let says = audit.finding("exact-totals")["says"].as_str().unwrap();
    assert!(says.starts_with("For 1 of 130 cells, the method gives a different result."), "{says}");
    assert!(audit.message.contains("findings over their limits: rebuild, exact-totals;"), "{}", audit.message);
}

#[test]
fn audit_finds_impossible_middle_values() {
    let spec = Spec::sound();
    let town = Town::with_ptable(&spec, &persons(3000, MODULUS, 1), GAPS);
    town.seal("sealed", &spec);
    for audit in [town.audit_keyed(&spec), town.audit_sealed("sealed"), town.audit(&["sealed", "--truth", "truth"])] {
        let exceeded = audit.exceeded();
        assert!(exceeded.contains(&"impossible-values") && !exceeded.contains(&"exact-totals"), "{exceeded:?}");
        assert_eq!(audit.of("impossible-values", 0), (130, 130));
        assert_eq!(audit.figure("impossible-values", 1), 2.0);
        assert!(audit.published("impossible-values").contains("; 2 counts from "));
    }
}

/// One view is rounded to multiples of 3 with draws of its own, in cells whose value was another.
#[test]
fn audit_finds_an_independent_random_rounding() {
    let spec = Spec { publish: "max_dimensions = 3".into(), ..Spec::method("kind = \"random-rounding\"\nbase = 3") };
    // Few persons, so that many totals have a single part.
    let town = Town::new(&spec, &persons(150, MODULUS, 1));
    town.seal("sealed", &spec);
    let before = town.audit_sealed("sealed");
    assert!(!before.exceeded().iter().any(|name| ["consistency", "exact-totals", "leak-test"].contains(name)));
    let truth = town.counts("area,age,work");
    let (file, section) = town.tile_of("sealed", &["area", "age", "work"]);
    let mut state = 9;
    town.change_tile("sealed", &file, 1, |sections| {
        let rounded: Vec<u64> = truth
            .iter()
            .map(|&count| count - count % 3 + if next(&mut state) % 3 < count % 3 { 3 } else { 0 })
            .collect();
        let cells: Vec<usize> = (0..rounded.len()).filter(|&cell| rounded[cell] > 0).collect();
        let column =
            |of: &dyn Fn(usize) -> u64| Column::from_values(&cells.iter().map(|&cell| of(cell)).collect::<Vec<_>>());
        let section = &mut sections[section];
        section.coordinates = vec![
            column(&|cell| cell as u64 / 40),
            column(&|cell| cell as u64 / 5 % 8),
            column(&|cell| cell as u64 % 5),
        ];
        section.counts = column(&|cell| rounded[cell] + 2);
    });
    let cells = tile_cells(&town, &file, section);
    let mut manifest = town.manifest("sealed");
    let views = manifest["views"].as_array_mut().unwrap();
    let view = views.iter_mut().find(|view| view["axes"].as_array().unwrap().len() == 3).unwrap();
    assert!(view["rest"].is_null(), "the rest of this view is 0");
    (view["cells"], view["tiles"][0]["cells"]) = (cells.into(), cells.into());
    town.write_manifest("sealed", manifest);
    let exceeded = town.audit_sealed("sealed");
    let names = exceeded.exceeded();
    assert!(
        names.contains(&"consistency") && names.contains(&"exact-totals") && !names.contains(&"leak-test"),
        "{names:?}"
    );
    let (differ, pairs) = exceeded.of("consistency", 0);
    assert!(differ > 3 && pairs > 20, "{differ} of {pairs}");
    assert!(exceeded.published("consistency").contains(" in view area × age × work: published "));
}

fn tile_cells(town: &Town, file: &str, section: usize) -> usize {
    cellveil::tile::decode(&town.0.read(&format!("sealed/{file}"))).unwrap()[section].counts.len()
}

/// True counts in a section that no view reads, or in a second view of the same axes: not to be read as a sealed cube at all.
#[test]
fn audit_refuses_true_counts_in_unread_sections() {
    let town = town(&Spec::sound(), 1);
    let truth = town.counts("area");
    let (file, section) = town.tile_of("sealed", &["area"]);
    town.change_tile("sealed", &file, 1, |sections| {
        let counts: Vec<u64> = truth.iter().map(|count| count + 2).collect();
        let hidden = Section { counts: Column::from_values(&counts), ..sections[section].clone() };
        sections.push(hidden);
    });
    let audit = town.audit_sealed("sealed");
    assert_eq!((audit.exceeded(), audit.names()), (vec!["leak-test"], vec!["leak-test"]));
    assert_eq!(audit.published("leak-test"), format!("{file}: a section that no view uses"));
    town.0.fails(2, &["verify", "sealed"], &[&file, "its sections are not those of the cube"]);

    let mut manifest = town.manifest("sealed");
    let views = manifest["views"].as_array_mut().unwrap();
    let at = views.iter().position(|view| view["axes"] == serde_json::json!(["area"])).unwrap();
    let mut again = views[at].clone();
    again["tiles"][0]["section"] = (tile_sections(&town, &file) - 1).into();
    views.insert(at + 1, again);
    town.write_manifest("sealed", manifest);
    town.0.fails(2, &["verify", "sealed"], &["cube.json: views are out of order", "each once"]);
}

fn tile_sections(town: &Town, file: &str) -> usize {
    cellveil::tile::decode(&town.0.read(&format!("sealed/{file}"))).unwrap().len()
}

/// True counts with their keys where protected values should be, and a manifest that agrees.
#[test]
fn audit_refuses_counts_and_keys_in_a_sealed_tile() {
    let town = town(&Spec::sound(), 1);
    let (file, _) = town.tile_of("sealed", &["area"]);
    town.change_tile("sealed", &file, 32, |sections| {
        for section in sections {
            let keys: Vec<u64> = (915_734_021..).take(section.counts.len()).collect();
            section.keys = Some(Column::from_values(&keys));
        }
    });
    let audit = town.audit_sealed("sealed");
    assert_eq!((audit.exceeded(), audit.names()), (vec!["leak-test"], vec!["leak-test"]));
    assert_eq!(audit.published("leak-test"), format!("{file}: a tile with counts and cell keys"));
    assert!(!audit.text.contains("915734"));
    let says = audit.finding("leak-test")["says"].as_str().unwrap();
    assert!(says.contains("No other attack was tried"), "{says}");
}

#[test]
fn audit_finds_other_files_in_the_folder() {
    let town = town(&Spec::sound(), 1);
    for (name, from, what) in [
        ("ptables/p.cvp", "truth", "a p-table"),
        ("records.csv", "records.csv", "not a file of the cube"),
        ("ptable.csv", "ptable.csv", "not a file of the cube"),
        (".cells.csv", "records.csv", "not a file of the cube"),
        ("old/cube.json", "truth/cube.json", "not a file of the cube"),
    ] {
        let bytes = match from {
            "truth" => {
                let files = town.manifest("truth")["files"].as_array().unwrap().clone();
                let paths: Vec<&str> = files.iter().map(|file| file["path"].as_str().unwrap()).collect();
                town.0.read(&format!("truth/{}", paths.iter().find(|path| path.starts_with("ptables/")).unwrap()))
            }
            from => town.0.read(from),
        };
        town.0.write(&format!("sealed/{name}"), bytes);
        let audit = town.audit_sealed("sealed");
        assert_eq!(audit.exceeded(), ["leak-test", "rebuild"], "{name}");
        assert_eq!(audit.published("leak-test"), format!("{name}: {what}"));
        town.0.remove(&format!("sealed/{name}"));
    }
    town.audit_sealed("sealed").passes();
}

#[test]
fn audit_finds_key_parameters_in_a_manifest() {
    let town = town(&Spec::sound(), 1);
    let manifest = town.manifest("sealed");
    let with = |change: &dyn Fn(&mut Value)| {
        let mut manifest = manifest.clone();
        change(&mut manifest);
        manifest
    };
    let key = &town.manifest("truth")["key"];
    assert_eq!(key["salt"], SALT);
    for (value, what, is_tried) in [
        (with(&|manifest| manifest["key"] = key.clone()), "the parameters of the keys, with the salt", false),
        (
            with(&|manifest| manifest["methods"][0][1]["ptable"] = "p.csv".into()),
            "the p-table or the matrix of the method",
            false,
        ),
        (
            with(&|manifest| manifest["views"][0]["tiles"][0]["section"] = 0.into()),
            "bytes that do not follow from its fields",
            true,
        ),
    ] {
        town.write_manifest("sealed", value);
        let audit = town.audit_sealed("sealed");
        let expected: &[&str] = if is_tried { &["leak-test", "rebuild"] } else { &["leak-test"] };
        assert_eq!(audit.exceeded(), expected, "{what}");
        assert_eq!(audit.published("leak-test"), format!("cube.json: {what}"));
        assert_eq!(audit.names().len() > 1, is_tried, "{what}");
        assert!(!audit.text.contains(SALT));
    }
}

/// Two releases of the same records, and one of the year after.
#[test]
fn audit_finds_differences_between_releases() {
    let spec = Spec { publish: "views = [[\"area\", \"age\"], [\"area\", \"work\"]]".into(), ..Spec::sound() };
    let year = persons(3000, MODULUS, 1);
    let town = town(&spec, 1);
    town.0.write("gaps.csv", GAPS);
    town.0.write("tiny.csv", TINY);
    let of = |method: &str| Spec { method: method.into(), ..spec.clone() };
    let cell_key = |ptable: &str| of(&format!("kind = \"cell-key\"\nptable = \"{ptable}\"\nlookup = \"hash\""));
    let rounding = of("kind = \"random-rounding\"\nbase = 3");
    town.seal("again", &spec);
    town.seal("salted", &Spec { salt: OTHER_SALT, ..spec.clone() });
    town.seal("gaps", &cell_key("gaps.csv"));
    town.seal("tiny", &cell_key("tiny.csv"));
    town.seal("rounded", &rounding);
    town.seal("multiples", &of("kind = \"random-rounding\"\nbase = 20"));
    town.seal("without-age", &Spec { publish: "views = [[\"area\", \"work\"]]".into(), ..spec.clone() });
    // A tenth of the persons left, and others came.
    let others = persons(310, MODULUS, 2);
    town.0.write("records.csv", csv(&[&year[300..], &others].concat()));
    town.seal("before", &spec);
    town.seal("before-salted", &Spec { salt: OTHER_SALT, ..spec.clone() });

    let against = |new: &str, old: &str| {
        town.audit(&[new, "--truth", "truth", "--spec", &format!("{new}.toml"), "--against", old])
    };
    for (new, old) in
        [("sealed", "again"), ("sealed", "without-age"), ("sealed", "before"), ("sealed", "before-salted")]
    {
        let audit = against(new, old);
        audit.passes();
        // Of another year it says that it is one, and with another salt nothing that it cannot know.
        let says = audit.finding("composition")["says"].as_str().unwrap();
        let is_other_year = says.contains("the data differ") || old == "before" && says.contains("were retained");
        assert_eq!(is_other_year, old.starts_with("before"), "{}", audit.text);
    }
    for (new, old) in [
        ("sealed", "salted"),
        ("sealed", "gaps"),
        ("sealed", "tiny"),
        ("sealed", "rounded"),
        ("sealed", "multiples"),
        ("tiny", "sealed"),
        ("rounded", "sealed"),
        ("rounded", "multiples"),
    ] {
        let audit = against(new, old);
        assert!(audit.exceeded().contains(&"composition"), "{new} and {old}: {}", audit.text);
        assert!(audit.published("composition").contains(" now, and "));
    }
    // Before it is sealed as well.
    let planned = town.audit(&["truth", "--spec", "salted.toml", "--against", "sealed"]);
    assert_eq!(planned.exceeded(), ["composition"]);
    let (two, all) = planned.of("composition", 0);
    assert!(two > 50 && all == 70, "{two} of {all}");
    assert_eq!(planned.of("composition", 0), against("salted", "sealed").of("composition", 0));
}

#[test]
fn audit_finds_keys_near_zero() {
    for (modulus, lookup) in [(MODULUS, "hash"), (MODULUS, "key"), (256, "key")] {
        let mut people = persons(400, modulus, 1);
        let key = format!("modulus = {modulus}");
        let spec = Spec { data: "public-use", key, ..Spec::method(&SOUND.replace("hash", lookup)) };
        let even = Town::new(&spec, &people).audit_keyed(&spec);
        assert!(!even.exceeded().contains(&"near-zero-keys"));
        people.iter_mut().step_by(4).for_each(|(_, key)| *key %= modulus / 256);
        let town = Town::new(&spec, &people);
        let audit = town.audit_keyed(&spec);
        assert!(audit.exceeded().contains(&"near-zero-keys"), "{modulus} {lookup}: {}", audit.text);
        assert_eq!(audit.exceeded().contains(&"key-algebra"), lookup == "key");
        town.seal("sealed", &spec);
        let sealed = town.audit_sealed("sealed");
        assert_eq!(sealed.finding("near-zero-keys"), audit.finding("near-zero-keys"));
    }
}

/// Each planted fault of the record keys, and its sound twin.
#[test]
fn audit_finds_weak_record_keys() {
    let sound = Spec { data: "synthetic", key: "combine = \"xor\"".into(), ..Spec::sound() };
    let people = persons(200, MODULUS, 1);
    let found = |people: &[Person]| Town::new(&sound, people).audit_keyed(&sound);
    let twin = found(&people);
    assert!(!twin.exceeded().contains(&"record-keys"), "{}", twin.text);
    assert_eq!(
        (twin.figure("record-keys", 0), twin.report["findings"][0]["name"].as_str()),
        (0.0, Some("record-keys"))
    );
    type Fault = (&'static str, fn(usize, &[Person]) -> u64, &'static str);
    let faults: [Fault; 5] = [
        ("constant key", |_, _| 77, "all keys are equal"),
        ("1..n", |at, _| at as u64 + 1, "keys not even over the range"),
        ("few distinct keys", |at, people| people[at % 2].1, "few distinct keys"),
        ("survey weights", |at, people| 80 + people[at].1 % 900, "keys not even over the range"),
        ("household keys under XOR", |at, people| people[at / 3 * 3].1, "more repeated keys than by chance"),
    ];
    for (name, key, says) in faults {
        let planted: Vec<Person> = (0..people.len()).map(|at| (people[at].0, key(at, &people))).collect();
        let audit = found(&planted);
        assert!(audit.exceeded().contains(&"record-keys"), "{name}: {}", audit.text);
        let text = audit.finding("record-keys")["says"].as_str().unwrap();
        assert!(text.contains(says) && text.contains("Under XOR, two equal keys cancel"), "{name}: {text}");
    }
}

#[test]
fn audit_finds_keys_that_select_the_noise() {
    let keyed = Spec::method(&SOUND.replace("hash", "key"));
    let town = town(&keyed, 1);
    assert_eq!(town.audit_keyed(&keyed).exceeded(), ["key-algebra"]);
    assert_eq!(town.audit_sealed("sealed").exceeded(), ["key-algebra"]);
    town.audit_keyed(&Spec::sound()).passes();
}

#[test]
fn audit_finds_tiny_noise_and_too_many_dimensions() {
    let spec = Spec { publish: "max_dimensions = 3".into(), ..Spec::sound() };
    let town = Town::with_ptable(&spec, &persons(250, MODULUS, 1), TINY);
    town.seal("sealed", &spec);
    for audit in [town.audit_sealed("sealed"), town.audit_keyed(&spec)] {
        assert_eq!(audit.exceeded(), ["posterior", "equality", "averaging", "differencing"]);
        assert!(audit.figure("averaging", 0) > 0.9 && audit.figure("differencing", 0) > 0.9, "{}", audit.text);
    }
    // Noise of −1 or 1 that is seldom 0 makes fewer counts likely, and more counts certain.
    let narrow = TINY.replace("0.01", "0.4").replace("0.98", "0.2").replace("0.99", "0.6");
    let audit = Town::with_ptable(&spec, &persons(250, MODULUS, 1), narrow).audit_keyed(&spec);
    assert!(audit.exceeded().contains(&"reconstruction"), "{}", audit.text);
    // With a sound p-table, these three attacks fail on tables of up to three dimensions too.
    let sound = Town::new(&spec, &persons(250, MODULUS, 1)).audit_keyed(&spec);
    let stopped = ["reconstruction", "averaging", "differencing"];
    assert!(!sound.exceeded().iter().any(|name| stopped.contains(name)), "{}", sound.text);
}

/// Without the specification, the audit takes the salt of the keyed cube. If this salt differs, the report says so.
#[test]
fn audit_names_another_salt_and_other_keys() {
    let spec = Spec::sound();
    let town = town(&spec, 1);
    town.seal("salted", &Spec { salt: OTHER_SALT, ..spec.clone() });
    let rekeyed: Vec<Person> = persons(3000, MODULUS, 1)
        .into_iter()
        .zip(persons(3000, MODULUS, 9))
        .map(|((codes, _), (_, key))| (codes, key))
        .collect();
    town.0.write("rekeyed.csv", csv(&rekeyed));
    town.0.done(&["tile", "truth.toml", "--records", "rekeyed.csv", "--out", "rekeyed"]);
    for (cube, truth) in [("salted", "truth"), ("sealed", "rekeyed")] {
        let audit = town.audit(&[cube, "--truth", truth]);
        assert!(audit.exceeded().contains(&"exact-totals"), "{}", audit.text);
        let finding = audit.finding("exact-totals");
        assert!(finding["says"].as_str().unwrap().contains("are other draws"), "{finding}");
        assert!(finding["remedy"].as_str().unwrap().contains("(--truth, --spec)"), "{finding}");
    }
    town.audit(&["salted", "--truth", "truth", "--spec", "salted.toml"]).passes();
    town.audit(&["sealed", "--truth", "truth"]).passes();
}
