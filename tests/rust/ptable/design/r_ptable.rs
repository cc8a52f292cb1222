//! Designs compared with R `ptable` 1.0.0 on its 30 parameter sets (tests/data/ptable). The probabilities are equal if
//! R meets its constraints; otherwise our design differs. The test prints the lines of the table in
//! docs/reference/ptables.md.

use std::fs;

use cellveil::ptable::design::{Design, DesignError, PerRow, Shape};

use super::moments;
use crate::support::program::repository;

/// R rounds the bounds of its intervals to 8 decimals, so the error of its variance is at most about 10^-8 · D² · 10.
const ROUNDED: f64 = 2e-5;

/// A parameter set, and the result of R's own check of its rows.
struct Set {
    id: String,
    design: Design,
    error: bool,
    rows_missed: u32,
    entropy_of_last: f64,
    largest_variance: f64,
}

fn data(name: &str) -> Option<String> {
    fs::read_to_string(repository("tests/data/ptable").join(name)).ok()
}

fn sets() -> Vec<Set> {
    let text = data("checks/summary.csv").expect("the summary is in the repository");
    text.lines().skip(1).map(|line| set(&line.split(',').collect::<Vec<_>>(), line)).collect()
}

fn set(fields: &[&str], line: &str) -> Set {
    let number = |at: usize| fields[at].parse::<f64>().unwrap_or(f64::NAN);
    let given: Vec<Option<f64>> = fields[4].split_whitespace().map(|stay| stay.parse().ok()).collect();
    let stay = match &given[..] {
        [] => None,
        [one] => Some(PerRow::All(*one)),
        _ => Some(PerRow::Rows(given)),
    };
    let mono: Vec<bool> = fields[5].split_whitespace().map(|mono| mono == "TRUE").collect();
    let monotone = if let [one] = mono[..] { PerRow::All(one) } else { PerRow::Rows(mono) };
    // The message of an error contains commas, and a space for each row.
    let error = line.contains(",FALSE,");
    Set {
        id: fields[0].into(),
        design: Design { stay, monotone, ..Design::new(number(1) as u32, number(2)).blocked(number(3) as u32) },
        error: error && fields[7] == "FALSE",
        rows_missed: fields.get(15).and_then(|missed| missed.parse().ok()).unwrap_or(0),
        entropy_of_last: number(fields.len() - 1),
        largest_variance: number(14),
    }
}

/// A row of R's table: noise and probability, from the file of intervals.
type RRow = Vec<(i32, f64)>;

fn r_rows(id: &str) -> Option<Vec<RRow>> {
    let text = data(&format!("{id}_ptable.csv"))?;
    let mut rows: Vec<RRow> = Vec::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let row: usize = fields[0].parse().expect("a row");
        rows.resize(rows.len().max(row + 1), Vec::new());
        rows[row].push((fields[3].parse().expect("a noise"), fields[2].parse().expect("a probability")));
    }
    Some(rows)
}

/// Returns whether a row of R has the required variance, mean and staying probability.
fn meets(row: &RRow, variance: f64, stay: f64) -> bool {
    let of = |power: i32| row.iter().map(|(noise, p)| f64::from(*noise).powi(power) * p).sum::<f64>();
    let stays = row.iter().find(|(noise, _)| *noise == 0).map_or(1.0, |(_, p)| *p);
    of(1).abs() < ROUNDED && (of(2) - variance).abs() < ROUNDED && stays > stay - ROUNDED
}

fn entropy(p: impl Iterator<Item = f64>) -> f64 {
    p.filter(|p| *p > 0.0).map(|p| -p * p.log2()).sum()
}

fn stay_of(design: &Design, row: usize) -> f64 {
    match &design.stay {
        Some(PerRow::All(stay)) => stay.unwrap_or(0.0),
        Some(PerRow::Rows(stays)) => stays.get(row - 1).copied().flatten().unwrap_or(0.0),
        None => 0.0,
    }
}

#[test]
fn probabilities_match_r_where_r_meets_its_constraints() {
    let (mut compared, mut missed, mut worst) = (0, 0, 0.0_f64);
    for set in sets() {
        let Some(theirs) = r_rows(&set.id) else { continue };
        // An infeasible row uses the nearest design, so that the other rows can still be compared.
        let nearest = Design { nearest: true, ..set.design.clone() };
        let designed = nearest.rows().expect("every row has something near");
        assert_eq!(designed.rows.len(), theirs.len(), "{}", set.id);
        for (at, (ours, theirs)) in designed.rows.iter().zip(&theirs).enumerate().skip(1) {
            if !meets(theirs, set.design.variance, stay_of(&set.design, at)) {
                missed += 1;
                continue;
            }
            compared += 1;
            for (&noise, &p) in ours.noise.iter().zip(&ours.probabilities) {
                let their = theirs.iter().find(|(v, _)| *v == noise).map_or(0.0, |(_, p)| *p);
                worst = worst.max((p - their).abs());
                assert!((p - their).abs() < 1e-6, "{} row {at} noise {noise}: {p}, R has {their}", set.id);
            }
            assert!(theirs.iter().all(|(noise, p)| *p < 1e-6 || ours.noise.contains(noise)), "{} row {at}", set.id);
            let their = entropy(theirs.iter().map(|(_, p)| *p));
            // R's probabilities have 8 decimals, so its entropy has about 6.
            assert!(ours.entropy > their - 1e-6, "{} row {at}: {} bits, R has {their}", set.id, ours.entropy);
        }
    }
    println!("{compared} rows compared, largest difference {worst:.1e}; R misses its constraints in {missed} rows");
    assert!(compared >= 60 && missed >= 15, "{compared} compared, {missed} missed");
}

