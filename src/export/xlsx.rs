//! Export to XLSX (ECMA-376, Office Open XML, transitional), written by `rust_xlsxwriter`. The first sheet has the
//! table, with one header row and no merged cells. The second sheet has the notes, and the third sheet has the codes.
//! `sheets` writes any other sheets.

mod sheets;

use std::ops::Range;

use rust_xlsxwriter::{
    ColNum, DocProperties, ExcelDateTime, Format as Look, FormatAlign, FormatBorder, RowNum, Workbook, Worksheet,
    XlsxError,
};

pub use sheets::write_sheets;

use super::shorthand::Shorthand;
use super::words::{distinct, labels};
use super::{ExportError, Published, for_each_cell};
use crate::base::scaled;
use crate::dimension::Role;

/// Maximum number of rows of a sheet (Microsoft, specifications and limits of Excel).
const MOST_ROWS: usize = 1_048_576;
const MOST_COLUMNS: usize = 16_384;
/// Maximum number of UTF-16 units in a notes cell. Excel allows 32,767.
const MOST_TEXT: usize = 32_000;
/// Minimum width of a column, in characters.
const NARROWEST: usize = 8;
const WIDEST: usize = 60;
/// A fixed creation date for every workbook. The real date would make the bytes of equal tables differ.
const CREATED: (u16, u8, u8) = (2000, 1, 1);

/// Whether this build can write XLSX.
pub(super) const IS_BUILT: bool = true;

/// A table as a workbook.
pub(super) fn to_xlsx(table: &Published) -> Result<Vec<u8>, ExportError> {
    let sizes = table.sizes();
    let (row_sizes, column_sizes) = sizes.split_at(table.rows());
    // A non-empty table has at most `MAX_TABLE_CELLS` cells, so these products do not overflow.
    let (rows, columns) = (row_sizes.iter().product::<usize>() + 1, column_sizes.iter().product::<usize>());
    let columns = columns.saturating_add(2 * row_sizes.len());
    if rows > MOST_ROWS || columns > MOST_COLUMNS {
        return Err(ExportError::TooLarge { rows, columns });
    }
    workbook(table).map_err(|error| ExportError::Writer { format: "xlsx", problem: error.to_string() })
}

fn workbook(table: &Published) -> Result<Vec<u8>, XlsxError> {
    let looks = Looks::new();
    let mut book = Workbook::new();
    book.set_properties(&properties(table)?);
    figures(table, Sheet::new(&mut book, "Table", table, &looks)?)?;
    notes(table, Sheet::new(&mut book, "Notes", table, &looks)?)?;
    codes(table, Sheet::new(&mut book, "Codes", table, &looks)?)?;
    book.save_to_buffer()
}

/// Document properties that programs and file managers show.
fn properties(table: &Published) -> Result<DocProperties, XlsxError> {
    let cube = &table.cube;
    let (year, month, day) = CREATED;
    let identifier = match &cube.digest {
        Some(digest) => format!("{} {digest}", cube.id),
        None => cube.id.clone(),
    };
    let properties = DocProperties::new()
        .set_creation_datetime(&ExcelDateTime::from_ymd(year, month, day)?)
        .set_title(table.title())
        .set_subject(&cube.title)
        .set_author(cube.source.as_deref().unwrap_or_default())
        .set_comment(&table.method.text)
        .set_custom_property("Identifier", identifier.as_str());
    Ok(match &table.language {
        Some(language) => properties.set_custom_property("Language", language.as_str()),
        None => properties,
    })
}

/// Formats of cells.
struct Looks {
    plain: Look,
    head: Look,
    number: Look,
    /// Format of values with decimals.
    fraction: Look,
    /// Format of shorthand in a column of numbers.
    mark: Look,
    wrapped: Look,
}

impl Looks {
    fn new() -> Self {
        let wrapped = Look::new().set_text_wrap().set_align(FormatAlign::Top);
        Self {
            plain: Look::new(),
            head: wrapped.clone().set_bold().set_border_bottom(FormatBorder::Thin),
            number: Look::new().set_num_format("#,##0"),
            fraction: Look::new().set_num_format("#,##0.000"),
            mark: Look::new().set_align(FormatAlign::Right),
            wrapped,
        }
    }
}

/// A sheet that is filled from the top, each row from the left. The first row stays visible when the reader scrolls.
struct Sheet<'a> {
    sheet: &'a mut Worksheet,
    looks: &'a Looks,
    row: RowNum,
    column: ColNum,
    widths: Vec<usize>,
}

