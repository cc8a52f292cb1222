//! Dimensions, their codes, and the levels that group the codes.

mod codes;
#[cfg(feature = "audit")]
mod contains;
#[cfg(feature = "make")]
mod index;
mod text;
#[cfg(feature = "full")]
mod words;

use serde::{Deserialize, Serialize};

use crate::base::{FULL, Quoted, SUGGESTS, nearest};

pub use codes::CodeList;
pub(crate) use codes::CodePart;
#[cfg(feature = "audit")]
pub(crate) use contains::contains;
#[cfg(feature = "make")]
pub(crate) use index::{index_of, joined};
pub use text::{Text, TextError};
#[cfg(feature = "full")]
pub(crate) use words::{matches, words};

/// The code of a dimension's total. No dimension may declare this code.
pub const TOTAL: &str = "_T";

/// Returns the end of a message about an unknown code. The end suggests a code that is similar or has a similar label.
pub(crate) fn code_meant<'a>(wrong: &str, codes: impl Iterator<Item = (&'a str, &'a Text)>) -> String {
    if !SUGGESTS {
        return String::new();
    }
    let codes: Vec<(&str, &Text)> = codes.collect();
    let mut names: Vec<&str> = codes.iter().map(|(code, _)| *code).collect();
    let mut of: Vec<usize> = (0..codes.len()).collect();
    for (at, (_, label)) in codes.iter().enumerate() {
        for text in label.texts() {
            names.push(text);
            of.push(at);
        }
    }
    let Some(near) = nearest(wrong, &names) else { return String::new() };
    let code = Quoted(codes[of[near]].0);
    if near < codes.len() {
        format!("; did you mean {code}?")
    } else {
        format!("; did you mean {code}, labelled {}?", Quoted(names[near]))
    }
}

/// A grouping of a dimension's codes. Each code belongs to exactly one group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// The name after the colon in `dimension:level`.
    pub name: String,
    /// The label that readers see.
    pub label: Text,
    /// The codes and labels of the groups.
    pub codes: CodeList,
    /// For each code of the dimension, the position of its group. Empty while the level is not loaded.
    pub of: Vec<u32>,
}

impl Level {
    /// Whether the groups are known. A level in a file of its own is loaded when a query names it.
    pub fn is_loaded(&self) -> bool {
        !FULL || !self.of.is_empty()
    }
}

/// The kind of a dimension's codes. Pages use the kind for maps and time series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The codes are areas.
    Geo,
    /// The codes are points or periods of time.
    Time,
}

impl Role {
    /// The names of all roles, as written in a specification.
    pub const NAMES: &'static [&'static str] = &["geo", "time"];
}

/// One variable of the records, such as region or age, with its codes and levels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dimension {
    /// The name that queries use.
    pub name: String,
    /// The label that readers see.
    pub label: Text,
    /// A note for readers.
    pub note: Option<Text>,
    /// The kind of the codes, if they are areas or times.
    pub role: Option<Role>,
    /// The finest codes, which the records contain.
    pub codes: CodeList,
    /// The levels, each with coarser groups of the codes.
    pub levels: Vec<Level>,
}

impl Dimension {
    /// Returns the position of a level by its name.
    pub fn level(&self, name: &str) -> Option<usize> {
        self.levels.iter().position(|level| level.name == name)
    }

    /// Returns the codes of a level, or the dimension's own codes if no level is given.
    pub fn codes_at(&self, level: Option<usize>) -> &CodeList {
        level.map_or(&self.codes, |level| &self.levels[level].codes)
    }

    /// Returns the position of a code's group at `level`. `code` is the position of one of the dimension's own codes.
    pub fn group_of(&self, level: Option<usize>, code: u32) -> u32 {
        level.map_or(code, |level| self.levels[level].of[code as usize])
    }
}

/// A reference to a dimension at one of its levels, or at its own codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AxisRef {
    /// Position in [`Cube::dimensions`](crate::cube::Cube::dimensions).
    pub dimension: usize,
    /// Position in [`Dimension::levels`]; `None` for the dimension's own codes.
    pub level: Option<usize>,
}

/// The reason why a name such as `region` or `region:country` is not the name of an axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoSuchAxis {
    /// No dimension has the name.
    Dimension(String),
    /// The dimension has no such level.
    Level {
        /// The dimension's name.
        dimension: String,
        /// The unknown level.
        level: String,
    },
}

/// Finds an axis by its name, `dimension` or `dimension:level`.
pub fn find_axis(dimensions: &[Dimension], axis: &str) -> Result<AxisRef, NoSuchAxis> {
    let (name, level) = match axis.split_once(':') {
        Some((name, level)) => (name, Some(level)),
        None => (axis, None),
    };
    let dimension = dimensions.iter().position(|dimension| dimension.name == name);
    let dimension = dimension.ok_or_else(|| NoSuchAxis::Dimension(name.to_owned()))?;
    let find = |level: &str| {
        let missing = || NoSuchAxis::Level { dimension: name.to_owned(), level: level.to_owned() };
        dimensions[dimension].level(level).ok_or_else(missing)
    };
    Ok(AxisRef { dimension, level: level.map(find).transpose()? })
}

/// Returns the name of an axis, in the form that [`find_axis`] reads.
pub fn axis_name(dimensions: &[Dimension], axis: AxisRef) -> String {
    let dimension = &dimensions[axis.dimension];
    match axis.level {
        Some(level) => format!("{}:{}", dimension.name, dimension.levels[level].name),
        None => dimension.name.clone(),
    }
}
