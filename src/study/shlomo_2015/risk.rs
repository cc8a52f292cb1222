//! Table 5 and Figure 2: risk and utility of the output tables.

use super::reading::{Reading, risk};
use super::table::{Comparison, Method, RR, RR_BY_CELL, RRP, RRP_BY_CELL, SP, SP_INVARIANT, Stage};
use crate::measure::{Cells, Choices, Context, Measures, measure};
use crate::protect::Status;
use crate::study::figure::{decimal, printed};
use crate::study::{Claim, Part, Row, Verdict};

/// The paper's R and utility of a table, by method.
struct Printed {
    original: &'static str,
    swapping: [&'static str; 2],
    rounding: [&'static str; 2],
    stochastic: [&'static str; 2],
    rounded_output: [&'static str; 2],
}

const TABLE_5: [Printed; 4] = [
    Printed {
        original: "0.318",
        swapping: ["0.282", "0.988"],
        rounding: ["0.137", "0.991"],
        stochastic: ["0.239", "0.995"],
        rounded_output: ["0.135", "0.993"],
    },
    Printed {
        original: "0.248",
        swapping: ["0.191", "0.972"],
        rounding: ["0.070", "0.996"],
        stochastic: ["0.210", "0.998"],
        rounded_output: ["0.072", "0.996"],
    },
    Printed {
        original: "0.339",
        swapping: ["0.295", "1.000"],
        rounding: ["0.130", "0.994"],
        stochastic: ["0.254", "0.996"],
        rounded_output: ["0.127", "0.996"],
    },
    Printed {
        original: "0.298",
        swapping: ["0.271", "0.987"],
        rounding: ["0.105", "0.991"],
        stochastic: ["0.229", "0.994"],
        rounded_output: ["0.105", "0.992"],
    },
];

impl Printed {
    /// That of one of our methods, if the paper has it.
    fn of(&self, method: usize) -> Option<[&'static str; 2]> {
        match method {
            RR => Some(self.rounding),
            SP => Some(self.stochastic),
            RRP => Some(self.rounded_output),
            _ => None,
        }
    }
}

/// The methods of the paper that we have.
const PAPER: [usize; 3] = [RR, SP, RRP];

/// The tolerable risk of the paper's example.
const TOLERABLE: f64 = 0.15;
/// How far the risks of rounding before and after may be apart where the paper sees little difference: three times its own largest
/// difference, 0.003.
const LITTLE: f64 = 0.009;
/// The reading that every R after protection has, of input and output, so that they can be compared.
const READING: Reading = Reading::ALL[0].0;
/// The least utility in Table 5, that of a table called high.
const HIGH: f64 = 0.972;

/// R and utility of one table.
#[derive(Debug, Clone, Copy)]
struct Point {
    risk: f64,
    utility: f64,
}

/// All points: for each table R before, and each method's.
#[derive(Debug)]
pub(super) struct Points {
    before: [f64; 4],
    after: Vec<[Point; 4]>,
}

/// All measures of an output table, protected or as it is.
fn measures(comparison: &Comparison, table: usize, method: Option<&Method>) -> Measures {
    let grid = &comparison.tables[table];
    let own: Vec<i64> = grid.counts.iter().map(|&count| count as i64).collect();
    let values = method.map_or(&own, |method| &method.tables[table]);
    let status = vec![Status::Shown; values.len()];
    let cells = Cells { sizes: &grid.sizes, rows: 1, counts: &grid.counts, values, status: &status };
    let direct = method.filter(|method| method.stage == Stage::Output);
    let context = Context { method: direct.map(|method| &method.rows), ..Context::default() };
    let choices = Choices { multiplier: method.map(|method| method.multiplier), ..Choices::default() };
    measure(&cells, &context, &choices)
}

/// R of an output table after protection, by a reading.
fn risk_of(reading: Reading, comparison: &Comparison, method: &Method, table: usize) -> f64 {
    risk(reading, &method.rows, method.multiplier, &comparison.tables[table].counts, &method.tables[table])
}

impl Points {
    /// Works them out.
    pub fn of(comparison: &Comparison) -> Self {
        let tables = [0, 1, 2, 3];
        let before = tables.map(|table| measures(comparison, table, None).risk.before.map_or(0.0, |risk| risk.r));
        let point = |method: &Method, table: usize| Point {
            risk: risk_of(READING, comparison, method, table),
            utility: measures(comparison, table, Some(method)).utility.hellinger_utility.unwrap_or(f64::NAN),
        };
        let after = comparison.methods.iter().map(|method| tables.map(|table| point(method, table))).collect();
        Self { before, after }
    }

    /// A method's point of a table.
    fn at(&self, method: usize, table: usize) -> Point {
        self.after[method][table]
    }

    /// Whether one method's points have something in every table that another's are compared by.
    fn all(&self, one: usize, other: usize, holds: impl Fn(Point, Point) -> bool) -> bool {
        (0..4).all(|table| holds(self.at(one, table), self.at(other, table)))
    }

    /// Whether a point lies as the paper's does: its risk is below that of the original; rounding has less risk than stochastic
    /// perturbation, rounding of the input less utility as well, and of the output at least that of the input's. The paper has no points of
    /// our variants.
    fn verdict(&self, method: usize, table: usize) -> Verdict {
        if !PAPER.contains(&method) {
            return Verdict::Extra;
        }
        let (own, rounding, stochastic) = (self.at(method, table), self.at(RR, table), self.at(SP, table));
        let holds = own.risk < self.before[table]
            && match method {
                SP => own.risk > rounding.risk && own.utility > rounding.utility,
                RRP => own.risk < stochastic.risk && own.utility >= rounding.utility,
                _ => own.risk < stochastic.risk && own.utility < stochastic.utility,
            };
        if holds { Verdict::SameOrder } else { Verdict::Different }
    }
}

fn figures(point: Point) -> Vec<Option<String>> {
    vec![Some(decimal(point.risk, 3)), Some(decimal(point.utility, 3))]
}

fn heads() -> Vec<String> {
    vec!["Disclosure risk R".to_owned(), "Data utility 1 − HD/√N".to_owned()]
}

/// Table 5.
pub(super) fn table(comparison: &Comparison, points: &Points) -> Part {
    let mut rows = Vec::new();
    for (table, paper) in TABLE_5.iter().enumerate() {
        let name = |label: &str| format!("Table {}, {label}", table + 1);
        rows.push(Row {
            label: name("original"),
            paper: vec![Some(paper.original.to_owned()), None],
            ours: vec![Some(decimal(points.before[table], 3)), None],
            verdict: if PAPER.iter().all(|&method| points.at(method, table).risk < points.before[table]) {
                Verdict::SameOrder
            } else {
                Verdict::Different
            },
        });
        rows.push(Row {
            label: name("perturbed input: Record swapping"),
            paper: printed(&paper.swapping),
            ours: vec![None, None],
            verdict: Verdict::Missing,
        });
        for (number, method) in comparison.methods.iter().enumerate() {
            let stage = if method.stage == Stage::Input { "input" } else { "output" };
            rows.push(Row {
                label: name(&format!("perturbed {stage}: {}", method.label)),
                paper: paper.of(number).map_or_else(|| vec![None, None], |paper| printed(&paper)),
                ours: figures(points.at(number, table)),
                verdict: points.verdict(number, table),
            });
        }
    }
    Part {
        title: "Table 5: disclosure risk and data utility of the output tables".to_owned(),
        heads: heads(),
        rows,
        claims: claims(points),
        notes: notes(comparison, points),
    }
}

fn claims(points: &Points) -> Vec<Claim> {
    let higher_risk = |one, other| points.all(one, other, |one, other| one.risk > other.risk);
    let higher_utility = |one, other| points.all(one, other, |one, other| one.utility > other.utility);
    let not_lower_utility = |one, other| points.all(one, other, |one, other| one.utility >= other.utility);
    let gain = |table: usize| points.at(RRP, table).utility - points.at(RR, table).utility;
    let large = gain(0).min(gain(2));
    vec![
        Claim::new(
            "The risk of every protected table is smaller than that of the original (section 5.2).",
            PAPER.iter().all(|&method| (0..4).all(|table| points.at(method, table).risk < points.before[table])),
        ),
        Claim::new(
            "The utility of every table is high (section 5.2): at least the 0.972 that is the least in the paper.",
            PAPER.iter().all(|&method| (0..4).all(|table| points.at(method, table).utility >= HIGH)),
        ),
        Claim::new(
            "Stochastic perturbation leaves a higher risk than semi-controlled random rounding, of input or output, \
             in every table (section 5.2).",
            higher_risk(SP, RR) && higher_risk(SP, RRP),
        ),
        Claim::new(
            "Stochastic perturbation has a higher utility than semi-controlled random rounding of the input in every \
             table (section 5.2).",
            higher_utility(SP, RR),
        ),
        Claim::new(
            "There is little difference between the risks of rounding the input and of rounding the output (section \
             5.2): at most 0.009 in every table, three times the paper's largest difference.",
            points.all(RR, RRP, |input, output| (input.risk - output.risk).abs() <= LITTLE),
        ),
        Claim::new(
            "Rounding the output has at least the utility of rounding the input in every table (section 5.2).",
            not_lower_utility(RRP, RR),
        ),
        Claim::new("It gains most in Tables 1 and 3 (section 5.2).", large > gain(1) && large > gain(3)),
        Claim::new(
            "Stochastic perturbation has the best utility of all (section 6): at least that of any rounding in every \
             table.",
            not_lower_utility(SP, RR) && not_lower_utility(SP, RRP),
        ),
    ]
}

/// How far a reading is from the paper: the mean, over its tables and methods, of how far the risk as a share of that before is from the
/// paper's.
fn distance(comparison: &Comparison, points: &Points, reading: Reading) -> f64 {
    let number = |text: &str| text.parse::<f64>().unwrap_or(f64::NAN);
    let mut sum = 0.0;
    for (table, printed) in TABLE_5.iter().enumerate() {
        for method in PAPER {
            let [paper, _] = printed.of(method).unwrap_or_default();
            let own = &comparison.methods[method];
            let after = risk_of(reading, comparison, own, table);
            sum += (after / points.before[table] - number(paper) / number(printed.original)).abs();
        }
    }
    sum / (TABLE_5.len() * PAPER.len()) as f64
}

/// Four figures in words.
fn listed(figures: &[f64; 4]) -> String {
    let [first, second, third, last] = figures.map(|figure| decimal(figure, 3));
    format!("{first}, {second}, {third} and {last}")
}

fn notes(comparison: &Comparison, points: &Points) -> Vec<String> {
    let distances = Reading::ALL.map(|(reading, _)| distance(comparison, points, reading));
    let nearest = 1 + (0..distances.len()).min_by(|&a, &b| distances[a].total_cmp(&distances[b])).unwrap_or(0);
    let reading = |at: usize| format!("({}) {}, {}", at + 1, Reading::ALL[at].1, decimal(distances[at], 3));
    let readings: Vec<String> = (0..distances.len()).map(reading).collect();
    let gained = comparison.methods[SP].hypercube.as_ref().map_or(0, |values| values.iter().sum::<i64>())
        - comparison.hypercube.counts.iter().sum::<u64>() as i64;
    let after = |table| measures(comparison, table, Some(&comparison.methods[RRP])).risk.after;
    let fourth = [0, 1, 2, 3].map(|table| after(table).map_or(f64::NAN, |risk| risk.r));
    let far = |one, other, table: usize| (points.at(one, table).risk - points.at(other, table).risk).abs();
    let apart = |one, other| listed(&[0, 1, 2, 3].map(|table| far(one, other, table)));
    // In how many tables our own matrix stands so beside rounding of input and output.
    let tables = |holds: fn(Point, Point, Point) -> bool| {
        (0..4)
            .filter(|&table| holds(points.at(SP_INVARIANT, table), points.at(RR, table), points.at(RRP, table)))
            .count()
    };
    vec![
        "Weights are 0.1 for zeros, 0.7 and 0.1 for the entropy of small and of large counts, 0.1 for size; \
         multipliers 0.75 and 0.9 for stochastic perturbation, 1/3 for rounding (sections 4.1 and 5.2)."
            .to_owned(),
        "Semi-controlled rounding is a transition matrix here: the chances of rounding to base 3, with the number of \
         cells of 1, of 2, and of each larger residual that go up fixed for a region of the hypercube, or for an \
         output table. Totals of regions are then kept to within a few people. The rows of cells rounded each by \
         itself have the chances alone."
            .to_owned(),
        "The cells of a table made from a protected hypercube are sums, and no matrix made them. As in the paper the \
         matrix is applied to them all the same for R. Taken to the letter, section 4.2 replaces a large sum by what \
         the matrix expects of counts near it, of which there may be none; so values above 10, the last with a row of \
         its own in Table 3, stay as they are published here."
            .to_owned(),
        format!(
            "The paper does not say by what cells are divided into small and large ones after protection. Mean \
             distance to Table 5, of the risk as a share of that of the original table, over tables and methods: {}. \
             Nearest is number {nearest}; on other data that decides little. Table 5 and Figure 2 have the first for \
             every method, of input and of output, so that no comparison is one of two formulas. It is not that of \
             `cellveil measure`, the fourth, which has no risk for sums of protected cells; for Tables 1 to 4 with \
             rounded output that is {}.",
            readings.join("; "),
            listed(&fourth)
        ),
        format!(
            "Risks of rounding the input and of rounding the output differ by {} in Tables 1 to 4, the paper's by \
             0.002, 0.002, 0.003 and 0.000. Where each cell is rounded by itself they differ by {}: with so few small \
             cells one draw decides much.",
            apart(RR, RRP),
            apart(RR_BY_CELL, RRP_BY_CELL)
        ),
        format!(
            "Table 3 is biased: it adds {} people to the hypercube here, and each output cell has its share of them, \
             so utility suffers. Made invariant, the matrix keeps the total of all cells, as section 5.1 wants it. \
             That matrix is ours, so no claim is about it: its risk is above that of rounding, of input and output, in \
             {} of the four tables, its utility above that of rounding the input in {}, and at least that of rounding \
             the output in {}.",
            crate::study::figure::whole(gained.unsigned_abs()),
            tables(|invariant, input, output| invariant.risk > input.risk.max(output.risk)),
            tables(|invariant, input, _| invariant.utility > input.utility),
            tables(|invariant, _, output| invariant.utility >= output.utility)
        ),
        "Table 2 of our data has only a few empty and small cells, so its risk after protection rests on a handful of \
         draws. Its cells are large sums of cells of the hypercube, each of them perturbed; rounding the output \
         changes a cell once, by at most 2, so its utility is higher than that of any perturbation of the input."
            .to_owned(),
        "The paper's Table 5 does not bear out all of its text. Rounding the output of Table 2 has a higher risk than \
         rounding the input, 0.072 to 0.070, and the same utility. Stochastic perturbation is said to have less risk \
         than record swapping, and has more in Table 2, 0.210 to 0.191. The utility of record swapping is said to be \
         higher in Table 4 than in Tables 1 and 2, and is 0.987 to 0.988 of Table 1."
            .to_owned(),
    ]
}

/// Figure 2, whose points are rows of Table 5 and no rows again.
pub(super) fn map(points: &Points) -> Part {
    let tolerable = |method: usize, table: usize| points.at(method, table).risk <= TOLERABLE;
    let any = |method: usize| (0..4).any(|table| tolerable(method, table));
    let farthest = (0..4)
        .filter(|&table| tolerable(RRP, table) || tolerable(RR, table))
        .all(|table| tolerable(RRP, table) && points.at(RRP, table).utility >= points.at(RR, table).utility);
    Part {
        title: "Figure 2: map of disclosure risk and data utility".to_owned(),
        heads: heads(),
        rows: Vec::new(),
        claims: vec![
            Claim::new(
                "With a tolerable risk of 15 per cent every table that was rounded may be released, and none that was \
                 perturbed stochastically (Figure 2).",
                (0..4).all(|table| tolerable(RR, table) && tolerable(RRP, table)) && !any(SP),
            ),
            Claim::new(
                "Among tables with at most that risk, those whose output was rounded have the highest utility \
                 (section 5.2): at least that of rounded input, table by table.",
                farthest && any(RRP),
            ),
        ],
        notes: vec![
            "The picture prints no figures: its points are the risks and utilities of Table 5, which are rows there \
             and are not counted again."
                .to_owned(),
            "Table 3 of our data, of activity, occupation and education, has a higher risk than any of the paper's \
             before protection, and is above 15 per cent after it, whatever the method. Table 2 has so few small \
             cells that stochastic perturbation brings it below 15 per cent as well."
                .to_owned(),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> f64 {
        text.parse().unwrap()
    }

    /// What the notes say of the paper's own figures.
    #[test]
    fn contradictions_in_table_5() {
        let [risk, utility] = [0, 1];
        assert!(number(TABLE_5[1].rounded_output[risk]) > number(TABLE_5[1].rounding[risk]));
        assert_eq!(TABLE_5[1].rounded_output[utility], TABLE_5[1].rounding[utility]);
        assert!(number(TABLE_5[1].stochastic[risk]) > number(TABLE_5[1].swapping[risk]));
        assert!(number(TABLE_5[3].swapping[utility]) < number(TABLE_5[0].swapping[utility]));
        let far = |row: &Printed| (number(row.rounding[risk]) - number(row.rounded_output[risk])).abs();
        assert!(TABLE_5.iter().all(|row| far(row) < 0.003_5));
    }

    /// Where a method made the values itself, the reading of the measure is one of ours.
    #[test]
    fn the_measure_is_the_fourth_reading() {
        let comparison = Comparison::new();
        let method = &comparison.methods[RRP];
        for table in 0..4 {
            let measure = measures(&comparison, table, Some(method)).risk.after.unwrap().r;
            let reading = risk_of(Reading::ALL[3].0, &comparison, method, table);
            assert!((measure - reading).abs() < 1e-12, "{measure} {reading}");
        }
    }
}
