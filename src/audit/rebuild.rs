//! Rebuilds a cube from the truth and the specification, and compares the files byte by byte.
//!
//! A cube depends only on its specification and records. With both available, the folder is sound if the builder writes
//! the same folder again. The comparison finds any difference: a label, a note, a name, an encoding or an order.
//!
//! What it cannot find: disclosure by the specification's own texts, and values that the builder wrongly publishes.

use super::finding::{Example, Figure, Finding};
use super::leaks::File;
use crate::cube::PretabularPart;

/// Compares the files of a sealed cube's folder with the rebuilt files. `stated` is what the cube states of its steps before
/// tabulation.
pub fn rebuild(found: &[File], made: &[File], stated: Option<&PretabularPart>) -> Finding {
    let is_in = |file: &File, files: &[File]| files.binary_search(file).is_ok();
    let mut made = made.to_vec();
    made.sort();
    let other = found.iter().filter(|file| !is_in(file, &made));
    let other = other.map(|(path, _)| format!("{path}: differs from the rebuilt cube"));
    let paths: Vec<&String> = found.iter().map(|(path, _)| path).collect();
    let missing = made.iter().filter(|(path, _)| !paths.contains(&path)).map(|(path, _)| format!("{path}: missing"));
    let differ: Vec<String> = other.chain(missing).collect();
    // The rebuilt cube takes these figures from the folder, so the comparison cannot test them.
    let is_stated = |part: &PretabularPart| part.steps.iter().any(|step| step.moved.is_some() || step.matrix.is_some());
    let untested = match stated.is_some_and(is_stated) {
        true => " The shares moved and the matrices in cube.json are not tested: only the records show them.",
        false => "",
    };
    let says = match differ.len() {
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
    };
    Finding {
        name: "rebuild",
        says: says + untested,
        figures: vec![("files that differ", Figure::Count(differ.len() as u64))],
        limit: 0.0,
        blocked: None,
        example: differ.into_iter().next().map(|published| Example {
            published,
            truth: String::new(),
            steps: Vec::new(),
        }),
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
        let differ = |found: &[(&str, &str)]| rebuild(&files(found), &made, None).figures[0].1;
        assert_eq!(differ(&[("cube.json", "3"), ("tiles/a", "1"), ("tiles/b", "2")]), Figure::Count(0));
        assert_eq!(differ(&[("cube.json", "4"), ("tiles/a", "1"), ("tiles/b", "2")]), Figure::Count(1));
        assert_eq!(differ(&[("cube.json", "3"), ("tiles/a", "1"), ("tiles/c", "2")]), Figure::Count(2));
        assert_eq!(differ(&[("cube.json", "3"), ("notes", ""), ("tiles/a", "1"), ("tiles/b", "2")]), Figure::Count(1));
    }
}
