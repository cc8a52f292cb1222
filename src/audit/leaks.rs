//! The leak test: searches the built files for anything besides the protected values of the published views.
//!
//! A sealed cube's files must depend only on its texts and protected values. The test needs no statistics: it reads
//! each tile and writes the tile again. Different bytes mean that the file holds something that no reader needs. The
//! manifest gets the same test. After this test, only the values themselves can correlate with true counts. The other
//! attacks examine the values. The test also names files that do not belong to the cube, and links out of its folder.
//!
//! What it cannot find: values that do not come from the method (see `exact_totals`), and disclosure by texts, such as
//! a note, a label, or a code for one person.

use std::collections::{HashMap, HashSet};

use super::finding::{Example, Figure, Finding};
use crate::base::OnlyFull;
use crate::cube::{Form, MANIFEST, Manifest, PartFile, TilePart};
use crate::ptable::Ptable;
use crate::tile::{self, Encoding};

/// A file in a cube's folder: its path and its bytes.
pub type File = (String, Vec<u8>);

/// Searches all files of a sealed cube's folder, including the manifest. `links` are the paths of links in this folder
/// that do not lead to a file of the folder. A web server may follow them.
pub fn leak_test(files: &[File], links: &[String]) -> Finding {
    let manifest = files.iter().find(|(path, _)| path == MANIFEST).map(|(_, bytes)| bytes.as_slice());
    let manifest = manifest.and_then(|bytes| Manifest::from_bytes(bytes).ok());
    let views = manifest.iter().flat_map(|manifest| &manifest.views);
    let measured = views.filter(|view| view.measures.is_some()).count();
    let listed = manifest.map(|manifest| Listed::of(&manifest, files)).unwrap_or_default();
    let mut leaks: Vec<(&String, &str)> =
        files.iter().filter_map(|(path, bytes)| Some((path, leak(path, bytes, &listed)?))).collect();
    leaks.extend(links.iter().map(|path| (path, "a link that does not lead to a file of this folder")));
    let all = files.len() + links.len();
    let says = match leaks.as_slice() {
        [] if measured > 0 => format!(
            "The audit read all {} files and wrote them again. The bytes are the same, so the files hold only words, \
             protected values and measures. {measured} views have measures. Measures come from true counts and are \
             rounded to two decimals.",
            files.len()
        ),
        [] => format!(
            "The audit read all {} files and wrote them again. The bytes are the same, so the files hold only words \
             and protected values.",
            files.len()
        ),
        leaks => format!("{} of {all} files hold more than words and protected values.", leaks.len()),
    };
    Finding {
        name: "leak-test",
        says,
        figures: vec![
            ("files with unexpected content", Figure::Count(leaks.len() as u64)),
            ("views with measures from true counts", Figure::Count(measured as u64)),
        ],
        limit: 0.0,
        blocked: None,
        example: leaks.first().map(|(path, what)| Example {
            published: format!("{path}: {what}"),
            truth: String::new(),
            steps: Vec::new(),
        }),
        remedy: "Build the cube again with cellveil tile into an empty folder, and publish only this folder.",
    }
}

/// The files that a manifest and its parts list.
#[derive(Default)]
struct Listed {
    /// The tiles, each with the sections that views use.
    tiles: HashMap<String, Vec<u32>>,
    /// The files with parts of the manifest.
    parts: HashSet<String>,
    /// The form of the lists in these files.
    form: Form,
}

impl Listed {
    fn of(manifest: &Manifest, files: &[File]) -> Self {
        let lists =
            manifest.views.iter().flat_map(|view| &view.tiles).filter_map(|tile| tile.list.as_ref()).map(OnlyFull::get);
        let codes = manifest.dimensions.iter().flat_map(|dimension| [&dimension.list, &dimension.index]).flatten();
        let codes = codes.flat_map(|list| &list.get().parts).map(|part| &part.file);
        let levels = manifest.dimensions.iter().flat_map(|dimension| &dimension.levels);
        let levels = levels.filter_map(|level| level.file.as_ref()).map(|level| &level.get().file);
        let views = manifest.tiles.iter().flat_map(OnlyFull::get).map(|part| &part.file);
        let named = lists.chain(codes).chain(levels).chain(views);
        let form = manifest.form();
        let mut waiting: Vec<String> = named.map(|file| file.path.clone()).collect();
        let files: HashMap<&str, &[u8]> = files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())).collect();
        let mut parts: HashSet<String> = HashSet::new();
        let mut tiles: Vec<String> = manifest.files.iter().map(|file| file.path.clone()).collect();
        let mut read: Vec<TilePart> = manifest.views.iter().flat_map(|view| view.tiles.clone()).collect();
        while let Some(path) = waiting.pop() {
            let bytes = files.get(path.as_str()).copied();
            if let Some(part) = bytes.and_then(|bytes| PartFile::from_bytes(bytes, form).ok()) {
                let (slices, files) = part.tiles();
                read.extend(slices.into_iter().cloned());
                tiles.extend(files.iter().map(|file| file.path.clone()));
                let further = part.parts().into_iter().map(|file| file.path.clone());
                waiting.extend(further.filter(|path| !parts.contains(path)));
            }
            parts.insert(path);
        }
        let mut tiles: HashMap<String, Vec<u32>> = tiles.into_iter().map(|path| (path, Vec::new())).collect();
        for tile in read {
            if let Some(sections) = tiles.get_mut(&tile.file) {
                sections.push(tile.section);
            }
        }
        Self { tiles, parts, form }
    }
}

