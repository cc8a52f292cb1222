//! Changed bytes of a manifest in parts never give another table, and changed contents never stop the program.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cellveil::build::BuiltFile;
use cellveil::cube::sha256_hex;
use serde_json::{Value, json};

use super::{LENGTHS, WITH_TILES, files_of, stored, tables, with_digest};
use crate::support::random::mmix;

/// Changes one byte, or cuts or adds one, in one file.
fn damage(files: &mut [BuiltFile], next: &mut impl FnMut() -> u64) {
    let file = next() as usize % files.len();
    let bytes = &mut files[file].1;
    let at = next() as usize % bytes.len();
    match next() % 4 {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, next() as u8),
        _ => bytes[at] ^= 1 << (next() % 8),
    }
}

/// Replaces a value somewhere in a JSON document by another value of the document, or changes it.
fn change(document: &mut Value, next: &mut impl FnMut() -> u64) {
    fn places(value: &Value, at: String, found: &mut Vec<String>) {
        match value {
            Value::Array(items) => {
                (0..).zip(items).for_each(|(i, item): (usize, _)| places(item, format!("{at}/{i}"), found))
            }
            Value::Object(fields) => fields.iter().for_each(|(name, item)| places(item, format!("{at}/{name}"), found)),
            _ => {}
        }
        found.push(at);
    }
    let mut all = Vec::new();
    places(document, String::new(), &mut all);
    let other = document.pointer(&all[next() as usize % all.len()]).cloned().unwrap_or(Value::Null);
    let place = all[next() as usize % all.len()].clone();
    let small = next() % 5;
    let value = document.pointer_mut(&place).expect("a place of the document");
    match (next() % 6, &mut *value) {
        (0, _) => *value = other,
        (1, Value::Number(number)) => *value = json!(number.as_u64().unwrap_or(0).wrapping_add(small).wrapping_sub(2)),
        (2, Value::Array(items)) if !items.is_empty() => {
            items.remove(small as usize % items.len());
        }
        (3, Value::Array(items)) if !items.is_empty() => {
            let item = items[small as usize % items.len()].clone();
            items.push(item);
        }
        (4, Value::Object(fields)) if !fields.is_empty() => {
            let name = fields.keys().nth(small as usize % fields.len()).cloned().expect("a field");
            fields.remove(&name);
        }
        (5, Value::String(text)) => text.push('0'),
        _ => *value = json!([null, 0, 4_294_967_295_u64, "A05", []])[small as usize].clone(),
    }
}

/// Changes the contents of `cube.json` or of a part, and brings all digests up to date, as a careless builder would.
fn forge(files: &mut [BuiltFile], next: &mut impl FnMut() -> u64) {
    let documents: Vec<usize> = (0..files.len()).filter(|&at| files[at].0.ends_with(".json")).collect();
    let at = documents[next() as usize % documents.len()];
    let mut document: Value = serde_json::from_slice(&files[at].1).expect("a document of the builder");
    change(&mut document, next);
    let (mut path, mut bytes) = (files[at].0.clone(), format!("{document}\n").into_bytes());
    loop {
        if path == "cube.json" {
            let text = String::from_utf8(bytes).expect("JSON is text");
            files.last_mut().expect("the manifest comes last").1 = with_digest(&text);
            return;
        }
        let (old, new) =
            (sha256_hex(&files.iter().find(|(own, _)| *own == path).expect("a part").1), sha256_hex(&bytes));
        let length = files.iter().find(|(own, _)| *own == path).expect("a part").1.len();
        files.iter_mut().find(|(own, _)| *own == path).expect("a part").1.clone_from(&bytes);
        let Some(parent) = files.iter().position(|(_, text)| String::from_utf8_lossy(text).contains(&old)) else {
            return;
        };
        let text = String::from_utf8(files[parent].1.clone()).expect("JSON is text");
        let long = |length, digits: &str| format!("\"bytes\":{length},\"sha256\":\"{digits}\"");
        let short = |length, digits: &str| format!("\"{digits}\",{length}");
        let text = text.replace(&long(length, &old), &long(bytes.len(), &new));
        let is_short = text.contains(&short(length, &old));
        let text = text.replace(&short(length, &old), &short(bytes.len(), &new));
        if is_short {
            // The name of the file follows from its contents.
            files.iter_mut().find(|(own, _)| *own == path).expect("a part").0 = format!("parts/{}.json", &new[..16]);
        }
        (path, bytes) = (files[parent].0.clone(), text.into_bytes());
    }
}

/// Damages and forges cubes, and reads them. Returns how many forged cubes still gave tables, and how many did not.
fn fuzz(times: u64, seed: u64) -> (u64, u64) {
    let mut next = mmix(seed, 50);
    let kinds = [("keyed", LENGTHS), ("sealed", LENGTHS), ("keyed", WITH_TILES), ("sealed", WITH_TILES)];
    let built = kinds.map(|(release, lengths)| files_of(release, lengths));
    // Cubes of earlier builders have long lists.
    let cubes: Vec<_> = built.into_iter().chain(["version-2", "version-3"].map(stored)).collect();
    let cubes: Vec<_> = cubes.into_iter().map(|files| (tables(&files).expect("a sound cube"), files)).collect();
    let (mut given, mut refused) = (0, 0);
    for time in 0..times {
        let (expected, sound) = &cubes[(time / 2) as usize % cubes.len()];
        let mut files = sound.clone();
        let is_damage = time % 2 == 0;
        if is_damage {
            damage(&mut files, &mut next)
        } else {
            forge(&mut files, &mut next)
        }
        let found = catch_unwind(AssertUnwindSafe(|| tables(&files)));
        let Ok(found) = found else { panic!("time {time} of seed {seed} panicked") };
        match found {
            Ok(tables) if is_damage => assert_eq!(&tables, expected, "time {time} of seed {seed}"),
            Ok(_) => given += 1,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += u64::from(!is_damage);
            }
        }
    }
    (given, refused)
}

#[test]
fn changed_files_give_an_error_or_the_same_tables() {
    let (given, refused) = fuzz(4_000, 1);
    // Most forged places are words of an index, which no table reads.
    assert!(given > 20 && refused > 300, "{given} forged cubes gave tables, {refused} did not");
}

#[test]
#[ignore = "long: half a million changes"]
fn half_a_million_changes_give_an_error_or_the_same_tables() {
    let (given, refused) = fuzz(500_000, 2);
    assert!(given > 2_000 && refused > 40_000, "{given} forged cubes gave tables, {refused} did not");
}
