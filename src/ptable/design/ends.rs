//! Finds whole units for a variance near an end of the range of variances. Near an end, only a few noises have units
//! that can move.
//!
//! Let a < 0 < b be the two noises that remain at the end. Then Σ v² n_v = −a b K ∓ Σ n_v |(v − a)(v − b)| for all n
//! with mean zero (expand the product). The other noises may have any units with a sum Σ n_v (v − a) that leaves a
//! whole number of units for b. A shortest path through the remainders modulo b − a (Gomory's group relaxation, 1969)
//! finds every sum of squares near the end.

use super::apportion::Shares;

/// Maximum number of steps of the search.
const SEARCH: usize = 20_000_000;

impl Shares<'_> {
    /// Searches for the sum of squares nearest to `wanted`, from the nearer end of the range of variances. Returns
    /// whether the result is proved to be the nearest.
    pub fn search_ends(&mut self, total: u64, wanted: f64) -> bool {
        let above = self.noise.partition_point(|&noise| noise <= 0);
        let blocked = !self.noise.contains(&0) && above > 0 && above < self.noise.len();
        let last = self.noise.len() - 1;
        let ends = [Some((0, last)), blocked.then(|| (above - 1, above))];
        let square =
            |(low, high): (usize, usize)| -f64::from(self.noise[low]) * f64::from(self.noise[high]) * total as f64;
        let distance = |end: &(usize, usize)| (square(*end) - wanted).abs();
        let near = ends.into_iter().flatten().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let Some(end) = near else { return false };
        match self.near_end(end, total, distance(&end)) {
            Some(units) => {
                let better = Shares { noise: self.noise, wanted: Vec::new(), units, held: self.held };
                if better.broken() > 0 {
                    return false;
                }
                let off = |squares: i128| (squares as f64 - wanted).abs();
                if self.sum() != 0 || off(better.squares()) < off(self.squares()) {
                    self.units = better.units;
                }
                true
            }
            None => false,
        }
    }

    /// Returns the units with the sum of squares nearest to `distance` from the end. The end has noises only at `low`
    /// and `high`.
    fn near_end(&self, (low, high): (usize, usize), total: u64, distance: f64) -> Option<Vec<i64>> {
        let (a, b) = (i64::from(self.noise[low]), i64::from(self.noise[high]));
        let width = (b - a) as usize;
        // For each other noise: its position, the distance of one unit from the end, and its effect on the remainder.
        let others: Vec<(usize, usize, usize)> = (0..self.noise.len())
            .filter(|&at| at != low && at != high)
            .map(|at| {
                let v = i64::from(self.noise[at]);
                (at, ((v - a) * (v - b)).unsigned_abs() as usize, (v - a).rem_euclid(b - a) as usize)
            })
            .collect();
        let longest = others.iter().map(|other| other.1).max()?;
        let reach = distance as usize + 4 * longest + 1;
        if reach.saturating_mul(width).saturating_mul(others.len()) > SEARCH {
            return None;
        }
        // For each distance and remainder: the fewest units that reach them, and the noise of the last unit.
        const NONE: u32 = u32::MAX;
        let mut fewest = vec![(NONE, 0u32); (reach + 1) * width];
        fewest[0].0 = 0;
        for at in 0..=reach {
            for remainder in 0..width {
                let (units, _) = fewest[at * width + remainder];
                if units == NONE {
                    continue;
                }
                for (number, &(_, far, moves)) in (0..).zip(&others) {
                    let (to, rest) = (at + far, (remainder + moves) % width);
                    if to <= reach && fewest[to * width + rest].0 > units + 1 {
                        fewest[to * width + rest] = (units + 1, number);
                    }
                }
            }
        }
        let remainder = (-a * total as i64).rem_euclid(b - a) as usize;
        let right = (0..=reach).filter(|at| fewest[at * width + remainder].0 != NONE);
        let mut at = right.min_by(|x, y| (*x as f64 - distance).abs().total_cmp(&(*y as f64 - distance).abs()))?;
        if (at as f64 - distance).abs() > reach as f64 - distance {
            // A sum of squares beyond the largest searched distance may be nearer.
            return None;
        }
        let mut units = vec![0i64; self.noise.len()];
        let mut rest = remainder;
        while at > 0 {
            let (position, far, moves) = others[fewest[at * width + rest].1 as usize];
            units[position] += 1;
            (at, rest) = (at - far, (rest + width - moves) % width);
        }
        let used: i64 = units.iter().sum();
        let moved: i64 =
            others.iter().map(|&(position, ..)| units[position] * (i64::from(self.noise[position]) - a)).sum();
        units[high] = (-a * total as i64 - moved) / (b - a);
        units[low] = total as i64 - used - units[high];
        (units[high] >= 0 && units[low] >= 0).then_some(units)
    }
}
