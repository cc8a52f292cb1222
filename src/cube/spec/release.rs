//! Which data may be released to whom: everything that the tiles hold can be read by whoever can fetch them.

use super::{CubeSpec, SpecError};
use crate::cube::{Audience, Data, Release};

/// Refuses specifications that would show confidential counts to outsiders, or one cell under several methods to the
/// public; the difference between two protected values of the same cell says something about its true count.
pub(super) fn check(spec: &CubeSpec) -> Result<(), SpecError> {
    match spec.about.release {
        Release::Keyed => {}
        Release::Preprotected => return Err(SpecError::Unsupported("preprotected")),
        Release::Sealed => return Err(SpecError::Unsupported("sealed")),
    }
    if spec.about.data == Data::Confidential {
        let refusal = match spec.about.audience {
            Audience::Internal => return check_methods(spec),
            Audience::Kiosk => {
                "audience = \"kiosk\" with confidential data and release = \"keyed\" needs tiles that are encrypted, which \
                 this version does not do; expected audience = \"internal\", or data that are public-use or synthetic"
            }
            Audience::Teaching | Audience::Public => {
                "release = \"keyed\" puts true counts into the files, and the data are confidential; expected \
                 audience = \"internal\", or data that are public-use or synthetic"
            }
        };
        return Err(SpecError::Refused(refusal.to_owned()));
    }
    check_methods(spec)
}

fn check_methods(spec: &CubeSpec) -> Result<(), SpecError> {
    if spec.about.audience == Audience::Public && spec.methods.len() > 1 {
        let names: Vec<&str> = spec.methods.iter().map(|method| method.name.as_str()).collect();
        let found = names.join(", ");
        return Err(SpecError::Refused(format!(
            "audience = \"public\" with the methods {found}; expected at most one, because two protected values of one \
             cell tell more than one"
        )));
    }
    Ok(())
}
