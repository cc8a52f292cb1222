//! Persons and households for the table, and record swapping between its areas.
//!
//! The table has the persons of 16 to 74. A household also has children and older persons, who are outside the table.
//! The control variables of the paper count all of them, so swaps change the number of persons of an area in the table.

use super::Data;
use super::table::{ACTIVITIES, AREAS, COLUMNS};
use crate::base::SplitMix;
use crate::dimension::{AxisRef, CodeList, Dimension, Level, Text};
use crate::key::derive::Secret;
use crate::microdata::{
    Impossible, Records, Risky, Share, Step, StepKind, StepReport, Swap, Target, UnitColumn, change,
};

/// Seed of households, ages and imputation.
const SEED: u64 = 20_072;
/// Percentage of imputed records (text after Table 1).
const IMPUTED: usize = 17;
/// Number of local authorities, within which households swap.
const AUTHORITIES: usize = 3;
/// Number of classes of the hard-to-count index.
const CLASSES: usize = 5;
/// Activities that make an area hard to count: unemployed, other students, sick or disabled.
const HARD: [usize; 3] = [3, 6, 7];
/// For each activity, the weights of the broad ages up to 24, 25 to 64 and 65 and over.
const AGES: [[u64; 3]; ACTIVITIES] =
    [[20, 75, 5], [15, 84, 1], [5, 88, 7], [40, 60, 0], [95, 5, 0], [0, 35, 65], [92, 8, 0], [8, 90, 2], [20, 70, 10]];
/// For 100 persons in the table, the number of children (broad age 0) and of persons of 75 and over (broad age 2).
const OUTSIDE: [u64; 2] = [27, 10];
/// The weights of household sizes 1 to 5.
const HOUSEHOLDS: [u64; 5] = [30, 35, 15, 14, 6];

/// Positions of the dimensions.
const AREA: usize = 0;
const COLUMN: usize = 1;
const SEX: usize = 2;
const AGE: usize = 3;
const CLASS: usize = 4;

/// The persons behind the table, in households.
pub(super) struct People {
    columns: Vec<Vec<u32>>,
    /// The household of each person.
    household: Vec<u32>,
    is_imputed: Vec<bool>,
}

/// The table after record swapping.
pub(super) struct Swapped {
    /// The counts of the table's cells.
    pub counts: Vec<u64>,
    /// Of these persons, the number of those that were neither swapped nor imputed.
    pub unflagged: Vec<u64>,
    /// The share of households that were selected and have no partner.
    pub without_partner: f64,
    /// The share of persons who moved.
    pub moved: f64,
}

impl People {
    /// Draws people whose table is the given one.
    pub fn new(data: &Data) -> Self {
        let mut random = SplitMix(SEED);
        let mut people = Self { columns: vec![Vec::new(); 5], household: Vec::new(), is_imputed: Vec::new() };
        let mut households = 0;
        for (area, class) in classes(data).into_iter().enumerate() {
            let mut persons: Vec<[u32; 3]> = Vec::new();
            for column in 0..COLUMNS {
                for _ in 0..data.counts[area * COLUMNS + column] {
                    let age = drawn(&mut random, &AGES[column / (COLUMNS / ACTIVITIES)]);
                    persons.push([column as u32, (column / 2 % 2) as u32, age]);
                }
            }
            let in_table = persons.len() as u64;
            for (many, age) in OUTSIDE.into_iter().zip([0, 2]) {
                for _ in 0..in_table * many / 100 {
                    persons.push([COLUMNS as u32, random.below(2) as u32, age]);
                }
            }
            for at in (1..persons.len()).rev() {
                persons.swap(at, random.below(at + 1));
            }
            let mut rest = persons.as_slice();
            while !rest.is_empty() {
                let size = (drawn(&mut random, &HOUSEHOLDS) as usize + 1).min(rest.len());
                let (own, others) = rest.split_at(size);
                rest = others;
                for &[column, sex, age] in own {
                    let codes = [area as u32, column, sex, age, class];
                    people.columns.iter_mut().zip(codes).for_each(|(column, code)| column.push(code));
                    people.household.push(households);
                    people.is_imputed.push(random.below(100) < IMPUTED);
                }
                households += 1;
            }
        }
        people
    }

    /// Counts the persons of the table that are not imputed, before any swap.
    pub fn not_imputed(&self) -> Vec<u64> {
        let mut counts = vec![0; AREAS * COLUMNS];
        for person in (0..self.household.len()).filter(|&person| !self.is_imputed[person]) {
            if let Some(cell) = cell(self.columns[AREA][person], self.columns[COLUMN][person]) {
                counts[cell] += 1;
            }
        }
        counts
    }

