//! Defines `cube.json`, the first file that a page reads. [`Manifest`] holds its fields as written.
//! [`Cube`](super::Cube) is the checked form.

use std::fmt::Display;

use serde::Serialize;
use thiserror::Error;

use super::digest::seal;
use super::explain::ExplainPart;
use super::pretabular::PretabularPart;
use super::short::shorten;
use super::terms::About;
use crate::base::json::{Value, to_text};
use crate::base::{FULL, OnlyFull};
use crate::dimension::{Role, Text};
use crate::key::{Combine, KeyError, Modulus};
use crate::measure::PublishedMeasures;
use crate::protect::{Parameters, Rest};
use crate::rules::RulesPart;

/// The file name of the manifest.
pub const MANIFEST: &str = "cube.json";
/// Identifies a JSON file as a manifest.
pub(super) const FORMAT: &str = "cellveil-cube";
/// Identifies the public document of an encrypted cube (`ENCRYPTED.md`).
pub(super) const ENCRYPTED: &str = "cellveil-encrypted";
/// The version of a manifest that is one file.
pub const VERSION: u32 = 1;
/// The version of a manifest with parts in files of their own.
pub(super) const IN_PARTS: u32 = 2;
/// The version of a manifest with files of tile entries.
pub(super) const WITH_TILE_ENTRIES: u32 = 3;
/// The version of a manifest with parts and short lists. Builders write this version for all manifests with parts.
pub(super) const SHORT: u32 = 4;
/// The newest version. Only a build with the feature `full` reads versions above [`VERSION`].
pub(crate) const NEWEST_OF_FULL: u32 = SHORT;
/// The newest version that this build reads.
pub(super) const NEWEST: u32 = if FULL { NEWEST_OF_FULL } else { VERSION };
/// Maximum size of a manifest in bytes: 64 MiB, enough for about a million codes.
pub(super) const MAX_BYTES: usize = 64 << 20;

/// Why a manifest is invalid. Each error names the field of `cube.json`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ManifestError {
    /// The file is not the manifest of a cellveil cube.
    #[error(
        "cube.json is not the manifest of a cellveil cube: expected a JSON object with \"format\": \"cellveil-cube\""
    )]
    NotACube,
    /// The file is the public document of an encrypted cube.
    #[error(
        "the cube is encrypted; expected its passphrase, for --passphrase-env or unlock() of cellveil/encrypted.js"
    )]
    Encrypted,
    /// The manifest is larger than the maximum size.
    #[error("cube.json is {0} bytes long; expected at most 67108864")]
    TooLong(usize),
    /// A later version of cellveil wrote the manifest.
    #[error("cube.json has version {0}, newer than this reader's ({NEWEST}); expected a newer cellveil to open it")]
    Newer(u64),
    /// Parts of the manifest are in files of their own, and the reader needs a manifest in one file.
    #[error("cube.json has parts in files of their own; expected a reader that loads these files")]
    InParts(OnlyFull<()>),
    /// The digest does not match. The manifest has changed since it was written.
    #[error("cube.json is damaged: its contents do not match the digest at its end; expected the file as it was built")]
    Digest,
    /// The JSON does not have the shape of a manifest.
    #[error("cube.json: {0}")]
    Shape(String),
    /// A field has an invalid value.
    #[error("cube.json: {field} {problem}; expected {expected}")]
    Field {
        /// The field, with the name of its dimension, view or file.
        field: String,
        /// The problem with the field's value.
        problem: String,
        /// The expected value.
        expected: &'static str,
    },
    /// The modulus and the way to combine keys do not fit together.
    #[error("cube.json: {0}")]
    Key(#[from] KeyError),
}

impl ManifestError {
    #[cold]
    pub(super) fn field(field: &dyn Display, problem: &dyn Display, expected: &'static str) -> Self {
        Self::Field { field: field.to_string(), problem: problem.to_string(), expected }
    }
}

