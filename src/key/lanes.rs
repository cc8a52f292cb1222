//! Hashes four cells at a time with SHA-256 (FIPS 180-4), each in one lane of 128-bit vectors.
//!
//! Only the bytes of key and count differ between the cells. So the rounds before the key's first word are the same for
//! all cells, and so is the schedule of a block without these bytes. `docs/evidence/performance.md` has the figures.

use core::arch::wasm32::*;

use crate::base::Message;
use crate::base::vectors::{ROUND, rounds, schedule};

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
