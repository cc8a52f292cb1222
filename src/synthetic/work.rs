//! Health, education, activity and occupation. Each depends on the ones before it, on age and on the area.

use super::areas::{Area, ByCharacter};
use super::codes::{Activity, Education, Health, Occupation, Sex};
use super::draws::{Draws, up_to};
use super::members::is_of_students;

/// Chances in a thousand of a severe and of a mild limitation, up to the given age.
const ILLNESS: [(u32, (u32, u32)); 6] =
    [(15, (12, 20)), (44, (30, 45)), (64, (90, 110)), (74, (150, 190)), (84, (280, 280)), (u32::MAX, (480, 300))];
/// Percent of these chances, by the character of the area.
const ILLNESS_IN_AREA: ByCharacter<u32> = [100, 135, 100, 70, 85];

/// First ages at which an education is complete.
pub(super) const SCHOOL_AGE: u32 = 16;
pub(super) const VOCATIONAL_AGE: u32 = 18;
pub(super) const DEGREE_AGE: u32 = 21;
pub(super) const DOCTORATE_AGE: u32 = 26;
/// First age of retirement.
pub(super) const RETIREMENT_AGE: u32 = 50;

/// Weights in the order of [`Education::ALL`], for adults up to the given age.
const EDUCATION: [(u32, [u32; 7]); 5] = [
    (20, [0, 110, 420, 400, 70, 0, 0]),
    (25, [0, 70, 190, 340, 150, 250, 0]),
    (44, [0, 65, 160, 220, 170, 375, 10]),
    (64, [0, 125, 230, 180, 190, 265, 10]),
    (u32::MAX, [0, 350, 240, 110, 140, 155, 5]),
];
/// Weights of pupils of 16 and 17.
const EDUCATION_OF_PUPILS: [u32; 7] = [0, 240, 740, 20, 0, 0, 0];
/// Percent of the weights of no certificate and of a degree or doctorate, by the character of the area.
const EDUCATION_IN_AREA: ByCharacter<(u32, u32)> = [(100, 100), (160, 40), (100, 90), (50, 200), (60, 220)];
/// Chance, in a thousand, that a partner has the education of the reference person.
const LIKE_PARTNER: u32 = 350;

/// Weights of occupations from manager to armed forces, by education from none to doctorate.
const OCCUPATIONS: [[u32; 10]; 6] = [
    [40, 8, 30, 80, 420, 50, 320, 380, 670, 1],
    [100, 25, 120, 260, 540, 40, 360, 270, 280, 4],
    [180, 110, 300, 420, 480, 24, 180, 120, 176, 6],
    [160, 110, 380, 180, 280, 50, 620, 160, 70, 4],
    [340, 980, 360, 160, 90, 10, 20, 10, 28, 2],
    [200, 1730, 56, 6, 2, 2, 2, 1, 2, 0],
];
/// Percent of these weights, for men and for women.
const OCCUPATIONS_BY_SEX: [[u32; 10]; 2] =
    [[125, 90, 105, 50, 55, 150, 185, 175, 110, 185], [75, 110, 95, 150, 145, 50, 15, 25, 90, 15]];

/// Chances in a thousand of retirement, from the given age.
const RETIREMENT: [(u32, u32); 6] = [(75, 985), (70, 940), (65, 850), (60, 350), (55, 90), (RETIREMENT_AGE, 20)];
/// Unemployed persons in a thousand of those who work or look for work, by the character of the area.
const UNEMPLOYMENT: ByCharacter<u32> = [48, 100, 40, 22, 55];

/// A person, as far as answers are drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Adult {
    pub age: u32,
    pub sex: Sex,
    /// Whether the person shares a household with other students.
    pub shares_with_students: bool,
    /// Age of the youngest child of the person at home, if there is one.
    pub youngest_child: Option<u32>,
}

pub(super) fn health(draws: &mut Draws, area: &Area, age: u32) -> Health {
    let (lot, little) = up_to(age, &ILLNESS);
    let percent = area.of(&ILLNESS_IN_AREA);
    let (lot, little) = (lot * percent / 100, little * percent / 100);
    draws.pick(&[Health::Lot, Health::Little, Health::NotLimited], &[lot, little, 1000 - lot - little])
}

