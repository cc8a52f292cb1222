//! Shlomo (2007): a table of the 2001 census under several methods, sections 2 to 4.

mod loss;
mod risk;
mod swap;
mod table;

use self::swap::{People, Swapped};
use self::table::{ACTIVITIES, AREAS, COLUMNS, STUDENT};
use super::method::semi_controlled;
use super::rows::{decimals, grouped, method};
use super::{Part, Row, Study, Verdict};
use crate::base::SplitMix;
use crate::key::DEFAULT_MODULUS;
use crate::measure::utility::{Areas, Target, between_variance, cramers_v, variance};
use crate::measure::{Cells, Choices, Context, Measures, Suppressed, measure};
use crate::protect::{Protected, Status};
use crate::table::Error;
use crate::table_method::{Outcome, Secondary, Suppression, System, controlled_rounding, suppress};

/// Sizes of the axes: areas, activity, sex, illness.
const SIZES: [usize; 4] = [AREAS, ACTIVITIES, 2, 2];
/// Target category of the between variance: full-time students at work, male, without illness.
const TARGET: [usize; 3] = [STUDENT, 0, 0];
/// The study's name, the salt of its table methods.
const NAME: &str = "shlomo-2007";
/// Seed of the cell keys.
const SEED: u64 = 2007;

pub(super) fn study() -> Result<Study, Error> {
    let data = Data::new();
    let people = People::new(&data);
    let kinds = Kinds::of(&data, &people);
    Ok(Study {
        name: NAME,
        paper: "Shlomo, N. (2007). Assessing the Impact of SDC Methods on Census Frequency Tables. Joint \
                UNECE/Eurostat Work Session on Statistical Data Confidentiality, Manchester, 17 to 19 December 2007, \
                WP.18",
        data: format!(
            "A synthetic table replaces the paper's table of the 2001 census, which is not public. The synthetic table \
             has {} areas by economic activity ({ACTIVITIES}), sex and long-term illness. A seeded generator with \
             integer arithmetic makes this table. Each person draws an activity from an urn of the area, and each draw \
             adds more of the drawn activity to the urn. Sex and illness come from an urn of the activity in the same \
             way. Finally, persons move within their area until the numbers of empty and of small cells equal the \
             paper's numbers. We chose weights, urns and seed so that the figures of section 2 and the three original \
             figures of Table 3 equal the paper's figures. All other figures follow. So eleven rows are equal by \
             construction and are no finding. Ten of these rows are in section 2: areas, categories, persons, cells \
             and their average, empty and small cells, Cramér's V and both variances. The other row is the original \
             DR1, which follows from the share of records marked as imputed. Each method has one draw, with random \
             cell keys from one seed. For record swapping, the persons of an area are put into households at random, \
             with children and persons of 75 and over, who are not in the table.",
            grouped(AREAS as u64)
        ),
        parts: vec![
            original(&data),
            risk::swapped(&data, &people, &kinds),
            risk::zeros(&kinds),
            loss::part(&data, &kinds),
        ],
    })
}

/// The true table.
struct Data {
    counts: Vec<u64>,
    row_totals: Vec<Option<i64>>,
}

impl Data {
    fn new() -> Self {
        let counts = table::counts();
        let total = |area: &[u64]| Some(area.iter().sum::<u64>() as i64);
        let row_totals = counts.chunks(COLUMNS).map(total).collect();
        Self { counts, row_totals }
    }

    /// Returns true and protected totals as sums of inner cells: all areas, then all columns.
    fn margins(&self, protected: &Protected) -> Vec<(f64, f64)> {
        let mut margins = vec![(0.0, 0.0); AREAS + COLUMNS];
        for (at, (&count, &value)) in self.counts.iter().zip(&protected.values).enumerate() {
            for margin in [at / COLUMNS, AREAS + at % COLUMNS] {
                margins[margin].0 += count as f64;
                margins[margin].1 += value as f64;
            }
        }
        margins
    }

    /// Returns BVR, the change of the between variance in percent, for a table without suppressed cells.
    fn between_change(&self, protected: &Protected) -> f64 {
        let numbers = |&value: &i64| value as f64;
        let before: Vec<f64> = self.counts.iter().map(|&count| count as f64).collect();
        let after: Vec<f64> = protected.values.iter().map(numbers).collect();
        let between = between_variance(&before, &after, &target());
        between.map_or(0.0, |(before, after)| 100.0 * (after - before) / before)
    }

    /// Draws random keys for all cells. Each number `draw` leads to different keys.
    fn keys(&self, draw: u64) -> Vec<u64> {
        let mut random = SplitMix(SEED + (draw << 32));
        self.counts.iter().map(|_| random.next() >> 32).collect()
    }

    fn cells<'a>(&'a self, protected: &'a Protected) -> Cells<'a> {
        Cells {
            sizes: &SIZES,
            rows: 1,
            counts: &self.counts,
            values: &protected.values,
            status: &protected.status,
            decimals: 0,
        }
    }

