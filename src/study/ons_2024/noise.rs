//! Figures 1 to 6: the noise of each method.

use super::measured::Population;
use super::method::{FEW, FEW_THRESHOLD, HIGH, MANY, MANY_THRESHOLD, TEN_FIVE};
use super::order::{Figure, Figures, Order, against, much_higher, similar};
use crate::study::Part;
use crate::study::figure::{decimal, percent, whole};

const PERTURBED: [usize; 5] = [FEW_THRESHOLD, MANY_THRESHOLD, FEW, MANY, HIGH];
const THRESHOLD: [usize; 2] = [FEW_THRESHOLD, MANY_THRESHOLD];
const WITHOUT: [usize; 3] = [FEW, MANY, HIGH];

/// The noise measures that the figures show.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Total,
    Average,
    Changed,
}

impl Kind {
    fn of(self, population: &Population) -> Figures {
        std::array::from_fn(|at| match self {
            Self::Total => population.methods[at].total,
            Self::Average => population.methods[at].average,
            Self::Changed => population.methods[at].changed,
        })
    }

    fn head(self) -> &'static str {
        match self {
            Self::Total => "Total noise",
            Self::Average => "Average noise",
            Self::Changed => "Percentage of counts changed",
        }
    }

    fn decimals(self) -> usize {
        match self {
            Self::Total => 0,
            Self::Average => 2,
            Self::Changed => 1,
        }
    }
}

fn greater(one: f64, other: f64) -> bool {
    one > other
}

/// Computes figures 1 to 3, for the whole sample.
pub(super) fn whole_sample(population: &Population) -> Vec<Part> {
    let part = |title, kind: Kind| {
        let of = kind.of(population);
        let mut orders = vec![Order::new(
            &[TEN_FIVE],
            "The 10-5 rule ranks above any perturbation (title of the figure, section 5).",
            against(&of, TEN_FIVE, &PERTURBED, greater),
        )];
        if kind == Kind::Total {
            orders.push(Order::new(
                &[TEN_FIVE],
                "The 10-5 rule has much more noise than any perturbation (section 5).",
                against(&of, TEN_FIVE, &PERTURBED, much_higher),
            ));
            orders.push(Order::new(
                &[TEN_FIVE],
                "The 10-5 rule has about ten times the noise of perturbation without threshold (section 7): five to \
                 twenty times the noise of each method.",
                WITHOUT.iter().all(|&method| (5.0..=20.0).contains(&(of[TEN_FIVE] / of[method]))),
            ));
        }
        if kind == Kind::Changed {
            orders.push(Order::new(
                &[TEN_FIVE],
                "The 10-5 rule changes over 80 per cent of the counts (section 5).",
                of[TEN_FIVE] > 80.0,
            ));
            orders.push(Order::new(
                &THRESHOLD,
                "With a threshold, 4,096 keys change more counts than 256 keys (section 5).",
                of[MANY_THRESHOLD] > of[FEW_THRESHOLD],
            ));
        } else {
            orders.push(Order::new(
                &THRESHOLD,
                "With a threshold, 256 and 4,096 keys have similar noise (section 5).",
                similar(of[FEW_THRESHOLD], of[MANY_THRESHOLD]),
            ));
        }
        orders.push(Order::new(
            &THRESHOLD,
            "Perturbation with a threshold ranks significantly above any perturbation without a threshold (section 5).",
            THRESHOLD.iter().all(|&method| against(&of, method, &WITHOUT, much_higher)),
        ));
        orders.push(Order::new(
            &WITHOUT,
            "Without threshold, 4,096 keys rank above 256 keys at either rate (section 5).",
            of[MANY] > of[FEW] && of[HIGH] > of[FEW],
        ));
        if kind != Kind::Changed {
            orders.push(Order::new(
                &[HIGH],
                "Without threshold, 4,096 keys at the high rate have the most noise (section 5).",
                against(&of, HIGH, &[FEW, MANY], greater),
            ));
        }
        Figure {
            title,
            head: kind.head(),
            figures: of.map(Some),
            decimals: kind.decimals(),
            printed: if kind == Kind::Changed { &[(TEN_FIVE, "over 80")] } else { &[] },
            orders,
            notes: notes(kind, population),
        }
        .part()
    };
    vec![
        part("Figure 1: total noise, whole sample", Kind::Total),
        part("Figure 2: average noise, whole sample", Kind::Average),
        part("Figure 3: percentage of counts changed, whole sample", Kind::Changed),
    ]
}

/// A note about orders between methods without a threshold.
const BY_DESIGN: &str = "Orders between methods without threshold (256 keys, 4,096 keys and the high rate) follow from \
                         our p-tables, which we designed from the paper's description. So these results describe our \
                         p-tables, and not the p-tables of the ONS.";

