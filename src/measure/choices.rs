//! The options of a measurement.

/// The weights of the terms of R: w1, w2 in two parts, w3. Each is at least 0, and together they add up to 1.
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

/// Largest rounding error of the sum of the weights, which are decimals.
const TOLERANCE: f64 = 1e-9;

impl Weights {
    /// The weights, if each is from 0 to 1 and they add up to 1.
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
    /// Factor of the entropy of small counts.
    pub small: f64,
    /// Factor of the entropy of larger counts.
    pub large: f64,
}

impl Multiplier {
    /// The factors, if both are from 0 to 1.
    #[must_use]
    pub fn checked(self) -> Option<Self> {
        [self.small, self.large].iter().all(is_share).then_some(self)
    }
}

/// The value of a suppressed or blocked cell in measures of utility.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Suppressed {
    /// 0.
    #[default]
    Zero,
    /// The rest of its row's total, shared evenly among the row's suppressed cells: Shlomo 2007, section 4.2.
    Average,
}

/// All options, each with a default.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Choices {
    /// See [`Weights`].
    pub weights: Weights,
    /// Factors of the entropy terms. If absent: the mean of the diagonal of the method's transition matrix.
    pub multiplier: Option<Multiplier>,
    /// See [`Suppressed`].
    pub suppressed: Suppressed,
    /// The axis of the areas. If absent: the first.
    pub areas: Option<usize>,
    /// For each axis but that of the areas, the places in the target. If absent: the first place of each.
    pub target: Option<Vec<Vec<usize>>>,
}
