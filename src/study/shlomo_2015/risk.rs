//! Table 5 and Figure 2: risk and utility of the output tables.

use super::reading::{Reading, Small, risk};
use super::table::{Comparison, Method, RR, RR_BY_CELL, RRP, RRP_BY_CELL, RS, SP, SP_INVARIANT, Stage};
use crate::measure::{Cells, Choices, Context, Divisor, Measures, measure};
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
    /// Returns the paper's figures for one of our methods, or `None` if the paper has no such method.
    fn of(&self, method: usize) -> Option<[&'static str; 2]> {
        match method {
            RR => Some(self.rounding),
            RS => Some(self.swapping),
            SP => Some(self.stochastic),
            RRP => Some(self.rounded_output),
            _ => None,
        }
    }
}

/// Our methods that the paper also has.
const PAPER: [usize; 4] = [RR, SP, RRP, RS];

/// The tolerable risk in the paper's example.
const TOLERABLE: f64 = 0.15;
/// Maximum of a "little difference" between the risks of rounding before and after tabulation: three times the paper's
/// own largest difference, 0.003.
const LITTLE: f64 = 0.009;
/// The reading of section 4.2 for R after protection. Methods for the hypercube and for the output tables use the same
/// reading, so that they can be compared.
const READING: Reading = Reading { small: Small::Replaced, cap: 10, divisor: Divisor::Expected };
/// The smallest utility in Table 5. The paper calls all utilities in this table high.
const HIGH: f64 = 0.972;

/// Risk R and utility of one table.
#[derive(Debug, Clone, Copy)]
struct Point {
    risk: f64,
    utility: f64,
}

/// R before protection for each table, and risk and utility after protection for each method and table.
#[derive(Debug)]
pub(super) struct Points {
    before: [f64; 4],
    after: Vec<[Point; 4]>,
}

/// Measures an output table, protected by `method`, or unprotected if `method` is `None`.
fn measures(comparison: &Comparison, table: usize, method: Option<&Method>) -> Measures {
    let grid = &comparison.tables[table];
    let own: Vec<i64> = grid.counts.iter().map(|&count| count as i64).collect();
    let values = method.map_or(&own, |method| &method.tables[table]);
    let status = vec![Status::Shown; values.len()];
    let cells = Cells { sizes: &grid.sizes, rows: 1, counts: &grid.counts, values, status: &status, decimals: 0 };
    let direct = method.filter(|method| method.stage == Stage::Output);
    let context = Context { method: direct.and_then(|method| method.chances.method()), ..Context::default() };
    let choices = Choices { multiplier: method.map(|method| method.multiplier), ..Choices::default() };
    measure(&cells, &context, &choices)
}

/// Returns R of an output table after protection, under a reading.
fn risk_of(reading: Reading, comparison: &Comparison, method: &Method, table: usize) -> f64 {
    risk(reading, &method.chances, method.multiplier, &comparison.tables[table].counts, &method.tables[table])
}

impl Points {
    /// Computes the points of all tables and methods.
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

    /// Returns the point of a table under a method.
    fn at(&self, method: usize, table: usize) -> Point {
        self.after[method][table]
    }

    /// Whether `holds` is true for the points of two methods in every table.
    fn all(&self, one: usize, other: usize, holds: impl Fn(Point, Point) -> bool) -> bool {
        (0..4).all(|table| holds(self.at(one, table), self.at(other, table)))
    }

