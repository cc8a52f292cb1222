//! Hashes four cells at a time with SHA-256 (FIPS 180-4), each in one lane of 128-bit vectors.
//!
//! Only the bytes of key and count differ between the cells. So the rounds before the key's first word are the same for
//! all cells, and so is the schedule of a block without these bytes. `docs/evidence/performance.md` has the figures.

use core::arch::wasm32::*;

use crate::base::Message;

/// The constants of the rounds (FIPS 180-4, section 4.2.2).
#[rustfmt::skip]
const ROUND: [u32; 64] = [
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
type Words = [v128; 64];
/// The working variables a to h, or a hash value.
type State = [v128; 8];

/// The last position of a cell in the tail whose bytes all lie in the first block.
const WITHIN: usize = 48;

/// Draws for cells in groups of four.
pub(super) fn draw_fours(message: &Message, keys: &[[u64; 4]], counts: &[[u64; 4]], draws: &mut [[u32; 4]]) {
    let before = message.value.map(|word| u32x4_splat(word));
    let mut blocks = [[u32x4_splat(0); 64]; 2];
    let mut tail = [0; 32];
    for (at, &bytes) in message.tail.as_chunks().0.iter().enumerate() {
        tail[at] = u32::from_be_bytes(bytes);
        blocks[at / 16][at % 16] = u32x4_splat(tail[at]);
    }
    let (first, shift) = (message.at / 4 % 16, 8 * (message.at % 4) as u32);
    // The results have fixed places, because a copy of a state takes as long as several rounds.
    let zeros = [u32x4_splat(0); 8];
    let (mut start, mut middle, mut last) = (zeros, zeros, zeros);
    rounds(&before, &zeros, &blocks[0][..first], &ROUND, &mut start);
    schedule(&mut blocks[1]);
    for ((keys, counts), draws) in keys.iter().zip(counts).zip(draws) {
        for (at, word) in words_of(keys, counts, shift).into_iter().enumerate() {
            // The remainder spares a check of the index. The sum is at most 19.
            let at = (first + at) % 32;
            blocks[at / 16][at % 16] = v128_or(u32x4_splat(tail[at]), word);
        }
        schedule(&mut blocks[0]);
        rounds(&start, &before, &blocks[0][first..], &ROUND[first..], &mut middle);
        let mut value = middle[0];
        if message.blocks > 1 {
            if message.at > WITHIN {
                schedule(&mut blocks[1]);
            }
            rounds(&middle, &middle, &blocks[1], &ROUND, &mut last);
            value = last[0];
        }
        *draws = [
            u32x4_extract_lane::<0>(value),
            u32x4_extract_lane::<1>(value),
            u32x4_extract_lane::<2>(value),
            u32x4_extract_lane::<3>(value),
        ];
    }
}

/// The words of the message with the bytes of four cells. A cell starts `shift` bits after the start of a word, so it has
/// bytes in up to five words.
fn words_of(keys: &[u64; 4], counts: &[u64; 4], shift: u32) -> [v128; 5] {
    let ([a, b], [c, d]) = (halves(keys), halves(counts));
    // A shift by 32 bits would be a shift by 0.
    let low = |word| u32x4_shl(u32x4_shl(word, 1), 31 - shift);
    let high = |word| u32x4_shr(word, shift);
    [high(a), v128_or(low(a), high(b)), v128_or(low(b), high(c)), v128_or(low(c), high(d)), low(d)]
}

/// The first and the last four bytes of four little-endian numbers, as big-endian words.
fn halves(numbers: &[u64; 4]) -> [v128; 2] {
    let [one, two] = [u64x2(numbers[0], numbers[1]), u64x2(numbers[2], numbers[3])];
    [u32x4_shuffle::<0, 2, 4, 6>(one, two), u32x4_shuffle::<1, 3, 5, 7>(one, two)]
        .map(|half| i8x16_shuffle::<3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12>(half, half))
}

/// Computes the schedule of the message (section 6.2.2, step 1). The callers share one copy of the code.
#[inline(never)]
fn schedule(words: &mut Words) {
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
fn rounds(state: &State, base: &State, words: &[v128], constants: &[u32], result: &mut State) {
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
