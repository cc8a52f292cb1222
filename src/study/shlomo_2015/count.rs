//! Tables 1, 2 and 4: the distribution of cell counts, and the share of small cells that a method changes.

use super::table::{Comparison, RR, RS, SP, SP_INVARIANT};
use crate::study::figure::{decimal, order, percent, printed, whole};
use crate::study::{Claim, Part, Row, Verdict};

/// Rows of Table 1: first and last count of a class, the number of cells of this class in the paper's hypercube, and
/// the printed share.
const TABLE_1: [(u64, u64, u64, &str); 7] = [
    (0, 0, 226_939, "92.4"),
    (1, 1, 4_028, "1.6"),
    (2, 2, 2_112, "0.9"),
    (3, 5, 2_964, "1.2"),
    (6, 8, 1_664, "0.7"),
    (9, 10, 720, "0.3"),
    (11, u64::MAX, 7_273, "3.0"),
];

/// Rows of Table 2: label, first and last count, and the printed figures.
const TABLE_2: [(&str, u64, u64, [&str; 4]); 7] = [
    ("Zeroes", 0, 0, ["1,534 (62.4)", "49 (23.3)", "275 (47.0)", "84 (35.9)"]),
    ("Ones", 1, 1, ["44 (1.8)", "14 (6.7)", "16 (2.7)", "9 (3.9)"]),
    ("Twos", 2, 2, ["35 (1.4)", "2 (1.0)", "9 (1.5)", "4 (1.7)"]),
    ("Threes", 3, 3, ["27 (1.1)", "5 (2.4)", "3 (0.5)", "6 (2.6)"]),
    ("Fours", 4, 4, ["20 (0.8)", "4 (1.9)", "9 (1.5)", "1 (0.4)"]),
    ("Fives", 5, 5, ["17 (0.7)", "1 (0.5)", "5 (0.9)", "4 (1.7)"]),
    ("Sixes and over", 6, u64::MAX, ["780 (31.8)", "135 (64.3)", "268 (45.8)", "126 (53.9)"]),
];

/// Compares a row with the paper: equal, or the same order from the largest to the smallest figure. A single figure has
/// no order.
fn compared(ours: &[f64], paper: &[f64]) -> Verdict {
    if ours == paper {
        Verdict::Equal
    } else if ours.len() > 1 && order(ours) == order(paper) {
        Verdict::SameOrder
    } else {
        Verdict::Different
    }
}

fn number_of(counts: &[u64], first: u64, last: u64) -> u64 {
    counts.iter().filter(|count| (first..=last).contains(count)).count() as u64
}

/// Computes Table 1.
pub(super) fn hypercube(comparison: &Comparison) -> Part {
    let counts = &comparison.hypercube.counts;
    let cells = counts.len() as u64;
    let ours: Vec<u64> = TABLE_1.iter().map(|&(first, last, ..)| number_of(counts, first, last)).collect();
    let numbers: Vec<f64> = ours.iter().map(|&number| number as f64).collect();
    let paper: Vec<f64> = TABLE_1.iter().map(|row| row.2 as f64).collect();
    let (ranks, paper_ranks) = (order(&numbers), order(&paper));
    let mut rows: Vec<Row> = TABLE_1
        .iter()
        .enumerate()
        .map(|(at, &(first, last, number, share))| {
            let rank = |ranks: &[usize]| ranks.iter().position(|&other| other == at);
            Row {
                label: match last {
                    _ if first == last => first.to_string(),
                    u64::MAX => format!("{first} and over"),
                    _ => format!("{first} to {last}"),
                },
                paper: printed(&[&whole(number), share]),
                ours: printed(&[&whole(ours[at]), &decimal(percent(ours[at], cells), 1)]),
                verdict: if rank(&ranks) == rank(&paper_ranks) { Verdict::SameOrder } else { Verdict::Different },
            }
        })
        .collect();
    let total: u64 = ours.iter().sum();
    rows.push(Row {
        label: "Total".to_owned(),
        paper: printed(&["245,700", "100.0"]),
        ours: printed(&[&whole(total), &decimal(percent(total, cells), 1)]),
        verdict: compared(&[total as f64], &[245_700.0]),
    });
    Part {
        title: "Table 1: distribution of cell counts in the hypercube".to_owned(),
        heads: vec!["Number of cells".to_owned(), "Percentage of cells".to_owned()],
        rows,
        claims: vec![Claim::new(
            "The distribution is skewed, with a large proportion of empty cells (section 5.1). Here more than nine in \
             ten cells are empty.",
            ours[0] * 10 > cells * 9,
        )],
        notes: vec![
            "A row has the same order if its rank, from most to fewest cells, equals its rank in the paper. The total \
             is equal by construction: the variables have the paper's numbers of categories."
                .to_owned(),
        ],
    }
}

