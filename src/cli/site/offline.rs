//! The files that let browsers keep a site for use without a network: a service worker and a web manifest.
//!
//! The worker, `sw.js`, is a file of the archive. The list of files stands before the code, so a change of any file
//! changes `sw.js`, and browsers notice a new version.

use std::fmt::Write as _;
use std::str::FromStr;

use serde_json::json;

use super::Failure;
use super::output::Writing;
use crate::base::Quoted;
use crate::cube::sha256_hex;

/// The service worker in the archive and on the site.
pub(super) const WORKER: &str = "sw.js";
/// The web manifest, with which browsers install the site as an app.
pub(super) const MANIFEST: &str = "manifest.webmanifest";
/// The folders of a cube with the files that are kept on use: tiles, or the files of an encrypted cube.
const CELLS: [&str; 2] = ["tiles", "files"];
/// The colours of the site's pages.
const PAPER: &str = "#faf9f5";
const ACCENT: &str = "#0d5b63";

/// A size in bytes, such as 20MB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Size(u64);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let units = [("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000)];
        let parsed = units.iter().find_map(|(unit, bytes)| {
            let number = text.strip_suffix(unit)?.trim_end();
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| number.parse::<u64>().ok()?.checked_mul(*bytes)).flatten()
        });
        parsed.map(Self).ok_or_else(|| "expected a whole number of kB, MB or GB, such as 20MB".to_owned())
    }
}

/// The list of files that the worker keeps.
#[derive(Default)]
pub(super) struct Kept {
    /// Path and SHA-256 of each file that is kept at once.
    files: Vec<(String, String)>,
    /// Folders of tiles that are kept once a table needs them.
    later: Vec<String>,
    bytes: u64,
    /// What is not kept at once, in words.
    others: String,
}

impl Kept {
    /// Lists the files of a site so far. Tiles of a cube above `limit` are kept on use. Tiles have digests as names.
    pub fn of(site: &Writing, cubes: &[String], limit: Size) -> Result<Self, Failure> {
        let mut kept = Self::default();
        for name in cubes {
            let folder = format!("cubes/{name}/");
            let bytes = site.files().iter().filter(|file| file.path.starts_with(&folder)).map(|file| file.bytes).sum();
            if Size(bytes) > limit {
                kept.tell(&format!("cube {name} ({}): tiles kept on use", megabytes(bytes)));
                kept.later.extend(
                    CELLS
                        .map(|cells| format!("{folder}{cells}/"))
                        .into_iter()
                        .filter(|cells| site.files().iter().any(|file| file.path.starts_with(cells))),
                );
            }
        }
        for file in site.files() {
            if kept.later.iter().any(|folder| file.path.starts_with(folder)) {
                continue;
            }
            // Boundaries have no digest in their names, so a large file of boundaries needs the network.
            let has_boundaries = file.path.starts_with("pages/") && !file.path.ends_with(".json");
            if has_boundaries && Size(file.bytes) > limit {
                kept.tell(&format!("{} ({}): not kept", file.path, megabytes(file.bytes)));
                continue;
            }
            kept.files.push((file.path.clone(), site.digest(file)?));
            kept.bytes += file.bytes;
        }
        Ok(kept)
    }

    /// Adds a page that is not yet written.
    pub fn add(&mut self, path: &str, bytes: &[u8]) {
        self.files.push((path.to_owned(), sha256_hex(bytes)));
        self.bytes += bytes.len() as u64;
    }

    fn tell(&mut self, other: &str) {
        let _ = write!(self.others, "; {other}"); // writing to a string cannot fail
    }

    /// The name of a version of a site: the start of a digest of all its files and of the worker.
    pub fn version(&self, worker: &[u8]) -> String {
        let mut files: Vec<_> = self.files.iter().collect();
        files.sort();
        let text = json!([files, self.later, sha256_hex(worker)]).to_string();
        sha256_hex(text.as_bytes())[..16].to_owned()
    }

    /// The worker of a site: the list, then the code.
    pub fn worker(&self, version: &str, code: &[u8]) -> Vec<u8> {
        let mut files: Vec<_> = self.files.iter().collect();
        files.sort();
        let list = json!({ "version": version, "bytes": self.bytes, "files": files, "later": self.later });
        [format!("self.cellveil={list};\n").as_bytes(), code].concat()
    }

    /// Describes the list in one line.
    pub fn line(&self) -> String {
        format!("offline: {} files, {} kept at once{}\n", self.files.len(), megabytes(self.bytes), self.others)
    }
}

/// The worker of a site that is not kept. It removes what browsers keep of an earlier version of the site. Without this
/// worker, browsers would show the earlier version for ever.
pub(super) fn removal(code: &[u8]) -> Vec<u8> {
    [b"self.cellveil=null;\n", code].concat()
}

/// The web manifest of a site.
pub(super) fn manifest(title: &str) -> String {
    let icon = json!({ "src": "favicon.svg", "sizes": "any", "type": "image/svg+xml" });
    let manifest = json!({
        "name": title, "short_name": title, "lang": "en-GB", "id": "./", "start_url": "./", "scope": "./",
        "display": "standalone", "background_color": PAPER, "theme_color": ACCENT, "icons": [icon],
    });
    format!("{manifest}\n")
}

/// Reads the size of `--offline-size`.
pub(super) fn size(given: &str) -> Result<Size, Failure> {
    given.parse().map_err(|expected| Failure::wrong(format!("--offline-size {}: {expected}", Quoted(given))))
}

/// A size in megabytes, rounded up, so that no file has the size 0.
fn megabytes(bytes: u64) -> String {
    let tenths = bytes.div_ceil(100_000);
    format!("{}.{} MB", tenths / 10, tenths % 10)
}
