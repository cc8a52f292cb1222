//! SHA-256 of four messages at a time (FIPS 180-4), each in one lane of 128-bit vectors. A build with vectors also hashes
//! single messages so, because a second implementation would enlarge the download.

use core::arch::wasm32::*;

/// The constants of the rounds (FIPS 180-4, section 4.2.2).
#[rustfmt::skip]
pub(crate) const ROUND: [u32; 64] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
];

/// The words of a block: 16 of the message, and 48 of the schedule.
pub(crate) type Words = [v128; 64];
/// The working variables a to h, or a hash value.
pub(crate) type State = [v128; 8];

/// Updates the hash value of one message with whole blocks (section 6.2).
pub(super) fn compress(value: &mut [u32; 8], blocks: &[[u8; 64]]) {
    let mut state = value.map(|word| u32x4_splat(word));
    let mut words = [u32x4_splat(0); 64];
    for block in blocks {
        for (word, &bytes) in words.iter_mut().zip(block.as_chunks().0) {
            *word = u32x4_splat(u32::from_be_bytes(bytes));
        }
        schedule(&mut words);
        let before = state;
        rounds(&before, &before, &words, &ROUND, &mut state);
    }
    *value = state.map(|word| u32x4_extract_lane::<0>(word));
}

/// Computes the schedule of the message (section 6.2.2, step 1). The callers share one copy of the code.
#[inline(never)]
pub(crate) fn schedule(words: &mut Words) {
    for t in 16..64 {
        let (one, two) = (words[t - 2], words[t - 15]);
        let one = v128_xor(v128_xor(rotate::<17>(one), rotate::<19>(one)), u32x4_shr(one, 10));
        let two = v128_xor(v128_xor(rotate::<7>(two), rotate::<18>(two)), u32x4_shr(two, 3));
        words[t] = i32x4_add(i32x4_add(one, words[t - 7]), i32x4_add(two, words[t - 16]));
    }
}

/// Computes some rounds (section 6.2.2, step 3), and adds a hash value (step 4). The loop is not unrolled, because this
/// was not faster.
#[inline(never)]
pub(crate) fn rounds(state: &State, base: &State, words: &[v128], constants: &[u32], result: &mut State) {
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (&word, &constant) in words.iter().zip(constants) {
        let word = i32x4_add(word, u32x4_splat(constant));
        let sum = v128_xor(v128_xor(rotate::<6>(e), rotate::<11>(e)), rotate::<25>(e));
        let choice = v128_bitselect(f, g, e);
        let one = i32x4_add(i32x4_add(h, word), i32x4_add(sum, choice));
        let sum = v128_xor(v128_xor(rotate::<2>(a), rotate::<13>(a)), rotate::<22>(a));
        // Where a and b agree, they are the majority. Elsewhere c decides.
        let two = i32x4_add(sum, v128_bitselect(c, b, v128_xor(a, b)));
        (h, g, f, e, d, c, b, a) = (g, f, e, i32x4_add(d, one), c, b, a, i32x4_add(one, two));
    }
    for ((result, word), &base) in result.iter_mut().zip([a, b, c, d, e, f, g, h]).zip(base) {
        *result = i32x4_add(word, base);
    }
}

/// Rotates each word to the right (section 3.2, ROTR).
#[inline(always)]
fn rotate<const BITS: u32>(word: v128) -> v128 {
    v128_or(u32x4_shr(word, BITS), u32x4_shl(word, 32 - BITS))
}
