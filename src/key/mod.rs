//! Record keys, and the cell keys computed from them.
//!
//! The key of a record is a random integer below the modulus M. The key of a cell is the sum modulo M, or the XOR, of
//! its records' keys. Equal sets of records therefore have equal cell keys in all tables (Fraser and Wooton 2005;
//! Shlomo, Antal and Elliot 2015, section 3.2).

mod category;
#[cfg(feature = "audit")]
pub mod check;
#[cfg(feature = "audit")]
pub mod derive;
#[cfg(feature = "make")]
mod draw;
mod hash;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod lanes;

pub use category::category_key;
#[cfg(feature = "make")]
pub use draw::{KeyDraw, SEEDED, SeededKeys};
pub use hash::{DrawHash, md5_draw};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The default modulus, 2^32.
pub const DEFAULT_MODULUS: u64 = 1 << 32;
/// The largest modulus. A JavaScript number holds every key below it exactly.
pub const MAX_MODULUS: u64 = 1 << 53;

/// The reason why a modulus or a combination of keys is invalid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The modulus is outside 2 ..= 2^53.
    #[error("key.modulus is {0}; expected a whole number from 2 to 2^53 (9007199254740992)")]
    Modulus(u64),
    /// XOR needs a modulus that is a power of two.
    #[error("key.modulus is {0} with combine = \"xor\"; expected a power of two")]
    XorModulus(u64),
}

/// How record keys combine to a cell key: by sum or by XOR.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Combine {
    /// Addition modulo M.
    #[default]
    Sum,
    /// Bitwise exclusive or. M must be a power of two.
    Xor,
}

/// The modulus M, from 2 to 2^53. All keys are below M.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(into = "u64")]
pub struct Modulus(u64);

impl TryFrom<u64> for Modulus {
    type Error = KeyError;
    fn try_from(value: u64) -> Result<Self, KeyError> {
        if (2..=MAX_MODULUS).contains(&value) { Ok(Self(value)) } else { Err(KeyError::Modulus(value)) }
    }
}

impl From<Modulus> for u64 {
    fn from(value: Modulus) -> u64 {
        value.0
    }
}

impl Default for Modulus {
    fn default() -> Self {
        Self(DEFAULT_MODULUS)
    }
}

impl Modulus {
    /// The modulus as a number.
    pub fn get(self) -> u64 {
        self.0
    }

    /// The number of bits of the largest key, M − 1: 1 to 53.
    pub fn bits(self) -> u32 {
        64 - (self.0 - 1).leading_zeros()
    }
}

/// A modulus M and the operation that combines keys below M. Keys form a group under this operation.
///
/// ```
/// use cellveil::key::{Combine, KeyGroup, Modulus};
/// let group = KeyGroup::new(Combine::Sum, Modulus::try_from(256)?)?;
/// assert_eq!(group.combine(200, 100), 44);
/// # Ok::<(), cellveil::key::KeyError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyGroup {
    combine: Combine,
    modulus: Modulus,
}

impl KeyGroup {
    /// Pairs an operation with a modulus.
    ///
    /// # Errors
    /// [`KeyError::XorModulus`]: XOR with a modulus that is not a power of two.
    pub fn new(combine: Combine, modulus: Modulus) -> Result<Self, KeyError> {
        if combine == Combine::Xor && !modulus.get().is_power_of_two() {
            return Err(KeyError::XorModulus(modulus.get()));
        }
        Ok(Self { combine, modulus })
    }

    /// The modulus.
    pub fn modulus(self) -> Modulus {
        self.modulus
    }

    /// The operation that combines keys.
    pub fn operation(self) -> Combine {
        self.combine
    }

    /// The bit mask of a key, for sums modulo a power of two. A caller may add keys with overflow and then mask the
    /// sum.
    pub(crate) fn mask(self) -> Option<u64> {
        let modulus = self.modulus.0;
        (self.combine == Combine::Sum && modulus.is_power_of_two()).then(|| modulus - 1)
    }

    /// Whether keys are sums modulo a divisor of 2^32. A caller may then add keys in 32 bits and ignore the carry.
    pub(crate) fn divides_word(self) -> bool {
        self.mask().is_some_and(|mask| mask <= u32::MAX.into())
    }

    /// Combines two keys below M into one key below M. The operation is associative and commutative, and its identity
    /// is 0.
    #[inline]
    pub fn combine(self, a: u64, b: u64) -> u64 {
        match self.combine {
            // M ≤ 2^53, so the sum of two keys cannot overflow, and one subtraction reduces it below M.
            Combine::Sum if a + b >= self.modulus.0 => a + b - self.modulus.0,
            Combine::Sum => a + b,
            Combine::Xor => a ^ b,
        }
    }

    /// Returns the inverse of `key`: the key that combines with `key` to 0.
    pub(crate) fn inverse(self, key: u64) -> u64 {
        match self.combine {
            Combine::Sum if key > 0 => self.modulus.0 - key,
            _ => key,
        }
    }
}
