//! `cellveil verify`: checks every file of a cube against its manifest, or a table against the cube.

use std::path::{Path, PathBuf};

use super::folder::Folder;
use super::passphrase::PassphraseOption;
use super::{Failure, folder, print, table};
use crate::base::{MAX_COUNT, Quoted};
use crate::cube::MANIFEST;
use crate::export::to_csv;
use crate::host::{Bar, fs};
use crate::table::{Receipt, ReceiptHashError};

/// Check a cube, or check a table with its receipt against the cube.
///
/// The check of a cube covers the digest and the contents of every file. All views must have equal totals. The check of
/// a table builds the table again from its receipt, and reads only the files that the table needs.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Folder of the cube
    #[arg(value_name = "CUBE")]
    cube: PathBuf,
    #[command(flatten)]
    passphrase: PassphraseOption,
    /// Table to check, a file from cellveil table or from the page
    #[arg(long, value_name = "FILE", requires = "receipt")]
    table: Option<PathBuf>,
    /// Receipt of the table
    #[arg(long, value_name = "FILE", requires = "table")]
    receipt: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut folder = Folder::open_with(&arguments.cube, &arguments.passphrase)?;
    if let (Some(table), Some(receipt)) = (&arguments.table, &arguments.receipt) {
        return check_table(&mut folder, arguments.cube.display(), table, receipt);
    }
    folder.load_indexes()?;
    check(&mut folder)?;
    let contents = folder::contents(&arguments.cube)?;
    let stored = folder.all_stored();
    for path in contents.files.iter().filter(|path| *path != MANIFEST && !stored.contains(path)) {
        print(&format!("{}: not a file of the cube\n", arguments.cube.join(path).display()))?;
    }
    for path in &contents.links {
        print(&format!(
            "{}: a link that does not lead to a file of this folder\n",
            arguments.cube.join(path).display()
        ))?;
    }
    print(&format!(
        "{}: cube.json and {} files are as they were built; digest {}\n",
        arguments.cube.display(),
        folder.store.cube().files.len(),
        folder.store.cube().digest
    ))
}

/// Checks the digest and the contents of every file of a cube, and that all views have equal totals.
pub(super) fn check(folder: &mut Folder) -> Result<(), Failure> {
    let paths: Vec<String> = folder.store.cube().files.iter().map(|file| file.path.clone()).collect();
    let bar = Bar::new("Checking files".into());
    let keys = folder.store.cube().keys;
    let mut totals = vec![(0u64, 0); folder.store.cube().views.len()];
    for (done, path) in paths.iter().enumerate() {
        folder.load(path)?;
        for (view, population, key) in folder.store.totals(done) {
            totals[view] = (totals[view].0.saturating_add(population), keys.combine(totals[view].1, key));
        }
        folder.store.unload(path);
        bar.set(done as u64 + 1, paths.len() as u64);
    }
    drop(bar);
    // Only the totals are compared. The command does not compare every cell, but a view of other records would have a
    // different total key. The views of a sealed cube have independent noise and no keys, so their totals may differ.
    let different = |total: &(u64, u64)| *total != totals[0] || total.0 > MAX_COUNT;
    if let Some(view) = totals.iter().position(different).filter(|_| !folder.store.cube().is_sealed()) {
        let problem = format!("cube.json: views[{view}] does not have the records of the finest view");
        let expected = "the same records in every view, at most 2^52";
        return Err(Failure::wrong(format!("{}: {problem}; expected {expected}", folder.path.display())));
    }
    Ok(())
}

/// Builds the table of a receipt again. Each kind of mismatch has its own error message.
fn check_table(
    folder: &mut Folder,
    place: std::path::Display<'_>,
    table: &Path,
    receipt: &Path,
) -> Result<(), Failure> {
    let bytes = read("--receipt", receipt)?;
    let csv = read("--table", table)?;
    let (table, receipt) = (table.display(), receipt.display());
    let found = Receipt::from_bytes(&bytes).map_err(|error| Failure::wrong(format!("{receipt}: {error}")))?;
    let cube = folder.store.cube();
    if found.id != cube.about.id {
        let (theirs, ours) = (Quoted(&found.id), Quoted(&cube.about.id));
        return Err(Failure::wrong(format!("{receipt}: of another cube, {theirs}; expected one of {ours}")));
    }
    let no_receipts = |error: ReceiptHashError| Failure::wrong(format!("{place}: {error}"));
    if !found.is_of(cube).map_err(no_receipts)? {
        return Err(Failure::wrong(match found.has_version_of(cube).map_err(no_receipts)? {
            true => format!(
                "{receipt}: of another version of the cube; expected the cube.json whose digest the receipt has"
            ),
            false => format!("{receipt}: not a version of receipts that {place} has; expected a receipt of this cube"),
        }));
    }
    if !found.has_csv(cube, &csv).map_err(no_receipts)? {
        return Err(Failure::wrong(format!(
            "{table}: not the table of the receipt, or changed since; expected the file that was written with it"
        )));
    }
    let query = found.query(cube);
    let again = |error: Failure| {
        let Failure { message, .. } = error;
        Failure::wrong(format!("{receipt}: its table cannot be built again: {message}"))
    };
    let (rebuilt, own) = table::build(folder, &query).map_err(again)?;
    let rebuilt = to_csv(&rebuilt);
    let written = folder.store.receipt(&query, own.as_deref(), &rebuilt).map_err(|error| again(error.into()))?;
    if rebuilt.as_bytes() != csv {
        return Err(Failure::wrong(format!(
            "{table}: not the table that {place} gives; expected that, by the query and method of the receipt"
        )));
    }
    if written.map_err(no_receipts)?.as_bytes() != bytes {
        return Err(Failure::wrong(format!(
            "{receipt}: not the receipt that {place} gives with this table; expected that, to the last byte"
        )));
    }
    print(&format!("{table}: the table that {place} gives, as {receipt} says\n"))
}

fn read(flag: &str, path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| {
        Failure::wrong(format!("{flag} {}: {}; expected a file", path.display(), folder::plain(&error)))
    })
}
