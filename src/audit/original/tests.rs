//! Tests which findings the unchanged records score, and that all others stay as they are.

use super::*;
use crate::audit::sample::Sample;
use crate::audit::{Finding, Finest, attacks};

const NONE: &str = r#"{ "kind": "none" }"#;

/// The finest cells of a sample, one for each record.
fn truth(sample: &Sample) -> Truth {
    let cell = |(codes, key): &(Vec<usize>, u64)| (codes.iter().map(|&code| code as u32).collect(), 1, *key);
    Truth::new(sample.records.iter().map(cell).collect(), sample.keys)
}

/// Swaps the first codes of the records at two positions.
fn swap(sample: &mut Sample, one: usize, other: usize) {
    let code = sample.records[one].0[0];
    sample.records[one].0[0] = std::mem::replace(&mut sample.records[other].0[0], code);
}

/// A sample with two crossing levels, all views of up to two dimensions, and some of three.
fn town(method: Option<&str>) -> (Sample, Vec<&'static str>) {
    let mut sample = Sample::drawn(&[8, 6, 2, 2], 260, 3);
    sample.level(1, "a", &[0, 0, 1, 1, 2, 2]);
    sample.level(1, "b", &[0, 0, 0, 1, 2, 2]);
    if let Some(method) = method {
        sample = sample.method(method, "");
    }
    let views = ["", "0", "1", "2", "3", "0 1", "0 2", "0 3", "1 2", "1 3", "2 3", "0 1 2", "0 2 3", "0 1:a", "0 1:b"];
    (sample, views.to_vec())
}

/// All findings about `changed`, with the unchanged records of another sample.
fn findings(changed: &Sample, views: &[&str], original: Option<&Sample>) -> Vec<Finding> {
    let mut evidence = changed.evidence(views);
    if let Some(original) = original {
        evidence.score_against(&truth(changed).with_original(truth(original)));
    }
    let (counts, keys) = changed.finest();
    attacks(&evidence, Finest { counts: &counts, keys: &keys }, &[], 1)
}

#[test]
fn print() {
    for method in [Some(NONE), None] {
        let (sample, views) = town(method);
        let mut original = sample.clone();
        let many = original.records.len();
        (0..many / 2).for_each(|at| swap(&mut original, at, many - 1 - at));
        let own = findings(&sample, &views, None);
        let other = findings(&sample, &views, Some(&original));
        for (a, b) in own.iter().zip(&other) {
            println!("{}: {:?} | {:?} {}", a.name, a.figures[0].1, b.figures[0].1, a == b);
        }
    }
}
