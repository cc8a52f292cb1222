//! Record swapping of the hypercube: "A random sample of five percent of individuals is selected in each NUTS2 region, then
//! randomly paired with individuals in the opposite NUTS2 region and their geographical variables swapped" (section 5.1).

use crate::dimension::{CodeList, Dimension, Text};
use crate::key::derive::Secret;
use crate::microdata::{Impossible, Records, Share, Step, StepKind, Swap, Target, change};
use crate::study::data::Grid;

/// Returns the counts of the hypercube after swapping. Each cell is as many persons as it counts.
pub(super) fn swapped(hypercube: &Grid) -> Vec<i64> {
    let [regions, ..] = hypercube.sizes[..] else { return Vec::new() };
    let within = hypercube.counts.len() / regions;
    let persons = || hypercube.counts.iter().enumerate().flat_map(|(cell, &count)| (0..count).map(move |_| cell));
    let region = persons().map(|cell| (cell / within) as u32).collect();
    let rest = persons().map(|cell| (cell % within) as u32).collect();
    let dimensions = [dimension("region", regions), dimension("rest", within)];
    let codes: Vec<Vec<&str>> =
        dimensions.iter().map(|dimension| dimension.codes.iter().map(|(code, _)| code).collect()).collect();
    let mut records = Records::new(vec![region, rest], &codes, Vec::new(), Vec::new());
    let swap = Swap {
        variables: vec![0],
        unit: None,
        rate: Share::new(1, 20).expect("a share"),
        within: vec![None],
        apart: None,
        strata: Vec::new(),
        target: Target::Random,
    };
    let step = Step { kind: StepKind::Swap(swap), seed: Secret::new(super::method::NAME.into()), publish: false };
    change(&mut records, &[step], &dimensions, &Impossible::default()).expect("only PRAM can fail");
    let mut counts = vec![0; hypercube.counts.len()];
    for person in 0..records.len() {
        counts[records.code(0, person) as usize * within + records.code(1, person) as usize] += 1;
    }
    counts
}

fn dimension(name: &str, size: usize) -> Dimension {
    let codes = (0..size).map(|code| (code.to_string(), Text::from(code.to_string().as_str())));
    let codes = CodeList::new(codes.collect()).expect("numbers are distinct codes");
    let (label, levels) = (Text::from(name), Vec::new());
    Dimension { name: name.to_owned(), label, note: None, role: None, codes, levels }
}
