//! Rebuilds a cube from the truth and the specification, and compares the files byte by byte.
//!
//! A cube depends only on its specification and records. With both available, the folder is sound if the builder writes
//! the same folder again. The comparison finds any difference: a label, a note, a name, an encoding or an order.
//!
//! What it cannot find: disclosure by the specification's own texts, and values that the builder wrongly publishes.

use super::finding::{Example, Figure, Finding};
use super::leaks::File;

/// Compares the files of a sealed cube's folder with the rebuilt files.
pub fn rebuild(found: &[File], made: &[File]) -> Finding {
    let is_in = |file: &File, files: &[File]| files.binary_search(file).is_ok();
    let mut made = made.to_vec();
    made.sort();
    let other = found.iter().filter(|file| !is_in(file, &made));
    let other = other.map(|(path, _)| format!("{path}: differs from the rebuilt cube"));
    let paths: Vec<&String> = found.iter().map(|(path, _)| path).collect();
    let missing = made.iter().filter(|(path, _)| !paths.contains(&path)).map(|(path, _)| format!("{path}: missing"));
    let differ: Vec<String> = other.chain(missing).collect();
    Finding {
        name: "rebuild",
        says: match differ.len() {
            0 => format!(
                "The audit built the cube again from the keyed cube and the specification. All {} files are equal, \
                 byte by byte.",
                made.len()
            ),
            many => format!(
                "The audit built the cube again from the keyed cube and the specification. The rebuilt cube has {} \
                 files. In the folder, {many} files are changed, missing or additional.",
                made.len()
            ),
        },
        figures: vec![("files that differ", Figure::Count(differ.len() as u64))],
        limit: 0.0,
        blocked: None,
        example: differ.into_iter().next().map(|published| Example { published, truth: String::new() }),
        remedy: "Build the folder with cellveil tile of this version, from this specification and these records, and \
                 publish the folder unchanged.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(files: &[(&str, &str)]) -> Vec<File> {
        files.iter().map(|(path, bytes)| ((*path).to_owned(), bytes.as_bytes().to_vec())).collect()
    }

    #[test]
    fn what_differs_is_counted() {
        let made = files(&[("tiles/a", "1"), ("tiles/b", "2"), ("cube.json", "3")]);
        let differ = |found: &[(&str, &str)]| rebuild(&files(found), &made).figures[0].1;
        assert_eq!(differ(&[("cube.json", "3"), ("tiles/a", "1"), ("tiles/b", "2")]), Figure::Count(0));
        assert_eq!(differ(&[("cube.json", "4"), ("tiles/a", "1"), ("tiles/b", "2")]), Figure::Count(1));
        assert_eq!(differ(&[("cube.json", "3"), ("tiles/a", "1"), ("tiles/c", "2")]), Figure::Count(2));
        assert_eq!(differ(&[("cube.json", "3"), ("notes", ""), ("tiles/a", "1"), ("tiles/b", "2")]), Figure::Count(1));
    }
}
