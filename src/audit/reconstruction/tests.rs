use super::*;
use crate::audit::candidates::Candidates;
use crate::audit::draw::choose;
use crate::audit::testing::{HASH, S05, S19, World, dimension, gz, town};

fn figure(finding: &Finding, name: &str) -> f64 {
    finding.figures.iter().find(|(found, _)| *found == name).expect("a figure").1.value()
}

/// Returns the equations, and the bounds of all cells by values alone and by sums.
fn bounds(evidence: &Evidence) -> (Equations, [Bounds; 2]) {
    let (candidates, lines) = (Candidates::new(&evidence.compiled), Equations::new(evidence));
    let alone = Bounds::of_values(evidence, &candidates);
    let mut by_lines = alone.clone();
    by_lines.propagate(evidence, &candidates, &lines);
    (lines, [alone, by_lines])
}

/// Replaces the published values, as if the noise had given these values.
fn with_values(mut evidence: Evidence, values: &[&[i64]]) -> Evidence {
    for (view, values) in evidence.views.iter_mut().zip(values) {
        view.values = values.to_vec();
    }
    evidence
}

/// Two codes by two codes, with noise up to 1, so each value leaves three counts. The total is shown as 3 more than the
/// sum of the rows. So the total is 1 too high, and each row is 1 too low. The cells of the first row are shown as 2
/// less than the row's count, so they are known too.
#[test]
fn two_by_two_by_hand() {
    let world = World::new(vec![dimension("a", 2, &[]), dimension("b", 2, &[])], &[5, 6, 7, 8], 1);
    let evidence = with_values(world.publish(2, HASH, Some(S19)), &[&[27], &[10, 14], &[12, 14], &[4, 5, 7, 8]]);
    let (lines, [alone, by_lines]) = bounds(&evidence);
    let range = |bounds: &Bounds| -> Vec<(i64, i64)> {
        bounds.least.iter().copied().zip(bounds.most.iter().copied()).collect()
    };
    assert_eq!(range(&alone)[..3], [(26, 28), (9, 11), (13, 15)]);
    // The rows are at most 11 + 15 = 26, and the total is at least 26. So the first row's cells, 3 to 5 and 4 to 6,
    // must be 5 and 6. The columns, 11 to 13 and 13 to 15, do not narrow the second row.
    let expected = [(26, 26), (11, 11), (15, 15), (11, 13), (13, 15), (5, 5), (6, 6), (6, 8), (7, 9)];
    assert_eq!(range(&by_lines), expected);
    // The bounds cannot be narrower: the second row may be 6 + 9, 7 + 8 or 8 + 7.
    let programs: Vec<_> = (0..9).map(|cell| program::range(&lines, &by_lines, cell)).collect();
    assert_eq!(programs, expected);

    let finding = reconstruction(&evidence, 1);
    assert_eq!(figure(&finding, "counts known exactly"), 5.0 / 9.0);
    assert_eq!(figure(&finding, "counts known exactly, from the value alone"), 0.0);
    assert!(!finding.passes());
    let example = finding.example.expect("a cell that is known");
    assert_eq!(example.published, "the whole population: published 27");
    assert!(example.truth.starts_with("the count is 26;"), "{}", example.truth);
}

