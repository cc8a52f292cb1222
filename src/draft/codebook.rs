//! Labels of variables and codes, from a codebook.

/// A codebook.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Codebook {
    /// The variables, in the order of the codebook.
    pub variables: Vec<Variable>,
}

/// A variable of a codebook.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Variable {
    /// The name of the column.
    pub name: String,
    /// The variable's label.
    pub label: Option<String>,
    /// The codes with their labels, in the order of the codebook.
    pub codes: Vec<CodeLabel>,
}

/// A code of a codebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeLabel {
    /// The code.
    pub code: String,
    /// The label.
    pub label: String,
    /// Whether the code stands for a missing answer.
    pub missing: bool,
}

impl Codebook {
    /// Reads a codebook from CSV with the columns `variable`, `code` and `label`, and perhaps `missing`. A row without a
    /// code has the label of the variable. The separator is a comma, a semicolon or a tab.
    ///
    /// # Errors
    /// Describes a missing column, a row without a variable, or CSV that cannot be read.
    pub fn from_csv(bytes: &[u8]) -> Result<Self, String> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let separator = crate::base::separator(bytes);
        let mut reader = csv::ReaderBuilder::new().delimiter(separator).from_reader(bytes);
        let wrong = |error: &csv::Error, row: usize| {
            let reason = match error.kind() {
                csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                    format!("{len} fields; expected {expected_len} as in the header")
                }
                csv::ErrorKind::Utf8 { .. } => "bytes that are not UTF-8; expected UTF-8 text".to_owned(),
                _ => "not CSV; expected CSV as in RFC 4180".to_owned(),
            };
            if row == 0 { reason } else { format!("row {row}: {reason}") }
        };
        let header: Vec<String> = reader
            .headers()
            .map_err(|error| wrong(&error, 0))?
            .iter()
            .map(|name| name.trim().to_ascii_lowercase())
            .collect();
        let find = |name: &str| header.iter().position(|column| column == name);
        let column = |name: &str| {
            let expected = "expected the columns variable, code and label, and perhaps missing";
            find(name).ok_or_else(|| format!("has no column \"{name}\" but {}; {expected}", header.join(", ")))
        };
        let (variable, code, label) = (column("variable")?, column("code")?, column("label")?);
        let missing = find("missing");
        let mut book = Self::default();
        for (row, record) in (1..).zip(reader.records()) {
            let record = record.map_err(|error| wrong(&error, row))?;
            let field = |at: usize| record.get(at).unwrap_or_default().trim();
            let name = field(variable);
            if name.is_empty() {
                return Err(format!("row {row}: an empty variable; expected the name of a column"));
            }
            let label = Some(field(label)).filter(|label| !label.is_empty());
            let is_missing = missing.is_some_and(|at| is_yes(field(at)));
            let variable = book.variable_mut(name);
            match (field(code), label) {
                ("", label) => variable.label = label.map(str::to_owned).or(variable.label.take()),
                (code, _) if variable.codes.iter().any(|known| known.code == code) => {
                    return Err(format!("row {row}: a code that an earlier row of the variable has; expected it once"));
                }
                (code, label) => variable.codes.push(CodeLabel {
                    code: code.to_owned(),
                    label: label.unwrap_or(code).to_owned(),
                    missing: is_missing,
                }),
            }
        }
        Ok(book)
    }

    fn variable_mut(&mut self, name: &str) -> &mut Variable {
        let at = self.variables.iter().position(|variable| variable.name == name).unwrap_or_else(|| {
            self.variables.push(Variable { name: name.to_owned(), ..Variable::default() });
            self.variables.len() - 1
        });
        &mut self.variables[at]
    }

    /// The variable of a column. Capital letters matter only if two variables differ in them.
    pub fn variable(&self, column: &str) -> Option<&Variable> {
        let exact = self.variables.iter().find(|variable| variable.name == column);
        exact.or_else(|| self.variables.iter().find(|variable| variable.name.eq_ignore_ascii_case(column)))
    }
}

fn is_yes(text: &str) -> bool {
    ["1", "true", "yes", "y", "x", "missing"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_a_code_label_the_variable() {
        let text = "variable;code;label;missing\nsex;;Sex;\nsex;1;Male;\nsex;9;Unknown;yes\n";
        let book = Codebook::from_csv(text.as_bytes()).unwrap();
        let sex = book.variable("SEX").unwrap();
        assert_eq!(sex.label.as_deref(), Some("Sex"));
        let codes: Vec<_> = sex.codes.iter().map(|code| (&*code.code, &*code.label, code.missing)).collect();
        assert_eq!(codes, [("1", "Male", false), ("9", "Unknown", true)]);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("variable,label\n", "\"code\""),
            ("variable,code,label\n,1,a\n", "row 1: an empty variable"),
            ("variable,code,label\na,1,x\na,1,y\n", "row 2: a code"),
            ("variable,code,label\na,1\n", "row 1: 2 fields"),
        ] {
            let error = Codebook::from_csv(text.as_bytes()).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
