//! The adaptive model of [`Encoding::Modelled`](super::Encoding::Modelled): it predicts each bit from the cell's codes.
//!
//! In census data, pairs of codes (age and marital status, activity and occupation) largely determine which cells exist
//! and how large their counts are. For every bit, each earlier code of the cell, together with the current code, gives
//! a prediction. Adaptive weights mix the predictions. All arithmetic uses integers. `src/tile/FORMAT.md` states each
//! step.

use std::rc::Rc;

use super::coder::Coder;

/// Maximum number of entries in a prediction table. Larger tables are left out, because their entries would be used too
/// seldom to learn.
const MAX_TABLE: usize = 1 << 18;
/// Maximum number of entries in all tables of a model, about 16 MB. Without this limit, a small file could make a
/// reader allocate more memory.
pub(super) const MAX_MODEL: usize = 1 << 22;
/// Largest n in the learning rate. After n uses, a prediction moves by 2/(2n + 3) of its error.
const MAX_USES: u8 = 127;
/// Learning rate of the mixing weights.
const RATE: i32 = 2;
/// Largest absolute weight: 256 in 16.16 fixed point. This limit prevents overflow.
const MAX_WEIGHT: i32 = 1 << 24;
/// Number of slots for the bits of a count: 64 for the bit length, 64 for the bit after the leading 1, 128 for the next
/// bit.
const COUNT_SLOTS: usize = 256;

/// The logistic function 4096/(1 + e^(-x/256)) at x = -2048, -1920, … 2048.
const LOGISTIC: [i32; 33] = [
    1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994, 3348, 3607, 3785, 3901,
    3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094,
];

/// Converts a log-odds `x`, in units of 1/256, to a probability in units of 1/4096, by linear interpolation.
#[inline(always)] // runs for every bit, like all functions here with this attribute
fn squash(x: i32) -> i32 {
    let x = x.clamp(-2047, 2047);
    let (cell, rest) = (((x >> 7) + 16) as usize, x & 127);
    (LOGISTIC[cell] * (128 - rest) + LOGISTIC[cell + 1] * rest + 64) >> 7
}

/// Lookup tables: the inverse of [`squash`], and the learning rate after each number of uses.
struct Tables {
    stretch: Box<[i16; 4096]>,
    step: [i32; MAX_USES as usize + 1],
}

thread_local! {
    /// The lookup tables that all models of a thread share. Each tile has a model of its own, and would otherwise
    /// compute these tables again.
    static NUMBERS: Rc<Tables> = Rc::new(Tables::new());
}

impl Tables {
    fn new() -> Self {
        let mut stretch = Box::new([2047i16; 4096]);
        let mut from = 0;
        for x in -2047..=2047i16 {
            let p = squash(x.into()) as usize;
            for entry in &mut stretch[from.min(p + 1)..=p] {
                *entry = x;
            }
            from = from.max(p + 1);
        }
        let mut step = [0; MAX_USES as usize + 1];
        for (n, step) in step.iter_mut().enumerate() {
            *step = 2 * 65536 / (2 * n as i32 + 3);
        }
        Self { stretch, step }
    }
}

/// A learned probability, in units of 2^-16, and the number of its uses.
#[derive(Clone, Copy)]
struct Prediction {
    p: u16,
    uses: u8,
}

/// The tables that predict one kind of bit. Each table has rows of `width` predictions, one for each slot. All tables
/// stand in one list, because a bit takes a prediction of each.
struct Expert {
    width: usize,
    /// Each table: the position of its first prediction, and the dimension whose code selects the row. A table without a
    /// dimension has one row.
    tables: Vec<(usize, Option<usize>)>,
    predictions: Vec<Prediction>,
    /// The position of the selected row of each table.
    rows: Vec<usize>,
    /// The log-odds that the tables predict for the current bit.
    inputs: Vec<i32>,
}

/// Lists the tables of an expert, each with the dimension that selects the row and the number of rows.
fn tables(width: usize, by: &[(usize, u32)]) -> impl Iterator<Item = (Option<usize>, usize)> + '_ {
    let rows = by.iter().map(|&(k, codes)| (Some(k), codes as usize));
    let small = move |&(by, rows): &(Option<usize>, usize)| by.is_none() || rows.saturating_mul(width) <= MAX_TABLE;
    std::iter::once((None, 1)).chain(rows).filter(small)
}

impl Expert {
    fn new(width: usize, by: &[(usize, u32)]) -> Self {
        let mut entries = 0;
        let tables: Vec<_> = tables(width, by)
            .map(|(by, rows)| {
                let first = entries;
                entries += rows * width;
                (first, by)
            })
            .collect();
        let (rows, inputs) = (vec![0; tables.len()], vec![0; tables.len()]);
        Self { width, tables, predictions: vec![Prediction { p: 1 << 15, uses: 0 }; entries], rows, inputs }
    }

    fn initial_weights(&self) -> Vec<i32> {
        let n = self.tables.len();
        vec![2 * 65536 / (n as i32 + 1); n]
    }

    /// Selects the row of each table by the code of the table's dimension. The next bits use the predictions of these rows.
    fn select(&mut self, codes: &[u32]) {
        for (row, &(first, by)) in self.rows.iter_mut().zip(&self.tables) {
            *row = first + by.map_or(0, |k| codes[k] as usize * self.width);
        }
    }
}

