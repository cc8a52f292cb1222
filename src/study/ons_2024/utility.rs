//! Figures 7 to 10: utility.

use super::measured::{DRAWS, Eigenvalues, Population};
use super::method::{FEW, FEW_THRESHOLD, HIGH, MANY, MANY_THRESHOLD, METHODS, TEN_FIVE};
use super::order::{Figure, Figures, Order, a_little_higher, against, beside, each, much_higher, similar};
use crate::study::Part;
use crate::study::figure::{decimal, whole};

const PERTURBED: [usize; 5] = [FEW_THRESHOLD, MANY_THRESHOLD, FEW, MANY, HIGH];
const WITHOUT: [usize; 3] = [FEW, MANY, HIGH];

fn hellinger(population: &Population) -> Figures {
    std::array::from_fn(|at| population.methods[at].hellinger)
}

fn not_lower(one: f64, other: f64) -> bool {
    one >= other
}

/// Figure 7.
pub(super) fn whole_eigenvalues(methods: &[Option<Eigenvalues>; 6]) -> Part {
    let figures = methods.map(|method| Some(method?.mean));
    let ten_five =
        |others: &[usize]| each(&figures, beside(TEN_FIVE, others), |one, other| one >= other || similar(one, other));
    let orders = vec![
        Order::new(
            &WITHOUT,
            "The 10-5 rule has similar or higher ones than any perturbation without threshold (title of the figure, \
             section 6).",
            ten_five(&WITHOUT),
        ),
        Order::new(
            &[FEW_THRESHOLD],
            "The 10-5 rule has similar or higher ones than 256 keys with a threshold (title of the figure, section 6).",
            ten_five(&[FEW_THRESHOLD]),
        ),
        Order::new(
            &[TEN_FIVE],
            "The 10-5 rule has similar or higher ones than every perturbation (title of the figure, section 6).",
            ten_five(&PERTURBED),
        ),
        Order::new(
            &[MANY_THRESHOLD],
            "4,096 keys with a threshold have lower ones than the other methods with a threshold (section 6).",
            each(&figures, beside(MANY_THRESHOLD, &[TEN_FIVE, FEW_THRESHOLD]), |one, other| one < other),
        ),
        Order::new(
            &[FEW, MANY],
            "Without threshold, those of 256 and of 4,096 keys are similar (section 6).",
            each(&figures, [(FEW, MANY)], similar),
        ),
        Order::new(
            &[HIGH],
            "Without threshold, the high rate has a little higher ones than the others (section 6).",
            each(&figures, beside(HIGH, &[FEW, MANY]), a_little_higher),
        ),
    ];
    let ranges = methods.iter().zip(METHODS).filter_map(|(method, label)| {
        let Eigenvalues { least, largest, .. } = (*method)?;
        (least < largest).then(|| format!("{label} {} to {}", decimal(least, 3), decimal(largest, 3)))
    });
    let ranges: Vec<String> = ranges.collect();
    Figure {
        title: "Figure 7: robust eigenvalues, whole sample",
        head: "Robust eigenvalues",
        figures,
        decimals: 3,
        printed: &[],
        orders,
        notes: vec![
            "The measure compares eigenvalues of robust covariances of the two tables, as `dUtility(method = \
             \"robeigen\")` of the R package sdcMicro. The paper does not say how a table becomes rows and columns \
             for it. With a threshold three quarters of the cells that are not empty are suppressed, so in any layout \
             of all cells some column is 0 in most rows, and has no robust covariance. Taken are the two fullest \
             combinations of country of birth and religion, born in the United Kingdom without a religion or \
             Christian, as columns, and region, sex and age as rows, 160 of them."
                .to_owned(),
            format!(
                "A robust covariance takes half of these rows, and a little noise can change which. One draw of the \
                 record keys therefore says little of the method, and the figures are means over {DRAWS} draws. \
                 Single ones were: {}. The paper has one draw for each method.",
                ranges.join("; ")
            ),
            "The paper calls the measure bounded by 0 and 1 (section 6). As sdcMicro has it, a sum of relative \
             changes, it has no upper bound."
                .to_owned(),
        ],
    }
    .part()
}

