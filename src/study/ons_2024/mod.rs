//! ONS (2024): cell-key perturbation compared with rounding and a threshold.

mod measured;
mod method;
mod noise;
mod order;
mod utility;

use super::Study;
use crate::study::data::{Person, teaching_sample};
use crate::study::figure::whole;
use crate::table::Error;
use measured::{Population, eigenvalues};

fn in_communal_establishment(person: &Person) -> bool {
    person.code(1) == "C"
}

/// Computes the study.
pub(super) fn study() -> Result<Study, Error> {
    let persons = teaching_sample(0);
    let communal: Vec<_> = persons.iter().filter(|person| in_communal_establishment(person)).cloned().collect();
    let data = format!(
        "The data are {} persons of the 2011 Census Microdata Teaching File, including {} residents of communal \
         establishments. The paper uses all 569,741 persons of this file. Record keys below 2^32 come from a fixed \
         seed. Adapted from data from the Office for National Statistics licensed under the Open Government Licence \
         v.1.0. The p-tables of the ONS are not public, so our p-tables follow the description in section 4. With 256 \
         keys, noise is at most 5 with variance 0.6, at least 85 in 100 counts stay unchanged, and the entropy is the \
         largest possible. With 4,096 keys, noise has Laplace distributions up to 10 with variance 0.45. This variance \
         is smaller than with 256 keys, although more counts change. The high rate has variance 0.9. Thresholds \
         suppress values below 10. Empty cells stay empty.",
        whole(persons.len() as u64),
        whole(communal.len() as u64)
    );
    let (all, communal) = (Population::of(&persons), Population::of(&communal));
    let mut parts = noise::whole_sample(&all);
    parts.extend(noise::communal(&communal));
    parts.push(utility::whole_eigenvalues(&eigenvalues(|_| true)));
    parts.push(utility::whole_hellinger(&all));
    parts.push(utility::communal_eigenvalues(&eigenvalues(in_communal_establishment)));
    parts.push(utility::communal_hellinger(&communal));
    Ok(Study {
        name: "ons-2024",
        paper: "Office for National Statistics (2024): Comparison of post-tabular statistical disclosure control \
                methods. ONS website, methodology, 3 May 2024",
        data,
        parts,
    })
}
