//! The options of a measurement.

/// The weights of the terms of the risk R: w1, w2 in two parts, and w3. Each weight is at least 0, and their sum is 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Weight of the share of empty cells.
    pub zeros: f64,
    /// Weight of the entropy of counts up to 6.
    pub small: f64,
    /// Weight of the entropy of larger counts.
    pub large: f64,
    /// Weight of the size of the population.
    pub size: f64,
}

/// Tolerance for the sum of the weights, because decimal weights are rounded.
const TOLERANCE: f64 = 1e-9;

impl Weights {
    /// Returns the weights if each is from 0 to 1 and their sum is 1; otherwise `None`.
    #[must_use]
    pub fn checked(self) -> Option<Self> {
        let Self { zeros, small, large, size } = self;
        let all = [zeros, small, large, size];
        let fits = all.iter().all(is_share) && (all.iter().sum::<f64>() - 1.0).abs() <= TOLERANCE;
        fits.then_some(self)
    }
}

fn is_share(number: &f64) -> bool {
    (0.0..=1.0).contains(number)
}

/// The weights of Shlomo, Antal and Elliot 2015, section 4.1.
impl Default for Weights {
    fn default() -> Self {
        Self { zeros: 0.1, small: 0.7, large: 0.1, size: 0.1 }
    }
}

/// Factors of the entropy terms after protection, each from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Multiplier {
    /// Factor of the entropy of small counts, up to 6.
    pub small: f64,
    /// Factor of the entropy of larger counts.
    pub large: f64,
}

impl Multiplier {
    /// Returns the factors if both are from 0 to 1; otherwise `None`.
    #[must_use]
    pub fn checked(self) -> Option<Self> {
        [self.small, self.large].iter().all(is_share).then_some(self)
    }
}

/// The value of a suppressed or blocked cell in measures of utility.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Suppressed {
    /// The value 0.
    #[default]
    Zero,
    /// The row's total minus its shown values, divided equally among the suppressed cells: Shlomo 2007, section 4.2.
    Average,
}

/// The number of cells that share the records behind a published value j, for R after protection. The number of records
/// is `Σ_i i · n_i · p_ij`, the expected total from the cells of value j.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Divisor {
    /// The expected number of cells with the value, `Σ_i n_i · p_ij`. The quotient is the mean count behind the value.
    #[default]
    Expected,
    /// The realised number of cells with the value, n'_j: Shlomo, Antal and Elliot 2015, section 4.2. The quotient is
    /// near the mean count only if many cells have the value. A large count that occurs once, with the probability p
    /// of its published value, shrinks to p times the count.
    Realised,
}

/// All options, each with a default.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Choices {
    /// The weights of the risk R.
    pub weights: Weights,
    /// Factors of the entropy terms. `None` stands for the means of the diagonal of the method's transition matrix
    /// ([`Transitions::multiplier`](super::Transitions::multiplier)).
    pub multiplier: Option<Multiplier>,
    /// The number of cells that share the records behind a published value.
    pub divisor: Divisor,
    /// Largest R before protection of a table that needs no protection, and the weights of this R. `None` without this
    /// limit.
    pub protect_above: Option<(f64, Weights)>,
    /// The substitute for suppressed and blocked values.
    pub suppressed: Suppressed,
    /// The axis of the areas. `None` stands for the first axis.
    pub areas: Option<usize>,
    /// The target group, as its places on each axis except the axis of the areas. `None` stands for the first place of
    /// each axis.
    pub target: Option<Vec<Vec<usize>>>,
}