#[test]
fn last_row_has_the_entropy_of_r() {
    let mut compared = 0;
    for set in sets().iter().filter(|set| !set.error && (set.largest_variance - set.design.variance).abs() < ROUNDED) {
        let nearest = Design { nearest: true, ..set.design.clone() };
        let last = nearest.rows().expect("every row has something near").rows.pop().expect("a row");
        // If R lowered the staying probability, its row differs from ours.
        if stay_of(&set.design, last.count as usize) > last.stay + 1e-12 || set.id == "s28" {
            continue;
        }
        compared += 1;
        let miss = (last.entropy - set.entropy_of_last).abs();
        assert!(
            miss < 1e-6 && last.entropy > set.entropy_of_last - 1e-7,
            "{}: {} bits, R has {}",
            set.id,
            last.entropy,
            set.entropy_of_last
        );
    }
    assert!(compared >= 20, "{compared} sets");
}

/// Returns the lines of the table in the documentation.
fn lines() -> Vec<String> {
    let word = |design: &Design| {
        let mut words = vec![format!("D = {}, V = {}", design.max_change, design.variance)];
        if design.blocked > 0 {
            words.push(format!("js = {}", design.blocked));
        }
        match &design.stay {
            Some(PerRow::All(Some(stay))) => words.push(format!("stay {stay}")),
            Some(PerRow::Rows(_)) => words.push("stay by row".into()),
            _ => {}
        }
        match &design.monotone {
            PerRow::All(true) => words.push("monotone".into()),
            PerRow::Rows(_) => words.push("monotone by row".into()),
            PerRow::All(false) => {}
        }
        words.join(", ")
    };
    let line = |set: Set| {
        let count = |rows: u32| if rows == 1 { "1 row has".to_owned() } else { format!("{rows} rows have") };
        let stays = r_rows(&set.id).map_or(0, |rows| {
            let less = |(at, row): (usize, &RRow)| {
                row.iter().any(|(noise, p)| *noise == 0 && *p < stay_of(&set.design, at) - ROUNDED)
            };
            (1..).zip(&rows[1..]).filter(|row| less(*row)).count() as u32
        });
        let theirs = match (set.error, set.rows_missed, stays) {
            (true, ..) => "error".into(),
            (false, 0, _) => "meets them".to_owned(),
            (false, rows, 0) => format!("{} another variance", count(rows)),
            (false, rows, stays) => {
                format!("{} another variance, {} a lower staying probability", count(rows), count(stays))
            }
        };
        let ours = match set.design.rows() {
            Ok(designed) => {
                let miss = designed.rows[1..]
                    .iter()
                    .map(|row| (moments(row)[2] - set.design.variance).abs())
                    .fold(0.0, f64::max);
                assert!(miss < 1e-12, "{}: {miss}", set.id);
                "meets them".to_owned()
            }
            Err(DesignError::Infeasible(why)) => format!("refused: {why}"),
            Err(error) => panic!("{}: {error}", set.id),
        };
        format!("| {} | {} | {theirs} | {ours} |", set.id, word(&set.design))
    };
    sets().into_iter().map(line).collect()
}

#[test]
fn document_lists_both_designs() {
    let text = fs::read_to_string(repository("docs/reference/ptables.md")).expect("the document");
    let lines = lines();
    println!("{}", lines.join("\n"));
    for line in lines {
        assert!(text.contains(&line), "docs/reference/ptables.md lacks\n{line}");
    }
}

#[test]
fn laplace_shape_has_less_entropy_under_the_same_constraints() {
    for set in sets().iter().filter(|set| set.design.rows().is_ok()) {
        let Ok(laplace) = (Design { shape: Shape::Laplace, ..set.design.clone() }).rows() else { continue };
        for (row, best) in laplace.rows.iter().zip(set.design.rows().expect("designed above").rows) {
            assert!(row.entropy < best.entropy + 1e-12, "{} row {}", set.id, row.count);
        }
    }
}
