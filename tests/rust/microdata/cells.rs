//! Deviations are permanent, unbiased, and never make a count negative.

use super::cube::{collect, spec};
use super::town;

fn deviations(x: &str, seed: &str) -> String {
    format!("[[pretabular]]\nkind = \"deviations\"\nx = {x}\nseed = \"{seed}\"\n")
}

#[test]
fn deviations_are_unbiased_with_the_variance_of_technique_2() {
    let persons = town(600, 1);
    let truth = collect(&spec("keyed", "column = \"k\"", "").unwrap(), &persons, Some(&|_| 1)).unwrap();
    let runs = 200;
    let (mut sum, mut squares, mut cells_with_many) = (0.0, 0.0, 0.0);
    for seed in 0..runs {
        let more = deviations("1.5", &format!("{seed:02x}"));
        let cells = collect(&spec("preprotected", "", &more).unwrap(), &persons, None).unwrap();
        let count = |coord: &[u32]| {
            let found = (0..cells.counts.len())
                .find(|&cell| cells.coords.iter().zip(coord).all(|(column, code)| column[cell] == *code));
            found.map_or(0, |cell| cells.counts[cell])
        };
        for cell in (0..truth.counts.len()).filter(|&cell| truth.counts[cell] > 1) {
            let coord: Vec<u32> = truth.coords.iter().map(|column| column[cell]).collect();
            let error = count(&coord) as f64 - truth.counts[cell] as f64;
            sum += error;
            squares += error * error;
            cells_with_many += 1.0;
        }
    }
    // Each of n records deviates with probability x/n = 1.5/n, with a variance of 2: the variance of a cell is 3.
    let (mean, variance) = (sum / cells_with_many, squares / cells_with_many);
    let error = (3.0_f64 / cells_with_many).sqrt();
    assert!(mean.abs() < 4.0 * error, "{mean}");
    // The fourth moment of the noise is below 60, so the standard error of the variance is below √(60/cells).
    assert!((variance - 3.0).abs() < 4.0 * (60.0_f64 / cells_with_many).sqrt(), "{variance}");
}

#[test]
fn the_same_records_have_the_same_deviations() {
    let persons = town(600, 1);
    let spec = spec("keyed", "column = \"k\"", &deviations("1.5", "07")).unwrap();
    let key = |at: usize| at as u64;
    let all = collect(&spec, &persons, Some(&key)).unwrap();
    // Without the people of other areas, the cells of area 0 stay as they are.
    let mut kept = persons.clone();
    kept.truncate(persons.len() - 1);
    let changed = persons.last().unwrap();
    let less = collect(&spec, &kept, Some(&key)).unwrap();
    let differing = |cells: &cellveil::build::collect::Cells| -> Vec<(Vec<u32>, u64)> {
        let coord = |cell: usize| cells.coords.iter().map(|column| column[cell]).collect::<Vec<u32>>();
        let own = vec![changed.1, changed.2, changed.3];
        (0..cells.counts.len())
            .map(|cell| (coord(cell), cells.counts[cell]))
            .filter(|(coord, _)| *coord != own)
            .collect()
    };
    assert_eq!(differing(&all), differing(&less), "a record changes its own cell only");
}
