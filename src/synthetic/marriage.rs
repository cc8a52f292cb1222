//! Marital status. Couples marry with age; persons without a partner are single, then divorced, then widowed.

use super::codes::{MaritalStatus, Sex};
use super::draws::{Draws, up_to};

/// Weights in the order of [`MaritalStatus::ALL`], for persons without a partner in the household, up to the given age.
/// A married person without a partner at home lives apart from the spouse.
const ALONE: [(u32, [u32; 7]); 8] = [
    (24, [992, 0, 0, 4, 3, 1, 0]),
    (34, [900, 3, 0, 34, 61, 2, 0]),
    (44, [650, 9, 0, 88, 243, 10, 0]),
    (54, [450, 13, 0, 98, 394, 45, 0]),
    (64, [300, 14, 0, 70, 456, 160, 0]),
    (74, [160, 10, 0, 38, 392, 400, 0]),
    (84, [90, 8, 0, 20, 170, 712, 0]),
    (u32::MAX, [70, 2, 0, 8, 60, 860, 0]),
];

/// Weights for partners who are not married to each other.
const COHABITING: [(u32, [u32; 7]); 4] = [
    (29, [985, 0, 0, 0, 15, 0, 0]),
    (44, [820, 0, 0, 0, 174, 6, 0]),
    (64, [450, 0, 0, 0, 500, 50, 0]),
    (u32::MAX, [150, 0, 0, 0, 500, 350, 0]),
];

/// Chance, in a thousand, that a couple is not married, up to the age of its younger partner.
const UNMARRIED: [(u32, u32); 6] = [(24, 800), (34, 450), (44, 260), (54, 190), (64, 120), (u32::MAX, 50)];
/// Percent of the chance in [`UNMARRIED`], for couples with children.
const UNMARRIED_PARENTS: u32 = 80;
/// Couples of one sex in a registered partnership, and other such couples, in a thousand.
const PARTNERSHIPS: (u32, u32) = (180, 1);
/// One person in this number of those without a partner had a partnership that was dissolved.
const FORMER_PARTNERSHIP: u32 = 4_000;

/// Draws the status of a person without a partner in the household.
pub(super) fn without_partner(draws: &mut Draws, age: u32, sex: Sex) -> MaritalStatus {
    if age >= 25 && draws.chance(1, FORMER_PARTNERSHIP) {
        return MaritalStatus::FormerPartnership;
    }
    let mut weights = up_to(age, &ALONE);
    if sex == Sex::Male {
        // Fewer men outlive their wives.
        weights[MaritalStatus::Widowed as usize] /= 2;
    }
    draws.pick(MaritalStatus::ALL, &weights)
}

/// Draws the status of two partners. Partners have one status if they are married to each other.
pub(super) fn of_couple(draws: &mut Draws, partners: [(u32, Sex); 2], has_children: bool) -> [MaritalStatus; 2] {
    let [(age, sex), (other_age, other_sex)] = partners;
    let unmarried = up_to(age.min(other_age), &UNMARRIED) * if has_children { UNMARRIED_PARENTS } else { 100 } / 100;
    if draws.per_mille(unmarried) {
        return partners.map(|(age, _)| draws.pick(MaritalStatus::ALL, &up_to(age, &COHABITING)));
    }
    let partnerships = if sex == other_sex { PARTNERSHIPS.0 } else { PARTNERSHIPS.1 };
    let is_partnership = draws.per_mille(partnerships);
    [if is_partnership { MaritalStatus::Partnership } else { MaritalStatus::Married }; 2]
}

/// Draws the status of a child at home. Only adult children were married before.
pub(super) fn of_child_at_home(draws: &mut Draws, age: u32) -> MaritalStatus {
    match age {
        0..25 => MaritalStatus::NeverMarried,
        _ if draws.per_mille(70) => MaritalStatus::Divorced,
        _ if draws.per_mille(25) => MaritalStatus::Separated,
        _ => MaritalStatus::NeverMarried,
    }
}
