//! Describes a cube for its readers: data, audience, release class, title, unit and source.

use serde::{Deserialize, Serialize};

use crate::dimension::Text;

/// How sensitive the data behind a cube are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Data {
    /// Data about real units that must not be released unprotected.
    #[default]
    Confidential,
    /// A file that its owner has released to the public.
    PublicUse,
    /// Invented data without real units.
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
    /// Staff with access to the data.
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

/// The content of a cube's tiles, which every reader of the files can see.
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

/// The description of a cube in its specification, in its manifest and on a page.
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
    /// The content of the tiles.
    pub release: Release,
    /// Who made the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Text>,
    /// Terms of use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub licence: Option<Text>,
    /// The reference period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<Text>,
    /// The contact for questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<Text>,
    /// Notes for readers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Text>,
}
