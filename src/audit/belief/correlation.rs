//! Sums of products of one row of chances with another row at every offset.

/// Sums that are computed together. Two numbers fit into a register of 128 bits, so six registers hold the sums, and the
/// other registers of the processor hold factors.
pub(super) const BLOCK: usize = 12;

/// Computes `target[at] = Σ source[at + offset] · weights[offset]`. Every sum starts with offset 0, so its bits do not
/// depend on the block. `source` has `BLOCK` − 1 numbers more than the sums need.
pub(super) fn correlate(source: &[f64], weights: &[f64], target: &mut [f64]) {
    let sums = |number: usize| block(&source[number * BLOCK..][..weights.len() + BLOCK - 1], weights);
    let (blocks, rest) = target.as_chunks_mut();
    for (number, block) in blocks.iter_mut().enumerate() {
        *block = sums(number);
    }
    if !rest.is_empty() {
        rest.iter_mut().zip(sums(blocks.len())).for_each(|(target, sum)| *target = sum);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SplitMix;

    /// The sums have the bits of sums in plain loops, for targets of less than one block, of whole blocks, and of more.
    #[test]
    fn sums_of_products_at_every_offset() {
        let mut random = SplitMix(1);
        let mut row = |many: usize| -> Vec<f64> { (0..many).map(|_| random.below(1 << 30) as f64 / 3e9).collect() };
        for sums in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, 50] {
            for many in [1, 2, 11, 40] {
                let (source, weights, mut target) = (row(sums + many + BLOCK), row(many), vec![9.0; sums]);
                correlate(&source, &weights, &mut target);
                for (at, found) in target.iter().enumerate() {
                    let mut expected = 0.0;
                    for (offset, weight) in weights.iter().enumerate() {
                        expected += source[at + offset] * weight;
                    }
                    assert_eq!(found.to_bits(), f64::to_bits(expected), "sum {at} of {sums}, {many} weights");
                }
            }
        }
    }
}
