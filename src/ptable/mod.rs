//! Perturbation tables (p-tables): import, validation and the form stored in a cube.
//!
//! A p-table gives the noise to add for a count and a cell key. Two shapes are in use:
//!
//! | shape | a row | published by | here |
//! |---|---|---|---|
//! | interval | noises with the upper bounds of their intervals in \[0, 1) | R `ptable`, τ-ARGUS | [`IntervalTable`] |
//! | dense | one noise for each key 0 ..= K − 1 | ONS, Cantabular | [`DenseTable`] |
//!
//! `Ptable::parse` reads published files that are not compressed. [`Ptable::encode`] and [`Ptable::decode`] write and
//! read the binary form of `src/ptable/FORMAT.md`. Every [`Ptable`] is valid: its rows are complete, it is within the
//! limits below, and it makes no count negative.
//!
//! Sources: Fraser and Wooton (2005) for the dense form, Giessing (2016) and the R package `ptable` for the interval
//! form, the ONS package `cell_key_perturbation` for [`DenseTable::row_for`].

#[cfg(feature = "workshop")]
pub mod check;
#[cfg(feature = "workshop")]
pub mod convert;
#[cfg(feature = "full")]
mod decimal;
mod dense;
#[cfg(feature = "workshop")]
pub mod design;
mod error;
#[cfg(feature = "workshop")]
pub mod export;
mod flaw;
#[cfg(feature = "full")]
mod import;
#[path = "import/disabled.rs"]
#[cfg(not(feature = "full"))]
mod import;
mod interval;
#[cfg(feature = "full")]
mod noise;
#[cfg(feature = "make")]
pub mod offset;
#[cfg(feature = "full")]
mod posterior;
mod stored;

pub use dense::DenseTable;
pub use error::PtableError;
pub use flaw::Flaw;
pub use import::ImportError;
#[cfg(feature = "full")]
pub use import::{ImportFlaw, Place};
pub use interval::{Entry, IntervalTable, ONE};
#[cfg(feature = "full")]
pub use noise::{Lookup, Noise};
#[cfg(feature = "full")]
pub use posterior::{Credible, Posterior};

/// Number of last rows that counts beyond the last row use in turn. The ONS package has 750 rows and uses rows 501 to
/// 750 for larger counts.
pub const ROW_CYCLE: u32 = 250;
/// Largest absolute noise. The 16-bit value −32,768 is unused. Published tables have noise below 100.
pub const MAX_NOISE: i32 = 32_767;
/// Maximum number of rows in a table, without row 0. The ONS uses 750 rows. R `ptable` uses about twice its largest
/// noise.
pub const MAX_ROWS: u32 = 100_000;
/// Maximum number of keys in a dense table. The ONS and Cantabular use 256 keys.
pub const MAX_KEYS: u32 = 65_536;
/// Maximum number of entries in an interval table: 4 million, 64 MB in memory.
pub const MAX_INTERVALS: usize = 1 << 22;
/// Maximum number of noises in a dense table, rows times keys: 16 million, 32 MB in memory. A table of 250 rows and
/// [`MAX_KEYS`] keys is within this limit.
pub const MAX_NOISES: usize = 1 << 24;

/// A valid perturbation table of either shape.
///
/// ```
/// use cellveil::ptable::Ptable;
/// let file = b"i,j,p,v,p_int_lb,p_int_ub,type\n\
///              0,0,1,0,0,1,all\n\
///              1,0,0.5,-1,0,0.5,all\n\
///              1,2,0.5,1,0.5,1,all\n";
/// let table = Ptable::parse(file, "example.csv")?;
/// assert_eq!(table.largest_change(), 1);
/// assert_eq!(Ptable::decode(&table.encode())?, table);
/// # Ok::<(), cellveil::ptable::PtableError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ptable {
    /// Rows that divide \[0, 1) into intervals.
    Interval(IntervalTable),
    /// A noise for each row and key.
    Dense(DenseTable),
}

impl Ptable {
    /// Writes the table in the form of `src/ptable/FORMAT.md`. Equal tables give equal bytes.
    pub fn encode(&self) -> Vec<u8> {
        match self {
            Self::Interval(table) => stored::encode_interval(table),
            Self::Dense(table) => stored::encode_dense(table),
        }
    }

    /// Reads a table in the form of `src/ptable/FORMAT.md`.
    ///
    /// # Errors
    /// [`PtableError::Stored`] for malformed bytes, a newer version, or a wrong length; [`PtableError::Table`] for
    /// well-formed bytes of an invalid table.
    pub fn decode(bytes: &[u8]) -> Result<Self, PtableError> {
        stored::decode(bytes)
    }

    /// The largest absolute noise in the table. Every cell changes by at most this number.
    pub fn largest_change(&self) -> u32 {
        match self {
            Self::Interval(table) => table.largest_change(),
            Self::Dense(table) => table.largest_change(),
        }
    }
}

impl From<IntervalTable> for Ptable {
    fn from(table: IntervalTable) -> Self {
        Self::Interval(table)
    }
}

impl From<DenseTable> for Ptable {
    fn from(table: DenseTable) -> Self {
        Self::Dense(table)
    }
}
