//! Loops over arrays of words. With SIMD128 the compiler processes two words at a time. Other builds process one word
//! at a time and get the same sums.

/// The sum of all words, modulo 2^64.
pub(super) fn sum(words: &[u64]) -> u64 {
    words.iter().fold(0, |sum, &word| sum.wrapping_add(word))
}

/// Adds two lists word by word, modulo 2^64.
pub(super) fn add(to: &mut [u64], words: &[u64]) {
    to.iter_mut().zip(words).for_each(|(to, &word)| *to = to.wrapping_add(word));
}

/// Splits each word into its lower half and its upper half. Applies `mask` to the upper half.
pub(super) fn split(words: &[u64], mask: u64) -> (Vec<u64>, Vec<u64>) {
    let (mut low, mut high) = (vec![0; words.len()], vec![0; words.len()]);
    for ((low, high), &word) in low.iter_mut().zip(&mut high).zip(words) {
        (*low, *high) = (word & 0xffff_ffff, word >> 32 & mask);
    }
    (low, high)
}
