//! The totals of a system as sums of inner cells.

use super::super::{System, TableMethodError};
use super::KIND;

/// Maximum number of inner cells in all totals together.
const MOST_PARTS: usize = 16_000_000;

/// Each cell as a sum of movable inner cells.
#[derive(Debug)]
pub(super) struct Expansion {
    /// Each total with the sum that defines the total. All parts of a total come before the total.
    pub(super) order: Vec<(u32, u32)>,
    /// The movable inner cells in each cell, in ascending order.
    pub(super) inner: Vec<Vec<u32>>,
    /// Pairs of cell lists whose sums must agree: a total that is the sum of different inner cells in two tables.
    pub(super) equal: Vec<[Vec<u32>; 2]>,
}

impl Expansion {
    /// Expands all totals. Only cells that `moves` accepts become parts.
    pub(super) fn new(system: &System, moves: impl Fn(usize) -> bool) -> Result<Self, TableMethodError> {
        let sums: Vec<(u32, &[u32])> = system.sums().collect();
        let mut inner = vec![Vec::new(); system.len()];
        let mut is_ready: Vec<bool> = (0..system.len()).map(|cell| system.is_inner(cell)).collect();
        for cell in (0..system.len()).filter(|&cell| system.is_inner(cell) && moves(cell)) {
            inner[cell].push(cell as u32);
        }
        // For each cell the sums that have the cell as a part, as one list with the start of each cell.
        let mut starts = vec![0u32; system.len() + 1];
        sums.iter().flat_map(|(_, parts)| *parts).for_each(|&part| starts[part as usize + 1] += 1);
        (0..system.len()).for_each(|cell| starts[cell + 1] += starts[cell]);
        let mut users = vec![0u32; starts[system.len()] as usize];
        let mut ends = starts.clone();
        for (sum, (_, parts)) in sums.iter().enumerate() {
            for &part in *parts {
                users[ends[part as usize] as usize] = sum as u32;
                ends[part as usize] += 1;
            }
        }
        let missing = |parts: &[u32]| parts.iter().filter(|&&part| !system.is_inner(part as usize)).count();
        let mut waits: Vec<usize> = sums.iter().map(|(_, parts)| missing(parts)).collect();
        let mut ready: Vec<u32> = (0..sums.len() as u32).filter(|&sum| waits[sum as usize] == 0).collect();
        let (mut order, mut equal, mut parts_of_all, mut at) = (Vec::new(), Vec::new(), 0, 0);
        while let Some(&sum) = ready.get(at) {
            at += 1;
            let (whole, parts) = sums[sum as usize];
            let mut list: Vec<u32> = parts.iter().flat_map(|&part| &inner[part as usize]).copied().collect();
            list.sort_unstable();
            let whole = whole as usize;
            if is_ready[whole] {
                if inner[whole] == list {
                    continue;
                }
                parts_of_all += inner[whole].len();
                equal.push([inner[whole].clone(), list.clone()]);
            }
            parts_of_all += list.len();
            if parts_of_all > MOST_PARTS {
                return Err(TableMethodError::TooManyParts { method: KIND, most: MOST_PARTS });
            }
            if is_ready[whole] {
                continue;
            }
            inner[whole] = list;
            is_ready[whole] = true;
            order.push((whole as u32, sum));
            for &user in &users[starts[whole] as usize..starts[whole + 1] as usize] {
                waits[user as usize] -= 1;
                if waits[user as usize] == 0 {
                    ready.push(user);
                }
            }
        }
        if at < sums.len() { Err(TableMethodError::Circular) } else { Ok(Self { order, inner, equal }) }
    }
}
