//! Figures 1 to 6: noise.

use super::measured::Population;
use super::method::{FEW, FEW_THRESHOLD, HIGH, MANY, MANY_THRESHOLD, TEN_FIVE};
use super::order::{Figure, Figures, Order, against, much_higher, similar};
use crate::study::Part;
use crate::study::figure::{decimal, percent, whole};

const PERTURBED: [usize; 5] = [FEW_THRESHOLD, MANY_THRESHOLD, FEW, MANY, HIGH];
const THRESHOLD: [usize; 2] = [FEW_THRESHOLD, MANY_THRESHOLD];
const WITHOUT: [usize; 3] = [FEW, MANY, HIGH];

/// What a figure of noise shows.
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

/// Figures 1 to 3, of the whole sample.
pub(super) fn whole_sample(population: &Population) -> Vec<Part> {
    let part = |title, kind: Kind| {
        let of = kind.of(population);
        let mut orders = vec![Order::new(
            &[TEN_FIVE],
            "More with the 10-5 rule than with any perturbation (title of the figure, section 5).",
            against(&of, TEN_FIVE, &PERTURBED, greater),
        )];
        if kind == Kind::Total {
            orders.push(Order::new(
                &[TEN_FIVE],
                "Much more with the 10-5 rule than with any perturbation (section 5).",
                against(&of, TEN_FIVE, &PERTURBED, much_higher),
            ));
            orders.push(Order::new(
                &[TEN_FIVE],
                "About ten times as much with the 10-5 rule as with perturbation without threshold (section 7): from \
                 five to twenty times as much as with each.",
                WITHOUT.iter().all(|&method| (5.0..=20.0).contains(&(of[TEN_FIVE] / of[method]))),
            ));
        }
        if kind == Kind::Changed {
            orders.push(Order::new(
                &[TEN_FIVE],
                "Over 80 per cent with the 10-5 rule (section 5).",
                of[TEN_FIVE] > 80.0,
            ));
            orders.push(Order::new(
                &THRESHOLD,
                "With a threshold, more with 4,096 keys than with 256 (section 5).",
                of[MANY_THRESHOLD] > of[FEW_THRESHOLD],
            ));
        } else {
            orders.push(Order::new(
                &THRESHOLD,
                "With a threshold, similar with 256 and with 4,096 keys (section 5).",
                similar(of[FEW_THRESHOLD], of[MANY_THRESHOLD]),
            ));
        }
        orders.push(Order::new(
            &THRESHOLD,
            "Significantly more with a threshold than with any perturbation without (section 5).",
            THRESHOLD.iter().all(|&method| against(&of, method, &WITHOUT, much_higher)),
        ));
        orders.push(Order::new(
            &WITHOUT,
            "Without threshold, more with 4,096 keys, at either rate, than with 256 (section 5).",
            of[MANY] > of[FEW] && of[HIGH] > of[FEW],
        ));
        if kind != Kind::Changed {
            orders.push(Order::new(
                &[HIGH],
                "Without threshold, most with 4,096 keys at the high rate (section 5).",
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

/// What orders between methods without threshold say, beside each of them.
const BY_DESIGN: &str = "Orders without threshold, of 256 keys, 4,096 keys and the high rate, follow from p-tables that \
                         we designed after the paper's own words. That they hold says what these p-tables are, and \
                         nothing of those of the ONS.";

/// What a reader should know of figures 1 to 3.
fn notes(kind: Kind, population: &Population) -> Vec<String> {
    let of = kind.of(population);
    let counts = &population.cells.counts;
    let (cells, small) = (counts.len() as u64, counts.iter().filter(|count| **count < 10).count() as u64);
    let mut notes = match kind {
        Kind::Total => vec![
            format!(
                "A suppressed cell counts as 0, so its noise is its count. Of the {} cells that are not empty {} have \
                 fewer than ten persons, {} per cent. Every method with a threshold takes most of them away, the 10-5 \
                 rule all: that is most of the noise of each, and the 10-5 rule cannot have much more than the \
                 others. The paper's file has 57 times as many persons, and so a smaller share of them in small \
                 cells.",
                whole(cells),
                whole(small),
                decimal(percent(small, cells), 1)
            ),
            format!(
                "The 10-5 rule has {}, {} and {} times the noise of 256 keys, of 4,096 keys and of the high rate. The \
                 last depends on our p-tables, which were not made to meet any figure of the paper.",
                decimal(of[TEN_FIVE] / of[FEW], 1),
                decimal(of[TEN_FIVE] / of[MANY], 1),
                decimal(of[TEN_FIVE] / of[HIGH], 1)
            ),
        ],
        Kind::Average => vec![format!(
            "The average is over the cells that are not empty. The paper does not say over which; over all {} \
             combinations of codes that the variables have it would be {} of these figures.",
            whole(ALL_CELLS),
            decimal(cells as f64 / ALL_CELLS as f64, 2)
        )],
        Kind::Changed => vec![format!(
            "Percentages are of the cells that are not empty. Of all {} combinations the 10-5 rule would change {} \
             per cent, and could not come near the 80 that the paper reports; so its percentages are probably not of \
             all combinations either. It does not say: the ONS perturbs some empty cells too, by keys of categories \
             (section 1), and with those among the cells the percentages of perturbation would be others. Ours leave \
             empty cells empty.",
            whole(ALL_CELLS),
            decimal(of[TEN_FIVE] * cells as f64 / ALL_CELLS as f64, 1)
        )],
    };
    notes.push(BY_DESIGN.to_owned());
    notes
}

/// Combinations of ten regions, two sexes, eight ages, three codes of country of birth and ten of religion.
const ALL_CELLS: u64 = 10 * 2 * 8 * 3 * 10;

/// Figures 4 to 6, of residents of communal establishments.
pub(super) fn communal(population: &Population) -> Vec<Part> {
    let counts = &population.cells.counts;
    let small = counts.iter().filter(|count| **count < 10).count() as u64;
    let part = |title, kind: Kind| {
        let of = kind.of(population);
        let orders = vec![
            Order::new(
                &[TEN_FIVE],
                "More with the 10-5 rule than with any perturbation (title of the figure, section 5).",
                against(&of, TEN_FIVE, &PERTURBED, greater),
            ),
            Order::new(
                &[FEW, MANY, HIGH],
                "Without threshold, less with 256 keys than with 4,096, at either rate (section 5).",
                of[FEW] < of[MANY] && of[FEW] < of[HIGH],
            ),
            Order::new(
                &THRESHOLD,
                "With a threshold, slightly more with 4,096 keys than with 256 (section 5).",
                of[MANY_THRESHOLD] > of[FEW_THRESHOLD] && similar(of[MANY_THRESHOLD], of[FEW_THRESHOLD]),
            ),
            Order::new(
                &[TEN_FIVE, FEW_THRESHOLD, MANY_THRESHOLD],
                "Substantially more with any threshold than with any perturbation without (section 5).",
                [TEN_FIVE, FEW_THRESHOLD, MANY_THRESHOLD]
                    .iter()
                    .all(|&method| against(&of, method, &WITHOUT, much_higher)),
            ),
        ];
        let sample = format!(
            "The sample has {} such persons in {} cells, of which {} have fewer than ten persons. The paper's file \
             has 57 times as many persons. Nearly all cells are suppressed by any threshold here, so methods with one \
             differ in one cell, if at all.",
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
