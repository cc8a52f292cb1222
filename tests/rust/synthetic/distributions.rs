//! Distributions of about 100,000 persons: dependence between variables, sparsity, rare categories and clusters.

use std::collections::{BTreeMap, BTreeSet};

use cellveil::synthetic::{
    Activity, Country, Dwelling, Education, Health, Household, HouseholdType, Language, MaritalStatus, Occupation,
    Person, Relation, Sex, Tenure,
};

use super::{LARGE, SEEDS, population};

/// First ages of the bands of the level `age:band`.
const BANDS: [u32; 9] = [0, 5, 16, 18, 25, 35, 50, 65, 80];

fn band(person: &Person) -> usize {
    BANDS.partition_point(|from| *from <= person.age) - 1
}

/// Cramér's V of pairs of categories.
fn cramers_v(pairs: &[(usize, usize)]) -> f64 {
    let mut cells: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    let (mut rows, mut columns) = (BTreeMap::new(), BTreeMap::new());
    for &(row, column) in pairs {
        *cells.entry((row, column)).or_default() += 1.0;
        *rows.entry(row).or_insert(0.0) += 1.0;
        *columns.entry(column).or_insert(0.0) += 1.0;
    }
    let sum: f64 = cells.iter().map(|((row, column), count)| count * count / (rows[row] * columns[column])).sum();
    ((sum - 1.0) / (rows.len().min(columns.len()) - 1) as f64).sqrt()
}

fn persons(people: &[Household]) -> impl Iterator<Item = &Person> {
    people.iter().flat_map(|household| &household.persons)
}

/// Checks a figure of each seed against a range.
fn within(what: &str, range: std::ops::Range<f64>, figure: impl Fn(&[Household]) -> f64) {
    for seed in SEEDS {
        let found = figure(&population(LARGE, seed));
        assert!(range.contains(&found), "{what}, seed {seed}: {found}");
    }
}

/// **Variables depend on each other.** If one column moves by one person, as a planted fault, V is small.
#[test]
fn variables_depend_on_each_other() {
    let pairs = |people: &[Household], shift: usize, of: fn(&Person) -> Option<(usize, usize)>| {
        let pairs: Vec<_> = persons(people).filter_map(of).collect();
        let moved = pairs.iter().cycle().skip(shift);
        let pairs: Vec<_> = pairs.iter().zip(moved).map(|(one, other)| (one.0, other.1)).collect();
        cramers_v(&pairs)
    };
    let marital: fn(&Person) -> Option<(usize, usize)> = |person| Some((band(person), person.marital_status as usize));
    within("age band and marital status", 0.30..0.38, |people| pairs(people, 0, marital));
    within("age band and marital status, moved", 0.0..0.12, |people| pairs(people, 5001, marital));
    let work: fn(&Person) -> Option<(usize, usize)> = |person| {
        (person.occupation != Occupation::None).then_some((person.education as usize, person.occupation as usize))
    };
    within("education and occupation", 0.32..0.40, |people| pairs(people, 0, work));
    within("education and occupation, moved", 0.0..0.12, |people| pairs(people, 5001, work));
}

/// **Tables are sparse**: area by age band by marital status.
#[test]
fn tables_are_sparse() {
    let share = |people: &[Household], counted: std::ops::RangeInclusive<u32>| {
        let areas: BTreeSet<&str> = people.iter().map(|household| &*household.area.code).collect();
        let mut cells: BTreeMap<(&str, usize, usize), u32> = BTreeMap::new();
        for household in people {
            for person in &household.persons {
                let cell = (&*household.area.code, band(person), person.marital_status as usize);
                *cells.entry(cell).or_default() += 1;
            }
        }
        let all = areas.len() * BANDS.len() * MaritalStatus::ALL.len();
        let empty = if counted.contains(&0) { all - cells.len() } else { 0 };
        (empty + cells.values().filter(|count| counted.contains(count)).count()) as f64 / all as f64
    };
    within("empty cells", 0.58..0.68, |people| share(people, 0..=0));
    within("counts of 1 and 2", 0.08..0.14, |people| share(people, 1..=2));
}

