//! Writes the folder of a site completely or not at all.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Failure;
use crate::base::Quoted;
use crate::cli::folder::{is_new, not_written, plain, write_new, wrong_out};
use crate::cube::sha256_hex;
use crate::host::fs;

/// The file that lists all files of a site. A folder with this file is a site of this command.
pub(super) const SITE: &str = "site.json";
/// The format of [`SITE`].
pub(super) const FORMAT: &str = "cellveil-site/1";

/// The number and size of the files of a site.
pub(super) struct Written {
    pub files: usize,
    pub bytes: u64,
}

/// A file of a site.
pub(super) struct SiteFile {
    pub path: String,
    pub bytes: u64,
    /// The SHA-256. Absent for a copied file, because such a file may be larger than memory.
    digest: Option<String>,
}

/// A folder that is not yet in its place.
pub(super) struct Writing {
    out: PathBuf,
    folder: PathBuf,
    files: Vec<SiteFile>,
}

impl Writing {
    /// Writes a file of the site.
    pub fn file(&mut self, path: &str, bytes: &[u8]) -> Result<(), Failure> {
        let target = self.target(path)?;
        fs::write(target, bytes).map_err(|error| not_written(&self.out, &error))?;
        self.add(path, bytes.len() as u64, Some(sha256_hex(bytes)));
        Ok(())
    }

    /// Copies a file, which may be larger than memory.
    pub fn copy(&mut self, path: &str, from: &Path) -> Result<(), Failure> {
        let target = self.target(path)?;
        let bytes = fs::copy(from, target).map_err(|error| {
            Failure::wrong(format!("{}: {}; expected a file to copy to the site", from.display(), plain(&error)))
        })?;
        self.add(path, bytes, None);
        Ok(())
    }

    /// Writes a value as one line of JSON.
    pub fn json(&mut self, path: &str, value: &Value) -> Result<(), Failure> {
        self.file(path, format!("{value}\n").as_bytes())
    }

    /// All files so far.
    pub fn files(&self) -> &[SiteFile] {
        &self.files
    }

    /// The SHA-256 of a file, which is read again if it was copied.
    pub fn digest(&self, file: &SiteFile) -> Result<String, Failure> {
        if let Some(digest) = &file.digest {
            return Ok(digest.clone());
        }
        let bytes = fs::read(self.folder.join(&file.path)).map_err(|error| not_written(&self.out, &error))?;
        Ok(sha256_hex(&bytes))
    }

    fn target(&self, path: &str) -> Result<PathBuf, Failure> {
        let target = self.folder.join(path);
        let parent = target.parent().map_or(Ok(()), fs::create_dir_all);
        parent.map_err(|error| not_written(&self.out, &error))?;
        Ok(target)
    }

    fn add(&mut self, path: &str, bytes: u64, digest: Option<String>) {
        self.files.push(SiteFile { path: path.to_owned(), bytes, digest });
    }
}

/// Lets `fill` write all files of a site, then moves the folder to `out`.
pub(super) fn write(
    out: &Path,
    force: bool,
    fill: impl FnOnce(&mut Writing) -> Result<(), Failure>,
) -> Result<Written, Failure> {
    let mut written = Written { files: 0, bytes: 0 };
    write_new(out, &|| check(out, force), |folder| {
        let mut writing = Writing { out: out.to_owned(), folder: folder.to_owned(), files: Vec::new() };
        fill(&mut writing)?;
        written = Written { files: writing.files.len(), bytes: writing.files.iter().map(|file| file.bytes).sum() };
        Ok(())
    })?;
    Ok(written)
}

/// Checks that a site may be written to a folder. The folder must be absent or empty, or `force` must be set for an old
/// site.
pub(super) fn check(out: &Path, force: bool) -> Result<(), Failure> {
    let wrong = |problem: &str, expected: &str| Err(wrong_out(out, problem, expected));
    if is_new(out)? {
        return Ok(());
    }
    let Ok(found) = files_in(out) else { return wrong("is not a folder", "a folder, or a new name") };
    if found.is_empty() {
        return Ok(());
    }
    let Some(own) = files_of_site(out) else {
        return wrong("holds files that are not a site of this command", "an empty folder, or a new name");
    };
    if !force {
        return wrong("holds a site already", "--force to replace it, or another folder");
    }
    match found.iter().find(|file| !own.contains(file)) {
        None => Ok(()),
        Some(file) => wrong(
            &format!("holds {} beside the site", Quoted(file)),
            "a folder that contains only the site, because --out replaces the whole folder",
        ),
    }
}

/// Whether a folder has a site in kiosk mode.
pub(super) fn is_kiosk(out: &Path) -> bool {
    site_of(out).is_some_and(|site| site.get("kiosk") == Some(&Value::Bool(true)))
}

/// The list of a site. Absent if the folder has no readable list.
fn site_of(out: &Path) -> Option<Value> {
    let site: Value = serde_json::from_slice(&fs::read(out.join(SITE)).ok()?).ok()?;
    (site.get("format")? == FORMAT).then_some(site)
}

/// The files that an earlier site lists. Absent if the folder has no readable list.
fn files_of_site(out: &Path) -> Option<Vec<String>> {
    site_of(out)?.get("files")?.as_array()?.iter().map(|file| file.as_str().map(str::to_owned)).collect()
}

/// The paths of all files and links in a folder, and of all empty folders.
fn files_in(out: &Path) -> io::Result<Vec<String>> {
    let (mut files, mut folders) = (Vec::new(), vec![out.to_owned()]);
    while let Some(folder) = folders.pop() {
        let mut is_empty = true;
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            is_empty = false;
            if entry.file_type()?.is_dir() { folders.push(entry.path()) } else { files.push(entry.path()) }
        }
        if is_empty && folder != out {
            files.push(folder);
        }
    }
    let name = |path: &PathBuf| {
        let inside = path.strip_prefix(out).unwrap_or(path);
        inside.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
    };
    Ok(files.iter().map(name).collect())
}
