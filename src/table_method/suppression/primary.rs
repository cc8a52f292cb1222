//! Primary cells: the cells that the rule hides for their own count.

use std::cmp::Reverse;

use super::Suppression;
use super::lines::Lines;

/// For each cell, whether the rule hides it for its own count.
pub(super) fn primary(lines: &Lines, rule: &Suppression, may_hide: &[bool]) -> Vec<bool> {
    let cells = lines.counts.iter().zip(may_hide);
    let mut primary: Vec<bool> = cells.map(|(&count, &may)| may && rule.is_small(count)).collect();
    if rule.certain {
        certain(lines, may_hide, &mut primary);
    }
    primary
}

/// Adds the 100 % cells of ABS 2005, "Protection against the disclosure occurring through 100% cells", page 41: a line
/// whose total is not empty and whose parts are empty but for one. Everybody of the line is in this part. Lines with one
/// possible part say nothing new.
///
/// In the paper, a published 0 may be another count, and this protects the 100 % cell. A hidden 100 % cell beside shown
/// zeros still discloses that all records of the line are in this part. So one empty part of each such line is primary
/// too. No outsider can then exclude that somebody is in this part. The part is the one with the fewest empty totals,
/// then the one on the most such lines.
fn certain(lines: &Lines, may_hide: &[bool], primary: &mut [bool]) {
    let count = |cell: u32| lines.counts[cell as usize];
    let empty = |sum: u32| {
        let parts = lines.cells(sum)[1..].iter().copied();
        parts.filter(|&part| count(part) == 0 && may_hide[part as usize])
    };
    let is_certain = |sum: u32| {
        let filled = lines.cells(sum)[1..].iter().filter(|&&part| count(part) > 0).count();
        filled == 1 && empty(sum).next().is_some()
    };
    let certain: Vec<bool> = (0..lines.number_of_sums() as u32).map(is_certain).collect();
    for sum in (0..certain.len() as u32).filter(|&sum| certain[sum as usize]) {
        let filled = lines.cells(sum)[1..].iter().filter(|&&part| count(part) > 0);
        filled.for_each(|&part| primary[part as usize] |= may_hide[part as usize]);
        if empty(sum).any(|part| primary[part as usize]) {
            continue;
        }
        let best = empty(sum).min_by_key(|&part| {
            let sums = lines.sums(part).iter();
            let served = sums.clone().filter(|&&sum| certain[sum as usize]).count();
            (sums.filter(|&&sum| count(lines.cells(sum)[0]) == 0).count(), Reverse(served), part)
        });
        best.into_iter().for_each(|part| primary[part as usize] = true);
    }
}
