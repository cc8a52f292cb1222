//! Defines the errors of a query.

use thiserror::Error;

use super::linked_error::LinkedError;
use crate::base::{MAX_TABLE_CELLS, Quoted};
use crate::protect::MethodError;

/// Why a query fails. Messages quote the query and the cube's description, but never the contents of cells.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The query has the wrong shape.
    #[error("query: {0}")]
    Shape(String),
    /// No dimension has this name.
    #[error("{field}: unknown dimension {}; expected one of {known}", Quoted(name))]
    UnknownDimension {
        /// The part of the query with the error.
        field: String,
        /// The unknown name.
        name: String,
        /// The names of the dimensions, and a suggestion.
        known: String,
    },
    /// The dimension has no level of this name.
    #[error("{field}: dimension {} has no level {}; expected {known}", Quoted(dimension), Quoted(level))]
    UnknownLevel {
        /// The part of the query with the error.
        field: String,
        /// The name of the dimension.
        dimension: String,
        /// The name of the unknown level.
        level: String,
        /// The names of the levels, and a suggestion.
        known: String,
    },
    /// Two axes of the query use the same dimension.
    #[error("{field}: dimension {} is given twice; expected each dimension on one axis at most", Quoted(name))]
    RepeatedDimension {
        /// The part of the query with the error.
        field: String,
        /// The name of the dimension.
        name: String,
    },
    /// The axis has no such code.
    #[error(
        "{field}: {axis} has no code {}; expected one of its codes, such as {}{near}",
        Quoted(code),
        Quoted(example)
    )]
    UnknownCode {
        /// The part of the query with the error.
        field: String,
        /// The axis: `dimension` or `dimension:level`.
        axis: String,
        /// The unknown code.
        code: String,
        /// A code of the axis.
        example: String,
        /// A similar code, worded as the end of the message. Empty if no code is similar.
        near: String,
    },
    /// The query has no rows.
    #[error("rows: empty; expected at least one dimension")]
    NoRows,
    /// A filter or a group has no codes.
    #[error("{field}: no code is given; expected one or more codes of {axis}")]
    NoCodes {
        /// The part of the query with the error.
        field: String,
        /// The axis: `dimension` or `dimension:level`.
        axis: String,
    },
    /// No code meets all filters of a dimension.
    #[error("filter: no code of dimension {} meets all filters; expected filters with a code in common", Quoted(name))]
    EmptyFilter {
        /// The name of the dimension.
        name: String,
    },
    /// A group has an invalid label.
    #[error(
        "groups: the label {} of {axis} {problem}; expected distinct labels that are not empty and not codes",
        Quoted(label)
    )]
    GroupLabel {
        /// The axis: `dimension` or `dimension:level`.
        axis: String,
        /// The label of the group.
        label: String,
        /// Why the label is invalid.
        problem: &'static str,
    },
    /// The query groups the codes of a dimension that is not on an axis.
    #[error("groups: {axis} is not on an axis; expected one of the query's rows and columns, as written there")]
    GroupWithoutAxis {
        /// The axis in the query's groups: `dimension` or `dimension:level`.
        axis: String,
    },
    /// The table has too many cells.
    #[error(
        "the table would have {cells} cells; expected at most {MAX_TABLE_CELLS}: ask for fewer dimensions or coarser levels"
    )]
    TooLarge {
        /// Number of cells with totals, capped at 2^64 − 1.
        cells: u64,
    },
    /// The cube has no method of this name.
    #[error("method: the cube has no method {}; expected {known}", Quoted(name))]
    UnknownMethod {
        /// The unknown name.
        name: String,
        /// The names of the methods, and a suggestion.
        known: String,
    },
    /// The query names no method, and the cube has no default method.
    #[error("method: missing, and the cube has no method \"default\"; expected {known}")]
    NoMethod {
        /// The names of the methods.
        known: String,
    },
    /// The parameters of a method are wrong, or do not fit the cube.
    #[error(transparent)]
    Method(#[from] MethodError),
    /// The query defines a method, but only the cube's methods are allowed.
    #[error("method: this cube answers by its own methods only; expected one of their names")]
    MethodNotAllowed,
    /// The query requests true counts of confidential data.
    #[error("reveal: the data of this cube are confidential; expected a query without reveal")]
    RevealNotAllowed,
    /// The query's method would show true counts of confidential data.
    #[error(
        "method: {} shows true counts, and the data of this cube are confidential; expected reveal to be asked for, or a method that protects",
        Quoted(name)
    )]
    Unprotected {
        /// The name of the method.
        name: String,
    },
    /// The query's value of `areas` is unknown.
    #[error("areas: {}; expected \"exact\", \"blocks\" or \"sums\"", Quoted(found))]
    Areas {
        /// The value in the query.
        found: String,
    },
    /// No view has all dimensions of the query.
    #[error("no view of the cube has {axes} together{why}; expected a query on the dimensions of one view{nearest}")]
    NoView {
        /// The axes and filters of the query.
        axes: String,
        /// Why the cube has no such view, if the publisher gives a reason.
        why: String,
        /// The view that has most of the axes and filters.
        nearest: String,
    },
    /// A group or filter needs several areas of a sealed cube, but the query does not set `areas = "blocks"`.
    #[error(
        "{field}: {axis} combines several codes, and this cube can only add up published areas; expected single codes, or areas = \"blocks\""
    )]
    NeedsBlocks {
        /// The part of the query with the error.
        field: &'static str,
        /// The axis: `dimension` or `dimension:level`.
        axis: String,
    },
    /// The query requests true counts, but the cube has only protected values.
    #[error("reveal: the files of this cube hold protected values only; expected a query without reveal")]
    NothingToReveal,
    /// The query needs a build with the feature `full`.
    #[error("this table needs the full engine; expected a build with the feature \"full\"")]
    NeedsFull,
    /// The query needs a build with the feature `tables`.
    #[error("this table needs a build with the feature \"tables\"")]
    NeedsTables,
    /// The query's further tables are not possible.
    #[error(transparent)]
    Linked(#[from] LinkedError),
    /// The value has no explanation.
    #[error(transparent)]
    Explain(#[from] super::ExplainError),
    /// One of the publisher's limits refuses the table.
    #[error("{0}")]
    Rule(Box<crate::rules::Refusal>),
    /// The plan needs a file of the cube that is not loaded.
    #[error("{path}: not loaded; expected every file of the plan to be loaded first")]
    NotLoaded {
        /// Path of the file inside the cube.
        path: String,
    },
}

impl QueryError {
    /// A stable identifier of the error for programs.
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
            Self::NeedsTables => "needs-tables",
            Self::Linked(_) => "bad-query",
            Self::Explain(error) => error.code(),
            Self::Rule(_) => "rule-refused",
            Self::NotLoaded { .. } => "not-loaded",
        }
    }

    /// Whether the error is the refusal of a valid query.
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
