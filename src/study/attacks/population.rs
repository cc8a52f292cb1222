//! Populations for the attacks: invented persons, and the teaching sample of the census.

use std::collections::{BTreeMap, BTreeSet};

use crate::audit::combinations::views;
use crate::audit::tables::{Cells, cells};
use crate::audit::{Evidence, Finest, Published, Truth};
use crate::base::SplitMix;
use crate::cube::StructuralZero;
use crate::dimension::{AxisRef, CodeList, Dimension, Level, axis_name};
use crate::key::derive::Secret;
use crate::key::{Combine, KeyGroup, Modulus};
use crate::microdata::{Impossible, Records, Risky, Share, Step, StepKind, StepReport, Swap, Target, change};
use crate::protect::{KeyContext, MethodSpec, Parameters, Protected, compile};
use crate::ptable::design::Ready;
use crate::study::data::unpacked;

/// The salt of all published values.
const SALT: [u8; 16] = [7; 16];
/// Seed of the record keys of the census.
const CENSUS_SEED: u64 = 59;
/// Merging leaves dimensions with at most so many codes unchanged.
const FEW_CODES: usize = 4;

/// What determines the draw of a cell, besides its key and count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Draw {
    /// Nothing else: the same records have the same value in all views.
    Cell,
    /// The dimensions and levels that the cell names, that is, the axes of its view.
    View,
}

/// Persons, counted by all dimensions together.
#[derive(Debug)]
pub(super) struct Population {
    dimensions: Vec<Dimension>,
    /// Codes of each cell with persons.
    codes: Vec<Vec<u32>>,
    counts: Vec<u64>,
    keys: Vec<u64>,
    group: KeyGroup,
    /// Codes and key of each person. Empty for a population with coarser codes.
    persons: Vec<(Vec<u32>, u64)>,
    /// Combinations of codes that cannot exist, as a publisher would declare them.
    structural_zeros: Vec<StructuralZero>,
}

/// A dimension of invented persons.
#[derive(Debug, Clone)]
pub(super) struct Question {
    name: String,
    /// Number of codes.
    codes: usize,
    /// The group of each code, if the dimension has a level.
    level: Option<Vec<u32>>,
    /// The probability of each code falls by this factor, in thousandths, from one code to the next. With 1000, all
    /// codes are equally likely. With two codes, this is the probability of the second code.
    fall: u64,
}

impl Question {
    /// A dimension without a level.
    pub fn new(name: &str, codes: usize, fall: u64) -> Self {
        Self { name: name.into(), codes, level: None, fall }
    }

    /// Adds a level whose groups have `of` codes each.
    pub fn grouped(self, of: usize) -> Self {
        Self { level: Some((0..self.codes).map(|code| (code / of) as u32).collect()), ..self }
    }
}

/// How the answers of a kind of persons to one question differ from those of other kinds.
enum Habit {
    /// The order of the codes, the most likely code first.
    Order(Vec<u32>),
    /// The probability of the second of two codes, in thousandths.
    Second(u64),
}

impl Habit {
    fn new(question: &Question, random: &mut SplitMix) -> Self {
        if question.codes == 2 {
            // A kind multiplies the odds of a rare second code. A second code with a probability of one half or more
            // has the same odds in all kinds.
            let times = [1, 1, 2, 8][random.below(4)];
            let times = if question.fall < 500 { times } else { 1 };
            return Self::Second(1000 * times * question.fall / (1000 + (times - 1) * question.fall));
        }
        let mut order: Vec<u32> = (0..question.codes as u32).collect();
        // A kind exchanges a few codes of the common order.
        for _ in 0..question.codes.div_ceil(3) {
            let (one, other) = (random.below(question.codes), random.below(question.codes));
            order.swap(one, other);
        }
        Self::Order(order)
    }

    fn answer(&self, question: &Question, random: &mut SplitMix) -> u32 {
        let mut is_next = |share: u64| (random.below(1000) as u64) < share;
        match self {
            Self::Second(share) => u32::from(is_next(*share)),
            Self::Order(order) => {
                let mut rank = 0;
                while rank + 1 < question.codes && is_next(question.fall) {
                    rank += 1;
                }
                // Past the last code, the search starts again at a random code.
                let rank = if rank + 1 == question.codes { random.below(question.codes) } else { rank };
                order[rank]
            }
        }
    }
}