/// Computes Table 2.
pub(super) fn output(comparison: &Comparison) -> Part {
    let tables = &comparison.tables;
    let totals = tables.each_ref().map(|table| table.counts.iter().sum::<u64>());
    let cells = tables.each_ref().map(|table| table.counts.len() as u64);
    let average = [0, 1, 2, 3].map(|at: usize| totals[at] as f64 / cells[at] as f64);
    let row = |label: &str, paper: [&str; 4], ours: [String; 4], verdict| Row {
        label: label.to_owned(),
        paper: printed(&paper),
        ours: ours.into_iter().map(Some).collect(),
        verdict,
    };
    let numbers = |figures: [u64; 4]| figures.map(|figure| figure as f64);
    let paper_totals = [854_539, 645_461, 736_355, 96_656];
    let paper_cells = [2_457, 210, 585, 234];
    let mut rows = vec![
        row(
            "Total population",
            ["854,539", "645,461", "736,355", "96,656"],
            totals.map(whole),
            compared(&numbers(totals), &numbers(paper_totals)),
        ),
        row(
            "Number of cells",
            ["2,457", "210", "585", "234"],
            cells.map(whole),
            compared(&numbers(cells), &numbers(paper_cells)),
        ),
        row(
            "Average cell size",
            ["347.8", "3,073.6", "1,258.7", "413.1"],
            average.map(|size| decimal(size, 1)),
            compared(&average, &[347.8, 3_073.6, 1_258.7, 413.1]),
        ),
    ];
    let mut zeros = [0.0; 4];
    for (label, first, last, paper) in TABLE_2 {
        let number = tables.each_ref().map(|table| number_of(&table.counts, first, last));
        let share = [0, 1, 2, 3].map(|at: usize| percent(number[at], cells[at]));
        if first == 0 {
            zeros = share;
        }
        let ours = [0, 1, 2, 3].map(|at: usize| format!("{} ({})", whole(number[at]), decimal(share[at], 1)));
        let in_paper =
            paper.map(|text| text.split(['(', ')']).nth(1).and_then(|share| share.parse().ok()).unwrap_or(0.0));
        rows.push(row(label, paper, ours, compared(&share, &in_paper)));
    }
    let most = |wanted: usize, of: &[f64; 4]| (0..4).all(|at| at == wanted || of[at] < of[wanted]);
    Part {
        title: "Table 2: the four output tables".to_owned(),
        heads: (1..=4).map(|table| format!("Table {table}")).collect(),
        rows,
        claims: vec![
            Claim::new("Table 1 has the most cells (section 5.1).", most(0, &numbers(cells))),
            Claim::new("Table 1 has the largest proportion of empty cells (section 5.1).", most(0, &zeros)),
            Claim::new(
                "Table 4 has a smaller population than Table 2 and a larger proportion of empty cells (section 5.1).",
                totals[3] < totals[1] && zeros[3] > zeros[1],
            ),
        ],
        notes: vec![
            "Percentages of the table's cells are in brackets. A row has the same order if its figures rank the four \
             tables, from the largest to the smallest figure, in the paper's order. If a row has percentages, the \
             percentages are ranked. The numbers of cells are equal by construction, because the variables have the \
             paper's numbers of categories."
                .to_owned(),
            "The rule that distributes the invented persons over the categories differs from the paper's rule. Here \
             Table 3 (activity, occupation and education) has a larger proportion of empty cells than Table 1. Table 2 \
             (sex, age and citizenship) has almost no empty cells, and few small cells to protect."
                .to_owned(),
        ],
    }
}

