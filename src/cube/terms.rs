//! What a cube says of itself, in its specification and in its manifest.

use serde::{Deserialize, Serialize};

use crate::dimension::Text;

/// How sensitive the data behind a cube are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Data {
    /// About real units, not for release as they are.
    #[default]
    Confidential,
    /// A file that its owner has released to everybody.
    PublicUse,
    /// Made up; no record is a real unit.
    Synthetic,
}

impl Data {
    /// Every value, as it is written in a specification.
    pub const NAMES: &'static [&'static str] = &["confidential", "public-use", "synthetic"];
}

/// Who can fetch the files of a cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Learners of disclosure control; methods may be compared.
    Teaching,
    /// Staff who may see the data anyway.
    Internal,
    /// Visitors of a machine without a network.
    Kiosk,
    /// Everybody.
    Public,
}

impl Audience {
    /// Every value, as it is written in a specification.
    pub const NAMES: &'static [&'static str] = &["teaching", "internal", "kiosk", "public"];
}

/// What the tiles of a cube reveal to whoever reads the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Release {
    /// True counts and cell keys.
    #[default]
    Keyed,
    /// Counts that were changed before tiling, with keys unrelated to any record.
    Preprotected,
    /// Only the protected values of the published views.
    Sealed,
}

impl Release {
    /// Every value, as it is written in a specification.
    pub const NAMES: &'static [&'static str] = &["keyed", "preprotected", "sealed"];
}

/// What a cube is about and for whom: the same in its specification, its manifest and on a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct About {
    /// Names the cube in receipts.
    pub id: String,
    /// For readers.
    pub title: Text,
    /// What a record is.
    pub unit: Text,
    /// How sensitive the data are.
    pub data: Data,
    /// Who can fetch the files.
    pub audience: Audience,
    /// What the tiles reveal.
    pub release: Release,
    /// Who made the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Text>,
    /// Terms of use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub licence: Option<Text>,
    /// What time the data are about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<Text>,
    /// Whom to ask.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<Text>,
    /// What else a reader should know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Text>,
}