impl Population {
    /// Invents persons of a few kinds. A kind determines how likely each code of each dimension is, so the dimensions
    /// depend on each other as answers of real persons do. `correct` changes answers that contradict each other. A smaller
    /// population is part of a larger one.
    pub fn invented(
        questions: &[Question],
        kinds: usize,
        correct: impl Fn(&mut [u32]),
        persons: usize,
        seed: u64,
    ) -> Self {
        let mut random = SplitMix(seed);
        let mut habits = Vec::new();
        for _ in 0..kinds {
            habits.push(questions.iter().map(|question| Habit::new(question, &mut random)).collect::<Vec<_>>());
        }
        let person = |random: &mut SplitMix| -> Vec<u32> {
            // The first kinds are the most frequent.
            let kind = &habits[random.below(kinds).min(random.below(kinds))];
            let answers = kind.iter().zip(questions).map(|(habit, question)| habit.answer(question, random));
            let mut answers: Vec<u32> = answers.collect();
            correct(&mut answers);
            answers
        };
        let persons = (0..persons).map(|_| (person(&mut random), random.next()));
        Self::of_persons(questions.iter().map(dimension).collect(), persons)
    }

    /// The 59,147 persons of the teaching file, all 17 variables.
    pub fn census() -> Self {
        let text = unpacked(include_bytes!("../data/teaching-59k.csv.gz"));
        let mut lines = text.lines();
        let names: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
        let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
        // Whole numbers in their order, other codes by their text.
        let order = |code: &str| (code.parse::<i64>().unwrap_or(0), code.to_owned());
        let codes_of = |at: usize| rows.iter().map(|row| order(row[at])).collect::<BTreeSet<_>>().into_iter().collect();
        let codes: Vec<Vec<(i64, String)>> = (0..names.len()).map(codes_of).collect();
        let mut random = SplitMix(CENSUS_SEED);
        let place = |(code, all): (&&str, &Vec<(i64, String)>)| {
            let wanted = order(code);
            all.partition_point(|other| *other < wanted) as u32
        };
        let persons = rows.iter().map(|row| (row.iter().zip(&codes).map(place).collect(), random.next()));
        let question = |(name, codes): (&&str, &Vec<_>)| dimension(&Question::new(name, codes.len(), 0));
        Self::of_persons(names.iter().zip(&codes).map(question).collect(), persons)
    }

    fn of_persons(dimensions: Vec<Dimension>, persons: impl Iterator<Item = (Vec<u32>, u64)>) -> Self {
        let group = KeyGroup::new(Combine::Sum, Modulus::default()).expect("a sum has any modulus");
        let persons: Vec<(Vec<u32>, u64)> = persons.map(|(codes, key)| (codes, key % group.modulus().get())).collect();
        let mut cells: BTreeMap<Vec<u32>, (u64, u64)> = BTreeMap::new();
        for (codes, key) in &persons {
            let cell = cells.entry(codes.clone()).or_default();
            *cell = (cell.0 + 1, group.combine(cell.1, *key));
        }
        let (codes, cells): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
        let (counts, keys) = cells.into_iter().unzip();
        Self { dimensions, codes, counts, keys, group, persons, structural_zeros: Vec::new() }
    }

    /// Declares combinations of codes that cannot exist.
    pub fn with_structural_zeros(self, structural_zeros: Vec<StructuralZero>) -> Self {
        Self { structural_zeros, ..self }
    }

    /// The same persons with coarser codes: the groups of a level instead of its codes, or pairs of neighbouring codes of a
    /// dimension without a level.
    pub fn coarser(&self) -> Self {
        let mut cells: BTreeMap<Vec<u32>, (u64, u64)> = BTreeMap::new();
        let group_of = |dimension: &Dimension, code: u32| match dimension.levels.first() {
            Some(level) => level.of[code as usize],
            None if dimension.codes.len() > FEW_CODES => code / 2,
            None => code,
        };
        for (at, codes) in self.codes.iter().enumerate() {
            let codes = codes.iter().zip(&self.dimensions).map(|(&code, dimension)| group_of(dimension, code));
            let cell = cells.entry(codes.collect()).or_default();
            *cell = (cell.0 + self.counts[at], self.group.combine(cell.1, self.keys[at]));
        }
        let coarse = |of: &Dimension| {
            let last = of.codes.len() as u32 - 1;
            dimension(&Question::new(&of.name, group_of(of, last) as usize + 1, 0))
        };
        let (codes, cells): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
        let (counts, keys) = cells.into_iter().unzip();
        Self {
            dimensions: self.dimensions.iter().map(coarse).collect(),
            codes,
            counts,
            keys,
            group: self.group,
            persons: Vec::new(),
            structural_zeros: Vec::new(),
        }
    }

