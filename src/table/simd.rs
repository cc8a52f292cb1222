//! The two loops over neighbouring words that SIMD128 halves. LLVM would not find them by itself: the wasm is compiled for
//! size. Builds without SIMD128 take the plain loops below, which add the same numbers.

/// The sum of all words, modulo 2^64.
#[cfg(not(target_feature = "simd128"))]
pub(super) fn sum(words: &[u64]) -> u64 {
    words.iter().fold(0, |sum, &word| sum.wrapping_add(word))
}

/// Adds to each word the one at the same place, modulo 2^64.
#[cfg(not(target_feature = "simd128"))]
pub(super) fn add(to: &mut [u64], words: &[u64]) {
    to.iter_mut().zip(words).for_each(|(to, &word)| *to = to.wrapping_add(word));
}

/// The lower halves of all words, and the upper halves with only the bits of a mask.
#[cfg(not(target_feature = "simd128"))]
pub(super) fn split(words: &[u64], mask: u64) -> (Vec<u64>, Vec<u64>) {
    let (mut low, mut high) = (vec![0; words.len()], vec![0; words.len()]);
    for ((low, high), &word) in low.iter_mut().zip(&mut high).zip(words) {
        (*low, *high) = (word & 0xffff_ffff, word >> 32 & mask);
    }
    (low, high)
}

#[cfg(target_feature = "simd128")]
pub(super) use wide::{add, split, sum};

#[cfg(target_feature = "simd128")]
#[allow(unsafe_code)]
mod wide {
    use std::arch::wasm32::*;

    pub fn sum(words: &[u64]) -> u64 {
        // Four sums at a time, so that an addition need not wait for the one before it.
        let mut sums = [u64x2(0, 0); 4];
        let (eights, rest) = words.as_chunks::<8>();
        for eight in eights {
            for (at, sum) in sums.iter_mut().enumerate() {
                // SAFETY: words 2·at and 2·at + 1 of eight; a v128 may lie at any address.
                *sum = u64x2_add(*sum, unsafe { v128_load(eight.as_ptr().add(2 * at).cast()) });
            }
        }
        let both = u64x2_add(u64x2_add(sums[0], sums[1]), u64x2_add(sums[2], sums[3]));
        let wide = u64x2_extract_lane::<0>(both).wrapping_add(u64x2_extract_lane::<1>(both));
        rest.iter().fold(wide, |sum, &word| sum.wrapping_add(word))
    }

    pub fn add(to: &mut [u64], words: &[u64]) {
        let (to, to_rest) = to.as_chunks_mut::<2>();
        let (words, words_rest) = words.as_chunks::<2>();
        for (to, words) in to.iter_mut().zip(words) {
            // SAFETY: both are two words long; a v128 may lie at any address.
            unsafe {
                let added = u64x2_add(v128_load(to.as_ptr().cast()), v128_load(words.as_ptr().cast()));
                v128_store(to.as_mut_ptr().cast(), added);
            }
        }
        to_rest.iter_mut().zip(words_rest).for_each(|(to, &word)| *to = to.wrapping_add(word));
    }

    pub fn split(words: &[u64], mask: u64) -> (Vec<u64>, Vec<u64>) {
        let (mut low, mut high) = (vec![0; words.len()], vec![0; words.len()]);
        {
            let (words, words_rest) = words.as_chunks::<2>();
            let ((low, low_rest), (high, high_rest)) = (low.as_chunks_mut::<2>(), high.as_chunks_mut::<2>());
            let (half, mask_two) = (u64x2_splat(0xffff_ffff), u64x2_splat(mask));
            for ((low, high), words) in low.iter_mut().zip(high).zip(words) {
                // SAFETY: all are two words long; a v128 may lie at any address.
                unsafe {
                    let words = v128_load(words.as_ptr().cast());
                    v128_store(low.as_mut_ptr().cast(), v128_and(words, half));
                    v128_store(high.as_mut_ptr().cast(), v128_and(u64x2_shr(words, 32), mask_two));
                }
            }
            if let ([low], [high], [word]) = (low_rest, high_rest, words_rest) {
                (*low, *high) = (word & 0xffff_ffff, word >> 32 & mask);
            }
        }
        (low, high)
    }
}
