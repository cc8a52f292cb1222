//! The transition matrix of record swapping: Shlomo, Antal and Elliot 2015, section 4.2.

/// The transition matrix of record swapping, for the counts 0 to L. A count keeps its value with the probability 1 − m,
/// where m is the share of the moved records, and has each other value with the probability m/L. Source: Shlomo, Antal
/// and Elliot 2015, section 4.2: "the swap rate on the diagonal and all off-diagonals have equal probability constrained
/// to the sum of the row probabilities being equal to 1". Their swap rate is the share that stays: 0.9 for a tenth of the
/// records.
///
/// The matrix is a·I + b·J, with the identity I, the matrix J of ones, b = m/L and a = 1 − m − b. So its product with the
/// matrix P of a method is a·P + b·C, where each row of C has the column sums of P over the counts 0 to L. No matrix is
/// stored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Swapping {
    moved: f64,
    largest: u64,
}

impl Swapping {
    /// The matrix for a share of moved records, from 0 to 1, and the largest count L. L is at least 1, because a single
    /// count has no other value.
    ///
    /// ```
    /// use cellveil::measure::Swapping;
    /// let swapping = Swapping::new(0.1, 5).unwrap();
    /// assert_eq!((swapping.stays(), swapping.spread()), (0.9, 0.02));
    /// assert!(Swapping::new(1.5, 5).is_none());
    /// ```
    #[must_use]
    pub fn new(moved: f64, largest: u64) -> Option<Self> {
        (0.0..=1.0).contains(&moved).then_some(Self { moved, largest: largest.max(1) })
    }

    /// The diagonal of the matrix: the probability that a count keeps its value.
    pub fn stays(&self) -> f64 {
        1.0 - self.moved
    }

    /// The probability of each other value, b.
    pub fn spread(&self) -> f64 {
        self.moved / self.largest as f64
    }

    /// The factor a of the identity.
    pub(super) fn factor(&self) -> f64 {
        self.stays() - self.spread()
    }

    /// The largest count, L.
    pub(super) fn largest(&self) -> u64 {
        self.largest
    }

    /// Whether no record moved.
    pub(super) fn is_identity(&self) -> bool {
        self.moved == 0.0
    }
}