/// The state of the model. After each bit, writer and reader have equal states.
pub(super) struct Model {
    numbers: Rc<Tables>,
    /// Predicts whether a code occurs below a prefix: an expert and its weights for each dimension.
    presence: Vec<(Expert, Vec<i32>)>,
    /// Predicts the count of a cell: one expert, with weights for each slot.
    count: Expert,
    count_weights: Vec<Vec<i32>>,
}

impl Model {
    /// Returns the number of entries in all tables of a model. `cardinalities` has the number of codes of each
    /// dimension.
    pub(super) fn size(cardinalities: &[u32]) -> usize {
        let by: Vec<(usize, u32)> = cardinalities.iter().copied().enumerate().collect();
        let entries = |width: usize, by| tables(width, by).map(|(_, rows)| rows.saturating_mul(width)).sum::<usize>();
        let presence = by.iter().map(|&(d, codes)| entries(codes as usize * 3, &by[..d]));
        presence.fold(entries(COUNT_SLOTS, &by), usize::saturating_add)
    }

    /// Makes an untrained model. The caller must check that [`size`](Self::size) is at most [`MAX_MODEL`].
    pub(super) fn new(cardinalities: &[u32]) -> Self {
        let by: Vec<(usize, u32)> = cardinalities.iter().copied().enumerate().collect();
        let presence = by
            .iter()
            .map(|&(d, codes)| {
                let expert = Expert::new(codes as usize * 3, &by[..d]);
                let weights = expert.initial_weights();
                (expert, weights)
            })
            .collect();
        let count = Expert::new(COUNT_SLOTS, &by);
        let count_weights = vec![count.initial_weights(); COUNT_SLOTS];
        Self { numbers: NUMBERS.with(Rc::clone), presence, count, count_weights }
    }

    /// Selects the predictions for the codes of dimension `prefix.len()` below `prefix`. The caller does this before the first
    /// call of [`presence`](Self::presence) for the prefix.
    pub(super) fn enter(&mut self, prefix: &[u32]) {
        self.presence[prefix.len()].0.select(prefix);
    }

    /// Codes whether `code` of dimension `depth` occurs below the prefix that was entered last at this depth. `seen` is
    /// the number of smaller codes that occur below this prefix.
    #[inline(always)]
    pub(super) fn presence(&mut self, coder: &mut impl Coder, depth: usize, code: u32, seen: u32, bit: bool) -> bool {
        let (expert, weights) = &mut self.presence[depth];
        let slot = code as usize * 3 + seen.min(2) as usize;
        code_bit(&self.numbers, expert, weights, slot, coder, bit)
    }

    /// Codes the count of the cell at `codes`. A reader passes any `count` and receives the count that was read.
    pub(super) fn count(&mut self, coder: &mut impl Coder, codes: &[u32], count: u64) -> u64 {
        self.count.select(codes);
        let given = 63 - count.max(1).leading_zeros();
        let mut length = 0;
        while length < 63 && self.count_bit(coder, length as usize, length < given) {
            length += 1;
        }
        let mut value = 1u64;
        for place in (0..length).rev() {
            let given = count >> place & 1 == 1;
            let slot = match length - place {
                1 => Some(64 + length as usize),
                2 => Some(128 + 2 * length as usize + (value & 1) as usize),
                _ => None,
            };
            let found = match slot {
                Some(slot) => self.count_bit(coder, slot, given),
                None => coder.code(1 << 15, given),
            };
            value = value << 1 | u64::from(found);
        }
        value
    }

    fn count_bit(&mut self, coder: &mut impl Coder, slot: usize, bit: bool) -> bool {
        let weights = &mut self.count_weights[slot];
        code_bit(&self.numbers, &mut self.count, weights, slot, coder, bit)
    }
}

/// Predicts and codes a bit, then adapts the model to the bit.
#[inline(always)]
fn code_bit(
    numbers: &Tables,
    expert: &mut Expert,
    weights: &mut [i32],
    slot: usize,
    coder: &mut impl Coder,
    bit: bool,
) -> bool {
    let Expert { predictions, rows, inputs, .. } = expert;
    let mut dot = 0i64;
    for ((&row, input), weight) in rows.iter().zip(inputs.iter_mut()).zip(&*weights) {
        *input = numbers.stretch[usize::from(predictions[row + slot].p >> 4)].into();
        dot += i64::from(*weight) * i64::from(*input);
    }
    let p = squash((dot >> 16).clamp(-2047, 2047) as i32);
    let bit = coder.code((p as u32) << 4 | 8, bit);
    let error = (i32::from(bit) << 12) - p;
    let target = if bit { 65535 } else { 0 };
    for ((&row, &input), weight) in rows.iter().zip(&*inputs).zip(weights) {
        *weight = (*weight + ((input * error * RATE + 512) >> 10)).clamp(-MAX_WEIGHT, MAX_WEIGHT);
        let prediction = &mut predictions[row + slot];
        let p = i32::from(prediction.p);
        let step = numbers.step[usize::from(prediction.uses)];
        let moved = p + ((i64::from(target - p) * i64::from(step)) >> 16) as i32;
        prediction.p = moved.clamp(32, 65503) as u16;
        prediction.uses = (prediction.uses + 1).min(MAX_USES);
    }
    bit
}
