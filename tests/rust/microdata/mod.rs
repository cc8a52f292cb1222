//! Tests of the steps before tabulation, on a small town of households.

mod cells;
mod cube;
mod errors;
mod pram;
mod swap;
mod weights;

use cellveil::dimension::{AxisRef, CodeList, Dimension, Level, Text};
use cellveil::key::derive::Secret;
use cellveil::microdata::{Records, Step, StepKind, UnitColumn};

/// Dimensions of the town: area (in districts, in regions), sex and age group.
pub const AREA: usize = 0;
pub const SEX: usize = 1;
pub const AGE: usize = 2;
/// Levels of the areas.
pub const DISTRICT: usize = 0;
pub const REGION: usize = 1;

pub const AREAS: u32 = 24;
/// Areas of a district, and of a region.
const OF_DISTRICT: u32 = 4;
const OF_REGION: u32 = 12;

/// A person: household, area, sex, age group.
pub type Person = (u32, u32, u32, u32);

/// A sequence of numbers that looks random. The tests need no better generator.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, size: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(size)) as u32
    }
}

/// Households of one to four persons. Small areas have fewer households.
pub fn town(households: u32, seed: u64) -> Vec<Person> {
    let mut numbers = Numbers(seed);
    let mut persons = Vec::new();
    for household in 0..households {
        let area = numbers.below(AREAS).min(numbers.below(AREAS));
        for _ in 0..=numbers.below(4) {
            persons.push((household, area, numbers.below(2), numbers.below(3)));
        }
    }
    persons
}

fn list(size: u32) -> CodeList {
    CodeList::new((0..size).map(|code| (code.to_string(), Text::from(code.to_string().as_str()))).collect()).unwrap()
}

fn dimension(name: &str, size: u32, levels: &[(&str, u32)]) -> Dimension {
    let level = |&(name, of): &(&str, u32)| Level {
        name: name.to_owned(),
        label: Text::from(name),
        codes: list(size / of),
        of: (0..size).map(|code| code / of).collect(),
    };
    Dimension {
        name: name.to_owned(),
        label: Text::from(name),
        note: None,
        role: None,
        codes: list(size),
        levels: levels.iter().map(level).collect(),
    }
}

pub fn dimensions() -> Vec<Dimension> {
    let levels = [("district", OF_DISTRICT), ("region", OF_REGION)];
    vec![dimension("area", AREAS, &levels), dimension("sex", 2, &[]), dimension("age", 3, &[])]
}

/// The records of persons. The key of a person is the position in the town, so every record can be followed.
pub fn records_of(persons: &[(usize, Person)]) -> Records {
    let columns = vec![
        persons.iter().map(|(_, person)| person.1).collect(),
        persons.iter().map(|(_, person)| person.2).collect(),
        persons.iter().map(|(_, person)| person.3).collect(),
    ];
    let mut units = UnitColumn::default();
    for (_, person) in persons {
        let unit = units.unit(&format!("h{}", person.0));
        units.extend(unit);
    }
    let dimensions = dimensions();
    let codes: Vec<Vec<&str>> =
        dimensions.iter().map(|dimension| dimension.codes.iter().map(|(code, _)| code).collect()).collect();
    let keys = persons.iter().map(|(at, _)| *at as u64).collect();
    Records::new(columns, &codes, keys, vec![units])
}

pub fn records(persons: &[Person]) -> Records {
    records_of(&persons.iter().copied().enumerate().collect::<Vec<_>>())
}

/// The persons in another order, each with the position in the town.
pub fn shuffled(persons: &[Person], seed: u64) -> Vec<(usize, Person)> {
    let mut numbers = Numbers(seed);
    let mut persons: Vec<(usize, Person)> = persons.iter().copied().enumerate().collect();
    for at in (1..persons.len()).rev() {
        persons.swap(at, numbers.below(at as u32 + 1) as usize);
    }
    persons
}

pub fn step(kind: StepKind, seed: u8) -> Step {
    Step { kind, seed: Secret::new(vec![seed]), publish: false }
}

pub fn axis(dimension: usize, level: Option<usize>) -> AxisRef {
    AxisRef { dimension, level }
}

/// Counts records by their categories on several axes, before or after the steps.
pub fn counts(records: &Records, axes: &[AxisRef], original: bool) -> std::collections::BTreeMap<Vec<u32>, u64> {
    let dimensions = dimensions();
    let mut counts = std::collections::BTreeMap::new();
    for record in 0..records.len() {
        let category = |axis: &AxisRef| {
            let code = match original {
                true => records.original_code(axis.dimension, record),
                false => records.code(axis.dimension, record),
            };
            dimensions[axis.dimension].group_of(axis.level, code)
        };
        *counts.entry(axes.iter().map(category).collect()).or_default() += u64::from(records.weight(record));
    }
    counts
}
