//! The leak test: searches the built files for anything besides the protected values of the published views.
//!
//! A sealed cube's files must depend only on its texts and protected values. The test needs no statistics: it reads each tile
//! and writes the tile again. Different bytes mean that the file holds something that no reader needs. The manifest gets
//! the same test. So only the values themselves could correlate with true counts, and the other attacks examine these. The
//! test also names files that do not belong to the cube.
//!
//! What it cannot find: values that do not come from the method (see `exact_totals`), and the meaning of texts: a note, a
//! label, a code for one person.

use super::finding::{Example, Figure, Finding};
use crate::cube::{MANIFEST, Manifest};
use crate::ptable::Ptable;
use crate::tile::{self, Encoding};

/// A file in a cube's folder: its path and its bytes.
pub type File = (String, Vec<u8>);

/// Searches all files of a sealed cube's folder, the manifest among them.
pub fn leak_test(files: &[File]) -> Finding {
    let manifest = files.iter().find(|(path, _)| path == MANIFEST).map(|(_, bytes)| bytes.as_slice());
    let mut listed: Vec<(String, Vec<u32>)> = Vec::new();
    let mut measured = 0;
    if let Some(manifest) = manifest.and_then(|bytes| Manifest::from_bytes(bytes).ok()) {
        measured = manifest.views.iter().filter(|view| view.measures.is_some()).count();
        let tiles = || manifest.views.iter().flat_map(|view| &view.tiles);
        let sections = |path: &str| tiles().filter(|tile| tile.file == path).map(|tile| tile.section).collect();
        listed.extend(manifest.files.iter().map(|file| (file.path.clone(), sections(&file.path))));
    }
    let leaks: Vec<(&String, &str)> =
        files.iter().filter_map(|(path, bytes)| Some((path, leak(path, bytes, &listed)?))).collect();
    let says = match leaks.as_slice() {
        [] if measured > 0 => format!(
            "All {} files were read and written again from what was read: the bytes are the same, so there is nothing in them \
             beside words, protected values, and the measures that the publisher wanted of {measured} views, which are made from true \
             counts and rounded to two decimals.",
            files.len()
        ),
        [] => format!(
            "All {} files were read and written again from what was read: the bytes are the same, so there is nothing in them \
             beside words and protected values.",
            files.len()
        ),
        leaks => format!("{} of {} files hold something beside words and protected values.", leaks.len(), files.len()),
    };
    Finding {
        name: "leak-test",
        says,
        figures: vec![
            ("files that hold something else", Figure::Count(leaks.len() as u64)),
            ("views with measures of the truth", Figure::Count(measured as u64)),
        ],
        limit: 0.0,
        example: leaks
            .first()
            .map(|(path, what)| Example { published: format!("{path}: {what}"), truth: String::new() }),
        remedy: "build the cube anew with cellveil tile, into an empty folder, and publish that folder and nothing else",
    }
}

/// The unexpected content of a file, given the manifest's files and their sections.
fn leak(path: &str, bytes: &[u8], listed: &[(String, Vec<u32>)]) -> Option<&'static str> {
    if path == MANIFEST {
        return in_manifest(bytes);
    }
    if Ptable::decode(bytes).is_ok() {
        return Some("a p-table");
    }
    let known = listed.iter().find(|(file, _)| file == path);
    let Ok(sections) = tile::decode(bytes) else {
        return Some(if known.is_some() { "no tile" } else { "not a file of the cube" });
    };
    if sections.iter().any(|section| section.keys.is_some()) {
        return Some("a column of keys, with counts");
    }
    let Some((_, read)) = known else { return Some("a tile that cube.json does not list") };
    if (0..sections.len() as u32).any(|section| !read.contains(&section)) {
        return Some("a section that no view has");
    }
    // A writer chooses one of two encodings; each has one form.
    let same = [None, Some(Encoding::Packed), Some(Encoding::Modelled)]
        .into_iter()
        .any(|encoding| tile::encode(&sections, 1, encoding).is_ok_and(|again| again == bytes));
    (!same).then_some("bytes that its values do not explain")
}

fn in_manifest(bytes: &[u8]) -> Option<&'static str> {
    let Ok(manifest) = Manifest::from_bytes(bytes) else { return Some("no manifest that can be read") };
    if manifest.key.is_some() {
        return Some("how keys are made, with the salt");
    }
    if manifest.methods.iter().any(|(_, parameters)| *parameters != parameters.clone().unsaid()) {
        return Some("what the method draws from");
    }
    let same = manifest.to_bytes().is_ok_and(|again| again == bytes);
    (!same).then_some("bytes that its fields do not explain")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::{Column, Section};

    /// Two cells of a view of three codes.
    fn section(keys: Option<Column>) -> Section {
        Section {
            cardinalities: vec![3],
            coordinates: vec![Column::U8(vec![0, 2])],
            counts: Column::U8(vec![5, 1]),
            keys,
        }
    }

    fn found(path: &str, bytes: Vec<u8>, listed: &[&str]) -> Option<&'static str> {
        leak(path, &bytes, &listed.iter().map(|&path| (path.to_owned(), vec![0])).collect::<Vec<_>>())
    }

    #[test]
    fn tiles_that_hold_more_than_values_are_named() {
        let sound = tile::encode(&[section(None)], 1, None).unwrap();
        let keyed = tile::encode(&[section(Some(Column::U8(vec![9, 8])))], 8, None).unwrap();
        let mut longer = sound.clone();
        longer.push(0);
        let ptable = Ptable::parse(include_bytes!("../../tests/data/ptable/cellkey_d5.csv"), "d5").unwrap().encode();
        assert_eq!(found("a", sound.clone(), &["a"]), None);
        let more = tile::encode(&[section(None), section(None)], 1, None).unwrap();
        assert_eq!(found("a", more, &["a"]), Some("a section that no view has"));
        assert_eq!(found("b", sound, &["a"]), Some("a tile that cube.json does not list"));
        assert_eq!(found("a", keyed, &["a"]), Some("a column of keys, with counts"));
        assert_eq!(found("a", longer, &["a"]), Some("no tile"));
        assert_eq!(found("a", ptable, &["a"]), Some("a p-table"));
        assert_eq!(found("notes.txt", b"count,key".to_vec(), &["a"]), Some("not a file of the cube"));
    }
}
