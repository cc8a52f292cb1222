//! Figures 1 to 6: noise.

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
                 five to twenty times as much as with each method.",
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
            "Significantly more with a threshold than with any perturbation without one (section 5).",
            THRESHOLD.iter().all(|&method| against(&of, method, &WITHOUT, much_higher)),
        ));
        orders.push(Order::new(
            &WITHOUT,
            "Without threshold, more with 4,096 keys, at either rate, than with 256 keys (section 5).",
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

/// Note beside every order between methods without threshold.
const BY_DESIGN: &str = "Orders between methods without threshold (256 keys, 4,096 keys and the high rate) follow from \
                         our p-tables, which we designed from the paper's description. That they hold describes our \
                         p-tables, and not those of the ONS.";

/// Notes on figures 1 to 3.
fn notes(kind: Kind, population: &Population) -> Vec<String> {
    let of = kind.of(population);
    let counts = &population.cells.counts;
    let (cells, small) = (counts.len() as u64, counts.iter().filter(|count| **count < 10).count() as u64);
    let mut notes = match kind {
        Kind::Total => vec![
            format!(
                "A suppressed cell counts as 0, so its noise is its count. {} cells are filled, and {} of them have \
                 fewer than ten persons: {} per cent. Every method with a threshold suppresses most of these, and the \
                 10-5 rule all. This makes most of the noise of each, so the 10-5 rule cannot have much more than the \
                 others. The paper's file has 57 times as many persons, and so a smaller share of them in small \
                 cells.",
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
             variables' codes it would be {} of these figures.",
            whole(ALL_CELLS),
            decimal(cells as f64 / ALL_CELLS as f64, 2)
        )],
        Kind::Changed => vec![format!(
            "Percentages are of the filled cells. Of all {} combinations the 10-5 rule would change {} per cent, far \
             from the 80 that the paper reports. So the paper's percentages are probably not of all combinations \
             either; it does not say. The ONS also perturbs some empty cells, by keys of categories (section 1). With \
             those cells included, the percentages of perturbation would differ. Here empty cells stay empty.",
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
                "Without threshold, less with 256 keys than with 4,096 keys, at either rate (section 5).",
                of[FEW] < of[MANY] && of[FEW] < of[HIGH],
            ),
            Order::new(
                &THRESHOLD,
                "With a threshold, slightly more with 4,096 keys than with 256 (section 5).",
                of[MANY_THRESHOLD] > of[FEW_THRESHOLD] && similar(of[MANY_THRESHOLD], of[FEW_THRESHOLD]),
            ),
            Order::new(
                &[TEN_FIVE, FEW_THRESHOLD, MANY_THRESHOLD],
                "Substantially more with any threshold than with any perturbation without one (section 5).",
                [TEN_FIVE, FEW_THRESHOLD, MANY_THRESHOLD]
                    .iter()
                    .all(|&method| against(&of, method, &WITHOUT, much_higher)),
            ),
        ];
        let sample = format!(
            "The sample has {} such persons in {} cells, and {} of these cells have fewer than ten persons. The \
             paper's file has 57 times as many persons. Here any threshold suppresses nearly all cells, so methods \
             with a threshold differ in at most one cell.",
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
