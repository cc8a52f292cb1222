//! The archive of pages that the program carries. The build puts the archive into `main.rs`, and not into the library,
//! so that a changed page does not compile the library again. `cargo test` builds the program without the archive, so
//! the build also puts the archive beside the program.

use std::borrow::Cow;
use std::fs;
use std::sync::OnceLock;

static ARCHIVE: OnceLock<&'static [u8]> = OnceLock::new();

/// Gives the command line the pages of this program.
pub fn carry_pages(archive: &'static [u8]) {
    // A second archive would be the same archive, because only `main` calls this function.
    let _ = ARCHIVE.set(archive);
}

/// The archive of pages: the one inside the program, or else `pages.zip` beside the program.
pub fn pages() -> Option<Cow<'static, [u8]>> {
    let inside = ARCHIVE.get().map(|archive| Cow::Borrowed(*archive));
    inside.or_else(|| fs::read(std::env::current_exe().ok()?.with_file_name("pages.zip")).ok().map(Cow::Owned))
}
