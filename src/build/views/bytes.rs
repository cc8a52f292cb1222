//! Estimates the number of bytes of a view's tiles before they are written.

/// Number of units in a bit. All computations use whole units instead of floating point, so every machine chooses the
/// same views.
const BIT: u64 = 256;
/// log2 e, in units of 1/256 bit. A cell at a random place takes up to `log2(places / cells) + log2(e)` bits. A random
/// count takes `log2(mean count) + log2(e)` bits.
const LOG2_E: u64 = 369;
/// Bytes of a tile without cells, for a view with few dimensions.
const HEAD: u64 = 20;
/// Maximum factor between the bytes of the finest view and the bytes of random cells, in either direction.
const FAR: u64 = 8;

/// Measurements of the finest view, used to estimate other views.
#[derive(Debug)]
pub(super) struct Expected {
    key_bits: u64,
    /// Number of records in all cells.
    population: u64,
    /// Bytes of the finest view's coordinates and counts (`found`), and their expected bytes if cells were random
    /// (`random`).
    found: u64,
    random: u64,
}

impl Expected {
    /// Measures the finest view by its number of cells, its number of possible places, and its bytes.
    pub fn new(key_bits: u32, population: u64, (cells, places, bytes): (u64, u64, u64)) -> Self {
        let learnt = Self { key_bits: key_bits.into(), population, found: 1, random: 1 };
        let random = learnt.random_bytes(cells, places).max(1);
        let found = bytes.saturating_sub(learnt.keys(cells));
        Self { found: found.clamp(random.div_ceil(FAR), random.saturating_mul(FAR)), random, ..learnt }
    }

    /// The expected bytes of a view, given its number of cells, possible places and slices.
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
        // Approximates `log2(binomial(places, cells)) / cells` for few cells. `free` is 0 if every place has a cell.
        let free = u128::from(LOG2_E) * u128::from(places - cells) / u128::from(places);
        let coordinates = log2(places / cells) + free as u64;
        let counts = log2((self.population / cells).max(1)) + LOG2_E;
        (cells * (coordinates + counts)).div_ceil(8 * BIT)
    }
}

/// The binary logarithm of a number from 1, in units of 1/256 bit. It is linear between powers of two.
fn log2(number: u64) -> u64 {
    let whole = number.max(1).ilog2();
    let fraction = ((u128::from(number.max(1)) * u128::from(BIT)) >> whole) as u64 - BIT;
    u64::from(whole) * BIT + fraction
}
