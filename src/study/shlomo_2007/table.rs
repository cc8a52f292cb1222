//! A synthetic table with the paper's totals: areas by economic activity, sex and long-term illness.
//!
//! Each person draws an activity from the area's urn. Each draw adds more of the drawn activity to the urn (Pólya's
//! urn). Sex and illness come from an urn of the activity. So areas differ by more than chance, like real areas, while
//! small columns differ by hardly more than chance. The draws use only integers and one seed. Finally, persons move
//! within their area until the numbers of empty and of small cells equal the paper's numbers.

use crate::base::SplitMix;

/// Number of output areas.
pub(super) const AREAS: usize = 1487;
/// Number of economic activities.
pub(super) const ACTIVITIES: usize = 9;
/// Number of combinations of sex and long-term illness: male without and with illness, female without and with illness.
const KINDS: usize = 4;
/// Number of columns.
pub(super) const COLUMNS: usize = ACTIVITIES * KINDS;
/// Number of persons.
const PERSONS: u64 = 317_064;
/// Number of empty cells.
const ZEROS: usize = 17_915;
/// Number of cells with one or two persons.
const SMALL: usize = 14_726;
/// Position of the full-time students among the activities.
pub(super) const STUDENT: usize = 4;

/// The first seed that, with these weights, reproduces Cramér's V and both variances as printed in the paper.
const SEED: u64 = 386;
/// Weights of the columns: employees part-time and full-time, self-employed, unemployed, full-time students at work,
/// retired, other students, sick or disabled, others.
const WEIGHTS: [[u64; KINDS]; ACTIVITIES] = [
    [200, 40, 1000, 95],
    [3440, 130, 1800, 95],
    [570, 50, 210, 30],
    [150, 32, 95, 29],
    [119, 28, 130, 30],
    [330, 150, 450, 180],
    [105, 25, 110, 26],
    [38, 170, 36, 140],
    [60, 35, 420, 95],
];
/// The initial content of an urn has the weight of this number of drawn persons. With a smaller number, areas differ
/// more.
const ACTIVITY_PERSONS: u64 = 24;
const KIND_PERSONS: u64 = 110;

/// Draws the counts of all cells, ordered by area, then activity, then sex, then illness.
pub(super) fn counts() -> Vec<u64> {
    let mut random = SplitMix(SEED);
    let mut counts = Vec::with_capacity(AREAS * COLUMNS);
    for persons in sizes(&mut random) {
        counts.extend(area(&mut random, persons));
    }
    fit(&mut random, &mut counts);
    counts
}

/// Draws the number of persons of each area: 95 plus four random numbers from 0 to 59. Then some areas gain or lose one
/// person until the total equals the paper's total.
fn sizes(random: &mut SplitMix) -> Vec<u64> {
    let mut sizes: Vec<u64> = (0..AREAS).map(|_| 95 + (0..4).map(|_| random.below(60) as u64).sum::<u64>()).collect();
    let mut sum: u64 = sizes.iter().sum();
    while sum != PERSONS {
        let at = random.below(AREAS);
        if sum < PERSONS {
            (sizes[at], sum) = (sizes[at] + 1, sum + 1);
        } else {
            (sizes[at], sum) = (sizes[at] - 1, sum - 1);
        }
    }
    sizes
}

/// Draws the counts of all columns of one area.
fn area(random: &mut SplitMix, persons: u64) -> [u64; COLUMNS] {
    let mut kinds = WEIGHTS.map(|weights| weights.map(|weight| weight * KIND_PERSONS));
    let mut activities = WEIGHTS.map(|weights| weights.iter().sum::<u64>() * ACTIVITY_PERSONS);
    let more = WEIGHTS.map(|weights| weights.iter().sum::<u64>());
    let most: u64 = more.iter().sum();
    let mut counts = [0; COLUMNS];
    for _ in 0..persons {
        let activity = drawn(random, &activities);
        activities[activity] += most;
        let kind = drawn(random, &kinds[activity]);
        kinds[activity][kind] += more[activity];
        counts[activity * KINDS + kind] += 1;
    }
    counts
}

/// Draws a random position, with probabilities in proportion to the weights.
fn drawn(random: &mut SplitMix, weights: &[u64]) -> usize {
    let mut left = random.below(weights.iter().sum::<u64>() as usize) as u64;
    weights
        .iter()
        .position(|&weight| {
            left < weight || {
                left -= weight;
                false
            }
        })
        .unwrap_or(0)
}

