//! `cellveil site`: writes a static folder with the pages for given cubes.

pub(super) mod audience;
mod cubes;
mod kiosk;
mod offline;
mod output;
pub(super) mod pages;
mod settings;

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::json;

use super::folder::read;
use super::outputs::{is_new_within, refuse_input_within};
use super::passphrase::PassphraseOption;
use super::{Failure, note, one_line, print};
use crate::cube::{Data, MANIFEST, Release};
use crate::host::Bar;
use cubes::SiteCube;
use kiosk::Kiosk;
use offline::Kept;
use output::{SITE, Writing};
use pages::{Archive, Dress};
use settings::Given;

/// The limits of `--lock-after`, in minutes.
const LOCK_AFTER: std::ops::RangeInclusive<u32> = 1..=240;

/// Write a static site with your cubes. The site works at any path of a web server.
///
/// Every cube is checked against its digests while the command copies it. Nothing is written if a cube is damaged.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Folder of a cube, or a folder with the folders of several cubes
    #[arg(value_name = "CUBE", required = true)]
    cubes: Vec<PathBuf>,
    /// Folder for the site
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    passphrase: PassphraseOption,
    /// Title on every page; by default the title of the only cube
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// People who can fetch the site: public, teaching, kiosk or internal; by default the audience of the cubes
    #[arg(long, value_name = "AUDIENCE")]
    audience: Option<String>,
    /// Settings of maps and areas, a page.json, for one cube or for all cubes with its areas (may be repeated)
    #[arg(long, value_name = "[CUBE=]FILE")]
    settings: Vec<String>,
    /// Pages of the site, such as tables,maps,embed, or all; by default the pages that the cubes need
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pages: Vec<String>,
    #[command(flatten)]
    kiosk: Kiosk,
    /// Archive of pages, pages.zip of the package, in place of the pages in this program
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,
    /// Largest cube or file of boundaries that browsers keep at once; of a larger cube, browsers keep each tile after use
    #[arg(long, value_name = "SIZE", default_value = "20MB")]
    offline_size: String,
    /// Write a site that works with a network only; browsers remove what they keep of an earlier version
    #[arg(long)]
    no_offline: bool,
    /// Minutes without input after which a page locks an encrypted cube; 10 by default
    #[arg(long, value_name = "MINUTES")]
    lock_after: Option<u32>,
    /// Replace a site that this command wrote
    #[arg(long)]
    force: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    output::check(&arguments.out, arguments.force)?;
    let archive = Archive::open(arguments.archive.as_deref())?;
    let mut cubes = cubes::open(&arguments.cubes, &arguments.passphrase)?;
    if cubes.iter().any(|cube| cube.name == "index") {
        return Err(Failure::wrong(
            "a cube in a folder called index; expected another name, because the site has lists of this name",
        ));
    }
    let settings = settings::read(&arguments.settings)?;
    settings::assign(settings, &mut cubes)?;
    let audience = audience::of_site(arguments.audience.as_deref(), &cubes)?;
    let shown = archive.choose(&arguments.pages, &cubes, arguments.kiosk.is_on())?;
    let kiosk = arguments.kiosk.options()?;
    refuse_overlap(arguments, &cubes)?;
    let title = arguments.title.clone().unwrap_or_else(|| title_of(&cubes));
    if title.trim().is_empty() {
        return Err(Failure::wrong("--title is empty; expected a text"));
    }
    let limit = offline::size(&arguments.offline_size)?;
    let lock_after = lock_after(arguments, &cubes)?;
    // True counts stay on the server of the agency. A browser would keep them on the device of each reader.
    let with_counts = cubes.iter().find(|cube| has_readable_counts(cube)).map(|cube| cube.name.clone());
    let is_kept = !arguments.no_offline && with_counts.is_none();

    let was_kiosk = output::is_kiosk(&arguments.out);
    let word = audience::word(audience);
    let names: Vec<String> = cubes.iter().map(|cube| cube.name.clone()).collect();
    let lines: Vec<String> = cubes.iter().map(line_of).collect();
    let mut offline = match &with_counts {
        Some(cube) => format!("offline: not kept, because cube {cube} has true counts of confidential data\n"),
        None => "offline: not kept\n".to_owned(),
    };
    let written = output::write(&arguments.out, arguments.force, |site| {
        let (mut dressed, mut worker) = (Vec::new(), None);
        for (path, bytes) in archive.files(&shown) {
            match path.strip_suffix(".html").filter(|page| !page.contains('/')) {
                None if path == offline::WORKER => worker = Some(bytes),
                None => site.file(path, bytes)?,
                Some(page) => {
                    let cube = &pages::first_cube(page, &cubes).name;
                    let dress =
                        Dress { title: &title, shown: &shown, cube, kiosk: kiosk.as_deref(), lock_after, is_kept };
                    dressed.push((path, dress.put_on(path, bytes)?));
                }
            }
        }
        let worker = worker.ok_or_else(|| {
            Failure::wrong("the archive has no sw.js; expected pages.zip of this version of cellveil")
        })?;
        settings::write(site, &cubes)?;
        site.json("cubes/index.json", &json!(names))?;
        copy(site, &mut cubes)?;
        if is_kept {
            site.file(offline::MANIFEST, offline::manifest(&title).as_bytes())?;
        }
        let written = site.files().iter().map(|file| file.path.as_str());
        let pages = dressed.iter().map(|(path, _)| *path);
        let files: BTreeSet<&str> = written.chain(pages).chain([SITE, offline::WORKER]).collect();
        let is_kiosk = kiosk.is_some();
        let about = json!({ "format": output::FORMAT, "title": title, "audience": word, "kiosk": is_kiosk, "cubes": names, "files": files });
        site.json(SITE, &about)?;
        if !is_kept {
            for (path, html) in &dressed {
                site.file(path, html.as_bytes())?;
            }
            return site.file(offline::WORKER, &offline::removal(worker));
        }
        // The version is a digest that covers the pages too, so the pages get the version's name last.
        let mut unversioned = Kept::of(site, &names, limit)?;
        dressed.iter().for_each(|(path, html)| unversioned.add(path, html.as_bytes()));
        let version = unversioned.version(worker);
        for (path, html) in &dressed {
            site.file(path, pages::with_version(html, &version).as_bytes())?;
        }
        let kept = Kept::of(site, &names, limit)?;
        offline = kept.line();
        site.file(offline::WORKER, &kept.worker(&version, worker))
    })?;
    if was_kiosk && kiosk.is_none() {
        note("warning: the replaced site had --kiosk, and the new site has no kiosk mode");
    }
    let place = arguments.out.display();
    print(&format!(
        "{}pages: {}\n{}{offline}{place}: {} files, {} bytes; audience {word}: {}\n",
        lines.concat(),
        shown.iter().map(|page| pages::word(page)).collect::<Vec<_>>().join(", "),
        if kiosk.is_some() { "kiosk: all pages are in kiosk mode\n" } else { "" },
        written.files,
        written.bytes,
        audience::advice(audience),
    ))
}