/// Computes Table 4.
pub(super) fn small_cells(comparison: &Comparison) -> Part {
    let is_small = |count: u64| count == 1 || count == 2;
    let all = [
        &comparison.hypercube,
        &comparison.tables[0],
        &comparison.tables[1],
        &comparison.tables[2],
        &comparison.tables[3],
    ];
    let small = all.map(|grid| number_of(&grid.counts, 1, 2));
    let changed = |method: usize| {
        let method = &comparison.methods[method];
        let hypercube = method.hypercube.as_deref().unwrap_or_default();
        let values = [hypercube, &method.tables[0], &method.tables[1], &method.tables[2], &method.tables[3]];
        [0, 1, 2, 3, 4].map(|at: usize| {
            let cells = all[at].counts.iter().zip(values[at]);
            percent(
                cells.filter(|&(&count, &value)| is_small(count) && value != count as i64).count() as u64,
                small[at],
            )
        })
    };
    let (rounding, stochastic, invariant, swapping) = (changed(RR), changed(SP), changed(SP_INVARIANT), changed(RS));
    let paper_small = [6_140.0, 79.0, 16.0, 25.0, 13.0];
    let less = stochastic.iter().all(|share| *share < 100.0);
    let row = |label: &str, paper: Option<[&str; 5]>, ours: Option<[String; 5]>, verdict| Row {
        label: label.to_owned(),
        paper: paper.map_or_else(|| vec![None; 5], |paper| printed(&paper)),
        ours: ours.map_or_else(|| vec![None; 5], |ours| ours.into_iter().map(Some).collect()),
        verdict,
    };
    let shares = |shares: [f64; 5]| Some(shares.map(|share| decimal(share, 1)));
    let whole_shares = shares(rounding).map(|figures| figures.map(|figure| figure.trim_end_matches(".0").to_owned()));
    Part {
        title: "Table 4: cells of 1 and 2, and the percentage that each method changes".to_owned(),
        heads: ["Hypercube", "Table 1", "Table 2", "Table 3", "Table 4"].map(str::to_owned).to_vec(),
        rows: vec![
            row(
                "Number of cells of 1 and 2",
                Some(["6,140", "79", "16", "25", "13"]),
                Some(small.map(whole)),
                compared(&small.map(|number| number as f64), &paper_small),
            ),
            row(
                "Record swapping",
                Some(["26.9", "15.2", "12.5", "0", "30.8"]),
                shares(swapping),
                compared(&swapping, &[26.9, 15.2, 12.5, 0.0, 30.8]),
            ),
            row(
                "Stochastic perturbation",
                Some(["33.2", "29.1", "25.0", "36.0", "23.1"]),
                shares(stochastic),
                compared(&stochastic, &[33.2, 29.1, 25.0, 36.0, 23.1]),
            ),
            row(
                "Stochastic perturbation, matrix made invariant (not in the paper)",
                None,
                shares(invariant),
                Verdict::Extra,
            ),
            row(
                "Random rounding",
                Some(["100", "100", "100", "100", "100"]),
                whole_shares,
                if rounding.iter().all(|share| *share == 100.0) { Verdict::Equal } else { Verdict::Different },
            ),
        ],
        claims: vec![
            Claim::new(
                "Random rounding leaves no cell of 1 or 2 (section 5.2).",
                rounding.iter().all(|share| *share == 100.0),
            ),
            Claim::new(
                "Record swapping changes no cell of Table 3, which does not have the swapped variable (section 5.2).",
                swapping[3] == 0.0,
            ),
            Claim::new(
                "Random rounding protects more small cells than stochastic perturbation (section 5.2). Stochastic \
                 perturbation leaves some small cells unchanged in every table.",
                less,
            ),
        ],
        notes: vec![
            "All methods of this table protect the hypercube. A cell of an output table is changed if the sum of its \
             protected parts differs from its count. A row has the same order if its figures rank the hypercube and \
             the tables, from the largest to the smallest figure, in the paper's order. For stochastic perturbation, \
             the order differs. Its shares in Tables 2 to 4 depend on a few cells. A claim compares the numbers of \
             cells that stochastic perturbation and random rounding change. Rounding to base 3 changes every 1 and 2 \
             by definition, in the paper and here."
                .to_owned(),
            "Table 3 of the paper moves half of the ones and half of the twos. So about 50 per cent of the hypercube's \
             small cells must change, but the paper prints 33.2. Section 5.1 calls this matrix invariant, but it is \
             not: with the frequencies of the paper's Table 1, about 2,300 of 4,028 cells of one remain. So the \
             paper's figures do not come from the printed matrix."
                .to_owned(),
            format!(
                "For the additional row, Table 3 is made invariant for our hypercube in two stages \
                 (docs/reference/matrices.md). This matrix leaves {} of the cells unchanged. We chose this share so \
                 that about a third of the small cells change, as in the paper.",
                decimal(100.0 * super::method::STAY, 0) + " per cent"
            ),
        ],
    }
}
