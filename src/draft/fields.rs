//! A proposed specification. A page edits it as JSON; docs/reference/init.md describes the fields.

use serde::{Deserialize, Serialize};
use serde_json::Number;

/// A proposed specification, with what was found in each column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// The `[cube]` table.
    pub cube: CubeDraft,
    /// The source of record keys.
    pub key: KeyDraft,
    /// The environment variable with the salt. Absent if the draft only suggests a salt in a comment.
    #[serde(default)]
    pub salt_env: Option<String>,
    /// The name of the specification, for the commands in its first lines.
    pub specification: String,
    /// The names of the files of records.
    pub records: Vec<String>,
    /// The number of records.
    pub rows: u64,
    /// What was found in each column, in the order of the file.
    pub columns: Vec<ColumnDraft>,
    /// The order of the dimensions, by their names. Dimensions that are not listed follow in the order of the columns.
    #[serde(default)]
    pub order: Vec<String>,
    /// The method.
    pub method: MethodDraft,
    /// The `[rules]` table. Absent if the draft only suggests rules in a comment.
    #[serde(default)]
    pub rules: Option<RulesDraft>,
    /// The `[publish]` table. Absent if the draft only suggests views in a comment.
    #[serde(default)]
    pub publish: Option<PublishDraft>,
    /// The files to write beside the specification: code lists.
    #[serde(default)]
    pub files: Vec<DraftFile>,
}

/// The `[cube]` table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CubeDraft {
    /// The id.
    pub id: String,
    /// The title.
    pub title: String,
    /// What a record is.
    pub unit: String,
    /// `confidential`, `public-use` or `synthetic`.
    pub data: String,
    /// `internal`, `teaching`, `kiosk` or `public`.
    pub audience: String,
    /// `keyed`, `preprotected` or `sealed`.
    pub release: String,
    /// The source of the data.
    #[serde(default)]
    pub source: Option<String>,
    /// The licence of the data.
    #[serde(default)]
    pub licence: Option<String>,
}

/// The source of record keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum KeyDraft {
    /// A column of the records has sound keys.
    Column {
        /// The column's name.
        column: String,
        /// The modulus.
        modulus: u64,
    },
    /// The records have no keys. `cellveil keys` draws them.
    Missing,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Numbers that are measured or counted.
    Number,
    /// Codes of a classification.
    Code,
    /// Free text.
    Text,
    /// A value that identifies a person, a household or a record.
    Identifier,
    /// Record keys.
    Key,
    /// Dates or periods.
    Date,
    /// A survey weight.
    Weight,
    /// The same value in all rows.
    Constant,
    /// No values at all.
    Empty,
    /// Labels of the codes of another column, or groups of these codes.
    Labels,
    /// Values that cannot be read, like lists.
    Unreadable,
}

/// What the specification does with a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Use {
    /// The column is a dimension.
    Dimension,
    /// The column gives labels or levels to a dimension.
    Level,
    /// The column has the record keys.
    Key,
    /// The specification does not use the column.
    LeftOut,
}

/// A column of the records.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ColumnDraft {
    /// The name in the file.
    pub name: String,
    /// What the column holds.
    pub kind: Kind,
    /// What the specification does with the column.
    #[serde(rename = "use")]
    pub role: Use,
    /// Why, in a plain sentence.
    pub reason: String,
    /// The number of different values, or the limit if `capped`.
    pub distinct: u64,
    /// Whether the column has more different values than were counted.
    pub capped: bool,
    /// Values that look like missing answers, with their numbers of rows.
    #[serde(default)]
    pub missing: Vec<MissingValue>,
    /// Up to five values. Empty for keys and identifiers.
    #[serde(default)]
    pub sample: Vec<String>,
    /// The dimension that the column is. A column that is left out may have a proposal too: the specification has it in
    /// comments.
    #[serde(default)]
    pub dimension: Option<DimensionDraft>,
}

/// A value that looks like a missing answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingValue {
    /// The value in the file.
    pub value: String,
    /// The number of rows with this value.
    pub rows: u64,
}

/// A `[[dimension]]` table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DimensionDraft {
    /// The name in queries.
    pub name: String,
    /// The name for readers.
    pub label: String,
    /// `geo` or `time`.
    #[serde(default)]
    pub role: Option<String>,
    /// The codes in order. Absent if `codes_file` or `cut` is given.
    #[serde(default)]
    pub codes: Option<Vec<CodeDraft>>,
    /// The file of the codes, one of [`Draft::files`].
    #[serde(default)]
    pub codes_file: Option<String>,
    /// Whether the codes were copied from the data, so that nobody has said that they are all.
    pub from_data: bool,
    /// The intervals of a numeric column.
    #[serde(default)]
    pub cut: Option<CutDraft>,
    /// The values that become one category of missing answers.
    #[serde(default)]
    pub missing: Option<MissingDraft>,
    /// The levels, from fine to coarse.
    #[serde(default)]
    pub levels: Vec<LevelDraft>,
}

/// A code and its label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeDraft {
    /// The code.
    pub code: String,
    /// The label.
    pub label: String,
}

/// The intervals of a numeric column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CutDraft {
    /// The lower bounds, ascending.
    pub at: Vec<Number>,
    /// One label for each bound.
    pub labels: Vec<String>,
}

/// The values that become one category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingDraft {
    /// The values in the file.
    pub values: Vec<String>,
    /// The code that they become.
    pub code: String,
    /// The code's label.
    pub label: String,
}

/// A level of a dimension: either `groups` or `from` is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelDraft {
    /// The name in queries, after the dimension and a colon.
    pub name: String,
    /// The name for readers.
    pub label: String,
    /// The groups of codes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<GroupDraft>>,
    /// The columns of the code file with the groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<FromDraft>,
}

/// A group of codes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupDraft {
    /// The group's code.
    pub code: String,
    /// The group's label.
    pub label: String,
    /// The codes in the group, or ranges like `0..15`.
    pub of: Vec<String>,
}

/// The columns of a code file with the groups of a level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FromDraft {
    /// The column with the groups' codes.
    pub code: String,
    /// The column with the groups' labels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// A `[method.NAME]` table: noise by a ready-made p-table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodDraft {
    /// The method's name.
    pub name: String,
    /// The kind. A draft proposes `cell-key`.
    pub kind: String,
    /// The ready-made p-table: `light`, `standard` or `strong`.
    pub ready: String,
}

/// A `[rules]` table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RulesDraft {
    /// The largest number of dimensions of a table, filters counted.
    #[serde(default)]
    pub max_dimensions: Option<u64>,
}

/// A `[publish]` table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PublishDraft {
    /// Keyed cubes: `auto`.
    #[serde(default)]
    pub views: Option<String>,
    /// Keyed cubes: the largest size of all views, like `20 MB`.
    #[serde(default)]
    pub budget: Option<String>,
    /// Sealed cubes: the largest number of dimensions of a view.
    #[serde(default)]
    pub max_dimensions: Option<u64>,
}

/// A file to write beside the specification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftFile {
    /// The file's name.
    pub name: String,
    /// The content.
    pub text: String,
}
