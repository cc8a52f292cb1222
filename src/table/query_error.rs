//! Why a query cannot be answered.

use thiserror::Error;

use crate::base::{MAX_TABLE_CELLS, Quoted};
use crate::protect::MethodError;

/// Why a question cannot be answered. Names come from the question and the cube's description, never from its cells.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The question does not have the shape of one.
    #[error("query: {0}")]
    Shape(String),
    /// No dimension has that name.
    #[error("{field}: no dimension is called {}; expected one of {known}", Quoted(name))]
    UnknownDimension {
        /// Part of the query.
        field: String,
        /// The name asked for.
        name: String,
        /// The dimensions there are, and the one that may be meant.
        known: String,
    },
    /// The dimension has no such level.
    #[error("{field}: dimension {} has no level {}; expected {known}", Quoted(dimension), Quoted(level))]
    UnknownLevel {
        /// Part of the query.
        field: String,
        /// The dimension.
        dimension: String,
        /// The level asked for.
        level: String,
        /// The levels there are, and the one that may be meant.
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
    /// No such code.
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
        /// The code asked for.
        code: String,
        /// A code that there is.
        example: String,
        /// The code that may be meant, as the end of the message; empty where no code is near.
        near: String,
    },
    /// Nothing to lay out.
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
    /// The filters leave nothing.
    #[error("filter: no code of dimension {} meets all filters; expected filters with a code in common", Quoted(name))]
    EmptyFilter {
        /// The dimension.
        name: String,
    },
    /// A group's label will not do.
    #[error("groups: the label {} of {axis} {problem}; expected labels of their own", Quoted(label))]
    GroupLabel {
        /// The dimension or dimension:level.
        axis: String,
        /// The label.
        label: String,
        /// Why it will not do.
        problem: &'static str,
    },
    /// Groups of a dimension that is not on an axis.
    #[error("groups: {axis} is not on an axis; expected one of the query's rows and columns, as written there")]
    GroupWithoutAxis {
        /// The dimension or dimension:level.
        axis: String,
    },
    /// More cells than memory should hold.
    #[error(
        "the table would have {cells} cells; expected at most {MAX_TABLE_CELLS}: ask for fewer dimensions or coarser levels"
    )]
    TooLarge {
        /// Cells with totals; at most 2^64 − 1 even where it would be more.
        cells: u64,
    },
    /// No such method.
    #[error("method: the cube has no method {}; expected {known}", Quoted(name))]
    UnknownMethod {
        /// The name asked for.
        name: String,
        /// The methods there are, and the one that may be meant.
        known: String,
    },
    /// The query does not name a method and the cube has no default.
    #[error("method: none is named and the cube has no method \"default\"; expected {known}")]
    NoMethod {
        /// The methods there are.
        known: String,
    },
    /// A method's parameters are wrong, or do not suit the cube.
    #[error(transparent)]
    Method(#[from] MethodError),
    /// A method given with the query, where the cube does not allow that.
    #[error("method: this cube answers by its own methods only; expected one of their names")]
    MethodNotAllowed,
    /// True counts were asked for where they may not be told.
    #[error("reveal: the data of this cube are confidential; expected a query without reveal")]
    RevealNotAllowed,
    /// The method shows true counts, where they may not be told.
    #[error(
        "method: {} shows true counts, and the data of this cube are confidential; expected reveal to be asked for, or a method that protects",
        Quoted(name)
    )]
    Unprotected {
        /// The method.
        name: String,
    },
    /// A way to treat areas that there is not.
    #[error("areas: {}; expected \"exact\" or \"blocks\"", Quoted(found))]
    Areas {
        /// What was asked for.
        found: String,
    },
    /// No view has the dimensions.
    #[error("no view of the cube has {axes} together{why}; expected a query on the dimensions of one view{nearest}")]
    NoView {
        /// The axes and filters asked for.
        axes: String,
        /// Why there is none, where the cube says so.
        why: String,
        /// The view that has most of them.
        nearest: String,
    },
    /// A set of codes that takes several of the areas that a sealed cube has.
    #[error(
        "{field}: {axis} is asked for by sets of codes, which this cube answers as sums of published areas only; expected single codes, or areas = \"blocks\""
    )]
    NeedsBlocks {
        /// Part of the query.
        field: &'static str,
        /// The dimension or dimension:level.
        axis: String,
    },
    /// True counts were asked for where there are none.
    #[error("reveal: the files of this cube hold protected values only; expected a query without reveal")]
    NothingToReveal,
    /// The question takes what this build lacks.
    #[error("this table takes the full engine; expected a build with the feature \"full\"")]
    NeedsFull,
    /// A value that is not explained.
    #[error(transparent)]
    Explain(#[from] super::ExplainError),
    /// A table that a rule of the cube's publisher refuses.
    #[error("{0}")]
    Rule(Box<crate::rules::Refusal>),
    /// A file of the cube was not loaded before the table was asked for.
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

    /// Whether the question is understood and refused, rather than wrong.
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
