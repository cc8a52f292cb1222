//! The totals that contain a cell, over all levels.

use super::KIND;
use crate::table_method::{System, TableMethodError};

/// Most pairs of a small cell and a published cell that contains the small cell. They take 128 MB.
const MOST_PAIRS: usize = 1 << 25;

/// The published cells that contain each small cell, the small cell included.
#[derive(Debug)]
pub(super) struct Above {
    /// Start of each small cell's published cells, then the end of the last one's.
    starts: Vec<u32>,
    cells: Vec<u32>,
}

impl Above {
    /// Finds the published cells that contain each of these cells.
    pub(super) fn new(system: &System, small: &[usize], published: &[bool]) -> Result<Self, TableMethodError> {
        let mut walk = Walk::new(system);
        let (mut starts, mut cells) = (vec![0], Vec::new());
        for &cell in small {
            let before = cells.len();
            cells.extend(walk.from(cell).iter().filter(|&&above| published[above as usize]));
            if cells.len() > MOST_PAIRS {
                let most = MOST_PAIRS / (cells.len() - before);
                return Err(TableMethodError::TooLarge { method: KIND, cells: system.len(), most });
            }
            starts.push(cells.len() as u32);
        }
        Ok(Self { starts, cells })
    }

    /// The published cells that contain a small cell, by the small cell's number.
    pub(super) fn of(&self, small: usize) -> &[u32] {
        &self.cells[self.starts[small] as usize..self.starts[small + 1] as usize]
    }
}

/// Adds the change of each small cell to the values of all cells that contain the small cell, published or not.
pub(super) fn add_changes(system: &System, small: &[usize], changes: &[i64], values: &mut [i64]) {
    let mut walk = Walk::new(system);
    for (&cell, &change) in small.iter().zip(changes) {
        if change != 0 {
            walk.from(cell).iter().for_each(|&above| values[above as usize] += change);
        }
    }
}

/// Walks from cells to the totals that contain them.
struct Walk {
    /// Start of each cell's totals in `totals`, then the end of the last cell's totals.
    starts: Vec<u32>,
    totals: Vec<u32>,
    /// The last walk that met each cell.
    met: Vec<u32>,
    walks: u32,
    found: Vec<u32>,
}

impl Walk {
    fn new(system: &System) -> Self {
        let mut ends = vec![0u32; system.len() + 1];
        system.sums().for_each(|(_, parts)| parts.iter().for_each(|&part| ends[part as usize] += 1));
        let mut end = 0;
        ends.iter_mut().for_each(|count| (*count, end) = (end, end + *count));
        let starts = ends.clone();
        let mut totals = vec![0; end as usize];
        for (whole, parts) in system.sums() {
            for &part in parts {
                totals[ends[part as usize] as usize] = whole;
                ends[part as usize] += 1;
            }
        }
        Self { starts, totals, met: vec![0; system.len()], walks: 0, found: Vec::new() }
    }

    /// The cell and all totals that contain the cell, each once.
    fn from(&mut self, cell: usize) -> &[u32] {
        self.walks += 1;
        self.met[cell] = self.walks;
        self.found.clear();
        self.found.push(cell as u32);
        let mut at = 0;
        while let Some(&cell) = self.found.get(at) {
            let range = self.starts[cell as usize] as usize..self.starts[cell as usize + 1] as usize;
            for &total in &self.totals[range] {
                if self.met[total as usize] != self.walks {
                    self.met[total as usize] = self.walks;
                    self.found.push(total);
                }
            }
            at += 1;
        }
        &self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_total_is_found_once() {
        let system = System::table(&[3, 3], vec![0; 9], vec![0; 9]);
        let mut walk = Walk::new(&system);
        let mut above = |cell| {
            let mut found = walk.from(cell).to_vec();
            found.sort_unstable();
            found
        };
        assert_eq!(above(0), [0, 2, 6, 8]);
        assert_eq!(above(4), [4, 5, 7, 8]);
        assert_eq!(above(2), [2, 8]);
        assert_eq!(above(8), [8]);
    }
}
