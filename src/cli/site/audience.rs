//! The people who can fetch a site. Everyone who can fetch a file can read it, so each cube must be for these people.

use super::Failure;
use super::cubes::SiteCube;
use crate::base::Quoted;
use crate::cube::{About, Audience, Data, Release};

/// Audiences from many people to few. A site without a given audience has the first that every cube allows.
const ALL: [Audience; 4] = [Audience::Public, Audience::Teaching, Audience::Kiosk, Audience::Internal];

pub(in crate::cli) fn word(audience: Audience) -> &'static str {
    match audience {
        Audience::Public => "public",
        Audience::Teaching => "teaching",
        Audience::Kiosk => "kiosk",
        Audience::Internal => "internal",
    }
}

/// Who may fetch the files of a site for an audience.
pub(in crate::cli) fn advice(audience: Audience) -> &'static str {
    match audience {
        Audience::Public => "everybody may fetch these files",
        Audience::Teaching => "teachers and learners may fetch these files",
        Audience::Kiosk => "keep these files on the kiosk's machine",
        Audience::Internal => "only staff who may see the data may fetch these files",
    }
}

pub(in crate::cli) fn release_word(release: Release) -> &'static str {
    match release {
        Release::Keyed => "keyed",
        Release::Preprotected => "preprotected",
        Release::Sealed => "sealed",
    }
}

pub(in crate::cli) fn data_word(data: Data) -> &'static str {
    match data {
        Data::Confidential => "confidential",
        Data::PublicUse => "public-use",
        Data::Synthetic => "synthetic",
    }
}

/// Whether a cube for one audience may be on a site for another. Staff may see every cube.
fn admits(site: Audience, cube: Audience) -> bool {
    site == cube || cube == Audience::Public || site == Audience::Internal
}

/// Finds the audience of a site: the given audience, or the largest audience that all cubes allow. True counts of
/// confidential data need the given audience `internal`, so that nobody publishes them by mistake.
pub(super) fn of_site(given: Option<&str>, cubes: &[SiteCube]) -> Result<Audience, Failure> {
    let members = cubes.iter().map(|SiteCube { name, folder, .. }| Member {
        cube: format!("cube {}", Quoted(name)),
        about: &folder.store.cube().about,
        is_encrypted: folder.is_encrypted(),
    });
    let ways = "a sealed cube, an encrypted cube of cellveil tile --passphrase-env, or --audience internal for a site that only \
                staff can fetch";
    of(given, "site", ways, &members.collect::<Vec<_>>())
}

/// Finds the audience of one file with a cube, as [`of_site`] does for a site.
pub(in crate::cli) fn of_file(given: Option<&str>, cube: &About) -> Result<Audience, Failure> {
    let member = Member { cube: format!("cube {}", Quoted(&cube.id)), about: cube, is_encrypted: false };
    of(given, "file", "a sealed cube, or --audience internal for a file that only staff can get", &[member])
}

/// A cube of a site or of a file.
struct Member<'a> {
    /// Names the cube in errors.
    cube: String,
    about: &'a About,
    is_encrypted: bool,
}

fn of(given: Option<&str>, what: &str, ways: &str, members: &[Member<'_>]) -> Result<Audience, Failure> {
    let audiences = || members.iter().map(|member| member.about.audience);
    let all = match given {
        None => ALL.into_iter().find(|&all| audiences().all(|cube| admits(all, cube))).unwrap_or(Audience::Internal),
        Some(given) => ALL.into_iter().find(|&all| word(all) == given).ok_or_else(|| {
            let expected = ALL.map(word).join(", ");
            Failure::wrong(format!("--audience {}; expected one of {expected}", Quoted(given)))
        })?,
    };
    for Member { cube, about, is_encrypted } in members {
        // Nobody can read the files of an encrypted cube without its passphrase.
        let has_true_counts = !is_encrypted && about.release == Release::Keyed && about.data == Data::Confidential;
        if has_true_counts && (given.is_none() || all != Audience::Internal) {
            return Err(Failure::wrong(format!(
                "{cube}: a keyed cube of confidential data holds true counts; expected {ways}"
            )));
        }
        if !admits(all, about.audience) {
            return Err(Failure::wrong(format!(
                "{cube}: its audience is {}, and the audience of the {what} is {}; expected cubes for all readers of the {what}",
                word(about.audience),
                word(all)
            )));
        }
    }
    Ok(all)
}
