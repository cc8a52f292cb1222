//! Primary cells: the cells that the rule hides for their own count.

use super::Suppression;
use super::lines::Lines;

/// For each cell, whether the rule hides it for its own count.
pub(super) fn primary(lines: &Lines, rule: &Suppression) -> Vec<bool> {
    let is_small = |&count: &u64| rule.is_small(count);
    let mut primary: Vec<bool> = lines.counts.iter().map(is_small).collect();
    if rule.certain {
        certain(lines, &mut primary);
    }
    primary
}

/// Adds the 100 % cells of ABS 2005, "Protection against the disclosure occurring through 100% cells", page 41: a line
/// with two or more parts and a single part that is not empty. Everybody of the line is in this part.
///
/// In the paper, the protection is that a published 0 need not be a true 0. A hidden 100 % cell beside shown zeros
/// still says where everybody is. So one empty part of each such line is primary too. No outsider can then exclude
/// that somebody is in this part. The part is the one that serves the most of these lines, and then the one whose
/// totals are not empty most often.
fn certain(lines: &Lines, primary: &mut [bool]) {
    let of_line = |sum: u32| {
        let parts = &lines.cells(sum)[1..];
        let mut filled = parts.iter().filter(|&&part| lines.counts[part as usize] > 0);
        match (filled.next(), filled.next()) {
            (Some(&part), None) if parts.len() > 1 => Some(part),
            _ => None,
        }
    };
    let certain: Vec<Option<u32>> = (0..lines.number_of_sums() as u32).map(of_line).collect();
    certain.iter().flatten().for_each(|&part| primary[part as usize] = true);
    for (sum, _) in (0u32..).zip(&certain).filter(|(_, part)| part.is_some()) {
        let empty = || lines.cells(sum)[1..].iter().copied().filter(|&part| lines.counts[part as usize] == 0);
        if empty().any(|part| primary[part as usize]) {
            continue;
        }
        let best = empty().min_by_key(|&part| {
            let sums = lines.sums(part).iter();
            let served = sums.clone().filter(|&&sum| certain[sum as usize].is_some()).count();
            let empty = sums.filter(|&&sum| lines.counts[lines.cells(sum)[0] as usize] == 0).count();
            (empty, std::cmp::Reverse(served), part)
        });
        best.into_iter().for_each(|part| primary[part as usize] = true);
    }
}
