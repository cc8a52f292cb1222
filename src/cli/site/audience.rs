//! The people who can fetch a site. Everyone who can fetch a file can read it, so each cube must be for these people.

use super::Failure;
use super::cubes::SiteCube;
use crate::base::Quoted;
use crate::cube::{Audience, Data, Release};

/// Audiences from many people to few. A site without a given audience has the first that every cube allows.
const ALL: [Audience; 4] = [Audience::Public, Audience::Teaching, Audience::Kiosk, Audience::Internal];

pub(super) fn word(audience: Audience) -> &'static str {
    match audience {
        Audience::Public => "public",
        Audience::Teaching => "teaching",
        Audience::Kiosk => "kiosk",
        Audience::Internal => "internal",
    }
}

/// Who may fetch the files of a site for an audience.
pub(super) fn advice(audience: Audience) -> &'static str {
    match audience {
        Audience::Public => "everybody may fetch these files",
        Audience::Teaching => "teachers and learners may fetch these files",
        Audience::Kiosk => "keep these files on the kiosk's machine",
        Audience::Internal => "only staff who may see the data may fetch these files",
    }
}

pub(super) fn release_word(release: Release) -> &'static str {
    match release {
        Release::Keyed => "keyed",
        Release::Preprotected => "preprotected",
        Release::Sealed => "sealed",
    }
}

pub(super) fn data_word(data: Data) -> &'static str {
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
    let audiences = || cubes.iter().map(|cube| cube.folder.store.cube().about.audience);
    let site = match given {
        None => ALL.into_iter().find(|&site| audiences().all(|cube| admits(site, cube))).unwrap_or(Audience::Internal),
        Some(given) => ALL.into_iter().find(|&site| word(site) == given).ok_or_else(|| {
            let expected = ALL.map(word).join(", ");
            Failure::wrong(format!("--audience {}; expected one of {expected}", Quoted(given)))
        })?,
    };
    for SiteCube { name, folder, .. } in cubes {
        let about = &folder.store.cube().about;
        let has_true_counts = about.release == Release::Keyed && about.data == Data::Confidential;
        if has_true_counts && (given.is_none() || site != Audience::Internal) {
            return Err(Failure::wrong(format!(
                "cube {}: a keyed cube of confidential data holds true counts; expected a sealed cube, or --audience \
                 internal for a site that only staff can fetch",
                Quoted(name)
            )));
        }
        if !admits(site, about.audience) {
            return Err(Failure::wrong(format!(
                "cube {}: its audience is {}, and that of the site {}; expected cubes that everyone with the site may see",
                Quoted(name),
                word(about.audience),
                word(site)
            )));
        }
    }
    Ok(site)
}