    /// The same persons after record swapping between the codes of the first dimension, and the share of persons who
    /// moved. Partners are in one group of its level, and agree on the sex and on the level of the age.
    pub fn swapped(&self, rate: &str, is_targeted: bool) -> (Self, f64) {
        let at = |name: &str| self.dimensions.iter().position(|dimension| dimension.name == name);
        let (age, sex) = (at("age").expect("an age"), at("sex").expect("a sex"));
        let column = |at: usize| self.persons.iter().map(|(codes, _)| codes[at]).collect();
        let columns = (0..self.dimensions.len()).map(column).collect();
        let texts: Vec<Vec<&str>> =
            self.dimensions.iter().map(|dimension| dimension.codes.iter().map(|(code, _)| code).collect()).collect();
        let keys = self.persons.iter().map(|(_, key)| *key).collect();
        let mut records = Records::new(columns, &texts, keys, Vec::new());
        let axis = |dimension, level| AxisRef { dimension, level };
        let tables = vec![vec![axis(0, None), axis(age, None), axis(sex, None)]];
        let swap = Swap {
            variables: vec![0],
            unit: None,
            rate: Share::parse(rate).expect("the rates are decimal numbers"),
            within: vec![Some(0)],
            apart: None,
            strata: vec![axis(sex, None), axis(age, Some(0))],
            target: if is_targeted { Target::Risky(Risky { tables, small: 2 }) } else { Target::Random },
        };
        let step = Step { kind: StepKind::Swap(swap), seed: Secret::new(b"attacks".to_vec()), publish: false };
        let reports = change(&mut records, &[step], &self.dimensions, &Impossible::default());
        let moved = reports.expect("only PRAM can fail").iter().find_map(StepReport::share_moved).unwrap_or(0.0);
        let person = |(record, (codes, key)): (usize, &(Vec<u32>, u64))| {
            let mut codes = codes.clone();
            codes[0] = records.code(0, record);
            (codes, *key)
        };
        let persons: Vec<_> = self.persons.iter().enumerate().map(person).collect();
        (Self::of_persons(self.dimensions.clone(), persons.into_iter()), moved)
    }

    /// The finest cells, as the truth of an audit.
    pub fn truth(&self) -> Truth {
        let cells = self.codes.iter().zip(self.counts.iter().zip(&self.keys));
        Truth::new(cells.map(|(codes, (&count, &key))| (codes.clone(), count, key)).collect(), self.group)
    }

    /// Number of persons.
    #[cfg(test)]
    pub fn persons(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Counts and keys of the finest cells.
    pub fn finest(&self) -> Finest<'_> {
        Finest { counts: &self.counts, keys: &self.keys }
    }

    /// Publishes all tables of up to `most` dimensions by a ready-made p-table with a hash lookup.
    pub fn publish(&self, most: usize, ptable: &str, draw: Draw) -> Evidence {
        let method = r#"{ "kind": "cell-key", "ptable": "ptable", "lookup": "hash" }"#;
        let method = MethodSpec::new("default", &Parameters::from_json(method).expect("an object")).expect("a method");
        let ptable = Ready::table(ptable).expect("a ready-made p-table");
        let with_salt = |salt: &[u8]| {
            let context = KeyContext { keys: self.group, uniform: true, salt };
            compile(&method, context, Some(&ptable)).expect("the p-table suits the keys")
        };
        let compiled = with_salt(&SALT);
        let publish = |axes: Vec<AxisRef>| {
            let finest = self.codes.iter().zip(self.counts.iter().zip(&self.keys));
            let finest = finest.map(|(codes, (&count, &key))| (codes.as_slice(), count, key));
            let Cells { sizes, counts, keys } = cells(&self.dimensions, self.group, &axes, finest);
            let protected = match draw {
                Draw::Cell => compiled.protect(&counts, &keys),
                Draw::View => {
                    let names = axes.iter().map(|&axis| axis_name(&self.dimensions, axis) + "\0");
                    let salt = [SALT.as_slice(), names.collect::<String>().as_bytes()].concat();
                    with_salt(&salt).protect(&counts, &keys)
                }
            };
            let Protected { values, status, .. } = protected;
            Published { axes, sizes, counts, keys, original: None, values, status }
        };
        Evidence {
            dimensions: self.dimensions.clone(),
            views: views(&self.dimensions, most).into_iter().map(publish).collect(),
            compiled,
            method,
            keys: self.group,
            structural_zeros: self.structural_zeros.clone(),
            draws_by_view: draw == Draw::View,
        }
    }
}

