//! Perturbation tables (p-tables): import, validation and the form stored in a cube.
//!
//! A p-table says, for a count and a cell key, which noise to add. Two shapes are in use:
//!
//! | shape | a row | published by | here |
//! |---|---|---|---|
//! | interval | noises with the upper bounds of their intervals in \[0, 1) | R `ptable`, τ-ARGUS | [`IntervalTable`] |
//! | dense | one noise for each key 0 ..= K − 1 | ONS, Cantabular | [`DenseTable`] |
//!
//! [`Ptable::parse`] reads the published files (as text: a caller that has a `.gz` inflates it first),
//! [`Ptable::encode`] and [`Ptable::decode`] are the binary form of `FORMAT.md`. Whatever way a table came in, it is
//! valid once it exists: complete, within the limits below, and no result is ever negative.
//!
//! Sources: Fraser and Wooton (2005) for the dense form, Giessing (2016) and the R package `ptable` for the interval
//! form, the ONS package `cell_key_perturbation` for the rule of [`DenseTable::row_for`].

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
#[cfg(feature = "full")]
mod import;
mod interval;
#[cfg(feature = "full")]
mod noise;
#[cfg(feature = "cli")]
pub mod offset;
#[cfg(feature = "full")]
mod posterior;
mod stored;
#[cfg(all(test, feature = "workshop"))]
mod tests;

pub use dense::{DenseTable, ROW_CYCLE};
#[cfg(feature = "full")]
pub use error::Place;
pub use error::{Flaw, PtableError};
pub use interval::{Entry, IntervalTable, ONE};
#[cfg(feature = "full")]
pub use noise::{Lookup, Noise};
#[cfg(feature = "full")]
pub use posterior::{Credible, Posterior};

/// Largest absolute noise: it must fit 16 bits with one value to spare, and real tables stay below 100.
pub const MAX_NOISE: i32 = 32_767;
/// Most rows of a table, row 0 not counted. ONS uses 750; R `ptable` about twice its largest change.
pub const MAX_ROWS: u32 = 100_000;
/// Most keys of a dense table. ONS and Cantabular use 256.
pub const MAX_KEYS: u32 = 65_536;
/// Most entries of an interval table: 4 million, 64 MB in memory.
pub const MAX_INTERVALS: usize = 1 << 22;
/// Most noises of a dense table, rows times keys: 16 million, 32 MB in memory. The fewest rows with the most keys fit.
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
    /// Rows of intervals of \[0, 1).
    Interval(IntervalTable),
    /// A noise for each row and key.
    Dense(DenseTable),
}

impl Ptable {
    /// Reads a published p-table; the header line says which of the formats it is. `name` is the file's name, for errors.
    ///
    /// | header | format | shape |
    /// |---|---|---|
    /// | `pcv,ckey,pvalue` | ONS | dense |
    /// | `cell_value,cell_key,perturbation` | Cantabular | dense |
    /// | `i,j,p,v,p_int_lb,p_int_ub,type` | R `ptable` | interval |
    /// | `i;j;p;v;p_int_ub` | its export to τ-ARGUS | interval |
    ///
    /// Columns may be in any order, separated by `,` or `;`, quoted or not, after an unnamed column of row names
    /// or not; line ends may be LF or CRLF; a byte order mark and spaces around a value are ignored.
    ///
    /// Dense tables, under either header: a line a row and key, in any order, each exactly once. A key may be an
    /// inclusive range, `10-20`, as Cantabular documents it
    /// (<https://docs.cantabular.com/latest/data-loading-guide/perturbation.html>, which also gives the ONS header as
    /// the older one of the same format). Every row has all keys, row 0 included where it is given.
    ///
    /// Interval tables: a line an interval, rows ascending from 0, intervals ascending within a row; a noise may come
    /// twice, as in modified p-tables. `p_int_lb` and `type` may be absent (τ-ARGUS, SAS); a `type` other than `all`
    /// belongs to a magnitude table and is refused. `p` and the bounds are decimals of at most 25 significant digits, read exactly,
    /// and must agree with each other within 10^-6, because R rounds them to 8 digits. What decides a cell is
    /// `p_int_ub`, rounded half up to 2^-32; the last one of a row is taken as 1.
    ///
    /// # Errors
    /// [`PtableError::File`], with the file's name and, where there is one, the line and the column.
    #[cfg(feature = "full")]
    pub fn parse(bytes: &[u8], name: &str) -> Result<Self, PtableError> {
        import::parse(bytes, name)
    }

    /// The form of `FORMAT.md`. The same table always gives the same bytes.
    pub fn encode(&self) -> Vec<u8> {
        match self {
            Self::Interval(table) => stored::encode_interval(table),
            Self::Dense(table) => stored::encode_dense(table),
        }
    }

    /// Reads the form of `FORMAT.md`.
    ///
    /// # Errors
    /// [`PtableError::Stored`] for bytes that are not of that form, are of a newer version of it, or are cut short or too long;
    /// [`PtableError::Table`] where the form is right and the table is not.
    pub fn decode(bytes: &[u8]) -> Result<Self, PtableError> {
        stored::decode(bytes)
    }

    /// The largest absolute noise in the table: no cell changes by more.
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
