//! Writes a draft as a commented `cube.toml`.

mod dimension;

use super::fields::{ColumnDraft, Draft, KeyDraft, MethodDraft, Use};
use crate::key::DEFAULT_MODULUS;

/// The column of the keys that `cellveil keys` draws.
const KEY: &str = "record_key";

impl Draft {
    /// Writes the specification. [`CubeSpec::parse`](crate::spec::CubeSpec::parse) accepts the text, together with the
    /// [`files`](Self::files).
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        self.write_head(&mut text);
        self.write_cube(&mut text);
        self.write_key(&mut text);
        let (used, waiting): (Vec<_>, Vec<_>) =
            self.ordered().into_iter().partition(|column| column.role == Use::Dimension);
        let is_copied = |column: &&ColumnDraft| column.dimension.as_ref().is_some_and(|made| made.from_data);
        if used.iter().any(is_copied) {
            text += "# Code lists marked \"from the data\" have the codes of these records and no others. A sealed cube shows which\n\
                     # codes exist, so DECIDE for each list: is it the full list of the classification? If not, add what is missing.\n\n";
        }
        used.iter().for_each(|column| dimension::write(column, &mut text));
        write_left_out(self, &waiting, &mut text);
        write_method(&self.method, self.salt_env.is_some(), &mut text);
        self.write_rules(&mut text);
        self.write_publish(&mut text);
        text
    }

    /// The columns with a dimension, in the order of `order`, then in that of the file.
    fn ordered(&self) -> Vec<&ColumnDraft> {
        let has =
            |column: &&ColumnDraft| column.dimension.is_some() && matches!(column.role, Use::Dimension | Use::LeftOut);
        let mut columns: Vec<&ColumnDraft> = self.columns.iter().filter(has).collect();
        let position = |column: &&ColumnDraft| {
            let name = column.dimension.as_ref().map(|dimension| &dimension.name);
            self.order.iter().position(|listed| Some(listed) == name).unwrap_or(usize::MAX)
        };
        columns.sort_by_key(position);
        columns
    }

    fn write_head(&self, text: &mut String) {
        let files = self.records.iter().map(|file| comment(file)).collect::<Vec<_>>().join(", ");
        *text += &format!("# A specification for cellveil, drafted from {files}. It works as it is:\n#\n");
        let mut records = self.records.clone();
        if self.key == KeyDraft::Missing {
            for file in &mut records {
                let keyed = with_keys(file);
                *text += &format!("#     cellveil keys {} --out {}\n", argument(file), argument(&keyed));
                *file = keyed;
            }
        }
        let records = records.iter().map(|file| format!(" --records {}", argument(file))).collect::<String>();
        *text += &format!("#     cellveil tile {}{records} --out {}\n", argument(&self.specification), self.cube.id);
        let first = self.ordered().into_iter().find(|column| column.role == Use::Dimension);
        if let Some(dimension) = first.and_then(|column| column.dimension.as_ref()) {
            *text += &format!("#     cellveil table {} --rows {}\n", self.cube.id, dimension.name);
        }
        *text += "#\n# Read it once from top to bottom. DECIDE marks what only the publisher can decide.\n\n";
    }

    fn write_cube(&self, text: &mut String) {
        let cube = &self.cube;
        *text += "[cube]\n";
        *text += &format!("id = {}\ntitle = {}\n", string(&cube.id), string(&cube.title));
        *text += &format!(
            "# What one record describes: person, household, dwelling, enterprise.\nunit = {}\n",
            string(&cube.unit)
        );
        *text += "# DECIDE: \"confidential\", or \"public-use\" or \"synthetic\" if everybody may see every record.\n";
        *text += &format!("data = {}\n", string(&cube.data));
        *text += "# Who can fetch the files: \"internal\", \"teaching\", \"kiosk\" or \"public\". Confidential records in a keyed cube stay internal.\n";
        *text += &format!("audience = {}\n", string(&cube.audience));
        *text += "# \"keyed\": the files hold true counts, and each table gets its noise when it is made. \"sealed\": only protected figures,\n\
                  # for the web; it needs a salt and [publish] max_dimensions.\n";
        *text += &format!("release = {}\n", string(&cube.release));
        for (name, value) in [("source", &cube.source), ("licence", &cube.licence)] {
            match value {
                Some(value) => *text += &format!("{name} = {}\n", string(value)),
                None => *text += &format!("# {name} = \"shown below each table\"\n"),
            }
        }
        *text += "\n";
    }

    fn write_key(&self, text: &mut String) {
        *text += "# Each record has a random key. Together, the keys of a cell's records choose the noise of the cell. Whoever has the keys\n\
                  # can remove the noise: keep them as secret as the records.\n[key]\n";
        match &self.key {
            KeyDraft::Column { column, modulus } => {
                *text += &format!(
                    "# This column has the record keys. `cellveil check` tests the keys.\ncolumn = {}\n",
                    string(column)
                );
                if *modulus != DEFAULT_MODULUS {
                    *text += &format!("# Keys are below this number.\nmodulus = {modulus}\n");
                }
            }
            KeyDraft::Missing => {
                *text += &format!(
                    "# The records have no keys yet: draw them once, with the first command above, and keep the file.\ncolumn = {}\n",
                    string(KEY)
                );
            }
        }
        *text += "# A salt makes the hashes of this cube differ from those of others. `cellveil keys --salt` prints a salt. Keep the salt out of files that you share.\n";
        *text += &match &self.salt_env {
            Some(variable) => format!("salt_env = {}\n\n", string(variable)),
            None => "# salt_env = \"CELLVEIL_SALT\"\n\n".to_owned(),
        };
    }

    fn write_rules(&self, text: &mut String) {
        match &self.rules {
            Some(rules) => {
                *text += "# Limits on the tables that readers can get.\n[rules]\n";
                if let Some(most) = rules.max_dimensions {
                    *text += &format!("max_dimensions = {most}\n");
                }
                *text += "\n";
            }
            None => {
                *text += "# DECIDE: limits on the tables that readers can get. Without [rules] every table is allowed. For example:\n\
                          # [rules]\n# max_dimensions = 4        # axes and filters together\n# average_cell = 3           # tables thinner than this are refused\n\n";
            }
        }
    }

    fn write_publish(&self, text: &mut String) {
        *text += "# Coarser views make tables of a large cube fast. A sealed cube has max_dimensions = 2 or 3 instead: every set of so many\n\
                  # dimensions is published.\n";
        let Some(publish) = &self.publish else {
            *text += "# [publish]\n# views = \"auto\"\n# budget = \"20 MB\"\n";
            return;
        };
        *text += "[publish]\n";
        for (name, value) in [("views", &publish.views), ("budget", &publish.budget)] {
            if let Some(value) = value {
                *text += &format!("{name} = {}\n", string(value));
            }
        }
        if let Some(most) = publish.max_dimensions {
            *text += &format!("max_dimensions = {most}\n");
        }
    }
}

