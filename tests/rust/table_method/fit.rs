//! The fit of noisy tables: sums, refusals, the same bits on every machine, whole parts and the change beyond the noise.

use cellveil::table_method::{Fitted, System, TableMethodError, ipf};
use sha2::{Digest, Sha256};

use super::tables::{numbers, random_system, table};

/// Adds noise from −2 to 2 to every cell with records, as a cell method does. Empty cells stay empty.
fn noisy(system: &System, random: &mut impl FnMut(u64) -> u64) -> Vec<i64> {
    let noise = |&count: &u64| if count == 0 { 0 } else { count as i64 + random(5) as i64 - 2 };
    system.counts().iter().map(noise).collect()
}

/// Checks a fitted table against its laws. Returns the first law that fails.
fn check(system: &System, noisy: &[i64], fitted: &Fitted) -> Result<(), &'static str> {
    let values = &fitted.values;
    for (&value, &noisy) in values.iter().zip(noisy) {
        if !value.is_finite() || value < 0.0 || noisy <= 0 && value != 0.0 {
            return Err("zero");
        }
    }
    let mut largest: f64 = 0.0;
    for (whole, parts) in system.sums() {
        let (sum, total) = (parts.iter().map(|&part| values[part as usize]).sum::<f64>(), values[whole as usize]);
        largest = largest.max((sum - total).abs());
        if (sum - total).abs() > 1e-9 * total {
            return Err("sum");
        }
        if (sum > 0.0) != parts.iter().any(|&part| values[part as usize] > 0.0) {
            return Err("line");
        }
    }
    if largest != fitted.discrepancy {
        return Err("discrepancy");
    }
    let (&total, &noisy_total) = values.last().zip(noisy.last()).unwrap();
    if total != noisy_total.max(0) as f64 && values.iter().any(|&value| value != 0.0) {
        return Err("grand total");
    }
    Ok(())
}

/// Checks whole parts: sums hold exactly, zeros stay, and inner cells are near.
fn check_parts(system: &System, fitted: &Fitted, parts: u32, cells: &[u64]) -> Result<(), &'static str> {
    for (whole, of) in system.sums() {
        if of.iter().map(|&part| cells[part as usize]).sum::<u64>() != cells[whole as usize] {
            return Err("sum");
        }
    }
    let exact: Vec<f64> = fitted.values.iter().map(|&value| value * f64::from(parts)).collect();
    if cells.last().map(|&total| total as f64) != exact.last().copied() {
        return Err("grand total");
    }
    for cell in (0..cells.len()).filter(|&cell| system.is_inner(cell)) {
        if exact[cell] == 0.0 && cells[cell] != 0 || (exact[cell] - cells[cell] as f64).abs() > 2.0 {
            return Err("inner cell");
        }
    }
    Ok(())
}

#[test]
fn laws_hold_on_noisy_random_tables() {
    let (mut fits, mut refusals) = ([0; 5], [0; 5]);
    for seed in 0..3000 {
        let system = random_system(seed);
        let noisy = noisy(&system, &mut numbers(seed + 3_000_000));
        let axes = system.sizes().unwrap().len();
        match ipf(system.sizes().unwrap(), &noisy) {
            Ok(fitted) => {
                fits[axes] += 1;
                assert_eq!(check(&system, &noisy, &fitted), Ok(()), "table {seed}");
                for parts in [1000, 1 << 20] {
                    let exact = fitted.exact(parts).unwrap();
                    assert_eq!(check_parts(&system, &fitted, parts, &exact), Ok(()), "table {seed}");
                    let rounded = fitted.rounded(parts).unwrap();
                    let near =
                        |(&units, value): (&u64, &f64)| (units as f64 - value * f64::from(parts)).abs() <= 0.5001;
                    assert!(rounded.iter().zip(&fitted.values).all(near));
                }
            }
            Err(error) => {
                refusals[axes] += 1;
                assert_eq!(error, TableMethodError::Infeasible);
            }
        }
    }
    // A single axis always fits. Sparse tables of more axes often do not.
    assert!(refusals[1] == 0 && (1..5).all(|axes| fits[axes] > 300) && (2..5).all(|axes| refusals[axes] > 100));
}

