//! Dimensions, their codes, and the levels that group the codes.

#[cfg(feature = "audit")]
mod contains;
mod text;

use serde::{Deserialize, Serialize};

use crate::base::order::sort_positions;
use crate::base::{Quoted, SUGGESTS, nearest};

#[cfg(feature = "audit")]
pub(crate) use contains::contains;
pub use text::{Text, TextError};

/// The code of a dimension's total. No dimension may declare this code.
pub const TOTAL: &str = "_T";

/// An ordered list of codes with labels. The search for a code takes logarithmic time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeList {
    codes: Vec<String>,
    labels: Vec<Text>,
    /// Positions of the codes, sorted by code.
    by_code: Vec<u32>,
}

impl CodeList {
    /// Makes a list of codes with their labels. The error contains a repeated, empty or reserved code.
    pub fn new(entries: Vec<(String, Text)>) -> Result<Self, String> {
        let (codes, labels): (Vec<String>, Vec<Text>) = entries.into_iter().unzip();
        let mut by_code: Vec<u32> = (0..codes.len() as u32).collect();
        sort_positions(&mut by_code, &|a, b| codes[a as usize].cmp(&codes[b as usize]));
        let repeated = by_code.windows(2).find(|pair| codes[pair[0] as usize] == codes[pair[1] as usize]);
        if let Some(pair) = repeated {
            return Err(codes[pair[0] as usize].clone());
        }
        if let Some(code) = codes.iter().find(|code| code.is_empty() || *code == TOTAL) {
            return Err(code.clone());
        }
        Ok(Self { codes, labels, by_code })
    }

    /// Returns the position of a code; `None` if the list does not contain the code.
    pub fn position(&self, code: &str) -> Option<u32> {
        let at = self.by_code.binary_search_by(|&at| self.codes[at as usize].as_str().cmp(code));
        at.ok().map(|at| self.by_code[at])
    }

    /// Number of codes.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether the list has no codes.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// The code at a position.
    ///
    /// # Panics
    /// When the position is not below [`len`](Self::len).
    pub fn code(&self, position: u32) -> &str {
        &self.codes[position as usize]
    }

    /// The label of the code at a position.
    ///
    /// # Panics
    /// When the position is not below [`len`](Self::len).
    pub fn label(&self, position: u32) -> &Text {
        &self.labels[position as usize]
    }

    /// Iterates over the codes with their labels, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Text)> {
        self.codes.iter().map(String::as_str).zip(&self.labels)
    }
}

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
    /// For each code of the dimension, the position of its group.
    pub of: Vec<u32>,
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
