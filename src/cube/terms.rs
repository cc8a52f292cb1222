//! Describes a cube: title, unit, source, data, audience and release class.

use serde::{Deserialize, Serialize};

use crate::dimension::Text;

/// How sensitive the data of a cube are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Data {
    /// The data are about real people or other units, and must not be released unprotected.
    #[default]
    Confidential,
    /// The owner of the data has released them to the public.
    PublicUse,
    /// The data are invented and contain no real units.
    Synthetic,
}

impl Data {
    /// The names of all values, as specifications write them.
    pub const NAMES: &'static [&'static str] = &["confidential", "public-use", "synthetic"];
}

/// The people who can fetch the files of a cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Learners of disclosure control. They may compare methods.
    Teaching,
    /// Staff who may see the data.
    Internal,
    /// Visitors who use a machine without a network.
    Kiosk,
    /// Everybody.
    Public,
}

impl Audience {
    /// The names of all values, as specifications write them.
    pub const NAMES: &'static [&'static str] = &["teaching", "internal", "kiosk", "public"];
}

/// The content of a cube's tiles. Everyone who can fetch the files can see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Release {
    /// True counts and cell keys.
    #[default]
    Keyed,
    /// Counts that were changed before tiling. Their keys are unrelated to any record.
    Preprotected,
    /// Only the protected values of the published views.
    Sealed,
}

impl Release {
    /// The names of all values, as specifications write them.
    pub const NAMES: &'static [&'static str] = &["keyed", "preprotected", "sealed"];
}

/// The description of a cube in its specification, in its manifest and on a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct About {
    /// The name of the cube in receipts.
    pub id: String,
    /// The title to show.
    pub title: Text,
    /// The kind of unit that a record describes, such as a person.
    pub unit: Text,
    /// How sensitive the data are.
    pub data: Data,
    /// The people who can fetch the files.
    pub audience: Audience,
    /// The content of the tiles.
    pub release: Release,
    /// The organisation that made the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Text>,
    /// The terms of use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub licence: Option<Text>,
    /// The period that the data describe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<Text>,
    /// Whom to contact with questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<Text>,
    /// Notes to show.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Text>,
}
