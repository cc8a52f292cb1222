//! Finds a file of records that is given twice: by its path, or by its bytes.

use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::host::fs::{self, File};

/// Describes the first file of records that is given twice. `None` if all files differ.
pub(super) fn given_twice(records: &[PathBuf]) -> Option<String> {
    records.iter().enumerate().find_map(|(at, path)| {
        let earlier = records[..at].iter().find(|earlier| is_same(earlier, path))?;
        let what = match earlier == path {
            true => "given twice".to_owned(),
            false => format!("the same bytes as {}", earlier.display()),
        };
        Some(format!("--records {}: {what}, so its record keys repeat; expected each file once", path.display()))
    })
}

/// Whether two paths lead to the same file, or to files with the same bytes. A file that cannot be read is another file.
fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).ok();
    let length = |path: &Path| fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|about| about.len());
    match (real(one), real(other), length(one), length(other)) {
        (Some(one), Some(other), ..) if one == other => true,
        (_, _, Some(length), Some(of_other)) if length == of_other => equal_bytes(one, other).unwrap_or(false),
        _ => false,
    }
}

fn equal_bytes(one: &Path, other: &Path) -> io::Result<bool> {
    let (mut one, mut other) = (BufReader::new(File::open(one)?).bytes(), BufReader::new(File::open(other)?).bytes());
    loop {
        match (one.next().transpose()?, other.next().transpose()?) {
            (None, None) => return Ok(true),
            (a, b) if a != b => return Ok(false),
            _ => {}
        }
    }
}
