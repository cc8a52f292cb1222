//! Who lives together: the type of the household, its members, their ages and their marital status.

use super::ages::{self, With};
use super::areas::{Area, ByCharacter, Character};
use super::codes::{HouseholdType, MaritalStatus, Relation, Sex};
use super::draws::Draws;
use super::marriage;

/// A person whose answers are not drawn yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Member {
    pub relation: Relation,
    pub age: u32,
    pub sex: Sex,
    pub marital_status: MaritalStatus,
}

/// Weights of the types, in the order of [`HouseholdType::ALL`], by the character of the area.
const TYPES: ByCharacter<[u32; 6]> = [
    [300, 270, 240, 110, 22, 40],
    [280, 220, 250, 180, 40, 35],
    [400, 400, 100, 50, 15, 10],
    [200, 330, 380, 60, 12, 18],
    [260, 160, 90, 50, 10, 430],
];

/// Weights of two to seven persons in a shared household of students, and in another one.
const STUDENTS: [u32; 6] = [250, 250, 240, 160, 70, 30];
const SHARERS: [u32; 6] = [450, 280, 150, 80, 30, 10];

/// Chances, in a thousand.
const SHARED_BY_STUDENTS: ByCharacter<u32> = [250, 150, 150, 250, 900];
const LONE_MOTHERS: u32 = 870;
const SAME_SEX: u32 = 20;
const BOYS: u32 = 512;
const BOTH_GRANDPARENTS: u32 = 350;
const LONE_MIDDLE_GENERATION: u32 = 300;

/// The members of a household.
pub(super) struct Group {
    pub household_type: HouseholdType,
    /// Whether the members study together. Only a shared household can have this.
    pub are_students: bool,
    pub members: Vec<Member>,
}

impl Group {
    pub fn draw(draws: &mut Draws, area: &Area) -> Self {
        let household_type = draws.pick(HouseholdType::ALL, &area.of(&TYPES));
        let mut are_students = false;
        let members = match household_type {
            HouseholdType::Single => vec![single(draws, area)],
            HouseholdType::Couple => {
                let age = ages::first_of_couple(draws, area);
                couple(draws, age, (0, ages::OLDEST), false)
            }
            HouseholdType::CoupleChildren => family(draws, area, With::Couple, false),
            HouseholdType::LoneParent => family(draws, area, With::LoneParent, true),
            HouseholdType::ThreeGenerations => three_generations(draws, area),
            HouseholdType::Shared => {
                are_students = draws.per_mille(area.of(&SHARED_BY_STUDENTS));
                shared(draws, are_students)
            }
        };
        Self { household_type, are_students, members }
    }
}

fn sex(draws: &mut Draws, men: u32) -> Sex {
    if draws.per_mille(men) { Sex::Male } else { Sex::Female }
}

fn unpartnered(draws: &mut Draws, relation: Relation, age: u32, sex: Sex) -> Member {
    Member { relation, age, sex, marital_status: marriage::without_partner(draws, age, sex) }
}

fn single(draws: &mut Draws, area: &Area) -> Member {
    let age = ages::alone(draws, area);
    // Women live longer, so most old people who live alone are women.
    let men = match age {
        0..55 => 560,
        55..65 => 480,
        65..75 => 400,
        75..85 => 310,
        _ => 240,
    };
    let sex = sex(draws, men);
    unpartnered(draws, Relation::Reference, age, sex)
}

/// Two partners. One has the given age; the other's age is within bounds. Either can be the reference person.
fn couple(draws: &mut Draws, age: u32, bounds: (u32, u32), has_children: bool) -> Vec<Member> {
    let first = sex(draws, 500);
    let is_same_sex = draws.per_mille(SAME_SEX);
    let second = match (first, is_same_sex) {
        (Sex::Male, true) | (Sex::Female, false) => Sex::Male,
        _ => Sex::Female,
    };
    let partner = ages::partner(draws, age, second == Sex::Male, bounds);
    let [one, other] = marriage::of_couple(draws, [(age, first), (partner, second)], has_children);
    vec![
        Member { relation: Relation::Reference, age, sex: first, marital_status: one },
        Member { relation: Relation::Partner, age: partner, sex: second, marital_status: other },
    ]
}

fn family(draws: &mut Draws, area: &Area, with: With, is_lone: bool) -> Vec<Member> {
    let (children, age) = ages::family(draws, area, with);
    let mut members = if is_lone {
        let sex = sex(draws, 1000 - LONE_MOTHERS);
        vec![unpartnered(draws, Relation::Reference, age, sex)]
    } else {
        couple(draws, age, ages::parents_of(&children), true)
    };
    members.extend(children.into_iter().map(|age| {
        let marital_status = marriage::of_child_at_home(draws, age);
        Member { relation: Relation::Child, age, sex: sex(draws, BOYS), marital_status }
    }));
    members
}

/// Children, their parents or one of them, and one or both parents of the reference person.
fn three_generations(draws: &mut Draws, area: &Area) -> Vec<Member> {
    let is_lone = draws.per_mille(LONE_MIDDLE_GENERATION);
    let mut members = family(draws, area, With::ThreeGenerations, is_lone);
    let child = members[0].age;
    let age = ages::parent_of(draws, child);
    if draws.per_mille(BOTH_GRANDPARENTS) {
        let bounds = (child + ages::YOUNGEST_PARENT, child + ages::OLDEST_PARENT);
        members.extend(
            couple(draws, age, bounds, true).into_iter().map(|member| Member { relation: Relation::Parent, ..member }),
        );
    } else {
        let sex = sex(draws, 250);
        members.push(unpartnered(draws, Relation::Parent, age, sex));
    }
    members
}

fn shared(draws: &mut Draws, are_students: bool) -> Vec<Member> {
    let persons = 2 + draws.position(if are_students { &STUDENTS } else { &SHARERS });
    let mut member = |relation| {
        let age = ages::sharer(draws, are_students);
        let sex = sex(draws, 520);
        unpartnered(draws, relation, age, sex)
    };
    let mut members = vec![member(Relation::Reference)];
    members.extend((1..persons).map(|_| member(Relation::Sharer)));
    members
}

/// Whether households of this area are mostly of students.
pub(super) fn is_of_students(area: &Area) -> bool {
    area.character == Character::Student
}