fn codes(many: usize) -> CodeList {
    let codes = (0..many).map(|code| (code.to_string(), code.to_string().into()));
    CodeList::new(codes.collect()).expect("numbers differ")
}

fn dimension(question: &Question) -> Dimension {
    let level = |of: &Vec<u32>| Level {
        name: "group".into(),
        label: "".into(),
        codes: codes(of.iter().max().map_or(0, |&most| most as usize + 1)),
        of: of.clone(),
    };
    Dimension {
        name: question.name.clone(),
        label: "".into(),
        note: None,
        role: None,
        codes: codes(question.codes),
        levels: question.level.iter().map(level).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::{Figure, consistency, exact_totals, hidden_presence};

    fn town(persons: usize) -> Population {
        let questions =
            [Question::new("area", 6, 1000).grouped(2), Question::new("age", 9, 800), Question::new("ill", 2, 20)];
        Population::invented(&questions, 3, |_| {}, persons, 1)
    }

    #[test]
    fn coarser_codes_have_the_same_persons() {
        let (fine, coarse) = (town(500), town(500).coarser());
        assert_eq!((fine.persons(), coarse.persons()), (500, 500));
        let codes: Vec<usize> = coarse.dimensions.iter().map(|dimension| dimension.codes.len()).collect();
        assert_eq!(codes, [3, 5, 2]);
        // The level of the finer codes and the coarser codes count the same records.
        let of = |population: &Population, name: &str| {
            let evidence = population.publish(1, "standard", Draw::Cell);
            let view = evidence.view_names().iter().position(|view| view == name).expect("a view");
            (evidence.views[view].counts.clone(), evidence.views[view].values.clone())
        };
        assert_eq!(of(&fine, "area:group"), of(&coarse, "area"));
    }

    /// With draws by view, the whole population keeps its value, and many cells have another value.
    #[test]
    fn draws_by_view_change_the_noise_and_not_the_counts() {
        let [by_cell, by_view] = [Draw::Cell, Draw::View].map(|draw| town(500).publish(2, "standard", draw));
        assert!(!by_cell.draws_by_view && by_view.draws_by_view);
        assert_eq!(by_cell.views[0].values, by_view.views[0].values);
        let mut differ = 0;
        for (one, other) in by_cell.views.iter().zip(&by_view.views) {
            assert_eq!((&one.counts, &one.keys), (&other.counts, &other.keys));
            differ += one.values.iter().zip(&other.values).filter(|(one, other)| one != other).count();
        }
        assert!(differ > 20, "{differ}");
    }

    /// With draws by view, the same records have different values. An attacker who does not know this makes wrong
    /// proofs.
    #[test]
    fn attackers_must_know_about_draws_by_view() {
        let wrong_proofs = |evidence: &Evidence| match hidden_presence(evidence).figures[2].1 {
            Figure::Count(wrong) => wrong,
            figure => panic!("{figure:?}"),
        };
        let mut evidence = town(3000).publish(3, "standard", Draw::View);
        assert_eq!(wrong_proofs(&evidence), 0);
        assert!(exact_totals(&evidence).passes() && !consistency(&evidence).passes());
        evidence.draws_by_view = false;
        assert!(wrong_proofs(&evidence) > 0 && !exact_totals(&evidence).passes());
        let sound = town(3000).publish(3, "standard", Draw::Cell);
        assert!(wrong_proofs(&sound) == 0 && exact_totals(&sound).passes() && consistency(&sound).passes());
    }

    #[test]
    fn the_census_has_all_persons_and_variables() {
        let census = Population::census();
        assert_eq!((census.persons(), census.dimensions.len()), (59_147, 17));
        let sizes: Vec<usize> = census.dimensions.iter().map(|dimension| dimension.codes.len()).collect();
        assert_eq!((sizes[0], sizes[4]), (10, 2), "{sizes:?}");
    }
}
