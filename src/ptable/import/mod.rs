//! Reads published p-table files. The header line selects the format. `dense` and `interval` read the lines below the
//! header.

mod dense;
mod error;
mod interval;
#[cfg(test)]
mod tests;

pub use error::{ImportError, ImportFlaw, Place};

use error::quoted;

use super::{Ptable, PtableError};

impl Ptable {
    /// Reads a published p-table. The header line selects the format. `name` is the file's name for error messages.
    ///
    /// | header | format | shape |
    /// |---|---|---|
    /// | `pcv,ckey,pvalue` | ONS | dense |
    /// | `cell_value,cell_key,perturbation` | Cantabular | dense |
    /// | `i,j,p,v,p_int_lb,p_int_ub,type` | R `ptable` | interval |
    /// | `i;j;p;v;p_int_ub` | R `ptable`, export to τ-ARGUS | interval |
    ///
    /// Columns may come in any order, separated by `,` or `;`, with or without quotes. The file may have a first column
    /// of row names without a header, LF or CRLF line ends, a byte order mark, and spaces around a value.
    ///
    /// Dense tables have one line for each row and key. The lines may come in any order. Each combination of row and
    /// key occurs once. A key may be an inclusive range such as `10-20`. The documentation of Cantabular describes this
    /// form (<https://docs.cantabular.com/latest/data-loading-guide/perturbation.html>) and calls the ONS header the
    /// older header of its format. Every row has all keys, including row 0 if the file has a row 0.
    ///
    /// Interval tables have one line for each interval. Rows ascend from 0, and intervals ascend within a row. Several
    /// intervals of a row may have the same noise, as in modified p-tables. `p_int_lb` and `type` may be absent
    /// (τ-ARGUS, SAS). A `type` other than `all` marks a table for magnitudes and is an error. `p` and the bounds are
    /// decimals of at most 25 significant digits, read exactly. `p` and the bounds must agree within 10^-6, because R
    /// rounds to 8 digits. `p_int_ub`, rounded half up to 2^-32, determines the noise of cells. The last `p_int_ub` of
    /// a row counts as 1.
    ///
    /// # Errors
    /// [`PtableError::File`]. The error contains the file's name and, if known, the line and the column.
    pub fn parse(bytes: &[u8], name: &str) -> Result<Self, PtableError> {
        Ok(parse(bytes, name)?)
    }
}

fn parse(bytes: &[u8], name: &str) -> Result<Ptable, ImportError> {
    let file = File { name };
    // Windows tools put a byte order mark before UTF-8 text.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
        file.error(Some(line), None, ImportFlaw::NotText)
    })?;
    let mut lines = lines(text);
    let Some((number, header)) = lines.next() else {
        return Err(file.error(None, None, ImportFlaw::Empty));
    };
    let separator = if header.contains(';') { ';' } else { ',' };
    let mut names = Vec::new();
    split(header, separator, &mut names);
    // By default, write.csv of R adds a column of row names with an empty header.
    let skip = usize::from(names.first().is_some_and(|name| name.is_empty()));
    let columns = names[skip..].iter().map(|name| name.to_ascii_lowercase()).collect();
    let header = Header { columns, skip, separator };
    if let Some(columns) = dense::Columns::of(&header) {
        dense::parse(file, &header, columns, lines).map(Ptable::Dense)
    } else if let Some(columns) = interval::Columns::of(&header) {
        interval::parse(file, &header, columns, lines).map(Ptable::Interval)
    } else {
        Err(file.error(Some(number), None, ImportFlaw::Header(quoted(&names.join(&separator.to_string())))))
    }
}

/// Returns the lines that are not blank, with their line numbers from 1.
fn lines(text: &str) -> impl Iterator<Item = (u64, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}

/// The file that is read. Every error contains its name.
#[derive(Clone, Copy)]
struct File<'a> {
    name: &'a str,
}

impl File<'_> {
    fn error(self, line: Option<u64>, column: Option<&'static str>, flaw: impl Into<ImportFlaw>) -> ImportError {
        ImportError { place: Place { name: self.name.into(), line, column }, flaw: flaw.into() }
    }
}

/// The columns that the header line names.
struct Header {
    columns: Vec<String>,
    /// Number of columns before `columns`: 1 if the file has row names, else 0.
    skip: usize,
    separator: char,
}

impl Header {
    /// The position of a column in a line.
    fn position(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|name| name == column).map(|at| at + self.skip)
    }

    /// Whether the header has exactly this number of columns. Any further column is unknown or a duplicate.
    fn has(&self, columns: usize) -> bool {
        self.columns.len() == columns
    }

    fn split<'a>(&self, line: &'a str, fields: &mut Vec<&'a str>) -> Result<(), ImportFlaw> {
        split(line, self.separator, fields);
        let expected = self.columns.len() + self.skip;
        if fields.len() == expected { Ok(()) } else { Err(ImportFlaw::FieldCount { found: fields.len(), expected }) }
    }
}

/// Cuts a line into trimmed fields without quotes. Doubled quotes and line breaks in quoted fields are not supported,
/// because numbers do not contain them.
fn split<'a>(line: &'a str, separator: char, fields: &mut Vec<&'a str>) {
    fields.clear();
    let mut quoted = false;
    let parts = line.split(|c| {
        quoted ^= c == '"';
        c == separator && !quoted
    });
    fields.extend(parts.map(|part| {
        let part = part.trim();
        part.strip_prefix('"').and_then(|part| part.strip_suffix('"')).map_or(part, str::trim)
    }));
}

/// Parses a whole number from 0 to `most` that has only digits.
fn natural(text: &str, most: u32, expected: &'static str) -> Result<u32, ImportFlaw> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits && number <= most => Ok(number),
        _ => Err(ImportFlaw::NotWhole { value: quoted(text), expected }),
    }
}

/// Parses a noise of any size. The table checks its range.
fn noise(text: &str) -> Result<i64, ImportFlaw> {
    text.parse().map_err(|_| ImportFlaw::NotWhole { value: quoted(text), expected: "a whole number, the noise" })
}
