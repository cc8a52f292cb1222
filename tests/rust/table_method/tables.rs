//! Random tables with all totals.

use cellveil::table_method::System;

use crate::support::random::mmix;

/// A random table of one to four dimensions. Some tables have empty lines, only zeros, or a single cell.
pub fn random_system(seed: u64) -> System {
    let mut random = numbers(seed);
    let dimensions = 1 + random(4) as usize;
    let most = [12, 8, 5, 4][dimensions - 1];
    let sizes: Vec<usize> = (0..dimensions).map(|_| 2 + random(most) as usize).collect();
    let largest = [1, 2, 4, 30, 2000][random(5) as usize];
    let shape: usize = sizes.iter().map(|size| size - 1).product();
    let empty = random(10); // tenths of empty cells
    let inner: Vec<u64> = (0..shape).map(|_| if random(10) < empty { 0 } else { random(largest + 1) }).collect();
    table(&sizes, &inner, &mut random)
}

/// Uniform whole numbers below the argument.
pub fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut random = mmix(seed ^ 0x5DEE_CE66, 33);
    (0..4).for_each(|_| _ = random());
    move |end| (random() * end) >> 31
}

/// A table from its inner cells. Inner cells with records have random keys, and totals have the sums of keys.
pub fn table(sizes: &[usize], inner: &[u64], random: &mut impl FnMut(u64) -> u64) -> System {
    let keys: Vec<u64> =
        inner.iter().map(|&count| if count == 0 { 0 } else { random(1 << 31) << 31 | random(1 << 31) }).collect();
    let keys = with_totals(sizes, &keys, |sum, key| sum.wrapping_add(key));
    System::table(sizes, with_totals(sizes, inner, |sum, count| sum + count), keys)
}

/// Adds the last place of each axis, the total of the axis, to inner cells.
pub fn with_totals<T: Copy + Default>(sizes: &[usize], inner: &[T], add: impl Fn(T, T) -> T) -> Vec<T> {
    let mut cells = inner.to_vec();
    let mut stride = 1;
    for &size in sizes.iter().rev() {
        cells = cells
            .chunks((size - 1) * stride)
            .flat_map(|block| {
                let total = |at: usize| block.iter().skip(at).step_by(stride).fold(T::default(), |sum, &x| add(sum, x));
                let totals: Vec<T> = (0..stride).map(total).collect();
                block.iter().copied().chain(totals).collect::<Vec<_>>()
            })
            .collect();
        stride *= size;
    }
    cells
}
