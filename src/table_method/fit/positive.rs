//! The cells of a noisy table that can be positive.

/// Marks the cells that stay positive: a total without a positive part becomes 0, and the parts of a total of 0 become 0.
pub(super) fn positive(sizes: &[usize], values: &[i64]) -> Vec<bool> {
    let mut positive: Vec<bool> = values.iter().map(|&value| value > 0).collect();
    let mut strides = vec![1; sizes.len()];
    (1..sizes.len()).rev().for_each(|axis| strides[axis - 1] = strides[axis] * sizes[axis]);
    let axes: Vec<(usize, usize)> = sizes.iter().copied().zip(strides).filter(|&(size, _)| size > 1).collect();
    // For each axis and each total along the axis: the number of parts that were not found to be 0 yet.
    let mut left: Vec<Vec<u32>> = axes.iter().map(|&(size, _)| vec![size as u32 - 1; values.len()]).collect();
    let mut zeros: Vec<usize> = (0..values.len()).filter(|&cell| !positive[cell]).collect();
    while let Some(cell) = zeros.pop() {
        for (&(size, stride), left) in axes.iter().zip(&mut left) {
            let place = cell / stride % size;
            let total = cell + (size - 1 - place) * stride;
            if total != cell {
                left[total] -= 1;
                if left[total] == 0 && positive[total] {
                    positive[total] = false;
                    zeros.push(total);
                }
                continue;
            }
            for part in (1..size).map(|back| total - back * stride) {
                if positive[part] {
                    positive[part] = false;
                    zeros.push(part);
                }
            }
        }
    }
    positive
}

#[cfg(test)]
mod tests {
    use super::positive;

    #[test]
    fn zeros_spread_until_nothing_changes() {
        // The second row's total is 0, so its cells are 0. Then the first column has no positive cell, then its total is
        // 0. The grand total keeps the second column.
        let marks = positive(&[3, 3], &[0, 2, 2, 7, 3, 0, 5, 5, 9]);
        assert_eq!(marks, [false, true, true, false, false, false, false, true, true]);
        assert_eq!(positive(&[3], &[1, 0, 4]), [true, false, true]);
        assert_eq!(positive(&[3], &[0, 0, 4]), [false; 3]);
        assert_eq!(positive(&[1, 2], &[2, 4]), [true, true]);
    }
}