    /// Compares the position of a point with the paper. The risk must be below the original's risk. Rounding must have
    /// less risk than stochastic perturbation. Record swapping must have more risk than both. Rounding of the input must
    /// have less utility than stochastic perturbation. Rounding of the output must have at least the utility of rounding
    /// of the input. The paper has no points for our variants.
    fn verdict(&self, method: usize, table: usize) -> Verdict {
        if !PAPER.contains(&method) {
            return Verdict::Extra;
        }
        let (own, rounding, stochastic) = (self.at(method, table), self.at(RR, table), self.at(SP, table));
        let holds = own.risk < self.before[table]
            && match method {
                RS => own.risk > rounding.risk && own.risk > stochastic.risk,
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

/// Computes Table 5.
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
            "The risk of every protected table is smaller than the risk of the original table (section 5.2).",
            PAPER.iter().all(|&method| (0..4).all(|table| points.at(method, table).risk < points.before[table])),
        ),
        Claim::new(
            "Record swapping did little to reduce the risk (section 5.2): in every table, its risk is above the risk of \
             every other method.",
            higher_risk(RS, SP) && higher_risk(RS, RR) && higher_risk(RS, RRP),
        ),
        Claim::new(
            "Under record swapping, the utility of Table 3 is 1.00, because the region is no variable of the table (section \
             5.2).",
            points.at(RS, 2).utility == 1.0,
        ),
        Claim::new(
            "Under record swapping, the utility of Table 4 is higher than that of Tables 1 and 2, because the region spans \
             the table (section 5.2).",
            points.at(RS, 3).utility > points.at(RS, 0).utility && points.at(RS, 3).utility > points.at(RS, 1).utility,
        ),
        Claim::new(
            "The utility of every table is high (section 5.2): at least 0.972, the smallest utility in the paper.",
            PAPER.iter().all(|&method| (0..4).all(|table| points.at(method, table).utility >= HIGH)),
        ),
        Claim::new(
            "Stochastic perturbation leaves a higher risk than semi-controlled random rounding, of input or output, in \
             every table (section 5.2).",
            higher_risk(SP, RR) && higher_risk(SP, RRP),
        ),
        Claim::new(
            "Stochastic perturbation has a higher utility than semi-controlled random rounding of the input in every \
             table (section 5.2).",
            higher_utility(SP, RR),
        ),
        Claim::new(
            "The risks of rounding the input and of rounding the output differ little (section 5.2): by at most 0.009 \
             in every table, three times the paper's largest difference.",
            points.all(RR, RRP, |input, output| (input.risk - output.risk).abs() <= LITTLE),
        ),
        Claim::new(
            "Rounding the output has at least the utility of rounding the input in every table (section 5.2).",
            not_lower_utility(RRP, RR),
        ),
        Claim::new(
            "Rounding the output gains most utility in Tables 1 and 3 (section 5.2).",
            large > gain(1) && large > gain(3),
        ),
        Claim::new(
            "Stochastic perturbation has the best utility of all (section 6): in every table, at least the utility of \
             any rounding.",
            not_lower_utility(SP, RR) && not_lower_utility(SP, RRP),
        ),
    ]
}

/// Returns the distance of a reading from the paper: the mean absolute difference, over tables and methods, of the
/// ratio of risk after protection to risk before.
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

/// Writes four figures as text.
fn listed(figures: &[f64; 4]) -> String {
    let [first, second, third, last] = figures.map(|figure| decimal(figure, 3));
    format!("{first}, {second}, {third} and {last}")
}

fn notes(comparison: &Comparison, points: &Points) -> Vec<String> {
    let readings = |divisor: Divisor| {
        let distances = Reading::all(divisor).map(|(reading, words)| (words, distance(comparison, points, reading)));
        let nearest = (1..).zip(distances).min_by(|(_, a), (_, b)| a.1.total_cmp(&b.1)).map_or(0, |(number, _)| number);
        let words = |(number, (words, distance))| format!("({number}) {words}, {}", decimal(distance, 3));
        let figures = |(number, (_, distance))| format!("({number}) {}", decimal(distance, 3));
        let list: Vec<String> = match divisor {
            Divisor::Expected => (1..).zip(distances).map(words).collect(),
            Divisor::Realised => (1..).zip(distances).map(figures).collect(),
        };
        (list.join("; "), nearest)
    };
    let ((expected, nearest), (realised, nearest_realised)) =
        (readings(Divisor::Expected), readings(Divisor::Realised));
    let gained = comparison.methods[SP].hypercube.as_ref().map_or(0, |values| values.iter().sum::<i64>())
        - comparison.hypercube.counts.iter().sum::<u64>() as i64;
    let after = |table| measures(comparison, table, Some(&comparison.methods[RRP])).risk.after;
    let fourth = [0, 1, 2, 3].map(|table| after(table).map_or(f64::NAN, |risk| risk.r));
    let far = |one, other, table: usize| (points.at(one, table).risk - points.at(other, table).risk).abs();
    let apart = |one, other| listed(&[0, 1, 2, 3].map(|table| far(one, other, table)));
    // Counts the tables in which `holds` is true for our invariant matrix, rounding of the input, and rounding of the
    // output.
    let tables = |holds: fn(Point, Point, Point) -> bool| {
        (0..4)
            .filter(|&table| holds(points.at(SP_INVARIANT, table), points.at(RR, table), points.at(RRP, table)))
            .count()
    };
    vec![
        "Weights are 0.1 for zeros, 0.7 and 0.1 for the entropy of small and of large counts, and 0.1 for size. \
         Multipliers are 0.75 and 0.9 for stochastic perturbation, and 1/3 for rounding (sections 4.1 and 5.2)."
            .to_owned(),
        "Semi-controlled rounding is the method of this name with base 3. The cells of a region of the hypercube, or of \
         an output table, add up to its rounded total. With independent rounding, the number of cells that are rounded \
         up is random."
            .to_owned(),
        "The cells of a table made from a protected hypercube are sums, and the matrix was not applied to these sums. \
         For R, the matrix is still applied to the sums, as in the paper. Read literally, section 4.2 replaces a large \
         sum by an expectation from counts near the sum, but the table may have no such counts. So values above 10, \
         the largest count with its own row in Table 3, stay as published."
            .to_owned(),
        format!(
            "The paper does not specify which cells are small after protection. We compared six readings with Table 5, \
             by the risk as a share of the original table's risk. Their mean distances over tables and methods are: \
             {expected}. Reading {nearest} is the nearest, but our data differ, so this is weak evidence. Table 5 and \
             Figure 2 use the first reading for every method of input and output, so that all comparisons have one \
             formula. `cellveil measure` uses the fourth reading, and the first for sums of protected cells (`--noise`). For \
             the rounded output of Tables 1 to 4, it reports risks of {}.",
            listed(&fourth)
        ),
        format!(
            "Section 4.2 divides the expected total of a published value by the realised number of cells with this \
             value. All readings divide it by the expected number of cells instead, because a large count that occurs \
             once otherwise shrinks to a small one (docs/reference/measures.md). With the realised number, the \
             distances of the readings are: {realised}. Reading {nearest_realised} is then the nearest. `cellveil \
             measure --divisor realised` uses the fourth of these readings."
        ),
        format!(
            "The risks of rounding the input and of rounding the output differ by {} in Tables 1 to 4, and by 0.002, \
             0.002, 0.003 and 0.000 in the paper. With independent rounding, the risks differ by {}. With so few small \
             cells, a single draw has a large effect.",
            apart(RR, RRP),
            apart(RR_BY_CELL, RRP_BY_CELL)
        ),
        format!(
            "Table 3 is biased: it adds {} persons to the hypercube. Each output cell gets a share of these persons, \
             so utility is lower. The invariant matrix keeps the total of all cells, as section 5.1 requires. The \
             paper does not have this matrix, so no claim covers it. Its risk is above the risk of rounding, of input \
             and output, in {} of four tables. Its utility is above the utility of rounding the input in {} of four, \
             and at least the utility of rounding the output in {} of four.",
            crate::study::figure::whole(gained.unsigned_abs()),
            tables(|invariant, input, output| invariant.risk > input.risk.max(output.risk)),
            tables(|invariant, input, _| invariant.utility > input.utility),
            tables(|invariant, _, output| invariant.utility >= output.utility)
        ),
        "Table 2 of our data has only a few empty and small cells, so its risk after protection depends on a few \
         draws. Its cells are sums of many perturbed hypercube cells. Rounding the output changes a cell once, by at \
         most 2, so this method has a higher utility than any perturbation of the input."
            .to_owned(),
        "The paper's Table 5 contradicts its text in three places. Rounding the output of Table 2 has a higher risk \
         than rounding the input, 0.072 against 0.070, and the same utility. Stochastic perturbation should have less \
         risk than record swapping, but has more in Table 2, 0.210 against 0.191. The utility of record swapping \
         should be higher in Table 4 than in Tables 1 and 2, but is 0.987 against 0.988 in Table 1."
            .to_owned(),
    ]
}

