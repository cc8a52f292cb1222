//! Hellinger distances. A value below 0 counts as 0, because a negative number has no real root.

use super::Areas;

/// The Hellinger distance `√(½ Σ (√F − √G)²)`, from 0 to `√((N + M)/2)`, where N and M are the sums of F and G. Source:
/// Shlomo, Antal and Elliot 2015, equation (4). For margins, given as sums of inner cells, the distance is HDM of
/// Shlomo 2007, section 4.2. That paper prints the root inside the sum, `Σ |√N' − √N|/√2`, but the printed form does
/// not give the paper's figures. This function takes the root of the whole sum.
///
/// ```
/// use cellveil::measure::utility::hellinger;
/// assert_eq!(hellinger(&[9.0, 0.0], &[1.0, 4.0]), 2.0); // ½ (4 + 4)
/// ```
pub fn hellinger(f: &[f64], g: &[f64]) -> f64 {
    (0.5 * f.iter().zip(g).map(|(&f, &g)| squared_step(f, g)).sum::<f64>()).sqrt()
}

/// (√f − √g)².
fn squared_step(f: f64, g: f64) -> f64 {
    let step = f.max(0.0).sqrt() - g.max(0.0).sqrt();
    step * step
}

/// The Hellinger utility `1 − HD/√N`. The utility is 1 if no value changed, and can fall below 0 if the published total
/// exceeds N. `None` if N is 0. Source: Shlomo, Antal and Elliot 2015, end of section 4.3.
pub fn hellinger_utility(f: &[f64], g: &[f64]) -> Option<f64> {
    let population: f64 = f.iter().sum();
    (population > 0.0).then(|| 1.0 - hellinger(f, g) / population.sqrt())
}

/// The Hellinger distance of the proportions F/N and G/M, from 0 to 1. N and M are sums of the values above 0. `None`
/// if N or M is 0. Source: Shlomo, Antal and Elliot 2015, section 4.3, HD(P, Q).
pub fn hellinger_proportions(f: &[f64], g: &[f64]) -> Option<f64> {
    let sum = |values: &[f64]| values.iter().map(|value| value.max(0.0)).sum::<f64>();
    let (n, m) = (sum(f), sum(g));
    let squares = || f.iter().zip(g).map(|(&f, &g)| squared_step(f / n, g / m)).sum::<f64>();
    // Rounding errors can give a result above 1.
    (n > 0.0 && m > 0.0).then(|| (0.5 * squares()).sqrt().min(1.0))
}

/// The mean of the areas' Hellinger distances, each over the cells of one area. Source: Shlomo 2007, section 4.2, HD.
pub fn hellinger_areas(f: &[f64], g: &[f64], areas: Areas) -> f64 {
    let mut squares = vec![0.0; areas.number];
    areas.each_run(f.len(), &mut |area, _, cells| {
        squares[area] += f[cells.clone()].iter().zip(&g[cells]).map(|(&f, &g)| squared_step(f, g)).sum::<f64>();
    });
    squares.iter().map(|squares| (0.5 * squares).sqrt()).sum::<f64>() / areas.number as f64
}