/// The value 3 is a count of 1 or 3, and the value 4 is a count of 3 or 4. Counts from 5 on keep their value. The total
/// is 5 and one part is shown as 4, so the other part is 1 or 2. But 2 is never shown as 3.
#[test]
fn impossible_values_collapse_intervals() {
    let table = b"i,j,p,v,p_int_lb,p_int_ub,type
0,0,1,0,0,1,all
1,3,1,2,0,1,all
2,2,1,0,0,1,all
3,3,0.5,0,0,0.5,all
3,4,0.5,1,0.5,1,all
4,4,1,0,0,1,all
5,5,1,0,0,1,all
";
    let evidence = World::new(vec![dimension("a", 2, &[])], &[1, 4], 1).publish(1, HASH, Some(table));
    assert_eq!(evidence.views[1].values, [3, 4]);
    let (_, [alone, by_lines]) = bounds(&evidence);
    assert_eq!((alone.least, alone.most), (vec![5, 1, 3], vec![5, 3, 4]));
    assert_eq!((by_lines.least, by_lines.most), (vec![5, 1, 4], vec![5, 1, 4]));
    let finding = reconstruction(&evidence, 1);
    assert_eq!(figure(&finding, "counts of 1 known exactly, from the value alone"), 0.0);
    assert_eq!(figure(&finding, "counts of 1 known exactly"), 1.0);
    assert_eq!(finding.example.expect("the count of 1").published, "a = 0 in view a: published 3");
}

/// Values that contradict the method leave the bounds unchanged.
#[test]
fn contradictions_are_left_alone() {
    let world = World::new(vec![dimension("a", 2, &[])], &[5, 6], 1);
    let evidence = with_values(world.publish(1, HASH, Some(S19)), &[&[30], &[5, 6]]);
    let (_, [alone, by_lines]) = bounds(&evidence);
    assert_eq!((&alone.least, &alone.most), (&by_lines.least, &by_lines.most));
}