/// Returns the unexpected content of a file.
fn leak(path: &str, bytes: &[u8], listed: &Listed) -> Option<&'static str> {
    if path == MANIFEST {
        return in_manifest(bytes);
    }
    if listed.parts.contains(path) {
        let form = listed.form;
        let same = PartFile::from_bytes(bytes, form).is_ok_and(|part| part.to_bytes(form) == bytes);
        return (!same).then_some("bytes that do not follow from its fields");
    }
    if Ptable::decode(bytes).is_ok() {
        return Some("a p-table");
    }
    let known = listed.tiles.get(path);
    let Ok(sections) = tile::decode(bytes) else {
        return Some(if known.is_some() { "not a valid tile" } else { "not a file of the cube" });
    };
    if sections.iter().any(|section| section.keys.is_some()) {
        return Some("a tile with counts and cell keys");
    }
    let Some(read) = known else { return Some("a tile that cube.json does not list") };
    if (0..sections.len() as u32).any(|section| !read.contains(&section)) {
        return Some("a section that no view uses");
    }
    // A writer chooses one of two encodings. Each encoding writes given sections in one way only.
    let same = [None, Some(Encoding::Packed), Some(Encoding::Modelled)]
        .into_iter()
        .any(|encoding| tile::encode(&sections, 1, encoding).is_ok_and(|again| again == bytes));
    (!same).then_some("bytes that do not follow from its values")
}

fn in_manifest(bytes: &[u8]) -> Option<&'static str> {
    let Ok(manifest) = Manifest::from_bytes(bytes) else { return Some("not a readable manifest") };
    if manifest.key.is_some() {
        return Some("the parameters of the keys, with the salt");
    }
    if manifest.methods.iter().any(|(_, parameters)| *parameters != parameters.clone().unsaid()) {
        return Some("the p-table or the matrix of the method");
    }
    let same = manifest.to_bytes().is_ok_and(|again| again == bytes);
    (!same).then_some("bytes that do not follow from its fields")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::{Column, Section};

    /// A section with two cells of a view of three codes.
    fn section(keys: Option<Column>) -> Section {
        Section {
            cardinalities: vec![3],
            coordinates: vec![Column::U8(vec![0, 2])],
            counts: Column::U8(vec![5, 1]),
            keys,
        }
    }

    fn found(path: &str, bytes: Vec<u8>, listed: &[&str]) -> Option<&'static str> {
        let tiles = listed.iter().map(|&path| (path.to_owned(), vec![0])).collect();
        leak(path, &bytes, &Listed { tiles, parts: HashSet::from(["part".to_owned()]), form: Form::Long })
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
        assert_eq!(found("a", more, &["a"]), Some("a section that no view uses"));
        assert_eq!(found("b", sound, &["a"]), Some("a tile that cube.json does not list"));
        assert_eq!(found("a", keyed, &["a"]), Some("a tile with counts and cell keys"));
        assert_eq!(found("a", longer, &["a"]), Some("not a valid tile"));
        assert_eq!(found("a", ptable, &["a"]), Some("a p-table"));
        let part = |more: &str| format!("{{\"codes\":[[\"A\",\"North\"]]}}\n{more}").into_bytes();
        assert_eq!(found("part", part(""), &["a"]), None);
        assert_eq!(found("part", part(" "), &["a"]), Some("bytes that do not follow from its fields"));
        assert_eq!(found("part", b"count,key".to_vec(), &["a"]), Some("bytes that do not follow from its fields"));
        assert_eq!(found("notes.txt", b"count,key".to_vec(), &["a"]), Some("not a file of the cube"));
    }
}