/// Describes Figure 2. Its points are rows of Table 5, so this part has no rows.
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
                "With a tolerable risk of 15 per cent, every rounded table may be released, but no table with \
                 stochastic perturbation (Figure 2).",
                (0..4).all(|table| tolerable(RR, table) && tolerable(RRP, table)) && !any(SP),
            ),
            Claim::new(
                "Among tables with at most this risk, tables with rounded output have the highest utility (section \
                 5.2): in each table, at least the utility of rounded input.",
                farthest && any(RRP),
            ),
        ],
        notes: vec![
            "The chart prints no figures. Its points are the risks and utilities of Table 5, so this part has no rows."
                .to_owned(),
            "Table 3 of our data (activity, occupation and education) has a higher risk before protection than any \
             table of the paper. Under every method its risk stays above 15 per cent. Stochastic perturbation leaves \
             every table above 15 per cent."
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

    /// Checks the notes' statements about the paper's own figures.
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

    /// If the values come from the method's own draws, `measure` agrees with the fourth reading, with either divisor. For
    /// sums of protected cells, `measure` agrees with the first.
    #[test]
    fn the_measure_is_the_fourth_reading_or_the_first() {
        let comparison = Comparison::new();
        for (method, reading) in [(RRP, 3), (SP, 0), (RR_BY_CELL, 0)] {
            agrees(&comparison, &comparison.methods[method], reading);
        }
    }

    fn agrees(comparison: &Comparison, method: &Method, reading: usize) {
        for divisor in [Divisor::Expected, Divisor::Realised] {
            for table in 0..4 {
                let grid = &comparison.tables[table];
                let status = vec![Status::Shown; grid.counts.len()];
                let values = &method.tables[table];
                let cells =
                    Cells { sizes: &grid.sizes, rows: 1, counts: &grid.counts, values, status: &status, decimals: 0 };
                let context = Context { method: method.chances.method(), are_sums: reading == 0, ..Context::default() };
                let choices = Choices { multiplier: Some(method.multiplier), divisor, ..Choices::default() };
                let measure = measure(&cells, &context, &choices).risk.after.unwrap().r;
                let expected = risk_of(Reading::all(divisor)[reading].0, comparison, method, table);
                assert!((measure - expected).abs() < 1e-12, "{measure} {expected}");
            }
        }
    }
}
