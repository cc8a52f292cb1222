//! Estimates the bytes of a view's tiles before they are written.

/// Units of a bit. Integer units avoid floating point, so that every machine chooses the same views.
const BIT: u64 = 256;
/// log2 e, the bits that it takes per cell to say which few of many places are taken, beyond log2 of how many there are a
/// cell; and what a count takes beyond the bits of the mean count.
const LOG2_E: u64 = 369;
/// Bytes of a tile without cells, for a view of few dimensions.
const HEAD: u64 = 20;
/// Maximum factor between the finest view's bytes and those of random cells, in either direction.
const FAR: u64 = 8;

/// The measurements of the finest view.
#[derive(Debug)]
pub(super) struct Expected {
    key_bits: u64,
    /// Records in all cells.
    population: u64,
    /// Bytes of the finest view's coordinates and counts, and the expected bytes of random ones.
    found: u64,
    random: u64,
}

impl Expected {
    /// Measures the finest view: its cells, its possible places and its bytes.
    pub fn new(key_bits: u32, population: u64, (cells, places, bytes): (u64, u64, u64)) -> Self {
        let learnt = Self { key_bits: key_bits.into(), population, found: 1, random: 1 };
        let random = learnt.random_bytes(cells, places).max(1);
        let found = bytes.saturating_sub(learnt.keys(cells));
        Self { found: found.clamp(random.div_ceil(FAR), random.saturating_mul(FAR)), random, ..learnt }
    }

    /// The expected bytes of a view with these numbers of cells, places and slices.
    pub fn bytes(&self, cells: u64, places: u64, slices: u64) -> u64 {
        let random = u128::from(self.random_bytes(cells, places));
        let body = random * u128::from(self.found) / u128::from(self.random);
        HEAD * slices + self.keys(cells) + u64::try_from(body).unwrap_or(u64::MAX >> 1)
    }

    fn keys(&self, cells: u64) -> u64 {
        (cells * self.key_bits).div_ceil(8)
    }

    /// Expected bytes of the coordinates and counts of random cells.
    fn random_bytes(&self, cells: u64, places: u64) -> u64 {
        if cells == 0 {
            return 0;
        }
        let places = places.max(cells);
        // log2 of the binomial coefficient per cell, approximated for few cells; 0 if every place has a cell.
        let free = u128::from(LOG2_E) * u128::from(places - cells) / u128::from(places);
        let coordinates = log2(places / cells) + free as u64;
        let counts = log2((self.population / cells).max(1)) + LOG2_E;
        (cells * (coordinates + counts)).div_ceil(8 * BIT)
    }
}

/// The binary logarithm of a number from 1, linear between powers of two.
fn log2(number: u64) -> u64 {
    let whole = number.max(1).ilog2();
    let fraction = ((u128::from(number.max(1)) * u128::from(BIT)) >> whole) as u64 - BIT;
    u64::from(whole) * BIT + fraction
}