    fn measures(&self, protected: &Protected) -> Measures {
        self.measures_of(protected, &self.row_totals)
    }

    /// Measures the table. Suppressed cells count as averages, which need the shown row totals.
    fn measures_of(&self, protected: &Protected, row_totals: &[Option<i64>]) -> Measures {
        let context = Context { row_totals: Some(row_totals), ..Context::default() };
        let choices = Choices {
            suppressed: Suppressed::Average,
            areas: Some(0),
            target: Some(TARGET.map(|place| vec![place]).to_vec()),
            ..Choices::default()
        };
        measure(&self.cells(protected), &context, &choices)
    }

    /// Protects the table by independent random rounding.
    fn rounded(&self, base: u64, draw: u64) -> Protected {
        let rows = method(&format!(r#"{{"kind":"random-rounding","base":{base}}}"#), &[]);
        rows.protect(&self.counts, &self.keys(draw))
    }

    /// Protects the table by semi-controlled rounding: the cells add up to the rounded grand total.
    fn semi_controlled(&self, base: u32, draw: u64) -> Protected {
        let all = 0..self.counts.len();
        let values = semi_controlled(NAME, base, &self.counts, &self.keys(draw), std::slice::from_ref(&all));
        Protected { values, status: vec![Status::Shown; self.counts.len()], adjustment: None }
    }

    /// Protects the two-way table of areas and columns by controlled rounding, with its totals.
    fn controlled(&self, base: u32, draw: u64) -> Protected {
        let outcome = controlled_rounding(&self.with_totals(draw), base, NAME.as_bytes());
        inner(&outcome.expect("a two-way table"))
    }

    /// Rounds the counts of a swapped table at random.
    fn rounded_after(&self, swapped: &Swapped, base: u64) -> Protected {
        let rows = method(&format!(r#"{{"kind":"random-rounding","base":{base}}}"#), &[]);
        rows.protect(&swapped.counts, &self.keys(0))
    }

    /// Suppresses cells and totals with one or two persons, and further cells. Also returns the row totals that are
    /// shown.
    fn suppressed(&self) -> (Protected, Vec<Option<i64>>) {
        let (secondary, protect_zeros) = (Secondary::Optimal, false);
        let rule = Suppression { threshold: 3, secondary, protect_zeros, certain: false, interval: None };
        let outcome = suppress(&self.with_totals(0), &rule).expect("a two-way table");
        let total = |area: usize| {
            let cell = area * (COLUMNS + 1) + COLUMNS;
            (outcome.status[cell] == Status::Shown).then(|| outcome.values[cell])
        };
        (inner(&outcome), (0..AREAS).map(total).collect())
    }

    /// The two-way table of areas and columns with its totals.
    fn with_totals(&self, draw: u64) -> System {
        let keys = self.keys(draw);
        let add = |sum: u64, key: u64| (sum + key) % DEFAULT_MODULUS;
        let whole = |cells: &[u64], add: &dyn Fn(u64, u64) -> u64| -> Vec<u64> {
            let sum = |cells: &mut dyn Iterator<Item = u64>| cells.fold(0, add);
            let mut whole = Vec::with_capacity((AREAS + 1) * (COLUMNS + 1));
            for area in cells.chunks(COLUMNS) {
                whole.extend_from_slice(area);
                whole.push(sum(&mut area.iter().copied()));
            }
            (0..COLUMNS).for_each(|at| whole.push(sum(&mut cells.iter().skip(at).step_by(COLUMNS).copied())));
            whole.push(sum(&mut cells.iter().copied()));
            whole
        };
        let sizes = [AREAS + 1, COLUMNS + 1];
        System::table(&sizes, whole(&self.counts, &|sum, count| sum + count), whole(&keys, &add))
    }
}

/// A table that shows its counts.
fn shown(counts: &[u64]) -> Protected {
    let values = counts.iter().map(|&count| count as i64).collect();
    Protected { values, status: vec![Status::Shown; counts.len()], adjustment: None }
}

/// The inner cells of the two-way table.
fn inner(outcome: &Outcome) -> Protected {
    let cells: Vec<usize> = (0..AREAS).flat_map(|area| (0..COLUMNS).map(move |at| area * (COLUMNS + 1) + at)).collect();
    Protected {
        values: cells.iter().map(|&cell| outcome.values[cell]).collect(),
        status: cells.iter().map(|&cell| outcome.status[cell]).collect(),
        adjustment: None,
    }
}

/// Measures of the table, for each method of the paper that this version has.
struct Kinds {
    /// Independent random rounding with base 3 and with base 5.
    rounded: [Measures; 2],
    /// Semi-controlled rounding to the total with base 3 and with base 5.
    semi_controlled: [Measures; 2],
    /// Controlled rounding with base 3 and with base 5.
    controlled: [Measures; 2],
    /// Suppression of cells with one or two persons, and of further cells.
    suppressed: Measures,
    /// Number of suppressed cells with one or two persons, and of all suppressed cells.
    hidden: [u64; 2],
    /// The tables after swapping: at random with 10 and 20 %, targeted with 10 and 20 %.
    swapped: [Swapped; 4],
    /// Measures of these tables.
    of_swapped: [Measures; 4],
    /// Measures of the tables swapped at random and then rounded to base 3.
    swap_rounded: [Measures; 2],
}

impl Kinds {
    fn of(data: &Data, people: &People) -> Self {
        let kinds = [("0.1", false), ("0.2", false), ("0.1", true), ("0.2", true)];
        let swapped = kinds.map(|(rate, is_targeted)| people.swapped(rate, is_targeted));
        let (suppressed, totals) = data.suppressed();
        let is_hidden = |at: usize| suppressed.status[at] != Status::Shown;
        let hidden = (0..data.counts.len()).filter(|&at| is_hidden(at));
        let small = hidden.clone().filter(|&at| matches!(data.counts[at], 1 | 2)).count() as u64;
        Self {
            rounded: [3, 5].map(|base| data.measures(&data.rounded(base, 0))),
            semi_controlled: [3, 5].map(|base| data.measures(&data.semi_controlled(base, 0))),
            controlled: [3, 5].map(|base| data.measures(&data.controlled(base, 0))),
            hidden: [small, hidden.count() as u64],
            suppressed: data.measures_of(&suppressed, &totals),
            of_swapped: swapped.each_ref().map(|swapped| data.measures(&shown(&swapped.counts))),
            swap_rounded: [0, 1].map(|at: usize| data.measures(&data.rounded_after(&swapped[at], 3))),
            swapped,
        }
    }

    fn roundings(&self) -> [&Measures; 4] {
        [&self.rounded[0], &self.rounded[1], &self.semi_controlled[0], &self.semi_controlled[1]]
    }
}

fn areas() -> Areas {
    Areas::of(&SIZES, 0).expect("the first axis is the areas")
}

fn target() -> Target {
    Target::new(&SIZES, areas(), Some(&TARGET.map(|place| vec![place]))).expect("each place is on its axis")
}

/// Computes section 2, and the original figures in the head of Table 3.
fn original(data: &Data) -> Part {
    let mut part = Part::new("Section 2 and heads of Table 3, the original table", &["figure"]);
    let counts: Vec<f64> = data.counts.iter().map(|&count| count as f64).collect();
    let (v, within) = (cramers_v(&counts, COLUMNS), variance(&counts, areas()));
    let between = between_variance(&counts, &counts, &target()).map(|(before, _)| before);
    let many = |wanted: fn(u64) -> bool| data.counts.iter().filter(|&&count| wanted(count)).count() as u64;
    let persons: u64 = data.counts.iter().sum();
    let cells = data.counts.len() as u64;
    let share = |part: u64| format!("{} ({} %)", grouped(part), decimals(100.0 * part as f64 / cells as f64, 1));
    let rows = [
        ("output areas", "1,487", grouped(data.row_totals.len() as u64)),
        ("categories", "36", grouped(COLUMNS as u64)),
        ("persons", "317,064", grouped(persons)),
        ("internal cells", "53,532", grouped(cells)),
        ("average cell", "5.92", decimals(persons as f64 / cells as f64, 2)),
        ("zeros", "17,915 (33.5 %)", share(many(|count| count == 0))),
        ("cells of 1 or 2", "14,726 (27.5 %)", share(many(|count| count == 1 || count == 2))),
        ("Cramér's V", "0.121", decimals(v.unwrap_or(0.0), 3)),
        ("average variance", "188.3", decimals(within.unwrap_or(0.0), 1)),
        ("between variance", "0.000233", decimals(between.unwrap_or(0.0), 6)),
    ];
    for (label, paper, ours) in rows {
        let verdict = if paper == ours { Verdict::Equal } else { Verdict::Different };
        part.rows.push(Row::new(label, &[paper], &[ours], verdict));
    }
    part.notes = vec![
        format!(
            "These figures are equal by construction and are no finding. With more digits, Cramér's V is {}, the \
             average variance {} and the between variance {}. There are {} cells of 1 and {} cells of 2. The paper \
             gives only the sum of these two numbers.",
            decimals(v.unwrap_or(0.0), 5),
            decimals(within.unwrap_or(0.0), 2),
            decimals(between.unwrap_or(0.0), 7),
            grouped(many(|count| count == 1)),
            grouped(many(|count| count == 2))
        ),
        "The paper does not list the nine activities. Our activities are employees part-time and full-time, \
         self-employed, unemployed, full-time students at work, retired, other students, sick or disabled, and others. \
         The target of the between variance is male full-time students at work without a long-term illness."
            .into(),
    ];
    part
}