/// Writes the notes on figures 1 to 3.
fn notes(kind: Kind, population: &Population) -> Vec<String> {
    let of = kind.of(population);
    let counts = &population.cells.counts;
    let (cells, small) = (counts.len() as u64, counts.iter().filter(|count| **count < 10).count() as u64);
    let mut notes = match kind {
        Kind::Total => vec![
            format!(
                "A suppressed cell counts as 0, so its noise is its count. {} cells are filled, and {} of these cells \
                 have fewer than ten persons: {} per cent. Every method with a threshold suppresses most of these \
                 small cells, and the 10-5 rule suppresses all. Suppression causes most of the noise of these methods, \
                 so the 10-5 rule cannot have much more noise than the others. The paper's file has 57 times as many \
                 persons, so a smaller share of persons is in small cells.",
                whole(cells),
                whole(small),
                decimal(percent(small, cells), 1)
            ),
            format!(
                "The 10-5 rule has {}, {} and {} times the noise of 256 keys, of 4,096 keys and of the high rate. The \
                 last ratio depends on our p-tables, which were not made to match any figure of the paper.",
                decimal(of[TEN_FIVE] / of[FEW], 1),
                decimal(of[TEN_FIVE] / of[MANY], 1),
                decimal(of[TEN_FIVE] / of[HIGH], 1)
            ),
        ],
        Kind::Average => vec![format!(
            "The average is over the filled cells. The paper does not define it. Over all {} combinations of the \
             variables' codes, the averages would be {} times these figures.",
            whole(ALL_CELLS),
            decimal(cells as f64 / ALL_CELLS as f64, 2)
        )],
        Kind::Changed => vec![format!(
            "Percentages refer to the filled cells. Of all {} combinations, the 10-5 rule would change {} per cent, \
             but the paper reports over 80. So the paper's percentages probably do not refer to all combinations. The \
             paper does not specify this. The ONS also perturbs some empty cells, by keys of categories (section 1). \
             With these cells included, the percentages of perturbation would differ. Here empty cells stay empty.",
            whole(ALL_CELLS),
            decimal(of[TEN_FIVE] * cells as f64 / ALL_CELLS as f64, 1)
        )],
    };
    notes.push(BY_DESIGN.to_owned());
    notes
}

/// Number of combinations: ten regions, two sexes, eight ages, three codes of country of birth and ten religions.
const ALL_CELLS: u64 = 10 * 2 * 8 * 3 * 10;

/// Computes figures 4 to 6, for residents of communal establishments.
pub(super) fn communal(population: &Population) -> Vec<Part> {
    let counts = &population.cells.counts;
    let small = counts.iter().filter(|count| **count < 10).count() as u64;
    let part = |title, kind: Kind| {
        let of = kind.of(population);
        let orders = vec![
            Order::new(
                &[TEN_FIVE],
                "The 10-5 rule ranks above any perturbation (title of the figure, section 5).",
                against(&of, TEN_FIVE, &PERTURBED, greater),
            ),
            Order::new(
                &[FEW, MANY, HIGH],
                "Without threshold, 256 keys rank below 4,096 keys at either rate (section 5).",
                of[FEW] < of[MANY] && of[FEW] < of[HIGH],
            ),
            Order::new(
                &THRESHOLD,
                "With a threshold, 4,096 keys rank slightly above 256 keys (section 5).",
                of[MANY_THRESHOLD] > of[FEW_THRESHOLD] && similar(of[MANY_THRESHOLD], of[FEW_THRESHOLD]),
            ),
            Order::new(
                &[TEN_FIVE, FEW_THRESHOLD, MANY_THRESHOLD],
                "Any method with a threshold ranks substantially above any perturbation without a threshold (section \
                 5).",
                [TEN_FIVE, FEW_THRESHOLD, MANY_THRESHOLD]
                    .iter()
                    .all(|&method| against(&of, method, &WITHOUT, much_higher)),
            ),
        ];
        let sample = format!(
            "The sample has {} residents of communal establishments in {} cells, and {} of these cells have fewer than \
             ten persons. The paper's file has 57 times as many persons. Here any threshold suppresses nearly all \
             cells, so methods with a threshold differ in at most one cell.",
            whole(counts.iter().sum()),
            whole(counts.len() as u64),
            whole(small)
        );
        let notes = vec![sample, BY_DESIGN.to_owned()];
        let figures = of.map(Some);
        Figure { title, head: kind.head(), figures, decimals: kind.decimals(), printed: &[], orders, notes }.part()
    };
    vec![
        part("Figure 4: total noise, communal establishments", Kind::Total),
        part("Figure 5: average noise, communal establishments", Kind::Average),
        part("Figure 6: percentage of counts changed, communal establishments", Kind::Changed),
    ]
}
