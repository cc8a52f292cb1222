//! Defines `cube.json`, the first file that a page reads. [`Manifest`] has its fields; [`Cube`](super::Cube) is the checked
//! form.

use std::fmt::Display;

use serde::Serialize;
use thiserror::Error;

use super::digest::seal;
use super::explain::ExplainPart;
use super::terms::About;
use crate::dimension::{Role, Text};
use crate::key::{Combine, KeyError, Modulus};
use crate::measure::PublishedMeasures;
use crate::protect::{Parameters, Rest};
use crate::rules::RulesPart;

/// The name of the manifest in its folder.
pub const MANIFEST: &str = "cube.json";
/// Names the kind of file.
pub(super) const FORMAT: &str = "cellveil-cube";
/// The version that this crate writes, and the newest that it reads.
pub const VERSION: u32 = 1;
/// Largest manifest that is read: 64 MiB, a cube of about a million codes.
pub(super) const MAX_BYTES: usize = 64 << 20;

/// Why a manifest is invalid. Each error names the field of `cube.json`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ManifestError {
    /// Not a cellveil manifest at all.
    #[error(
        "cube.json is not the manifest of a cellveil cube: expected a JSON object with \"format\": \"cellveil-cube\""
    )]
    NotACube,
    /// Larger than this version reads.
    #[error("cube.json is {0} bytes long; expected at most 67108864")]
    TooLong(usize),
    /// Written by a later version.
    #[error("cube.json has version {0}, newer than this reader's ({VERSION}); expected a newer cellveil to open it")]
    Newer(u64),
    /// A byte has changed since the manifest was written.
    #[error("cube.json is damaged: its contents do not match the digest at its end; expected the file as it was built")]
    Digest,
    /// The JSON does not have the shape of a manifest.
    #[error("cube.json: {0}")]
    Shape(String),
    /// A field has an invalid value.
    #[error("cube.json: {field} {problem}; expected {expected}")]
    Field {
        /// Which field, with the name of the dimension, view or file it belongs to.
        field: String,
        /// The field's problem.
        problem: String,
        /// The expected value.
        expected: &'static str,
    },
    /// The key section contradicts itself.
    #[error("cube.json: {0}")]
    Key(#[from] KeyError),
}

impl ManifestError {
    #[cold]
    pub(super) fn field(field: &dyn Display, problem: &dyn Display, expected: &'static str) -> Self {
        Self::Field { field: field.to_string(), problem: problem.to_string(), expected }
    }
}

/// The manifest as it is written, field by field.
#[derive(Debug, Clone, Serialize)]
pub struct Manifest {
    /// Always `cellveil-cube`.
    pub format: String,
    /// See [`VERSION`].
    pub version: u32,
    /// Title, unit, data, audience and release class.
    #[serde(flatten)]
    pub about: About,
    /// The cell keys' modulus and salt; absent in a sealed cube.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<KeyPart>,
    /// Axes of the data.
    pub dimensions: Vec<DimensionPart>,
    /// Combinations of codes that cannot exist.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub structural_zeros: Vec<Vec<(String, Vec<String>)>>,
    /// Protection methods and their names; p-tables are named by their file.
    pub methods: Vec<(String, Parameters)>,
    /// Properties of a sealed cube's method. Readers of other cubes compute them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub properties: Option<PropertiesPart>,
    /// The specification's choice about explanations; in a sealed cube, the explanations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<ExplainPart>,
    /// The codes that mark imputed or changed records, by dimension.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub altered: Vec<(String, Vec<String>)>,
    /// The limits on a keyed cube's tables. A sealed cube holds only tables within the limits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesPart>,
    /// The views, finest first. A sealed cube has the views with the fewest axes first.
    pub views: Vec<ViewPart>,
    /// Sets of axes that a sealed cube refuses, although `[publish]` would otherwise include them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedPart>,
    /// Every other file of the cube, in order of their paths.
    pub files: Vec<FilePart>,
    /// The digest at the end of a read manifest. [`to_bytes`](Self::to_bytes) computes the digest of a new one.
    #[serde(skip)]
    pub digest: String,
}