/// Figure 8.
pub(super) fn whole_hellinger(population: &Population) -> Part {
    let of = hellinger(population);
    let counts = &population.cells.counts;
    let persons: u64 = counts.iter().sum();
    let in_small: u64 = counts.iter().filter(|count| **count < 10).sum();
    let own = &population.methods[TEN_FIVE];
    let all_but_many: Vec<usize> = (0..METHODS.len()).filter(|&method| method != MANY_THRESHOLD).collect();
    let orders = vec![
        Order::new(
            &[MANY_THRESHOLD],
            "4,096 keys with a threshold have a much higher distance than any other method (title of the figure, \
             section 6).",
            against(&of, MANY_THRESHOLD, &all_but_many, much_higher),
        ),
        Order::new(
            &[TEN_FIVE, FEW_THRESHOLD],
            "The distances of the 10-5 rule and of 256 keys with a threshold are similar (section 6).",
            similar(of[TEN_FIVE], of[FEW_THRESHOLD]),
        ),
        Order::new(
            &[FEW, MANY],
            "Without threshold, those of 256 and of 4,096 keys are similar (section 6).",
            similar(of[FEW], of[MANY]),
        ),
        Order::new(
            &[HIGH],
            "Without threshold, the high rate has a little higher one than the others (section 6).",
            against(&of, HIGH, &[FEW, MANY], a_little_higher),
        ),
        Order::new(
            &[FEW_THRESHOLD, FEW, MANY, HIGH],
            "Perturbation with 256 keys and threshold, and any without threshold, has a lower distance than the 10-5 \
             rule (section 7).",
            against(&of, TEN_FIVE, &[FEW_THRESHOLD, FEW, MANY, HIGH], |one, other| one > other),
        ),
        Order::new(
            &[MANY_THRESHOLD],
            "So has perturbation with 4,096 keys and threshold (section 7).",
            of[TEN_FIVE] > of[MANY_THRESHOLD],
        ),
    ];
    let proportions = own.hellinger_proportions.map_or("none".to_owned(), |distance| decimal(distance, 3));
    Figure {
        title: "Figure 8: Hellinger's distance, whole sample",
        head: "Hellinger's distance, HD/√N",
        figures: of.map(Some),
        decimals: 3,
        printed: &[(TEN_FIVE, "near 0.055"), (FEW_THRESHOLD, "near 0.055")],
        orders,
        notes: vec![
            format!(
                "The distance is √(½ Σ (√F − √G)²)/√N, a suppressed cell counting as 0; empty cells add nothing to \
                 it. The paper gives no formula. For the 10-5 rule the distance of counts, without √N, is {} here, \
                 and that of proportions, each table divided by its own total, {}. The first cannot be near 0.055 in \
                 any table that loses cells; HD/√N comes nearest.",
                decimal(own.hellinger_counts, 1),
                proportions
            ),
            format!(
                "What is suppressed makes most of it: if a share m of the persons is in suppressed cells, HD/√N is \
                 about √(m/2). The paper's 0.055 means 0.6 per cent of the persons in cells below ten, ours {} per \
                 cent of {}. In a sample 57 times smaller more of the persons are in small cells, so its value is \
                 larger.",
                decimal(100.0 * in_small as f64 / persons as f64, 1),
                whole(persons)
            ),
            "The paper contradicts itself: with 4,096 keys and threshold the distance is much higher than with any \
             other method (section 6), and lower than with the 10-5 rule (section 7). With ours all three methods \
             with a threshold are alike, as the threshold makes most of the distance; we see no reason why the number \
             of keys should."
                .to_owned(),
            "The paper calls the distance bounded by 0 and about the square root of the number of cells (section 6), \
             which fits neither counts, bounded by the root of their number of persons, nor proportions, bounded by \
             1."
            .to_owned(),
        ],
    }
    .part()
}

/// Figure 9.
pub(super) fn communal_eigenvalues(methods: &[Option<Eigenvalues>; 6]) -> Part {
    let figures = methods.map(|method| Some(method?.mean));
    let orders = vec![
        Order::new(
            &PERTURBED,
            "Every perturbation has the same or lower ones than the 10-5 rule (title of the figure, section 6).",
            each(&figures, beside(TEN_FIVE, &PERTURBED), not_lower),
        ),
        Order::new(
            &[TEN_FIVE, FEW_THRESHOLD, MANY_THRESHOLD],
            "Among methods with a threshold, 256 keys have very slightly lower ones (section 6).",
            each(&figures, beside(FEW_THRESHOLD, &[TEN_FIVE, MANY_THRESHOLD]), |one, other| one < other),
        ),
        Order::new(
            &WITHOUT,
            "Without threshold, 256 keys have the lowest and 4,096 keys at the high rate the highest ones (section 6).",
            each(&figures, [(FEW, MANY), (MANY, HIGH)], |one, other| one < other),
        ),
    ];
    Figure {
        title: "Figure 9: robust eigenvalues, communal establishments",
        head: "Robust eigenvalues",
        figures,
        decimals: 3,
        printed: &[],
        orders,
        notes: vec![
            "The sample cannot show them. With a threshold all cells but one or two of its few residents of communal \
             establishments are suppressed, and most of the others are cells of one person, so more than half of the \
             rows are alike and there is no robust covariance."
                .to_owned(),
        ],
    }
    .part()
}

/// Figure 10.
pub(super) fn communal_hellinger(population: &Population) -> Part {
    let of = hellinger(population);
    let threshold = [TEN_FIVE, FEW_THRESHOLD, MANY_THRESHOLD];
    let orders = vec![
        Order::new(
            &threshold,
            "All methods with a threshold have much higher distances than those without (title of the figure, section \
             6).",
            threshold.iter().all(|&method| against(&of, method, &WITHOUT, much_higher)),
        ),
        Order::new(
            &threshold,
            "The distances of all methods with a threshold are similar (section 6).",
            threshold.iter().all(|&method| against(&of, method, &threshold, similar)),
        ),
        Order::new(
            &WITHOUT,
            "Without threshold, 256 keys have the lowest and 4,096 keys at the high rate the highest distance \
             (section 6).",
            of[FEW] < of[MANY] && of[MANY] < of[HIGH],
        ),
    ];
    Figure {
        title: "Figure 10: Hellinger's distance, communal establishments",
        head: "Hellinger's distance, HD/√N",
        figures: of.map(Some),
        decimals: 3,
        printed: &[],
        orders,
        notes: vec![
            "With a threshold nearly everything is suppressed: were all of it, the distance would be √½, 0.707."
                .to_owned(),
        ],
    }
    .part()
}
