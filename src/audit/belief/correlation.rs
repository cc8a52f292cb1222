//! Sums of products of one row of chances with another row at every offset.

/// Sums that are computed together. Two numbers fit into a register of 128 bits, so six registers hold the sums, and the
/// other registers of the processor hold factors.
pub(super) const BLOCK: usize = 12;

/// Computes `target[at] = Σ source[at + offset] · weights[offset]`. Every sum starts with offset 0, so its bits do not
/// depend on the block. `source` has `BLOCK` − 1 numbers more than the sums need.
pub(super) fn correlate(source: &[f64], weights: &[f64], target: &mut [f64]) {
    for (number, target) in target.chunks_mut(BLOCK).enumerate() {
        let sums = block(&source[number * BLOCK..][..weights.len() + BLOCK - 1], weights);
        target.copy_from_slice(&sums[..target.len()]);
    }
}

/// Computes the first sums.
fn block(source: &[f64], weights: &[f64]) -> [f64; BLOCK] {
    let mut sums = [0.0; BLOCK];
    for (window, weight) in source.windows(BLOCK).zip(weights) {
        for (sum, value) in sums.iter_mut().zip(window) {
            *sum += value * weight;
        }
    }
    sums
}