fn write_left_out(draft: &Draft, waiting: &[&ColumnDraft], text: &mut String) {
    let is_left_out = |column: &&ColumnDraft| column.role == Use::LeftOut && column.dimension.is_none();
    let left_out: Vec<&ColumnDraft> = draft.columns.iter().filter(is_left_out).collect();
    if !left_out.is_empty() {
        *text += "# Columns that are left out:\n";
        for column in left_out {
            *text += &format!("#   {}: {}\n", comment(&column.name), comment(&column.reason));
        }
        *text += "\n";
    }
    if waiting.is_empty() {
        return;
    }
    let most = super::choose::MOST_DIMENSIONS;
    *text += &format!(
        "# DECIDE: these columns could be dimensions too. A cube with more than about {most} dimensions has nearly as many cells as\n\
         # records: it is large, and nearly every record is alone in its cell. Use what tables need, and remove the first # of each\n\
         # line of a dimension to use it.\n#\n"
    );
    for column in waiting {
        let mut own = String::new();
        dimension::write(column, &mut own);
        *text +=
            &own.lines().map(|line| format!("#{}{line}\n", if line.is_empty() { "" } else { " " })).collect::<String>();
    }
    *text += "\n";
}

fn write_method(method: &MethodDraft, has_salt: bool, text: &mut String) {
    let MethodDraft { name, kind, ready } = method;
    *text +=
        "# The noise. The same records have the same noise in every table, so repeated questions tell nothing new.\n";
    *text += &format!("[method.{name}]\nkind = {}\n", string(kind));
    if kind == "cell-key" {
        *text += "# DECIDE: a ready-made p-table. \"light\": small counts stay visible. \"standard\": no 1 or 2 is shown, and no count moves by\n\
                  # more than 5. \"strong\": changes reach 8. `cellveil ptable design` makes another one.\n";
        *text += &format!("ptable = {}\n", string(ready));
        *text += match has_salt {
            true => {
                "# The noise comes from a hash with the salt, so nested groups of records do not share noise.\nlookup = \"hash\"\n"
            }
            false => {
                "# With a salt, use this too: then nested groups of records do not share noise.\n# lookup = \"hash\"\n"
            }
        };
    }
    *text += "\n";
}

/// The name of the file with keys: `people.csv.gz` becomes `people-keys.csv.gz`.
pub(super) fn with_keys(file: &str) -> String {
    let start = file.rfind(['/', '\\']).map_or(0, |at| at + 1);
    let end = file[start..].find('.').map_or(file.len(), |at| start + at);
    format!("{}-keys{}", &file[..end], &file[end..])
}

/// An argument of a command, in quotes if it needs them.
fn argument(text: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./\\:".contains(letter);
    let text = comment(text);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// A text within a comment, which ends with its line.
fn comment(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// A string of TOML.
fn string(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            '\t' => quoted += "\\t",
            letter if letter.is_control() => quoted += &format!("\\u{:04X}", u32::from(letter)),
            letter => quoted.push(letter),
        }
    }
    quoted + "\""
}

/// A key of TOML.
fn key(text: &str) -> String {
    let is_bare =
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    if is_bare { text.to_owned() } else { string(text) }
}

fn strings(list: &[String]) -> String {
    format!("[{}]", list.iter().map(|text| string(text)).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted() {
        assert_eq!(string("a\"b\\c\n\u{1}"), "\"a\\\"b\\\\c\\n\\u0001\"");
        assert_eq!([key("-9"), key("a b"), key("é"), key("")], ["-9", "\"a b\"", "\"é\"", "\"\""]);
        assert_eq!(with_keys("data.d/people.csv.gz"), "data.d/people-keys.csv.gz");
        assert_eq!(argument("my file.csv"), "'my file.csv'");
    }
}