    /// Swaps households between the areas of a local authority. Partners have as many persons of each sex and broad age,
    /// and the same class of the index (section 3.1).
    pub fn swapped(&self, rate: &str, is_targeted: bool) -> Swapped {
        let dimensions = dimensions();
        let codes: Vec<Vec<&str>> =
            dimensions.iter().map(|dimension| dimension.codes.iter().map(|(code, _)| code).collect()).collect();
        let mut units = UnitColumn::default();
        for household in &self.household {
            let unit = units.unit(&household.to_string());
            units.extend(unit);
        }
        let keys = (0..self.household.len() as u64).collect();
        let mut records = Records::new(self.columns.clone(), &codes, keys, vec![units]);
        let axis = |dimension| AxisRef { dimension, level: None };
        let tables = vec![vec![axis(AREA), axis(COLUMN)], vec![axis(AREA), axis(SEX), axis(AGE)]];
        let swap = Swap {
            variables: vec![AREA],
            unit: Some(0),
            rate: Share::parse(rate).expect("the rates are decimal numbers"),
            within: vec![Some(0)],
            apart: None,
            strata: vec![axis(SEX), axis(AGE), axis(CLASS)],
            target: if is_targeted { Target::Risky(Risky { tables, small: 2 }) } else { Target::Random },
        };
        let step = Step { kind: StepKind::Swap(swap), seed: Secret::new(super::NAME.into()), publish: false };
        let reports = change(&mut records, &[step], &dimensions, &Impossible::default());
        let reports = reports.expect("only PRAM can fail");
        let [StepReport::Swap(report)] = reports.as_slice() else { unreachable!("there is one step") };
        let without_partner = report.without_partner as f64 / report.selected as f64;
        let moved = report.moved as f64 / report.records as f64;
        let (mut counts, mut unflagged) = (vec![0; AREAS * COLUMNS], vec![0; AREAS * COLUMNS]);
        for person in 0..records.len() {
            if let Some(cell) = cell(records.code(AREA, person), records.code(COLUMN, person)) {
                counts[cell] += 1;
                unflagged[cell] += u64::from(!records.is_changed(person) && !self.is_imputed[person]);
            }
        }
        Swapped { counts, unflagged, without_partner, moved }
    }
}

/// The class of each area: equally many areas of each class, in the order of their share of hard activities. The index of
/// the census is also one of small areas.
fn classes(data: &Data) -> Vec<u32> {
    let per_activity = COLUMNS / ACTIVITIES;
    let share = |area: usize| {
        let counts = &data.counts[area * COLUMNS..][..COLUMNS];
        let hard = HARD.iter().flat_map(|activity| &counts[activity * per_activity..][..per_activity]).sum::<u64>();
        // Shares are compared as fractions of a common number, so that no float decides.
        hard * 1_000_000 / counts.iter().sum::<u64>().max(1)
    };
    let mut order: Vec<(u64, usize)> = (0..AREAS).map(|area| (share(area), area)).collect();
    order.sort_unstable();
    let mut classes = vec![0; AREAS];
    for (rank, (_, area)) in order.into_iter().enumerate() {
        classes[area] = (rank * CLASSES / AREAS) as u32;
    }
    classes
}

/// The cell of a person, or `None` outside the table.
fn cell(area: u32, column: u32) -> Option<usize> {
    ((column as usize) < COLUMNS).then_some(area as usize * COLUMNS + column as usize)
}

fn drawn(random: &mut SplitMix, weights: &[u64]) -> u32 {
    let mut left = random.below(weights.iter().sum::<u64>() as usize) as u64;
    let found = weights.iter().position(|&weight| {
        let here = left < weight;
        left = left.saturating_sub(weight);
        here
    });
    found.unwrap_or(0) as u32
}

fn dimensions() -> Vec<Dimension> {
    let list = |size: usize| {
        let codes = (0..size).map(|code| (code.to_string(), Text::from(code.to_string().as_str())));
        CodeList::new(codes.collect()).expect("numbers are distinct codes")
    };
    let dimension = |name: &str, size: usize, levels: Vec<Level>| Dimension {
        name: name.to_owned(),
        label: Text::from(name),
        note: None,
        role: None,
        codes: list(size),
        levels,
    };
    let authority = Level {
        name: "authority".to_owned(),
        label: Text::from("authority"),
        codes: list(AUTHORITIES),
        of: (0..AREAS).map(|area| (area * AUTHORITIES / AREAS) as u32).collect(),
    };
    vec![
        dimension("area", AREAS, vec![authority]),
        dimension("column", COLUMNS + 1, Vec::new()),
        dimension("sex", 2, Vec::new()),
        dimension("age", 3, Vec::new()),
        dimension("class", CLASSES, Vec::new()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_people_are_those_of_the_table() {
        let data = Data::new();
        let people = People::new(&data);
        let mut counts = vec![0; AREAS * COLUMNS];
        for person in 0..people.household.len() {
            if let Some(cell) = cell(people.columns[AREA][person], people.columns[COLUMN][person]) {
                counts[cell] += 1;
            }
        }
        assert_eq!(counts, data.counts);
        // The paper has about 125 households in an area.
        let households = f64::from(people.household.last().unwrap() + 1) / AREAS as f64;
        assert!((115.0..135.0).contains(&households), "{households}");
    }
}
