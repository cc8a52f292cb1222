//! The errors of a query.

use thiserror::Error;

use crate::base::{MAX_TABLE_CELLS, Quoted};
use crate::protect::MethodError;

/// Why a query fails. Messages take names from the query and the cube's description, never from cells.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The query has the wrong shape.
    #[error("query: {0}")]
    Shape(String),
    /// No dimension has that name.
    #[error("{field}: no dimension is called {}; expected one of {known}", Quoted(name))]
    UnknownDimension {
        /// Part of the query.
        field: String,
        /// The unknown name.
        name: String,
        /// The known dimensions, and a suggestion.
        known: String,
    },
    /// The dimension has no such level.
    #[error("{field}: dimension {} has no level {}; expected {known}", Quoted(dimension), Quoted(level))]
    UnknownLevel {
        /// Part of the query.
        field: String,
        /// The dimension.
        dimension: String,
        /// The unknown level.
        level: String,
        /// The known levels, and a suggestion.
        known: String,
    },
    /// A dimension is on two axes.
    #[error("{field}: dimension {} is there twice; expected each dimension on one axis at most", Quoted(name))]
    RepeatedDimension {
        /// Part of the query.
        field: String,
        /// The dimension.
        name: String,
    },
    /// A code is unknown.
    #[error(
        "{field}: {axis} has no code {}; expected one of its codes, such as {}{near}",
        Quoted(code),
        Quoted(example)
    )]
    UnknownCode {
        /// Part of the query.
        field: String,
        /// The dimension or dimension:level.
        axis: String,
        /// The unknown code.
        code: String,
        /// A known code.
        example: String,
        /// The code that may be meant, as the end of the message; empty where no code is near.
        near: String,
    },
    /// The query has no rows.
    #[error("rows: empty; expected at least one dimension")]
    NoRows,
    /// A filter or group without codes.
    #[error("{field}: no code is given; expected one or more codes of {axis}")]
    NoCodes {
        /// Part of the query.
        field: String,
        /// The dimension or dimension:level.
        axis: String,
    },
    /// No code meets all filters.
    #[error("filter: no code of dimension {} meets all filters; expected filters with a code in common", Quoted(name))]
    EmptyFilter {
        /// The dimension.
        name: String,
    },
    /// A group's label is not usable.
    #[error("groups: the label {} of {axis} {problem}; expected labels of their own", Quoted(label))]
    GroupLabel {
        /// The dimension or dimension:level.
        axis: String,
        /// The label.
        label: String,
        /// Why the label is not usable.
        problem: &'static str,
    },
    /// Groups of a dimension that is not on an axis.
    #[error("groups: {axis} is not on an axis; expected one of the query's rows and columns, as written there")]
    GroupWithoutAxis {
        /// The dimension or dimension:level.
        axis: String,
    },
    /// The table has too many cells.
    #[error(
        "the table would have {cells} cells; expected at most {MAX_TABLE_CELLS}: ask for fewer dimensions or coarser levels"
    )]
    TooLarge {
        /// Cells including totals, capped at 2^64 − 1.
        cells: u64,
    },
    /// A method is unknown.
    #[error("method: the cube has no method {}; expected {known}", Quoted(name))]
    UnknownMethod {
        /// The unknown name.
        name: String,
        /// The known methods, and a suggestion.
        known: String,
    },
    /// The query does not name a method and the cube has no default.
    #[error("method: none is named and the cube has no method \"default\"; expected {known}")]
    NoMethod {
        /// The known methods.
        known: String,
    },
    /// A method's parameters are wrong, or do not fit the cube.
    #[error(transparent)]
    Method(#[from] MethodError),
    /// The query has its own method, but the cube forbids that.
    #[error("method: this cube answers by its own methods only; expected one of their names")]
    MethodNotAllowed,
    /// The query asks to reveal true counts of confidential data.
    #[error("reveal: the data of this cube are confidential; expected a query without reveal")]
    RevealNotAllowed,
    /// The method shows true counts of confidential data.
    #[error(
        "method: {} shows true counts, and the data of this cube are confidential; expected reveal to be asked for, or a method that protects",
        Quoted(name)
    )]
    Unprotected {
        /// The method.
        name: String,
    },
    /// An unknown way to build areas.
    #[error("areas: {}; expected \"exact\" or \"blocks\"", Quoted(found))]
    Areas {
        /// The query's text.
        found: String,
    },
    /// No view has the dimensions.
    #[error("no view of the cube has {axes} together{why}; expected a query on the dimensions of one view{nearest}")]
    NoView {
        /// The query's axes and filters.
        axes: String,
        /// The reason, if the cube gives one.
        why: String,
        /// The view with most of the axes and filters.
        nearest: String,
    },
    /// A set of codes needs several of a sealed cube's areas.
    #[error(
        "{field}: {axis} is asked for by sets of codes, which this cube answers as sums of published areas only; expected single codes, or areas = \"blocks\""
    )]
    NeedsBlocks {
        /// Part of the query.
        field: &'static str,
        /// The dimension or dimension:level.
        axis: String,
    },
    /// The query asks to reveal true counts, but the cube has none.
    #[error("reveal: the files of this cube hold protected values only; expected a query without reveal")]
    NothingToReveal,
    /// The query needs the full core.
    #[error("this table takes the full engine; expected a build with the feature \"full\"")]
    NeedsFull,
    /// A value has no explanation.
    #[error(transparent)]
    Explain(#[from] super::ExplainError),
    /// A limit of the publisher refuses the table.
    #[error("{0}")]
    Rule(Box<crate::rules::Refusal>),
    /// A file of the cube is not loaded.
    #[error("{path}: not loaded; expected every file of the plan to be loaded first")]
    NotLoaded {
        /// Path of the file.
        path: String,
    },
}

impl QueryError {
    /// A stable identifier for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Shape(_) | Self::NoRows | Self::NoCodes { .. } | Self::Areas { .. } => "bad-query",
            Self::UnknownDimension { .. } => "unknown-dimension",
            Self::UnknownLevel { .. } => "unknown-level",
            Self::RepeatedDimension { .. } => "repeated-dimension",
            Self::UnknownCode { .. } => "unknown-code",
            Self::EmptyFilter { .. } => "empty-filter",
            Self::GroupLabel { .. } | Self::GroupWithoutAxis { .. } => "bad-group",
            Self::TooLarge { .. } => "table-too-large",
            Self::UnknownMethod { .. } | Self::NoMethod { .. } => "unknown-method",
            Self::Method(_) => "bad-method",
            Self::MethodNotAllowed => "method-refused",
            Self::RevealNotAllowed | Self::Unprotected { .. } | Self::NothingToReveal => "reveal-refused",
            Self::NoView { .. } => "no-view",
            Self::NeedsBlocks { .. } => "needs-blocks",
            Self::NeedsFull => "needs-full",
            Self::Explain(error) => error.code(),
            Self::Rule(_) => "rule-refused",
            Self::NotLoaded { .. } => "not-loaded",
        }
    }

    /// Whether the cube refuses a valid query.
    pub fn is_refusal(&self) -> bool {
        match self {
            Self::Explain(error) => error.is_refusal(),
            Self::Rule(_)
            | Self::MethodNotAllowed
            | Self::RevealNotAllowed
            | Self::NothingToReveal
            | Self::Unprotected { .. }
            | Self::NoView { .. }
            | Self::NeedsBlocks { .. } => true,
            _ => false,
        }
    }
}