/// **Sound.** With every method, each true count is within its bounds, and within the narrower bounds of linear
/// programs. The programs find more than sums alone.
#[test]
fn the_truth_is_within_all_bounds() {
    let matrix = r#"{ "kind": "transition-matrix", "cap": 2, "matrix": [[1, 0, 0, 0, 0], ["1/2", 0, "1/2", 0, 0],
        [0, "1/2", 0, "1/2", 0], [0, 0, "1/4", "1/2", "1/4"], [0, 0, 0, "1/2", "1/2"]] }"#;
    let hidden = HASH.replace('}', r#", "threshold": 3 }"#);
    let key = HASH.replace("hash", "key");
    let dense = gz("demo/hypercube/ptable.csv.gz");
    let methods: [(&str, Option<&[u8]>); 10] = [
        (HASH, Some(S05)),
        (HASH, Some(S19)),
        (&hidden, Some(S05)),
        (&key, Some(&dense)),
        (r#"{ "kind": "random-rounding", "base": 3 }"#, None),
        (r#"{ "kind": "random-rounding", "base": 5, "below": 9 }"#, None),
        (r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#, None),
        (r#"{ "kind": "small-cell", "x": 2 }"#, None),
        (matrix, None),
        (r#"{ "kind": "none" }"#, None),
    ];
    let (mut narrower, mut programs) = (0, 0);
    for seed in 0..15 {
        let mut random = SplitMix(seed);
        let level: Vec<u32> = (0..4).map(|_| random.below(3) as u32).collect();
        let dimensions = vec![dimension("a", 4, &[&level]), dimension("b", 3, &[]), dimension("c", 2, &[])];
        let world = World::random(dimensions, 10 + random.below(150), seed);
        // `small-cell` compiles a row for every count that a cell may have. This takes most of the time, so few seeds
        // use it.
        for (method, ptable) in methods.into_iter().filter(|(method, _)| seed < 3 || !method.contains("small-cell")) {
            let evidence = world.publish(2 + random.below(2), method, ptable);
            let (lines, steps) = bounds(&evidence);
            let counts: Vec<i64> =
                evidence.views.iter().flat_map(|view| view.counts.iter().map(|&n| n as i64)).collect();
            for line in 0..lines.len() {
                let (whole, parts) = lines.line(line);
                assert_eq!(counts[whole], parts.iter().map(|&part| counts[part as usize]).sum::<i64>());
            }
            for (cell, &count) in counts.iter().enumerate() {
                for bounds in &steps {
                    let range = bounds.least[cell]..=bounds.most[cell];
                    assert!(range.contains(&count), "{method}, seed {seed}: {:?} not in {range:?}", lines.place(cell));
                }
            }
            let open: Vec<usize> = (0..counts.len()).filter(|&cell| !steps[1].is_known(cell)).collect();
            for cell in choose(&mut random, &open, 3) {
                let (least, most) = program::range(&lines, &steps[1], cell);
                assert!((least..=most).contains(&counts[cell]), "{method}, seed {seed}: {:?}", lines.place(cell));
                programs += 1;
                narrower += usize::from(most - least < steps[1].most[cell] - steps[1].least[cell]);
            }
        }
    }
    assert!(programs > 300 && narrower > 0, "{narrower} of {programs} programs");
}

/// With two by two by two codes, all tables can be listed. The programs start from bounds by values alone. Their bounds
/// always include all possible tables, and are nearly always equal to the exact range.
#[test]
fn small_tables_are_as_narrow_as_all_that_are_possible() {
    let dimensions = || ["a", "b", "c"].map(|name| dimension(name, 2, &[])).to_vec();
    // `is_in` marks, for each of the eight cells of the last view, the cells of all views that contain it.
    let counts_of = |evidence: &Evidence| -> Vec<i64> {
        evidence.views.iter().flat_map(|view| view.counts.iter().map(|&count| count as i64)).collect()
    };
    let is_in: [Vec<i64>; 8] = std::array::from_fn(|cell| {
        let mut one = [0; 8];
        one[cell] = 1;
        counts_of(&World::new(dimensions(), &one, 1).publish(3, HASH, Some(S19)))
    });
    let (mut same, mut all, mut by_values) = (0, 0, 0);
    for seed in 0..40 {
        let evidence = World::random(dimensions(), 40, seed).publish(3, HASH, Some(S19));
        let (lines, [alone, _]) = bounds(&evidence);
        let mut possible = vec![(i64::MAX, i64::MIN); lines.cells()];
        // Lists every choice of counts for the eight cells, as digits of one number. With this p-table, candidates have
        // no gaps.
        let first = lines.cells() - 8;
        let widths: Vec<i64> = (first..lines.cells()).map(|cell| alone.most[cell] - alone.least[cell] + 1).collect();
        for choice in 0..widths.iter().product() {
            let mut rest = choice;
            let mut counts = vec![0; lines.cells()];
            for (at, width) in widths.iter().enumerate() {
                let count = alone.least[first + at] + rest % width;
                rest /= width;
                counts.iter_mut().zip(&is_in[at]).for_each(|(sum, is_in)| *sum += count * is_in);
            }
            if (0..first).all(|cell| (alone.least[cell]..=alone.most[cell]).contains(&counts[cell])) {
                for (range, count) in possible.iter_mut().zip(counts) {
                    *range = (range.0.min(count), range.1.max(count));
                }
            }
        }
        for (cell, (least, most)) in possible.into_iter().enumerate() {
            let found = program::range(&lines, &alone, cell);
            assert!(found.0 <= least && most <= found.1, "seed {seed}: {found:?} without {:?}", (least, most));
            all += 1;
            same += usize::from(found == (least, most));
            by_values += usize::from((alone.least[cell], alone.most[cell]) == (least, most));
        }
    }
    assert!(100 * same > 98 * all && 2 * by_values < all, "{same} by programs and {by_values} by values of {all}");
}

#[test]
fn a_sound_cube_passes_and_narrow_noise_does_not() {
    let sound = reconstruction(&town(3000, 1).publish(2, HASH, Some(S05)), 1);
    assert!(sound.passes() && figure(&sound, "counts known to within 1") == 0.0, "{sound:?}");
    let narrow = reconstruction(&town(3000, 1).publish(3, HASH, Some(S19)), 1);
    assert!(!narrow.passes() && figure(&narrow, "counts of 1 known exactly") > 0.0, "{narrow:?}");
    let again = || reconstruction(&town(300, 1).publish(2, HASH, Some(S19)), 1);
    assert_eq!(again(), again());
}