/// The smallest room of a two-way table with these empty cells: over all sets of rows, the sum of the totals of columns
/// that reach the set, minus the sum of the rows' totals, as a share of the grand total. A table with these totals exists
/// if and only if the room is not negative (Gale 1957), and all marked cells can be positive if and only if each set
/// with other columns has room above 0.
fn room(sizes: &[usize], noisy: &[i64]) -> f64 {
    let (rows, columns) = (sizes[0] - 1, sizes[1] - 1);
    let mut values: Vec<f64> = noisy.iter().map(|&value| value.max(0) as f64).collect();
    // Empty lines spread as the method defines, here by plain repetition.
    loop {
        let before = values.clone();
        let lines = (0..sizes[0]).map(|row| (0..sizes[1]).map(|column| row * sizes[1] + column).collect::<Vec<_>>());
        let across = (0..sizes[1]).map(|column| (0..sizes[0]).map(|row| row * sizes[1] + column).collect::<Vec<_>>());
        for line in lines.chain(across) {
            let (&total, of) = line.split_last().unwrap();
            if of.iter().all(|&part| values[part] == 0.0) {
                values[total] = 0.0;
            }
            if values[total] == 0.0 {
                of.iter().for_each(|&part| values[part] = 0.0);
            }
        }
        if values == before {
            break;
        }
    }
    let row_total = |row: usize| values[row * sizes[1] + columns];
    let column_total = |column: usize| values[rows * sizes[1] + column];
    let (all_rows, all_columns): (f64, f64) = ((0..rows).map(row_total).sum(), (0..columns).map(column_total).sum());
    let mut least: f64 = 1.0;
    for set in 1..1usize << rows {
        let is_in = |row: usize| set >> row & 1 == 1;
        let reaches = |&column: &usize| (0..rows).any(|row| is_in(row) && values[row * sizes[1] + column] > 0.0);
        let stays = |&column: &usize| (0..rows).any(|row| !is_in(row) && values[row * sizes[1] + column] > 0.0);
        let reached: f64 = (0..columns).filter(reaches).map(column_total).sum();
        let shared = (0..columns).any(|column| reaches(&column) && stays(&column));
        let inside: f64 = (0..rows).filter(|&row| is_in(row)).map(row_total).sum();
        let room = if all_rows == 0.0 { 1.0 } else { reached / all_columns - inside / all_rows };
        if shared || room < -1e-12 {
            least = least.min(room);
        }
    }
    least
}

/// Two-way tables are refused if and only if no table exists, or if the only tables have further empty cells.
#[test]
fn refused_tables_have_no_fit() {
    let (mut fits, mut refusals) = (0, 0);
    for seed in 0..3000 {
        let system = random_system(seed);
        let sizes = system.sizes().unwrap();
        if sizes.len() != 2 {
            continue;
        }
        let noisy = noisy(&system, &mut numbers(seed + 3_000_000));
        let room = room(sizes, &noisy);
        match ipf(sizes, &noisy) {
            Ok(_) => {
                fits += 1;
                assert!(room > 1e-9, "table {seed} fits with room {room}");
            }
            Err(error) => {
                refusals += 1;
                assert_eq!(error, TableMethodError::Infeasible);
                assert!(room < 1e-9, "table {seed} does not fit with room {room}");
            }
        }
    }
    assert!(fits > 300 && refusals > 100);
}

/// `room` finds a contradiction, and passes the same table without the contradiction.
#[test]
fn room_notices_planted_contradictions() {
    assert!(room(&[3, 3], &[5, 0, 4, 0, 5, 6, 6, 4, 10]) < -0.1); // a diagonal whose totals disagree
    assert_eq!(room(&[3, 3], &[5, 0, 4, 0, 5, 6, 4, 6, 10]), 1.0); // a diagonal whose totals agree
    assert_eq!(room(&[3, 3], &[5, 3, 4, 0, 5, 6, 4, 6, 10]), 0.0); // a triangle without room for its third cell
    assert!(room(&[3, 3], &[5, 3, 7, 0, 5, 3, 4, 6, 10]) > 0.1); // a triangle with room
}

#[test]
fn checks_notice_planted_faults() {
    let system = table(&[4, 3], &[5, 9, 0, 14, 22, 3], &mut numbers(1));
    let noisy: Vec<i64> = system.counts().iter().map(|&count| count as i64 + i64::from(count == 9)).collect();
    let sound = ipf(&[4, 3], &noisy).unwrap();
    assert_eq!(check(&system, &noisy, &sound), Ok(()));
    let with = |change: &dyn Fn(&mut Vec<f64>)| {
        let mut fitted = sound.clone();
        change(&mut fitted.values);
        check(&system, &noisy, &fitted)
    };
    assert_eq!(with(&|values| values[3] = 1.0), Err("zero"));
    assert_eq!(with(&|values| values[0] = f64::NAN), Err("zero"));
    assert_eq!(with(&|values| values[0] += 1e-6), Err("sum"));
    assert_eq!(with(&|values| values.iter_mut().for_each(|value| *value *= 2.0)), Err("discrepancy"));
    let mut doubled = sound.clone();
    doubled.values.iter_mut().for_each(|value| *value *= 2.0);
    doubled.discrepancy *= 2.0;
    assert_eq!(check(&system, &noisy, &doubled), Err("grand total"));

    let exact = sound.exact(1000).unwrap();
    assert_eq!(check_parts(&system, &sound, 1000, &exact), Ok(()));
    // Thirds rounded each for itself do not add up.
    let thirds = table(&[4], &[1, 1, 1], &mut numbers(1));
    let fitted = ipf(&[4], &[1, 1, 1, 2]).unwrap();
    assert_eq!(check_parts(&thirds, &fitted, 1000, &fitted.rounded(1000).unwrap()), Err("sum"));
    assert_eq!(check_parts(&thirds, &fitted, 1000, &fitted.exact(1000).unwrap()), Ok(()));
    assert_eq!(check_parts(&system, &sound, 1000, &sound.exact(1001).unwrap()), Err("grand total"));
    let mut far = exact;
    let move_parts = |cells: &mut Vec<u64>| {
        [(0, 5), (1, -5), (6, -5), (7, 5)].map(|(cell, change): (usize, i64)| {
            cells[cell] = cells[cell].wrapping_add_signed(change);
        })
    };
    _ = move_parts(&mut far);
    far[2] = far[0] + far[1];
    far[8] = far[6] + far[7];
    (far[9], far[10]) = (far[0] + far[3] + far[6], far[1] + far[4] + far[7]);
    assert_eq!(check_parts(&system, &sound, 1000, &far), Err("inner cell"));
}

