//! Variances of cells within areas, and of shares between areas.

use super::Areas;

/// The mean variance of cells within an area, with denominator n − 1 for n cells. `None` if areas have fewer than two
/// cells. Source: Shlomo 2007, section 4.2, the V in RDV.
pub fn variance(values: &[f64], areas: Areas) -> Option<f64> {
    let cells = values.len() / areas.number;
    if cells < 2 {
        return None;
    }
    let mut means = vec![0.0; areas.number];
    areas.each_run(values.len(), &mut |area, _, cells| means[area] += values[cells].iter().sum::<f64>());
    means.iter_mut().for_each(|mean| *mean /= cells as f64);
    let mut squares = 0.0;
    areas.each_run(values.len(), &mut |area, _, cells| {
        let mean: f64 = means[area];
        squares += values[cells].iter().map(|value| (value - mean) * (value - mean)).sum::<f64>();
    });
    Some(squares / (cells - 1) as f64 / areas.number as f64)
}

/// The group whose share is compared between areas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    areas: Areas,
    /// For each cell of an area, in the order of the table: whether the cell belongs to the target.
    cells: Vec<bool>,
}

impl Target {
    /// Makes the target from its places: one list for each axis except the axis of the areas, in axis order. Without
    /// lists, the target is the first place of each axis. `None` if the number of lists is wrong, or a place is not on
    /// its axis.
    pub fn new(sizes: &[usize], areas: Areas, places: Option<&[Vec<usize>]>) -> Option<Self> {
        let others: Vec<usize> = (0..sizes.len()).filter(|&axis| axis != areas.axis).map(|axis| sizes[axis]).collect();
        let first = vec![vec![0]; others.len()];
        let places = places.unwrap_or(&first);
        let is_there = |(places, &size): (&Vec<usize>, &usize)| places.iter().all(|&place| place < size);
        if places.len() != others.len() || !places.iter().zip(&others).all(is_there) {
            return None;
        }
        let mut cells = vec![true];
        for (places, &size) in places.iter().zip(&others) {
            let mut is_wanted = vec![false; size];
            places.iter().for_each(|&place| is_wanted[place] = true);
            let mut finer = Vec::with_capacity(cells.len() * size);
            for so_far in cells {
                is_wanted.iter().for_each(|is_wanted| finer.push(so_far && *is_wanted));
            }
            cells = finer;
        }
        Some(Self { areas, cells })
    }

    /// For each area, the sum of its target cells and the sum of all its cells.
    fn sums(&self, values: &[f64]) -> Vec<(f64, f64)> {
        let Areas { number, stride, .. } = self.areas;
        let mut sums = vec![(0.0, 0.0); number];
        self.areas.each_run(values.len(), &mut |area, before, cells| {
            for (value, &is_target) in values[cells].iter().zip(&self.cells[before * stride..]) {
                let value = value.max(0.0);
                sums[area].0 += if is_target { value } else { 0.0 };
                sums[area].1 += value;
            }
        });
        sums
    }
}

/// The variance of the target's share between areas, Σ (P_k − P)²/(n − 1), for the true and the published table. P is
/// the share in all n areas together. Only areas with records in both tables are included, because a share is undefined
/// without records. `None` for fewer than two areas. Values below 0 count as 0. Source: Shlomo 2007, section 4.2, the
/// BV in BVR.
pub fn between_variance(f: &[f64], g: &[f64], target: &Target) -> Option<(f64, f64)> {
    let (f, g) = (target.sums(f), target.sums(g));
    let known: Vec<usize> = (0..f.len()).filter(|&area| f[area].1 > 0.0 && g[area].1 > 0.0).collect();
    let between = |areas: &[(f64, f64)]| {
        let (mut of_target, mut of_all, mut squares) = (0.0, 0.0, 0.0);
        for &area in &known {
            of_target += areas[area].0;
            of_all += areas[area].1;
        }
        for &area in &known {
            squares += (areas[area].0 / areas[area].1 - of_target / of_all).powi(2);
        }
        squares / (known.len() - 1) as f64
    };
    (known.len() > 1).then(|| (between(&f), between(&g)))
}
