//! Reading columns once, and nothing else: what a roll-up is measured by. With SIMD128 as fast as a reader can be.

use crate::table::{Columns, Measures};
use crate::tile::Column;

/// The sum of all values of the columns at some positions, of all counts and all keys.
pub fn read(section: &Columns, positions: &[u32]) -> u64 {
    let coordinates: u64 = positions.iter().map(|&at| column(&section.coordinates[at as usize])).sum();
    coordinates
        + match &section.measures {
            Measures::Pairs(pairs) => sum::pairs(pairs),
            Measures::Apart(counts, keys) => column(counts) + column(keys),
        }
}

fn column(column: &Column) -> u64 {
    fn all<T: Copy + Into<u64>>(values: &[T]) -> u64 {
        values.iter().fold(0, |sum, &value| sum.wrapping_add(value.into()))
    }
    match column {
        Column::U8(values) => sum::bytes(values),
        Column::U16(values) => all(values),
        Column::U32(values) => all(values),
        Column::U64(values) => all(values),
    }
}

#[cfg(not(target_feature = "simd128"))]
mod sum {
    pub fn bytes(bytes: &[u8]) -> u64 {
        bytes.iter().fold(0, |sum, &byte| sum + u64::from(byte))
    }

    pub fn pairs(pairs: &[u64]) -> u64 {
        pairs.iter().fold(0, |sum, &pair| sum + (pair & 0xffff_ffff) + (pair >> 32))
    }
}

#[cfg(target_feature = "simd128")]
#[allow(unsafe_code)]
mod sum {
    use std::arch::wasm32::*;

    fn lanes(sums: v128) -> u64 {
        u64x2_extract_lane::<0>(sums) + u64x2_extract_lane::<1>(sums)
    }

    pub fn bytes(bytes: &[u8]) -> u64 {
        let (blocks, rest) = bytes.as_chunks::<64>();
        let mut sums = u64x2(0, 0);
        for block in blocks {
            let mut words = u16x8_splat(0);
            for at in 0..4 {
                // SAFETY: 16 of the 64 bytes of the block.
                let sixteen = unsafe { v128_load(block.as_ptr().add(16 * at).cast()) };
                words = u16x8_add(words, u16x8_extadd_pairwise_u8x16(sixteen)); // at most 4 · 510
            }
            let four = u32x4_extadd_pairwise_u16x8(words);
            sums = u64x2_add(sums, u64x2_add(u64x2_extend_low_u32x4(four), u64x2_extend_high_u32x4(four)));
        }
        rest.iter().fold(lanes(sums), |sum, &byte| sum + u64::from(byte))
    }

    pub fn pairs(pairs: &[u64]) -> u64 {
        let (blocks, rest) = pairs.as_chunks::<8>();
        let (low, mut sums) = (u64x2_splat(0xffff_ffff), [u64x2(0, 0); 4]);
        for block in blocks {
            for (at, sum) in sums.iter_mut().enumerate() {
                // SAFETY: two of the eight words of the block.
                let two = unsafe { v128_load(block.as_ptr().add(2 * at).cast()) };
                *sum = u64x2_add(*sum, u64x2_add(v128_and(two, low), u64x2_shr(two, 32)));
            }
        }
        let sum: u64 = sums.into_iter().map(lanes).sum();
        rest.iter().fold(sum, |sum, &pair| sum + (pair & 0xffff_ffff) + (pair >> 32))
    }
}
