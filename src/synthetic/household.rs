//! The stream of households with their persons.

use super::areas::{Area, Areas};
use super::codes::{
    Activity, Dwelling, Education, Health, HouseholdType, MaritalStatus, Occupation, Relation, Sex, Tenure,
};
use super::draws::Draws;
use super::languages::Language;
use super::members::{Group, Member};
use super::origin::Country;
use super::{Request, home, work};

/// Most persons of a household: two partners, six children and two parents.
pub(super) const MOST_PERSONS: u32 = 10;

/// A household and its persons. The first person is the reference person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Household {
    /// Number of the household, from 1.
    pub number: u32,
    /// The area in which the household lives.
    pub area: Area,
    /// Who lives together.
    pub household_type: HouseholdType,
    /// The right by which the household uses its dwelling.
    pub tenure: Tenure,
    /// Kind of dwelling.
    pub dwelling: Dwelling,
    /// The persons: the reference person, partner, children from the eldest, parents.
    pub persons: Vec<Person>,
}

/// A person of a household.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person {
    /// What the person is to the reference person.
    pub relation: Relation,
    /// Age in completed years, 0 to 104.
    pub age: u32,
    /// Sex.
    pub sex: Sex,
    /// Legal marital status.
    pub marital_status: MaritalStatus,
    /// Main activity.
    pub activity: Activity,
    /// Present or former occupation.
    pub occupation: Occupation,
    /// Highest completed education.
    pub education: Education,
    /// Country of birth.
    pub birth_country: Country,
    /// Main language.
    pub language: Language,
    /// Long-term illness that limits activities.
    pub health: Health,
    /// The record key, uniform below 2^32. It follows from the seed, so it protects nobody.
    pub record_key: u32,
}

/// The households of a population, drawn one after the other. Memory does not grow with their number.
pub struct Households {
    areas: Areas,
    area: Option<Area>,
    left_in_area: u32,
    people: Draws,
    keys: Draws,
    number: u32,
    last: u32,
}

impl Households {
    /// Starts the stream of a population.
    pub fn new(request: Request) -> Self {
        let streams = request.streams();
        Self {
            areas: Areas::new(request),
            area: None,
            left_in_area: 0,
            people: streams.people,
            keys: streams.keys,
            number: 0,
            last: request.households(),
        }
    }

    /// The area of the next household.
    fn area(&mut self) -> Option<Area> {
        if self.left_in_area == 0 {
            self.area = self.areas.next();
            self.left_in_area = self.area.as_ref().map_or(0, |area| area.households);
        }
        self.left_in_area = self.left_in_area.saturating_sub(1);
        self.area.clone()
    }
}

impl Iterator for Households {
    type Item = Household;

    fn next(&mut self) -> Option<Household> {
        if self.number == self.last {
            return None;
        }
        self.number += 1;
        let area = self.area()?;
        let draws = &mut self.people;
        let group = Group::draw(draws, &area);
        let origin = Country::of_origin(draws, &area);
        let mut persons: Vec<Person> = Vec::with_capacity(group.members.len());
        for &member in &group.members {
            let reference = persons.first().copied();
            persons.push(person(draws, &area, &group, member, origin, reference, &mut self.keys));
        }
        Some(Household {
            number: self.number,
            household_type: group.household_type,
            tenure: home::tenure(draws, &area, group.members[0].age, group.are_students),
            dwelling: home::dwelling(draws, &area, group.household_type),
            area,
            persons,
        })
    }
}

fn person(
    draws: &mut Draws,
    area: &Area,
    group: &Group,
    member: Member,
    of_household: Country,
    reference: Option<Person>,
    keys: &mut Draws,
) -> Person {
    let Member { relation, age, sex, marital_status } = member;
    // Unrelated persons have an origin of their own.
    let origin = if relation == Relation::Sharer { Country::of_origin(draws, area) } else { of_household };
    let birth_country = origin.of_birth(draws, age, relation == Relation::Child, relation == Relation::Partner);
    let language = Language::draw(draws, birth_country, origin);
    let health = work::health(draws, area, age);
    let partner = reference.filter(|_| relation == Relation::Partner).map(|person| person.education);
    let education = work::education(draws, area, age, partner);
    let is_parent_of_children = matches!(relation, Relation::Reference | Relation::Partner);
    let children = group.members.iter().filter(|other| is_parent_of_children && other.relation == Relation::Child);
    let adult = work::Adult {
        age,
        sex,
        shares_with_students: group.are_students,
        youngest_child: children.map(|child| child.age).min(),
    };
    let activity = work::activity(draws, area, adult, health, education);
    Person {
        relation,
        age,
        sex,
        marital_status,
        activity,
        occupation: work::occupation(draws, sex, age, activity, education),
        education,
        birth_country,
        language,
        health,
        // The upper half of the number, because SplitMix64 mixes it best.
        record_key: (keys.number() >> 32) as u32,
    }
}