/// **Every category exists among 100,000 persons, and rare ones are rare**: about 1 in 20,000.
#[test]
fn rare_categories_exist() {
    for seed in SEEDS {
        let people = population(LARGE, seed);
        let all = persons(&people).count();
        assert!((95_000..106_000).contains(&all), "{all}");
        macro_rules! exist {
            ($($category:ident $field:ident)+) => {$(
                let found: BTreeSet<_> = persons(&people).map(|person| person.$field).collect();
                assert_eq!(found.len(), $category::ALL.len(), "{} of seed {seed}", stringify!($field));
            )+};
        }
        exist!(Activity activity Country birth_country Education education Health health Language language
            MaritalStatus marital_status Occupation occupation Relation relation Sex sex);
        let types: BTreeSet<HouseholdType> = people.iter().map(|household| household.household_type).collect();
        let tenures: BTreeSet<Tenure> = people.iter().map(|household| household.tenure).collect();
        let dwellings: BTreeSet<Dwelling> = people.iter().map(|household| household.dwelling).collect();
        assert_eq!((types.len(), tenures.len(), dwellings.len()), (6, 5, 6), "seed {seed}");
        let rare = |is_rare: &dyn Fn(&Person) -> bool| persons(&people).filter(|person| is_rare(person)).count();
        for (what, found) in [
            ("sign language", rare(&|person| person.language == Language::Sign)),
            ("Iceland", rare(&|person| person.birth_country == Country::Iceland)),
            ("Fiji", rare(&|person| person.birth_country == Country::Fiji)),
            ("partnership dissolved", rare(&|person| person.marital_status == MaritalStatus::FormerPartnership)),
        ] {
            // Five are expected. More than 20 would be a wrong weight.
            assert!((1..=20).contains(&found), "{what}, seed {seed}: {found}");
        }
    }
}

/// **Students are young, retired persons old, and education follows age.**
#[test]
fn activities_follow_age() {
    let share = |people: &[Household], of: fn(&&Person) -> bool, have: fn(&Person) -> bool| {
        let group: Vec<&Person> = persons(people).filter(of).collect();
        group.iter().filter(|person| have(person)).count() as f64 / group.len() as f64
    };
    let is_student = |person: &&Person| person.activity == Activity::Student;
    within("students below 30", 0.94..1.0, |people| share(people, is_student, |person| person.age < 30));
    let is_retired = |person: &&Person| person.activity == Activity::Retired;
    within("retired persons from 60", 0.94..1.0, |people| share(people, is_retired, |person| person.age >= 60));
    let is_old = |person: &&Person| person.age >= 75;
    within("retired from 75", 0.96..1.0, |people| share(people, is_old, |person| person.activity == Activity::Retired));
    let degree = |person: &Person| matches!(person.education, Education::Degree | Education::Doctorate);
    within("degrees of 30 to 44", 0.33..0.50, |people| share(people, |person| (30..45).contains(&person.age), degree));
    within("degrees from 75", 0.10..0.25, |people| share(people, is_old, degree));
}

/// **Partners are close in age**: at most six years apart in most couples.
#[test]
fn partners_are_close_in_age() {
    within("partners within six years", 0.90..0.99, |people| {
        let couples = people.iter().filter_map(|household| {
            let partner = household.persons.iter().find(|person| person.relation == Relation::Partner)?;
            Some(partner.age.abs_diff(household.persons[0].age) <= 6)
        });
        let close: Vec<bool> = couples.collect();
        close.iter().filter(|close| **close).count() as f64 / close.len() as f64
    });
}

/// **Countries of birth cluster** in households and in areas: much more often than in the population.
#[test]
fn countries_of_birth_cluster() {
    let abroad = |person: &Person| person.birth_country != Country::Home;
    let share = |found: usize, all: usize| found as f64 / all as f64;
    within("born abroad", 0.06..0.14, |people| {
        share(persons(people).filter(|person| abroad(person)).count(), persons(people).count())
    });
    within("partners of persons born abroad", 0.40..0.70, |people| {
        let partner =
            |household: &Household| household.persons.get(1).filter(|it| it.relation == Relation::Partner).copied();
        let couples: Vec<Person> =
            people.iter().filter(|household| abroad(&household.persons[0])).filter_map(partner).collect();
        share(couples.iter().filter(|person| abroad(person)).count(), couples.len())
    });
    within("largest origin of an area, of those born abroad", 0.35..0.65, |people| {
        let mut areas: BTreeMap<&str, BTreeMap<Country, usize>> = BTreeMap::new();
        for household in people {
            for person in household.persons.iter().filter(|person| abroad(person)) {
                *areas.entry(&household.area.code).or_default().entry(person.birth_country).or_default() += 1;
            }
        }
        let largest: usize = areas.values().map(|countries| countries.values().max().copied().unwrap_or(0)).sum();
        share(largest, areas.values().flat_map(BTreeMap::values).sum())
    });
}