/// Whether everybody who can fetch the cube's files can read true counts of confidential data.
fn has_readable_counts(SiteCube { folder, .. }: &SiteCube) -> bool {
    let about = &folder.store.cube().about;
    !folder.is_encrypted() && (about.release, about.data) == (Release::Keyed, Data::Confidential)
}

/// Reads `--lock-after`, which needs an encrypted cube.
fn lock_after(arguments: &Arguments, cubes: &[SiteCube]) -> Result<Option<u32>, Failure> {
    let Some(minutes) = arguments.lock_after else { return Ok(None) };
    let (least, most) = (LOCK_AFTER.start(), LOCK_AFTER.end());
    if !LOCK_AFTER.contains(&minutes) {
        return Err(Failure::wrong(format!("--lock-after {minutes}; expected {least} to {most} minutes")));
    }
    if !cubes.iter().any(|cube| cube.folder.is_encrypted()) {
        return Err(Failure::wrong(
            "--lock-after without an encrypted cube; expected a cube of cellveil tile --passphrase-env VAR",
        ));
    }
    Ok(Some(minutes))
}

/// Checks each file of each cube against its digest, and writes the checked bytes.
fn copy(site: &mut Writing, cubes: &mut [SiteCube]) -> Result<(), Failure> {
    let total: u64 = cubes.iter().map(|cube| cube.folder.store.cube().files.len() as u64).sum();
    let bar = Bar::new("Checking and copying cubes".into());
    let mut done = 0;
    for SiteCube { name, folder, manifest, .. } in cubes {
        let paths: Vec<String> = folder.store.cube().files.iter().map(|file| file.path.clone()).collect();
        let mut copied = BTreeSet::new();
        for path in paths {
            let (stored, bytes) = (folder.stored(&path)?, folder.load_stored(&path)?);
            folder.store.unload(&path);
            site.file(&format!("cubes/{name}/{stored}"), &bytes)?;
            copied.insert(stored);
            done += 1;
            bar.set(done, total);
        }
        // The index and the manifest of an encrypted cube, which were checked when the cube was opened.
        for path in folder.all_stored().into_iter().filter(|path| !copied.contains(path)) {
            site.file(&format!("cubes/{name}/{path}"), &read(&folder.path, &path)?)?;
        }
        // A server that publishes the folder while it is copied has the manifest last.
        site.file(&format!("cubes/{name}/{MANIFEST}"), manifest)?;
    }
    Ok(())
}

/// Refuses a site over its own input, and a site inside the folder of a cube, which holds only files of the cube.
fn refuse_overlap(arguments: &Arguments, cubes: &[SiteCube]) -> Result<(), Failure> {
    let sources = cubes.iter().filter_map(|cube| cube.settings.as_ref()).flat_map(Given::files);
    let inputs = cubes.iter().map(|cube| cube.folder.path.as_path()).chain(sources).chain(arguments.archive.as_deref());
    refuse_input_within(&arguments.out, inputs)?;
    match cubes.iter().find(|cube| is_new_within(&arguments.out, &cube.folder.path)) {
        None => Ok(()),
        Some(cube) => Err(Failure::wrong(format!(
            "--out {}: in the folder of the cube {}; expected a folder outside the cube",
            arguments.out.display(),
            cube.folder.path.display()
        ))),
    }
}

/// The title of the only cube, or a general title for several cubes.
fn title_of(cubes: &[SiteCube]) -> String {
    match cubes {
        [cube] => cube.folder.store.cube().about.title.resolve(None).to_owned(),
        _ => "Statistical tables".to_owned(),
    }
}

/// Describes a cube in one line.
fn line_of(cube: &SiteCube) -> String {
    let about = &cube.folder.store.cube().about;
    let line = format!(
        "cube {}: {}{}, {} data, audience {}; {}",
        cube.name,
        if cube.folder.is_encrypted() { "encrypted, " } else { "" },
        audience::release_word(about.release),
        audience::data_word(about.data),
        audience::word(about.audience),
        about.title.resolve(None)
    );
    one_line(&line) + "\n"
}