/// How cell keys combine, and their salt.
#[derive(Debug, Clone, Default, Serialize)]
pub struct KeyPart {
    /// Sum or exclusive or.
    pub combine: Combine,
    /// M.
    pub modulus: Modulus,
    /// Whether record keys are drawn evenly from 0 to M − 1; false for digits of an identifier.
    pub uniform: bool,
    /// Hexadecimal; enters the hashes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub salt: String,
}

/// Properties of a sealed cube's method that its public parameters do not determine.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct PropertiesPart {
    /// The mean noise is 0.
    pub unbiased: bool,
    /// Empty cells are shown as 0 or suppressed.
    pub keeps_zeros: bool,
    /// Largest difference between a shown value and its true count.
    pub largest_change: u64,
}

/// A set of axes that no view contains.
#[derive(Debug, Clone, Serialize)]
pub struct RefusedPart {
    /// `dimension` or `dimension:level`.
    pub axes: Vec<String>,
    /// The reason, in words that follow the axes' names: "are never published together".
    pub reason: String,
}

/// A dimension as it is written.
#[derive(Debug, Clone, Serialize)]
pub struct DimensionPart {
    /// The name in queries.
    pub name: String,
    /// For readers.
    pub label: Text,
    /// A note for readers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<Text>,
    /// Whether the codes are areas or times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Codes and labels in order.
    pub codes: Vec<(String, Text)>,
    /// Coarser groupings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<LevelPart>,
}

/// A level as it is written.
#[derive(Debug, Clone, Serialize)]
pub struct LevelPart {
    /// The name after the colon.
    pub name: String,
    /// For readers.
    pub label: Text,
    /// Groups and labels in order.
    pub codes: Vec<(String, Text)>,
    /// For each code of the dimension, the position of its group.
    pub of: Vec<u32>,
}

/// A view as it is written.
#[derive(Debug, Clone, Serialize)]
pub struct ViewPart {
    /// `dimension` or `dimension:level`, in the order of the tiles' coordinates.
    pub axes: Vec<String>,
    /// Number of cells in all tiles.
    pub cells: u64,
    /// The status or value of a sealed cube's cells outside its tiles.
    #[serde(skip_serializing_if = "Rest::is_zero")]
    pub rest: Rest,
    /// Risk and utility of a sealed view, if its publisher discloses them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measures: Option<PublishedMeasures>,
    /// The axis along which the view is cut into tiles; absent for a view of one tile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<String>,
    /// The tiles in order.
    pub tiles: Vec<TilePart>,
}

/// A slice of a view as it is written.
#[derive(Debug, Clone, Serialize)]
pub struct TilePart {
    /// Path of the file.
    pub file: String,
    /// Which section of the file.
    #[serde(skip_serializing_if = "is_zero")]
    pub section: u32,
    /// Number of cells.
    pub cells: u64,
    /// Positions of the first and the last code of the splitting axis that the slice covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub codes: Option<(u32, u32)>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A file as it is written.
#[derive(Debug, Clone, Serialize)]
pub struct FilePart {
    /// Inside the cube's folder.
    pub path: String,
    /// Length.
    pub bytes: u64,
    /// Lower-case hexadecimal.
    pub sha256: String,
}

impl Manifest {
    /// The first two fields of every manifest.
    pub fn format() -> (String, u32) {
        (FORMAT.to_owned(), VERSION)
    }

    /// The bytes of `cube.json`, with the digest at their end.
    pub fn to_bytes(&self) -> Result<Vec<u8>, ManifestError> {
        let json = serde_json::to_string(self).map_err(|error| ManifestError::Shape(error.to_string()))?;
        Ok(seal(json).into_bytes())
    }
}
