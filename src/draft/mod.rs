//! Drafts a specification from records: what `cellveil init` writes and the page "Make a dataset" begins with.
//!
//! [`Survey`] reads the rows once, in bounded memory. [`propose`] turns the survey and a codebook into a [`Draft`].
//! [`Draft::to_toml`] writes the draft as a commented `cube.toml`. The module uses no files, so a page gets the same
//! proposals from the same rows. Every choice depends on the rows alone, never on the order of a hash table.

mod choose;
mod codebook;
mod column;
mod cut;
mod dimension;
mod fields;
mod names;
mod nested;
mod propose;
mod relations;
mod stata;
mod stats;
mod survey;
mod toml;
mod value;

pub use codebook::{CodeLabel, Codebook, Variable};
pub use fields::{
    CodeDraft, ColumnDraft, CubeDraft, CutDraft, DimensionDraft, Draft, DraftFile, FromDraft, GroupDraft, KeyDraft,
    Kind, LevelDraft, MethodDraft, MissingDraft, MissingValue, PublishDraft, RulesDraft, Use,
};
pub use propose::{Options, propose};
pub use survey::{MOST_VALUES, Survey, Surveyor};