impl<'a> Sheet<'a> {
    fn new(book: &'a mut Workbook, name: &str, table: &Published, looks: &'a Looks) -> Result<Self, XlsxError> {
        let sheet = book.add_worksheet();
        sheet.set_name(name)?.set_freeze_panes(1, 0)?;
        sheet.set_right_to_left(is_right_to_left(table.language.as_deref()));
        Ok(Self { sheet, looks, row: 0, column: 0, widths: Vec::new() })
    }

    fn text(&mut self, text: &str, look: &Look) -> Result<(), XlsxError> {
        let place = self.next(longest_line(text));
        write_text(self.sheet, place, text, [&self.looks.plain, look])
    }

    fn number(&mut self, value: i64, decimals: u32) -> Result<(), XlsxError> {
        // Thousands separators make the number wider.
        let digits = value.unsigned_abs().checked_ilog10().unwrap_or_default() as usize + 1;
        let (row, column) = self.next(digits + digits / 3);
        // Spreadsheets store numbers as doubles; counts are far below 2^53.
        let look = if decimals > 0 { &self.looks.fraction } else { &self.looks.number };
        self.sheet.write_number_with_format(row, column, scaled(value, decimals), look)?;
        Ok(())
    }

    /// Returns the place of the next cell, and records the width of its text.
    fn next(&mut self, width: usize) -> (RowNum, ColNum) {
        let place = (self.row, self.column);
        match self.widths.get_mut(usize::from(self.column)) {
            Some(widest) => *widest = width.max(*widest),
            None => self.widths.push(width),
        }
        self.column += 1;
        place
    }

    fn end_row(&mut self) {
        self.row += 1;
        self.column = 0;
    }

    /// Sets the column widths, which are known only at the end.
    fn end(self) -> Result<(), XlsxError> {
        for (column, width) in (0..).zip(self.widths) {
            self.sheet.set_column_width(column, (width.clamp(NARROWEST, WIDEST) + 2) as f64)?;
        }
        Ok(())
    }
}

/// Number of characters of the longest line.
fn longest_line(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or_default()
}

/// Writes a text to a cell. A text is never a formula, whatever its first character is. `plain` is the format of a run.
fn write_text(
    sheet: &mut Worksheet,
    (row, column): (RowNum, ColNum),
    text: &str,
    [plain, look]: [&Look; 2],
) -> Result<(), XlsxError> {
    if text.starts_with("<r>") && text.ends_with("</r>") {
        // The library would read such a text as its own markup, so the text is written as several runs. Each run ends
        // with `_`, because Excel would read `_` with a hexadecimal code as an escaped character.
        let runs: Vec<(&Look, &str)> = text.split_inclusive('_').map(|part| (plain, part)).collect();
        sheet.write_rich_string_with_format(row, column, &runs, look)?;
    } else {
        sheet.write_string_with_format(row, column, text, look)?;
    }
    Ok(())
}

/// Whether the first column of a sheet is on the right in this language.
fn is_right_to_left(language: Option<&str>) -> bool {
    let primary = language.unwrap_or_default().split('-').next().unwrap_or_default().to_ascii_lowercase();
    matches!(primary.as_str(), "ar" | "fa" | "he" | "ur")
}

/// One row per combination of the row dimensions, with labels and codes, and one column per combination of the column
/// dimensions.
fn figures(table: &Published, mut sheet: Sheet<'_>) -> Result<(), XlsxError> {
    let rows = table.rows();
    let sizes = table.sizes();
    let (row_sizes, column_sizes) = sizes.split_at(rows);
    let labels = labels(&table.headings);
    let mut heads: Vec<String> =
        labels[..rows].iter().flat_map(|label| [label.clone(), format!("{label} (code)")]).collect();
    let fixed = heads.len();
    for_each_cell(column_sizes, |_, places| {
        let places = table.headings[rows..].iter().zip(places);
        let words: Vec<&str> = places.map(|(heading, &place)| heading.codes[place].label.as_str()).collect();
        heads.push(if words.is_empty() { table.cube.unit.clone() } else { words.join(" | ") });
    });
    sheet.sheet.set_freeze_panes(1, fixed as ColNum)?;
    let looks = sheet.looks;
    for head in distinct(heads.into_iter()) {
        sheet.text(&head, &looks.head)?;
    }
    sheet.end_row();
    let columns: usize = column_sizes.iter().product();
    let shorthand = table.shorthand();
    let mut written = Ok(());
    for_each_cell(row_sizes, |row, places| {
        if written.is_ok() {
            written = line(table, &shorthand, &mut sheet, places, row * columns..(row + 1) * columns);
        }
    });
    written?;
    sheet.end()
}