/// Moves persons within areas until the numbers of empty cells and of cells with one or two persons equal the paper's.
fn fit(random: &mut SplitMix, counts: &mut [u64]) {
    let many = |counts: &[u64], wanted: fn(u64) -> bool| counts.iter().filter(|&&count| wanted(count)).count();
    let mut zeros = many(counts, |count| count == 0);
    let mut small = many(counts, |count| count == 1 || count == 2);
    while (zeros, small) != (ZEROS, SMALL) {
        let at = random.below(counts.len());
        let other = at / COLUMNS * COLUMNS + random.below(COLUMNS);
        if other == at || counts[other] < 4 {
            continue;
        }
        // The other cell has four or more persons. It loses or gains one person, so at least three persons remain.
        match counts[at] {
            0 if zeros > ZEROS => {
                (counts[at], counts[other]) = (1, counts[other] - 1);
                (zeros, small) = (zeros - 1, small + 1);
            }
            1 if zeros < ZEROS => {
                (counts[at], counts[other]) = (0, counts[other] + 1);
                (zeros, small) = (zeros + 1, small - 1);
            }
            2 if zeros == ZEROS && small > SMALL => {
                (counts[at], counts[other]) = (3, counts[other] - 1);
                small -= 1;
            }
            3 if zeros == ZEROS && small < SMALL => {
                (counts[at], counts[other]) = (2, counts[other] + 1);
                small += 1;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_those_of_the_paper() {
        let counts = counts();
        let many = |wanted: &dyn Fn(u64) -> bool| counts.iter().filter(|&&count| wanted(count)).count();
        assert_eq!(counts.len(), 53_532);
        assert_eq!(counts.iter().sum::<u64>(), 317_064);
        assert_eq!(many(&|count| count == 0), 17_915);
        assert_eq!(many(&|count| count == 1) + many(&|count| count == 2), 14_726);
        // The paper describes "very large columns and very small columns", and areas of about 125 households.
        let column = |at: usize| counts.iter().skip(at).step_by(COLUMNS).sum::<u64>();
        let columns: Vec<u64> = (0..COLUMNS).map(column).collect();
        assert!(columns.iter().max() > Some(&80_000) && columns.iter().min() < Some(&1000), "{columns:?}");
        assert!(counts.chunks(COLUMNS).all(|area| (90..=340).contains(&area.iter().sum::<u64>())));
    }

    #[test]
    fn moves_end_with_the_right_numbers_of_cells_and_keep_areas() {
        let raw = |random: &mut SplitMix| -> Vec<u64> {
            let sizes = sizes(random);
            sizes.into_iter().flat_map(|persons| area(random, persons)).collect()
        };
        // The table as drawn, a table with too few empty cells, and a table with too few small cells.
        for spoilt in [None, Some((0, 1)), Some((2, 3))] {
            let mut random = SplitMix(1);
            let mut before = raw(&mut random);
            let mut left = 2000;
            while let (Some((from, to)), 1..) = (spoilt, left) {
                let at = random.below(before.len());
                let other = at / COLUMNS * COLUMNS + random.below(COLUMNS);
                if before[at] == from && before[other] >= 5 {
                    before[at] = to;
                    before[other] -= to - from;
                    left -= 1;
                }
            }
            let many = |counts: &[u64], wanted: fn(u64) -> bool| counts.iter().filter(|&&count| wanted(count)).count();
            let numbers =
                |counts: &[u64]| (many(counts, |count| count == 0), many(counts, |count| matches!(count, 1 | 2)));
            let spoilt_as_meant = match (spoilt, numbers(&before)) {
                (Some((0, _)), (zeros, _)) => zeros < ZEROS,
                (Some(_), (_, small)) => small < SMALL,
                (None, found) => found != (ZEROS, SMALL),
            };
            assert!(spoilt_as_meant, "{:?}", numbers(&before));
            let mut after = before.clone();
            fit(&mut random, &mut after);
            assert_eq!(numbers(&after), (ZEROS, SMALL));
            for (before, after) in before.chunks(COLUMNS).zip(after.chunks(COLUMNS)) {
                assert_eq!(before.iter().sum::<u64>(), after.iter().sum::<u64>());
            }
        }
    }
}