/// The fit of a table with 103,823 cells, as SHA-256 of the bits of all values. Other machines must give the same bits.
#[test]
fn bits_of_a_large_fit_are_fixed() {
    let mut random = numbers(103_823);
    let inner: Vec<u64> = (0..46 * 46 * 46).map(|_| random(40)).collect();
    let system = table(&[47, 47, 47], &inner, &mut random);
    let noisy = noisy(&system, &mut random);
    let fitted = ipf(&[47, 47, 47], &noisy).unwrap();
    assert_eq!(check(&system, &noisy, &fitted), Ok(()));
    assert_eq!(check_parts(&system, &fitted, 1 << 20, &fitted.exact(1 << 20).unwrap()), Ok(()));
    let mut hash = Sha256::new();
    fitted.values.iter().for_each(|value| hash.update(value.to_bits().to_le_bytes()));
    let hash: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!((fitted.steps, hash.as_str()), (19, "505faa0715fd0fc984b1b727dbb6fde83a992e0b2800839f97cddddf34bb0d51"));
}

/// The change beyond the noise, beside a plain calculation.
#[test]
fn change_is_the_mean_and_the_largest() {
    let system = table(&[4, 3], &[5, 9, 0, 14, 22, 3], &mut numbers(1));
    let noisy = noisy(&system, &mut numbers(2));
    let fitted = ipf(&[4, 3], &noisy).unwrap();
    let change = fitted.change(&noisy);
    let of = |is_inner: bool| -> Vec<f64> {
        let cells = (0..12).filter(|&cell| system.is_inner(cell) == is_inner);
        cells.map(|cell| (fitted.values[cell] - noisy[cell] as f64).abs()).collect()
    };
    let mean = |changes: Vec<f64>| changes.iter().sum::<f64>() / changes.len() as f64;
    let largest = |changes: Vec<f64>| changes.into_iter().fold(0.0, f64::max);
    assert!((change.mean_inner - mean(of(true))).abs() < 1e-12 && change.mean_inner > 0.0);
    assert!((change.mean_totals - mean(of(false))).abs() < 1e-12 && change.mean_totals > 0.0);
    assert_eq!((change.largest_inner, change.largest_totals), (largest(of(true)), largest(of(false))));
}

/// How many of 100 sparse tables have no fit, by shape and by mean number of records of an inner cell. The reference
/// of table methods prints these numbers.
#[test]
fn sparse_tables_are_refused() {
    const MEANS: [f64; 6] = [0.5, 1.0, 2.0, 4.0, 8.0, 32.0];
    let shapes: [(&[usize], [u32; 6]); 5] = [
        (&[11, 11], [63, 3, 0, 0, 0, 0]),
        (&[41, 11], [1, 0, 0, 0, 0, 0]),
        (&[6, 6, 6], [100, 100, 28, 0, 0, 0]),
        (&[11, 11, 11], [100, 74, 0, 0, 0, 0]),
        (&[4, 4, 4, 4], [100, 100, 100, 16, 0, 0]),
    ];
    for (sizes, expected) in shapes {
        let cells: usize = sizes.iter().map(|size| size - 1).product();
        let refused = MEANS.map(|mean| {
            let is_refused = |seed: &u64| {
                let mut random = numbers(*seed);
                let mut inner = vec![0; cells];
                (0..(cells as f64 * mean) as usize).for_each(|_| inner[random(cells as u64) as usize] += 1);
                let system = table(sizes, &inner, &mut random);
                ipf(sizes, &noisy(&system, &mut random)).is_err()
            };
            (0..100).filter(is_refused).count() as u32
        });
        assert_eq!(refused, expected, "{sizes:?}");
    }
}