/// The fields of `cube.json`, in order.
#[derive(Debug, Clone, Serialize)]
pub struct Manifest {
    /// Always `cellveil-cube`.
    pub format: String,
    /// The version of the format; see [`VERSION`].
    pub version: u32,
    /// Title, unit, data, audience and release class.
    #[serde(flatten)]
    pub about: About,
    /// How cell keys are computed. A sealed cube has no keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<KeyPart>,
    /// The dimensions of the data.
    pub dimensions: Vec<DimensionPart>,
    /// Combinations of codes that cannot exist.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub structural_zeros: Vec<Vec<(String, Vec<String>)>>,
    /// The names and parameters of the protection methods. A p-table is given by the path of its file.
    pub methods: Vec<(String, Parameters)>,
    /// The names and titles of the methods that have a title.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub method_titles: Vec<(String, Text)>,
    /// Properties of a sealed cube's method. Readers of a keyed cube compute them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub properties: Option<PropertiesPart>,
    /// The specification's choice whether pages may explain values, if given. A sealed cube can have the explanations
    /// here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<ExplainPart>,
    /// For each dimension that marks imputed or changed records, the codes that mark them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub altered: Vec<(String, Vec<String>)>,
    /// The steps that changed the records before they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pretabular: Option<PretabularPart>,
    /// The limits on tables of a keyed cube. A sealed cube holds only tables that the limits allow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesPart>,
    /// The views. A keyed cube has the finest view first, a sealed cube the views with the fewest axes.
    pub views: Vec<ViewPart>,
    /// The files of tile entries. Manifests of versions 1 and 2 have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiles: Option<OnlyFull<Vec<TilesPart>>>,
    /// Sets of axes that `[publish]` includes but a sealed cube refuses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedPart>,
    /// All files except the manifest, sorted by path.
    pub files: Vec<FilePart>,
    /// The digest at the end of a manifest that was read. For a new manifest, [`to_bytes`](Self::to_bytes) computes it.
    #[serde(skip)]
    pub digest: String,
}

/// How record keys combine to cell keys, and the salt of the hashes.
#[derive(Debug, Clone, Default, Serialize)]
pub struct KeyPart {
    /// How keys combine: sum or exclusive or.
    pub combine: Combine,
    /// The modulus M of the keys.
    pub modulus: Modulus,
    /// Whether record keys are uniform from 0 to M − 1. Keys from digits of an identifier are not.
    pub uniform: bool,
    /// The salt of the hashes, in hexadecimal.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub salt: String,
}

/// Properties of a sealed cube's method that its published parameters do not determine.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct PropertiesPart {
    /// Whether the mean noise is 0.
    pub unbiased: bool,
    /// Whether empty cells never get noise. They are then shown as 0 or suppressed.
    pub keeps_zeros: bool,
    /// Largest absolute difference between a shown value and its true count.
    pub largest_change: u64,
}

/// A set of axes that a sealed cube refuses.
#[derive(Debug, Clone, Serialize)]
pub struct RefusedPart {
    /// The axes, each as `dimension` or `dimension:level`.
    pub axes: Vec<String>,
    /// The reason, worded to follow the names of the axes: "are never published together".
    pub reason: String,
}

/// A dimension in `cube.json`.
#[derive(Debug, Clone, Serialize)]
pub struct DimensionPart {
    /// The dimension's name in queries.
    pub name: String,
    /// The label to show.
    pub label: Text,
    /// A note to show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<Text>,
    /// What the codes stand for: areas or times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// The codes and their labels, in order. Empty if they are in `list`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub codes: Vec<(String, Text)>,
    /// The files with the codes, if they are not in the manifest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<OnlyFull<ListPart>>,
    /// The files with the words of a long list, by which readers find a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<OnlyFull<ListPart>>,
    /// The levels, which group the codes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<LevelPart>,
}

/// A level in `cube.json`.
#[derive(Debug, Clone, Serialize)]
pub struct LevelPart {
    /// The level's name in queries, after the colon.
    pub name: String,
    /// The label to show.
    pub label: Text,
    /// The groups: their codes and labels, in order. Empty if they are in `file`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub codes: Vec<(String, Text)>,
    /// For each code of the dimension, the position of its group. Empty if the groups are in `file`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<u32>,
    /// The number of groups and the file with `codes` and `of`, if they are not in the manifest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<OnlyFull<LevelFilePart>>,
}

