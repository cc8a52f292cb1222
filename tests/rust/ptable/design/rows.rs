//! Laws for every row of every design.

use cellveil::ptable::design::{Design, DesignError, Designed, PerRow, Shape};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::moments;
use crate::support::random::mmix;

/// Draws designs of all kinds, both feasible and infeasible. The variance covers the possible range of the first row,
/// which has the tightest constraints.
fn designs() -> impl Strategy<Value = Design> {
    let stay = prop_oneof![Just(None), (0.0..0.95).prop_map(Some)];
    let shape = prop_oneof![Just(Shape::Entropy), Just(Shape::Laplace)];
    (1u32..=14, 0u32..=5, 0.0005..1.0005_f64, stay, any::<bool>(), shape, 1u32..=3).prop_map(
        |(max_change, blocked, part, stay, monotone, shape, step)| {
            let max_change = max_change * step;
            let blocked = blocked.min(max_change - 1);
            let least = if blocked == 0 { 0.0 } else { f64::from(blocked) };
            // The largest possible variance of row 1 is D = 1 · D.
            let variance = least + part * (f64::from(max_change) - least).max(0.01);
            Design {
                stay: stay.map(|stay| PerRow::All(Some(stay))),
                monotone: PerRow::All(monotone),
                shape,
                step,
                ..Design::new(max_change, variance).blocked(blocked)
            }
        },
    )
}