/// Draws the highest education. `partner` is the education of the reference person, for a partner.
pub(super) fn education(draws: &mut Draws, area: &Area, age: u32, partner: Option<Education>) -> Education {
    if age < SCHOOL_AGE {
        return Education::Child;
    }
    if age < VOCATIONAL_AGE {
        return draws.pick(Education::ALL, &EDUCATION_OF_PUPILS);
    }
    if let Some(same) = partner.filter(|&education| age >= first_age(education))
        && draws.per_mille(LIKE_PARTNER)
    {
        return same;
    }
    let mut weights = up_to(age, &EDUCATION);
    let (none, degree) = area.of(&EDUCATION_IN_AREA);
    weights[Education::None as usize] *= none;
    for weight in &mut weights[Education::Lower as usize..=Education::Vocational as usize] {
        *weight *= 100;
    }
    for (education, age_of) in [(Education::Degree, DEGREE_AGE), (Education::Doctorate, DOCTORATE_AGE)] {
        weights[education as usize] *= if age < age_of { 0 } else { degree };
    }
    draws.pick(Education::ALL, &weights)
}

/// The first age at which a person can have completed an education.
pub(super) fn first_age(education: Education) -> u32 {
    match education {
        Education::Child => 0,
        Education::None | Education::Lower | Education::Upper => SCHOOL_AGE,
        Education::Vocational => VOCATIONAL_AGE,
        Education::Degree => DEGREE_AGE,
        Education::Doctorate => DOCTORATE_AGE,
    }
}

pub(super) fn activity(
    draws: &mut Draws,
    area: &Area,
    person: Adult,
    health: Health,
    education: Education,
) -> Activity {
    let Adult { age, sex, youngest_child, .. } = person;
    if age < SCHOOL_AGE {
        return Activity::Child;
    }
    if draws.per_mille(studying(area, person)) {
        return Activity::Student;
    }
    let retired = RETIREMENT.iter().find(|(from, _)| age >= *from).map_or(0, |&(_, share)| share);
    if draws.per_mille(retired) {
        return Activity::Retired;
    }
    let ill = match health {
        Health::NotLimited => 0,
        _ if age >= 65 => 0,
        Health::Little => 60,
        Health::Lot => 420,
    };
    if draws.per_mille(ill) {
        return Activity::Ill;
    }
    let home = match (sex, youngest_child) {
        (Sex::Female, Some(0..5)) => 270,
        (Sex::Female, Some(5..16)) => 120,
        (Sex::Female, _) => 45,
        (Sex::Male, Some(0..16)) => 22,
        (Sex::Male, _) => 8,
    };
    if draws.per_mille(home) {
        return Activity::Home;
    }
    if draws.per_mille(8) {
        return Activity::Other;
    }
    let unemployed = area.of(&UNEMPLOYMENT)
        * match education {
            Education::Child | Education::None => 2,
            _ => 1,
        }
        * if age < 25 { 2 } else { 1 };
    if age < 65 && draws.per_mille(unemployed) {
        return Activity::Unemployed;
    }
    let own_business = match age {
        0..30 => 55,
        30..65 => 145,
        _ => 330,
    };
    if draws.per_mille(own_business) { Activity::SelfEmployed } else { Activity::Employee }
}

/// Students of an age, in a thousand.
fn studying(area: &Area, person: Adult) -> u32 {
    let near_students = is_of_students(area);
    match person.age {
        _ if person.shares_with_students => 940,
        0..18 => 860,
        18..21 => 480 + if near_students { 340 } else { 0 },
        21..25 => 170 + if near_students { 380 } else { 0 },
        25..30 => 30 + if near_students { 110 } else { 0 },
        30..60 => 6,
        _ => 0,
    }
}

/// Draws the present occupation, or the last one of persons who no longer work.
pub(super) fn occupation(
    draws: &mut Draws,
    sex: Sex,
    age: u32,
    activity: Activity,
    education: Education,
) -> Occupation {
    let never = match activity {
        Activity::Child | Activity::Student => 1000,
        Activity::Employee | Activity::SelfEmployed => 0,
        Activity::Retired if sex == Sex::Female => 60,
        Activity::Retired => 12,
        Activity::Unemployed => {
            if age < 25 {
                400
            } else {
                60
            }
        }
        Activity::Ill => 180,
        Activity::Home => 280,
        Activity::Other => 300,
    };
    if draws.per_mille(never) {
        return Occupation::None;
    }
    let row = &OCCUPATIONS[(education as usize).saturating_sub(Education::None as usize)];
    let percent = &OCCUPATIONS_BY_SEX[sex as usize];
    let mut weights = [0; 10];
    for ((weight, base), percent) in weights.iter_mut().zip(row).zip(percent) {
        *weight = base * percent;
    }
    // Nobody is a professional before a vocational certificate, and soldiers are aged 18 or more.
    if age < VOCATIONAL_AGE {
        weights[Occupation::Professional as usize - 1] = 0;
        weights[Occupation::Armed as usize - 1] = 0;
    }
    draws.pick(&Occupation::ALL[1..], &weights)
}