/// Writes one row: the labels and codes of the given places, then the given cells.
fn line(
    table: &Published,
    [suppressed, blocked]: &[Shorthand; 2],
    sheet: &mut Sheet<'_>,
    places: &[usize],
    cells: Range<usize>,
) -> Result<(), XlsxError> {
    let looks = sheet.looks;
    for (heading, &place) in table.headings.iter().zip(places) {
        let code = &heading.codes[place];
        sheet.text(&code.label, &looks.plain)?;
        sheet.text(&code.code, &looks.plain)?;
    }
    for cell in cells {
        match table.value(cell) {
            Some(value) => sheet.number(value, table.decimals)?,
            None => {
                let word = table.status()[cell].word();
                let mark = if word == suppressed.word { &suppressed.mark } else { &blocked.mark };
                sheet.text(mark, &looks.mark)?;
            }
        }
    }
    sheet.end_row();
    Ok(())
}

/// Writes method, shorthand, source and terms, and the receipt with instructions to verify it.
fn notes(table: &Published, mut sheet: Sheet<'_>) -> Result<(), XlsxError> {
    let looks = sheet.looks;
    let mut line = |about: &str, words: &str, [first, second]: [&Look; 2]| {
        // A long text fills several cells. Readers join the pieces without a separator.
        for part in parts(words) {
            sheet.text(about, first)?;
            sheet.text(part, second)?;
            sheet.end_row();
        }
        Ok::<_, XlsxError>(())
    };
    line("About", "Note", [&looks.head; 2])?;
    let body = [&looks.plain, &looks.wrapped];
    for (about, words) in table.notes() {
        line(about, &words, body)?;
    }
    if let Some(proof) = table.proof() {
        line("Receipt, digest", &proof.digest, body)?;
        line("To verify", proof.verification, body)?;
        line("Receipt", proof.text, body)?;
    }
    sheet.end()
}

/// A text in pieces that fit in a cell. An empty text is one piece.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut from, mut units) = (0, 0);
    for (at, letter) in text.char_indices() {
        units += letter.len_utf16();
        if units > MOST_TEXT {
            parts.push(&text[from..at]);
            (from, units) = (at, letter.len_utf16());
        }
    }
    parts.push(&text[from..]);
    parts
}

/// Writes all codes, for readers who join the table with others.
fn codes(table: &Published, mut sheet: Sheet<'_>) -> Result<(), XlsxError> {
    let looks = sheet.looks;
    let mut line = |words: [&str; 6], look: &Look| {
        words.iter().try_for_each(|words| sheet.text(words, look))?;
        sheet.end_row();
        Ok::<_, XlsxError>(())
    };
    line(["Dimension", "Label of the dimension", "Axis", "Role", "Code", "Label"], &looks.head)?;
    for heading in &table.headings {
        let role = match heading.role {
            Some(Role::Geo) => "geo",
            Some(Role::Time) => "time",
            None => "",
        };
        for code in &heading.codes {
            line([&heading.name, &heading.label, heading.axis, role, &code.code, &code.label], &looks.plain)?;
        }
    }
    sheet.end()
}

#[cfg(test)]
mod tests {
    use super::{MOST_TEXT, parts};

    #[test]
    fn a_long_text_is_cut_between_characters_where_a_cell_is_full() {
        for (text, lengths) in [
            (String::new(), vec![0]),
            ("a".repeat(MOST_TEXT), vec![MOST_TEXT]),
            ("a".repeat(MOST_TEXT + 1), vec![MOST_TEXT, 1]),
            // Each emoji has two UTF-16 units, and the last emoji does not fit.
            (format!("a{}", "😀".repeat(MOST_TEXT / 2)), vec![MOST_TEXT - 1, 2]),
        ] {
            let parts = parts(&text);
            assert_eq!(parts.concat(), text);
            assert_eq!(parts.iter().map(|part| part.encode_utf16().count()).collect::<Vec<_>>(), lengths);
        }
    }
}