fn meets(design: &Design, designed: &Designed) {
    let squared = f64::from(design.max_change).powi(2);
    let tolerance = 1e-12 * (squared / 100.0).max(1.0);
    let stay = match design.stay {
        Some(PerRow::All(Some(stay))) => stay,
        _ => 0.0,
    };
    assert_eq!(designed.rows.len() as u32, design.last_row() + 1);
    for (count, row) in (0u32..).zip(&designed.rows) {
        let [sum, mean, variance] = moments(row);
        let wanted = if count == 0 { 0.0 } else { design.variance };
        assert!((sum - 1.0).abs() < 1e-12, "row {count}: sum {sum}");
        assert!(mean.abs() < tolerance, "row {count}: mean {mean:e}");
        assert!((variance - wanted).abs() < tolerance, "row {count}: variance {variance}, not {wanted}");
        assert!(row.probabilities.iter().all(|p| (0.0..=1.0 + 1e-12).contains(p)));
        for &noise in &row.noise {
            let result = i64::from(count) + i64::from(noise);
            assert!(result >= 0 && !(1..=i64::from(design.blocked)).contains(&result), "row {count}: result {result}");
            assert!(noise.unsigned_abs() <= design.max_change);
            assert!(noise % design.step as i32 == 0 || result == 0, "row {count}: noise {noise}");
        }
        if let Some(zero) = row.noise.iter().position(|&noise| noise == 0) {
            assert!(count == 0 || row.probabilities[zero] > stay - 1e-12, "row {count} stays with {}", row.stay);
            if matches!(design.monotone, PerRow::All(true)) {
                let upward = &row.probabilities[..=zero];
                assert!(upward.windows(2).all(|pair| pair[0] <= pair[1] + 1e-12), "row {count}: {upward:?}");
            }
        }
        if count > 0 && design.shape == Shape::Laplace {
            // A noise that makes a count 0 may be the only one before a gap. Above 0 the probabilities must not rise.
            let above = row.noise.partition_point(|&noise| noise <= 0);
            let tail = &row.probabilities[above..];
            assert!(tail.windows(2).all(|pair| pair[1] <= pair[0] * (1.0 + 1e-6) + 1e-300), "row {count}: {tail:?}");
        }
    }
    // The last row is symmetric.
    let last = designed.rows.last().expect("rows");
    let backwards = last.noise.iter().zip(&last.probabilities).rev();
    for ((noise, p), (other, q)) in last.noise.iter().zip(&last.probabilities).zip(backwards) {
        assert!(*noise == -*other);
        // Monotony is required on one side only.
        assert!(matches!(design.monotone, PerRow::All(true)) || (p - q).abs() < 1e-9, "{noise}: {p} and {q}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, rng_seed: RngSeed::Fixed(2016), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn design_meets_every_condition_or_is_refused(design in designs()) {
        match design.rows() {
            Ok(designed) => {
                prop_assert!(designed.notes.is_empty());
                meets(&design, &designed);
                prop_assert_eq!(design.rows(), Ok(designed));
            }
            Err(DesignError::Infeasible(why)) => {
                // The proposed variance is feasible, and a variance slightly beyond it is not.
                if let Some(nearest) = why.nearest() {
                    let inward = nearest + (nearest - design.variance).signum() * 1e-7 * nearest;
                    let (least, most) = why.all_can.expect("a range");
                    if (least..=most).contains(&inward) {
                        let other = Design { variance: inward, ..design.clone() };
                        let designed = other.rows();
                        prop_assert!(designed.is_ok(), "{:?}: {}", why, designed.unwrap_err());
                        meets(&other, &designed.expect("checked"));
                    }
                    let outward = nearest - (nearest - design.variance).signum() * 1e-4 * nearest;
                    prop_assert!(Design { variance: outward, ..design.clone() }.rows().is_err(), "{:?}", why);
                }
                // With `nearest`, every row has mean 0 and non-negative results.
                let nearest = Design { nearest: true, ..design.clone() };
                match nearest.rows() {
                    Ok(designed) => {
                        prop_assert!(!designed.notes.is_empty());
                        for row in &designed.rows {
                            let [sum, mean, _] = moments(row);
                            prop_assert!((sum - 1.0).abs() < 1e-12 && mean.abs() < 1e-9);
                        }
                    }
                    Err(error) => prop_assert!(why.all_can.is_none(), "{error}"),
                }
            }
            Err(error) => prop_assert!(false, "{error}"),
        }
    }

    /// A small move that keeps the sum, the mean, the variance and the other conditions never increases the entropy.
    #[test]
    fn no_nearby_row_has_more_entropy(design in designs(), seed in any::<u64>()) {
        let design = Design { shape: Shape::Entropy, stay: None, ..design };
        let Ok(designed) = design.rows() else { return Ok(()) };
        let mut next = mmix(seed, 33);
        let mut random = move |below: usize| next() as usize % below;
        for row in &designed.rows[1..] {
            let n = row.noise.len();
            if n < 4 {
                continue;
            }
            for _ in 0..30 {
                let mut four: Vec<usize> = (0..n).collect();
                while four.len() > 4 {
                    four.remove(random(four.len()));
                }
                // Four probabilities can move in one direction only, up to a factor: the weights of Lagrange's
                // interpolation.
                let x: Vec<f64> = four.iter().map(|&at| f64::from(row.noise[at])).collect();
                let weight = |at: usize| 1.0 / (0..4).filter(|&other| other != at).map(|other| x[at] - x[other]).product::<f64>();
                let smallest = four.iter().map(|&at| row.probabilities[at]).fold(1.0, f64::min);
                let largest = (0..4).map(|at| weight(at).abs()).fold(0.0, f64::max);
                for sign in [-1.0, 1.0] {
                    let mut moved = row.probabilities.clone();
                    (0..4).for_each(|at| moved[four[at]] += sign * 0.01 * smallest * weight(at) / largest);
                    let zero = row.noise.iter().position(|&noise| noise == 0);
                    if let Some(zero) = zero.filter(|_| matches!(design.monotone, PerRow::All(true)))
                        && moved[..=zero].windows(2).any(|pair| pair[0] > pair[1])
                    {
                        continue;
                    }
                    let entropy: f64 = moved.iter().filter(|p| **p > 0.0).map(|p| -p * p.log2()).sum();
                    prop_assert!(entropy <= row.entropy + 1e-11, "row {}: {} and {}", row.count, entropy, row.entropy);
                }
            }
        }
    }
}

/// Large changes with a small variance need a very uneven row. A solver that starts from an even row may fail to
/// converge.
#[test]
fn any_variance_suits_any_largest_change() {
    for max_change in [1, 2, 5, 20, 60, 100, 150, 200] {
        for variance in [1e-6, 1e-5, 0.001, 0.005, 0.1, 0.2, 0.49, 0.51, 0.8, 1.0, 1.2, 5.0, 50.0, 180.0] {
            for (blocked, monotone, stay) in
                [(0, false, None), (1, true, None), (0, true, Some(0.2)), (0, false, Some(0.5))]
            {
                let design = Design {
                    monotone: PerRow::All(monotone),
                    stay: stay.map(|stay| PerRow::All(Some(stay))),
                    ..Design::new(max_change, variance).blocked(blocked.min(max_change - 1))
                };
                match design.rows() {
                    Ok(designed) => meets(&design, &designed),
                    Err(DesignError::Infeasible(_)) => {}
                    Err(error) => panic!("{design:?}: {error}"),
                }
            }
        }
    }
}

/// If noises are far apart, one noise has nearly all probability. A solver hardly detects the others from there.
#[test]
fn rows_with_distant_noises_are_found() {
    for (max_change, step) in [(33, 33), (15, 5), (10, 10), (60, 20), (100, 50), (200, 100)] {
        for variance in [0.001, 0.1, 1.0, 2.5, 4.0] {
            let design = Design { step, ..Design::new(max_change, variance) };
            match design.rows() {
                Ok(designed) => meets(&design, &designed),
                Err(error) => assert!(matches!(error, DesignError::Infeasible(_)), "{design:?}: {error}"),
            }
        }
    }
}

/// At V = i · D, only two noises have positive probability. The same holds at the smallest variance of a blocked row.
#[test]
fn rows_at_the_edge_have_their_closed_form() {
    let row = &Design::new(10, 10.0).rows().expect("row 1 is at its edge").rows[1];
    let wanted = |noise: i32| match noise {
        -1 => 10.0 / 11.0,
        10 => 1.0 / 11.0,
        _ => 0.0,
    };
    for (&noise, &p) in row.noise.iter().zip(&row.probabilities) {
        assert!((p - wanted(noise)).abs() < 1e-15, "{noise}: {p}");
    }
    // R ptable ends with an error here. Counts of 1 and 2 need a variance of at least 1 · 2 and 2 · 1.
    let blocked = Design::new(3, 2.0).blocked(2).rows().expect("at the lower edge");
    assert_eq!(blocked.rows[1].noise, [-1, 2, 3]);
    assert!((blocked.rows[1].probabilities[0] - 2.0 / 3.0).abs() < 1e-15);
    assert!(blocked.rows[1].probabilities[2].abs() < 1e-15);
    assert!((blocked.rows[2].probabilities[1] - 2.0 / 3.0).abs() < 1e-15);
}

#[test]
fn infeasible_designs_are_refused_with_a_feasible_value() {
    let stay = |stay: f64, design: Design| Design { stay: Some(PerRow::All(Some(stay))), ..design };
    let monotone = |design: Design| Design { monotone: PerRow::All(true), ..design };
    for (design, message) in [
        (
            Design::new(5, 5.5),
            "row 1: a variance of 5.5 is more than the 5 that it can have; the nearest that all rows can have is 5",
        ),
        (
            Design::new(5, 1.0).blocked(2),
            "row 1: a variance of 1 is less than the 2 that it must have; the nearest that all rows can have is 2",
        ),
        (
            stay(0.9, Design::new(5, 2.0)),
            "row 1: a variance of 2 is more than the 0.5 that it can have with a staying probability of 0.9; the nearest that all \
             rows can have is 0.5",
        ),
        // p(−1) = p(0) = 2/5, p(2) = 1/5.
        (
            monotone(Design::new(2, 3.0)),
            "row 1: a variance of 3 is more than the 1.2 that it can have; the nearest that all rows can have is 1.2",
        ),
        (
            Design::new(6, 4.0).blocked(5),
            "row 1: a variance of 4 is less than the 5 that it must have; no variance suits all rows: one needs at least 9, another has at most 6",
        ),
        (Design { variance: 0.0, ..Design::new(5, 1.0) }, "variance is 0; expected a number from 0.000001"),
        (Design::new(0, 1.0), "max-change is 0; expected a whole number from 1 to 200"),
        (
            Design::new(3, 1.0).blocked(3),
            "blocked is 3; expected less than the largest change, 3: a count of 4 has to pass the blocked results, downwards and upwards",
        ),
        (stay(1.0, Design::new(5, 1.0)), "stay is 1; expected a probability of at least 0 and below 1"),
        (
            Design { step: 2, ..Design::new(5, 1.0) },
            "step is 2; expected a whole number that divides the largest change, 5",
        ),
    ] {
        assert_eq!(design.rows().expect_err(message).to_string(), message);
    }
}
