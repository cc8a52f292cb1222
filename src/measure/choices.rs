//! What a person chooses when a table is measured.

/// The weights of the terms of R: w1, w2 in two parts, w3. They are at least 0 and add up to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Of the share of empty cells.
    pub zeros: f64,
    /// Of the entropy of counts up to 6.
    pub small: f64,
    /// Of the entropy of larger ones.
    pub large: f64,
    /// Of the size of the population.
    pub size: f64,
}

/// How far weights may be from adding up to 1: they are decimals.
const TOLERANCE: f64 = 1e-9;

impl Weights {
    /// Itself, where each weight is from 0 to 1 and they add up to 1.
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

/// Those of Shlomo, Antal and Elliot 2015, section 4.1.
impl Default for Weights {
    fn default() -> Self {
        Self { zeros: 0.1, small: 0.7, large: 0.1, size: 0.1 }
    }
}

/// What the entropy terms are multiplied by after protection, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Multiplier {
    /// That of small counts.
    pub small: f64,
    /// That of larger ones.
    pub large: f64,
}

impl Multiplier {
    /// Itself, where both numbers are from 0 to 1.
    #[must_use]
    pub fn checked(self) -> Option<Self> {
        [self.small, self.large].iter().all(is_share).then_some(self)
    }
}

/// What a suppressed or blocked cell counts as where utility is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Suppressed {
    /// 0.
    #[default]
    Zero,
    /// What its row has left, shared evenly among the row's suppressed cells: Shlomo 2007, section 4.2.
    Average,
}

/// All choices, each with a default.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Choices {
    /// See [`Weights`].
    pub weights: Weights,
    /// The mean of the diagonal of the method's transition matrix where it is absent.
    pub multiplier: Option<Multiplier>,
    /// See [`Suppressed`].
    pub suppressed: Suppressed,
    /// The axis of the areas; the first where it is absent.
    pub areas: Option<usize>,
    /// For each axis but that of the areas, the places that the target has; the first place of each where it is absent.
    pub target: Option<Vec<Vec<usize>>>,
}
