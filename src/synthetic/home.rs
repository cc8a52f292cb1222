//! Tenure and dwelling of a household.

use super::areas::{Area, ByCharacter};
use super::codes::{Dwelling, HouseholdType, Tenure};
use super::draws::{Draws, up_to};

/// Weights in the order of [`Tenure::ALL`], up to the age of the reference person.
const TENURES: [(u32, [u32; 5]); 4] = [
    (29, [30, 200, 150, 610, 10]),
    (44, [80, 480, 160, 270, 10]),
    (64, [300, 410, 160, 120, 10]),
    (u32::MAX, [730, 60, 160, 40, 10]),
];
const TENURES_OF_STUDENTS: [u32; 5] = [10, 20, 30, 930, 10];
/// Percent of these weights, by the character of the area.
const TENURES_IN_AREA: ByCharacter<[u32; 5]> = [
    [100, 100, 100, 100, 100],
    [70, 80, 200, 110, 80],
    [120, 90, 70, 80, 100],
    [130, 140, 30, 70, 120],
    [50, 50, 90, 200, 100],
];

/// Weights in the order of [`Dwelling::ALL`], of 20,000 households.
const DWELLINGS: ByCharacter<[u32; 6]> = [
    [4_400, 6_400, 5_200, 3_938, 60, 2],
    [1_200, 5_400, 8_600, 4_738, 60, 2],
    [6_600, 5_000, 2_400, 5_798, 200, 2],
    [9_800, 5_400, 2_000, 2_778, 20, 2],
    [800, 2_600, 6_800, 9_778, 20, 2],
];
/// Percent of the weights of detached houses and of flats: of small households, and of families.
const SMALL: (u32, u32) = (60, 170);
const FAMILY: (u32, u32) = (130, 55);

pub(super) fn tenure(draws: &mut Draws, area: &Area, age: u32, are_students: bool) -> Tenure {
    let mut weights = if are_students { TENURES_OF_STUDENTS } else { up_to(age, &TENURES) };
    for (weight, percent) in weights.iter_mut().zip(area.of(&TENURES_IN_AREA)) {
        *weight *= percent;
    }
    draws.pick(Tenure::ALL, &weights)
}

pub(super) fn dwelling(draws: &mut Draws, area: &Area, household_type: HouseholdType) -> Dwelling {
    let mut weights = area.of(&DWELLINGS).map(|weight| weight * 100);
    let (detached, flat) = match household_type {
        HouseholdType::Single => SMALL,
        HouseholdType::CoupleChildren | HouseholdType::ThreeGenerations => FAMILY,
        HouseholdType::Couple | HouseholdType::LoneParent | HouseholdType::Shared => (100, 100),
    };
    weights[Dwelling::Detached as usize] = weights[Dwelling::Detached as usize] / 100 * detached;
    weights[Dwelling::Flat as usize] = weights[Dwelling::Flat as usize] / 100 * flat;
    draws.pick(Dwelling::ALL, &weights)
}
