//! Synthetic people: invented households and persons for tests, lessons and demonstrations. Nobody in them exists, and
//! no real data enter. `docs/reference/synthetic.md` lists the variables and says what is not realistic.
//!
//! Areas and households are drawn one after the other from the seed. Neither draw uses the number of households, so a
//! smaller population is the beginning of a larger one. All draws use integers, so every machine makes the same people.

#[macro_use]
mod codes;
mod ages;
mod areas;
mod draws;
mod home;
mod household;
mod languages;
mod marriage;
mod members;
mod origin;
mod records;
mod specification;
mod work;
mod zeros;

use std::fmt;

pub use areas::{Area, Areas, Character};
pub use codes::{
    Activity, Dwelling, Education, Health, HouseholdType, MaritalStatus, Occupation, Relation, Sex, Tenure,
};
pub use household::{Household, Households, Person};
pub use languages::Language;
pub use origin::Country;
pub use records::{COLUMNS, Value, csv_header, push_csv, values};
pub use specification::specification;
pub use zeros::{StructuralZero, structural_zeros};

use draws::Draws;

/// Most households of one population. The limit keeps the areas within the codes of a dimension.
pub const MAX_HOUSEHOLDS: u64 = 100_000_000;
/// Most households of a population in memory, as in a browser. Their CSV takes about 240 MB.
pub const MAX_IN_MEMORY: u64 = 1_000_000;
/// The largest seed. JavaScript has all whole numbers up to this one.
pub const MAX_SEED: u64 = (1 << 53) - 1;

/// The size and the seed of a population, both within their limits.
///
/// ```
/// use cellveil::synthetic::{Households, Request};
/// let persons: usize = Households::new(Request::new(100, 7)?).map(|household| household.persons.len()).sum();
/// assert!((180..300).contains(&persons));
/// # Ok::<(), cellveil::synthetic::SyntheticError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    households: u32,
    seed: u64,
}

impl Request {
    /// Checks a number of households and a seed.
    ///
    /// # Errors
    /// Fails if there are no households or more than [`MAX_HOUSEHOLDS`], or if the seed is above [`MAX_SEED`].
    pub fn new(households: u64, seed: u64) -> Result<Self, SyntheticError> {
        Self::up_to(MAX_HOUSEHOLDS, households, seed)
    }

    /// Checks a number of households for a population in memory, and a seed.
    ///
    /// # Errors
    /// Fails like [`Request::new`], and with more than [`MAX_IN_MEMORY`] households.
    pub fn in_memory(households: u64, seed: u64) -> Result<Self, SyntheticError> {
        Self::up_to(MAX_IN_MEMORY, households, seed)
    }

    fn up_to(most: u64, households: u64, seed: u64) -> Result<Self, SyntheticError> {
        let fits = u32::try_from(households).ok().filter(|_| (1..=most).contains(&households));
        let Some(households) = fits else { return Err(SyntheticError::Households { found: households, most }) };
        if seed > MAX_SEED {
            return Err(SyntheticError::Seed(seed));
        }
        Ok(Self { households, seed })
    }

    /// Number of households.
    pub fn households(self) -> u32 {
        self.households
    }

    /// The seed.
    pub fn seed(self) -> u64 {
        self.seed
    }

    /// The generators of a seed. Each part has a generator of its own, so that record keys do not depend on answers.
    fn streams(self) -> Streams {
        let mut root = Draws::new(self.seed);
        let mut next = || Draws::new(root.number());
        Streams { areas: next(), people: next(), keys: next(), salt: next() }
    }
}

/// The generators of one population.
struct Streams {
    areas: Draws,
    people: Draws,
    keys: Draws,
    salt: Draws,
}

/// A number of households or a seed that is outside its limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SyntheticError {
    /// No households, or too many.
    Households {
        /// The number found.
        found: u64,
        /// The largest number here.
        most: u64,
    },
    /// The seed is too large.
    Seed(u64),
}

impl SyntheticError {
    /// The code of the error in JavaScript.
    pub fn code(self) -> &'static str {
        match self {
            Self::Households { .. } => "bad-households",
            Self::Seed(_) => "bad-seed",
        }
    }
}

impl fmt::Display for SyntheticError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Households { found, most } => {
                write!(out, "households is {found}; expected a whole number from 1 to {most}")
            }
            Self::Seed(found) => write!(out, "seed is {found}; expected a whole number from 0 to {MAX_SEED}"),
        }
    }
}

impl std::error::Error for SyntheticError {}