/// The codes of a dimension, or the entries of an index, in files of their own.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ListPart {
    /// Number of codes.
    pub count: u32,
    /// The files, in order of their codes.
    pub parts: Vec<CodesPart>,
}

/// A file with consecutive codes of a dimension, or with a list of such files.
#[derive(Debug, Clone, Serialize)]
pub struct CodesPart {
    /// Position of the first code.
    pub first: u32,
    /// The first code.
    pub code: String,
    /// The file.
    pub file: FilePart,
}

/// The file of a level.
#[derive(Debug, Clone, Serialize)]
pub struct LevelFilePart {
    /// Number of groups.
    pub count: u32,
    /// The file.
    #[serde(flatten)]
    pub file: FilePart,
}

/// A view in `cube.json`.
#[derive(Debug, Clone, Serialize)]
pub struct ViewPart {
    /// The axes as `dimension` or `dimension:level`, in the order of the tiles' coordinates.
    pub axes: Vec<String>,
    /// Number of cells in all tiles.
    pub cells: u64,
    /// In a sealed cube, the status or value of all cells that are in no tile.
    #[serde(skip_serializing_if = "Rest::is_zero")]
    pub rest: Rest,
    /// Risk and utility of a view in a sealed cube, if the publisher discloses them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measures: Option<PublishedMeasures>,
    /// The axis along which the view is cut into tiles. A view of one tile has no such axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<String>,
    /// The tile entries in order. Empty if [`Manifest::tiles`] lists files of tile entries.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tiles: Vec<TilePart>,
}

/// A file with the tile entries of consecutive views.
#[derive(Debug, Clone, Serialize)]
pub struct TilesPart {
    /// Position of the first view.
    pub first: u32,
    /// The file.
    pub file: FilePart,
}

/// A tile entry: a slice of a view, or a list of slices, in `cube.json` or in a part.
#[derive(Debug, Clone, Serialize)]
pub struct TilePart {
    /// Path of the file that holds the slice. Empty if `list` is given.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// A file that lists consecutive slices. This entry then stands for all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<OnlyFull<FilePart>>,
    /// Position of the section in the file.
    #[serde(skip_serializing_if = "is_zero")]
    pub section: u32,
    /// Number of cells in the slice.
    pub cells: u64,
    /// Positions of the first and last code that the slice covers on the splitting axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub codes: Option<(u32, u32)>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A file in `cube.json`.
#[derive(Debug, Clone, Default, Serialize)]
pub struct FilePart {
    /// Path inside the cube's folder.
    pub path: String,
    /// Length in bytes.
    pub bytes: u64,
    /// SHA-256 in lower-case hexadecimal.
    pub sha256: String,
}

/// The form of the long lists in a manifest and its parts (`FORMAT.md`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// Objects with named fields, as in versions 1 to 3.
    #[default]
    Long,
    /// Lists, as in version 4.
    Short,
}

impl Manifest {
    /// The values of `format` and `version` in a new manifest.
    pub fn format() -> (String, u32) {
        (FORMAT.to_owned(), VERSION)
    }

    /// Whether the manifest has the parts that its version requires.
    pub(super) fn has_parts_of_version(&self) -> bool {
        match self.version {
            VERSION => !self.is_in_parts(),
            IN_PARTS => self.is_in_parts() && self.tiles.is_none(),
            WITH_TILE_ENTRIES => self.tiles.is_some(),
            _ => self.is_in_parts(),
        }
    }

    /// The form of the long lists.
    pub(crate) fn form(&self) -> Form {
        if self.version < SHORT { Form::Long } else { Form::Short }
    }

    /// The bytes of `cube.json`, with their digest at the end.
    pub fn to_bytes(&self) -> Result<Vec<u8>, ManifestError> {
        let wrong = |error: &dyn Display| ManifestError::Shape(error.to_string());
        let mut json = serde_json::to_string(self).map_err(|error| wrong(&error))?;
        if self.form() == Form::Short {
            let mut value = Value::parse(json.as_bytes()).map_err(|error| wrong(&error))?;
            shorten(&mut value);
            json = to_text(&value);
        }
        Ok(seal(json).into_bytes())
    }
}
