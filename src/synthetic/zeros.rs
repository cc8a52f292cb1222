//! Combinations that cannot exist. The specification declares them, and no household has one.

use super::ages::{ADULT, OLDEST, YOUNGEST_PARENT};
use super::codes::{Activity, Category, Education, Health, HouseholdType, MaritalStatus, Occupation, Relation};
use super::household::MOST_PERSONS;
use super::work::{self, RETIREMENT_AGE, SCHOOL_AGE};

/// Combinations that cannot exist: every combination with a listed code of each listed column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StructuralZero {
    /// Why the combinations cannot exist.
    pub reason: &'static str,
    /// Columns of the records, with codes.
    pub codes: Vec<(&'static str, Vec<String>)>,
}

/// Lists all structural zeros of the records.
pub fn structural_zeros() -> Vec<StructuralZero> {
    let mut zeros = vec![
        zero("children are never married", [ages(0, SCHOOL_AGE), except(MARITAL, &[MaritalStatus::NeverMarried])]),
        zero("children neither work nor retire", [ages(0, SCHOOL_AGE), except(ACTIVITY, &[Activity::Child])]),
        zero("older persons are not children", [ages(SCHOOL_AGE, OLDEST + 1), only(ACTIVITY, &[Activity::Child])]),
        zero("children have no education yet", [ages(0, SCHOOL_AGE), except(EDUCATION, &[Education::Child])]),
        zero("older persons have an answer", [ages(SCHOOL_AGE, OLDEST + 1), only(EDUCATION, &[Education::Child])]),
        zero("nobody retires so early", [ages(SCHOOL_AGE, RETIREMENT_AGE), only(ACTIVITY, &[Activity::Retired])]),
        zero(
            "only persons who worked have an occupation",
            [only(ACTIVITY, &[Activity::Child, Activity::Student]), except(OCCUPATION, &[Occupation::None])],
        ),
        zero(
            "persons who work have an occupation",
            [only(ACTIVITY, &[Activity::Employee, Activity::SelfEmployed]), only(OCCUPATION, &[Occupation::None])],
        ),
        zero(
            "persons without a limitation are not long-term sick",
            [only(ACTIVITY, &[Activity::Ill]), only("health", &[Health::NotLimited])],
        ),
        zero("only a child can be under 18", [ages(0, ADULT), except(RELATION, &[Relation::Child])]),
        zero(
            "a parent of an adult is old enough",
            [ages(0, ADULT + YOUNGEST_PARENT), only(RELATION, &[Relation::Parent])],
        ),
        zero(
            "partners who live together are not separated",
            [only(RELATION, &[Relation::Partner]), only(MARITAL, &[MaritalStatus::Separated])],
        ),
        zero(
            "children with a spouse have left home",
            [
                only(RELATION, &[Relation::Child]),
                only(MARITAL, &[MaritalStatus::Married, MaritalStatus::Partnership, MaritalStatus::Widowed]),
            ],
        ),
    ];
    for education in [Education::Vocational, Education::Degree, Education::Doctorate] {
        let ages = ages(SCHOOL_AGE, work::first_age(education));
        zeros.push(zero("an education takes time", [ages, only(EDUCATION, &[education])]));
    }
    for &household_type in HouseholdType::ALL {
        let (relations, sizes) = members(household_type);
        let of_type = only("household_type", &[household_type]);
        let relations = except(RELATION, relations);
        if !relations.1.is_empty() {
            zeros.push(zero("the type of a household sets its members", [of_type.clone(), relations]));
        }
        let sizes = (1..=MOST_PERSONS).filter(|size| !(sizes.0..=sizes.1).contains(size));
        let sizes = ("household_size", sizes.map(|size| size.to_string()).collect());
        zeros.push(zero("the type of a household limits its size", [of_type, sizes]));
    }
    zeros
}

const MARITAL: &str = "marital_status";
const ACTIVITY: &str = "activity";
const EDUCATION: &str = "education";
const OCCUPATION: &str = "occupation";
const RELATION: &str = "relation";

/// The relations in a household of this type, and its smallest and largest size.
fn members(household_type: HouseholdType) -> (&'static [Relation], (u32, u32)) {
    use Relation::{Child, Parent, Partner, Reference, Sharer};
    match household_type {
        HouseholdType::Single => (&[Reference], (1, 1)),
        HouseholdType::Couple => (&[Reference, Partner], (2, 2)),
        HouseholdType::CoupleChildren => (&[Reference, Partner, Child], (3, 8)),
        HouseholdType::LoneParent => (&[Reference, Child], (2, 7)),
        HouseholdType::ThreeGenerations => (&[Reference, Partner, Child, Parent], (3, MOST_PERSONS)),
        HouseholdType::Shared => (&[Reference, Sharer], (2, 7)),
    }
}

type Codes = (&'static str, Vec<String>);

fn zero<const N: usize>(reason: &'static str, codes: [Codes; N]) -> StructuralZero {
    StructuralZero { reason, codes: codes.into() }
}

fn ages(from: u32, end: u32) -> Codes {
    ("age", (from..end).map(|age| age.to_string()).collect())
}

fn only<T: Category>(column: &'static str, listed: &[T]) -> Codes {
    (column, listed.iter().map(|category| category.code().to_owned()).collect())
}

fn except<T: Category>(column: &'static str, unlisted: &[T]) -> Codes {
    let listed: Vec<T> = T::all().iter().copied().filter(|category| !unlisted.contains(category)).collect();
    only(column, &listed)
}
