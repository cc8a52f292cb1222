//! Figures 7 to 10: the utility of each method.

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

/// Computes Figure 7: robust eigenvalues of the whole sample.
pub(super) fn whole_eigenvalues(methods: &[Option<Eigenvalues>; 6]) -> Part {
    let figures = methods.map(|method| Some(method?.mean));
    let ten_five =
        |others: &[usize]| each(&figures, beside(TEN_FIVE, others), |one, other| one >= other || similar(one, other));
    let orders = vec![
        Order::new(
            &WITHOUT,
            "The 10-5 rule has similar or higher eigenvalues than any perturbation without threshold (title of the \
             figure, section 6).",
            ten_five(&WITHOUT),
        ),
        Order::new(
            &[FEW_THRESHOLD],
            "The 10-5 rule has similar or higher eigenvalues than 256 keys with a threshold (title of the figure, \
             section 6).",
            ten_five(&[FEW_THRESHOLD]),
        ),
        Order::new(
            &[TEN_FIVE],
            "The 10-5 rule has similar or higher eigenvalues than every perturbation (title of the figure, section 6).",
            ten_five(&PERTURBED),
        ),
        Order::new(
            &[MANY_THRESHOLD],
            "4,096 keys with a threshold have lower eigenvalues than the other methods with a threshold (section 6).",
            each(&figures, beside(MANY_THRESHOLD, &[TEN_FIVE, FEW_THRESHOLD]), |one, other| one < other),
        ),
        Order::new(
            &[FEW, MANY],
            "Without threshold, 256 and 4,096 keys have similar eigenvalues (section 6).",
            each(&figures, [(FEW, MANY)], similar),
        ),
        Order::new(
            &[HIGH],
            "Without threshold, the high rate has slightly higher eigenvalues than the other methods (section 6).",
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
            "The measure compares eigenvalues of robust covariances of the two tables, like `dUtility(method = \
             \"robeigen\")` of the R package sdcMicro. The paper does not specify the rows and columns of a table for \
             this measure. A threshold suppresses three quarters of the filled cells. So in any layout of all cells, \
             some column is 0 in most rows and has no robust covariance. The columns of our layout are the two \
             combinations of country of birth and religion with the most persons: born in the United Kingdom, without \
             a religion or Christian. Its 160 rows are region, sex and age."
                .to_owned(),
            format!(
                "A robust covariance starts from half of these rows, and a little noise can change the selected rows. So \
                 one draw of the record keys is weak evidence about a method, and the figures are means over {DRAWS} \
                 draws. The ranges of single draws are: {}. The paper has one draw for each method.",
                ranges.join("; ")
            ),
            "The paper states that the measure lies between 0 and 1 (section 6). In sdcMicro, the measure is a sum of \
             relative changes and has no upper bound."
                .to_owned(),
        ],
    }
    .part()
}

/// Computes Figure 8: Hellinger distances of the whole sample.
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
            "Without threshold, the distances of 256 and of 4,096 keys are similar (section 6).",
            similar(of[FEW], of[MANY]),
        ),
        Order::new(
            &[HIGH],
            "Without threshold, the high rate has a slightly higher distance than the other methods (section 6).",
            against(&of, HIGH, &[FEW, MANY], a_little_higher),
        ),
        Order::new(
            &[FEW_THRESHOLD, FEW, MANY, HIGH],
            "The 10-5 rule has a higher distance than 256 keys with a threshold and any perturbation without a \
             threshold (section 7).",
            against(&of, TEN_FIVE, &[FEW_THRESHOLD, FEW, MANY, HIGH], |one, other| one > other),
        ),
        Order::new(
            &[MANY_THRESHOLD],
            "The 10-5 rule also has a higher distance than 4,096 keys with a threshold (section 7).",
            of[TEN_FIVE] > of[MANY_THRESHOLD],
        ),
    ];
    let proportions = own.hellinger_proportions.map_or("missing".to_owned(), |distance| decimal(distance, 3));
    Figure {
        title: "Figure 8: Hellinger's distance, whole sample",
        head: "Hellinger's distance, HD/√N",
        figures: of.map(Some),
        decimals: 3,
        printed: &[(TEN_FIVE, "near 0.055"), (FEW_THRESHOLD, "near 0.055")],
        orders,
        notes: vec![
            format!(
                "The distance is √(½ Σ (√F − √G)²)/√N, where a suppressed cell counts as 0. Empty cells add nothing. \
                 The paper gives no formula. For the 10-5 rule, the distance of counts, without √N, is {} here. The \
                 distance of proportions, each table divided by its own total, is {}. In a table that loses cells, the \
                 distance of counts cannot be near the paper's 0.055. HD/√N is the nearest.",
                decimal(own.hellinger_counts, 1),
                proportions
            ),
            format!(
                "Suppressed cells cause most of the distance. If they hold a share m of the persons, HD/√N is about \
                 √(m/2). So the paper's 0.055 implies that 0.6 per cent of the persons are in cells below ten. Here \
                 this share is {} per cent of {} persons. A sample that is 57 times smaller has a larger share of \
                 persons in small cells, so its distance is larger.",
                decimal(100.0 * in_small as f64 / persons as f64, 1),
                whole(persons)
            ),
            "The paper contradicts itself about 4,096 keys with a threshold. Their distance is much higher than the \
             distance of any other method (section 6), but lower than the distance of the 10-5 rule (section 7). Here \
             all three methods with a threshold have similar distances, because the threshold causes most of the \
             distance. We see no reason why the number of keys should matter."
                .to_owned(),
            "The paper states that the distance is at most about the square root of the number of cells (section 6). \
             But the bound is the square root of the number of persons for counts, and 1 for proportions."
                .to_owned(),
        ],
    }
    .part()
}

/// Computes Figure 9: robust eigenvalues of communal establishments.
pub(super) fn communal_eigenvalues(methods: &[Option<Eigenvalues>; 6]) -> Part {
    let figures = methods.map(|method| Some(method?.mean));
    let orders = vec![
        Order::new(
            &PERTURBED,
            "Every perturbation has the same or lower eigenvalues than the 10-5 rule (title of the figure, section 6).",
            each(&figures, beside(TEN_FIVE, &PERTURBED), not_lower),
        ),
        Order::new(
            &[TEN_FIVE, FEW_THRESHOLD, MANY_THRESHOLD],
            "Among methods with a threshold, 256 keys have very slightly lower eigenvalues (section 6).",
            each(&figures, beside(FEW_THRESHOLD, &[TEN_FIVE, MANY_THRESHOLD]), |one, other| one < other),
        ),
        Order::new(
            &WITHOUT,
            "Without threshold, 256 keys have the lowest and 4,096 keys at the high rate the highest eigenvalues \
             (section 6).",
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
            "The sample cannot show this figure. With a threshold, all but one or two cells of its few residents of \
             communal establishments are suppressed. Most of the remaining cells hold one person. So more than half of \
             the rows are equal, and no robust covariance exists."
                .to_owned(),
        ],
    }
    .part()
}

/// Computes Figure 10: Hellinger distances of communal establishments.
pub(super) fn communal_hellinger(population: &Population) -> Part {
    let of = hellinger(population);
    let threshold = [TEN_FIVE, FEW_THRESHOLD, MANY_THRESHOLD];
    let orders = vec![
        Order::new(
            &threshold,
            "All methods with a threshold have much higher distances than methods without a threshold (title of the \
             figure, section 6).",
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
            "With a threshold, nearly all cells are suppressed. If all cells were suppressed, the distance would be \
             √½, 0.707."
                .to_owned(),
        ],
    }
    .part()
}
