//! XLSX (ECMA-376, Office Open XML, transitional): the table on one sheet with one header row and no merged cells, what has to be
//! known of it on a second, the codes on a third.
//!
//! The package is written here: the usual library for it would be five times as large in a browser as all exports together are now
//! (`docs/exports.md`).

mod package;
mod sheet;
mod zip;

use std::collections::BTreeMap;

use package::Properties;
use sheet::{Sheet, Style};

use super::words::{distinct, labels};
use super::{ExportError, Published, for_each_cell};
use crate::cube::Role;

/// Of a sheet, by Microsoft's specifications and limits of Excel.
const MOST_ROWS: usize = 1_048_576;
const MOST_COLUMNS: usize = 16_384;
/// Characters in a cell, of which Excel allows 32,767.
const MOST_TEXT: usize = 32_000;

/// The texts of a workbook, each kept once.
#[derive(Default)]
struct Texts {
    order: Vec<String>,
    at: BTreeMap<String, usize>,
}

impl Texts {
    fn place(&mut self, text: &str) -> usize {
        if let Some(&at) = self.at.get(text) {
            return at;
        }
        self.at.insert(text.to_owned(), self.order.len());
        self.order.push(text.to_owned());
        self.order.len() - 1
    }
}

/// A table as a workbook.
pub(super) fn to_xlsx(table: &Published) -> Result<Vec<u8>, ExportError> {
    let sizes = table.sizes();
    let (row_sizes, column_sizes) = sizes.split_at(table.rows());
    // A table has at most `MAX_TABLE_CELLS` cells, unless it has none.
    let (rows, columns) = (row_sizes.iter().product::<usize>() + 1, column_sizes.iter().product::<usize>());
    let columns = columns.saturating_add(2 * row_sizes.len());
    if rows > MOST_ROWS || columns > MOST_COLUMNS {
        return Err(ExportError::TooLarge { rows, columns });
    }
    let mut texts = Texts::default();
    let sheets = [
        ("Table", figures(table, &mut texts)),
        ("Notes", notes(table, &mut texts)),
        ("Codes", codes(table, &mut texts)),
    ];
    let cube = &table.cube;
    let properties = Properties {
        title: table.title(),
        creator: cube.source.clone().unwrap_or_default(),
        description: table.method.text.clone(),
        subject: cube.title.clone(),
        identifier: format!("{} {}", cube.id, cube.digest),
        language: table.language.clone(),
    };
    Ok(package::package(&sheets, &texts.order, &properties))
}

/// A row for each combination of the row dimensions, with labels and codes; a column for each of the column dimensions.
fn figures(table: &Published, texts: &mut Texts) -> Sheet {
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
    let mut sheet = Sheet::new(fixed, table.language.as_deref());
    for head in distinct(heads.into_iter()) {
        sheet.text(texts.place(&head), &head, Style::Head);
    }
    sheet.end_row();
    let columns: usize = column_sizes.iter().product();
    let [suppressed, blocked] = table.shorthand();
    for_each_cell(row_sizes, |row, places| {
        for (heading, &place) in table.headings.iter().zip(places) {
            let code = &heading.codes[place];
            sheet.text(texts.place(&code.label), &code.label, Style::Plain);
            sheet.text(texts.place(&code.code), &code.code, Style::Plain);
        }
        for cell in row * columns..(row + 1) * columns {
            match table.value(cell) {
                Some(value) => sheet.number(value),
                None => {
                    let word = table.status()[cell].word();
                    let mark = if word == suppressed.word { &suppressed.mark } else { &blocked.mark };
                    sheet.text(texts.place(mark), mark, Style::Mark);
                }
            }
        }
        sheet.end_row();
    });
    sheet
}

/// Method, shorthand, source, terms, and the receipt with how to verify it.
fn notes(table: &Published, texts: &mut Texts) -> Sheet {
    let mut sheet = Sheet::new(0, table.language.as_deref());
    let mut line = |about: &str, words: &str, style: Style| {
        sheet.text(texts.place(about), about, style);
        sheet.text(texts.place(words), words, if matches!(style, Style::Head) { style } else { Style::Wrapped });
        sheet.end_row();
    };
    line("About", "Note", Style::Head);
    for (about, words) in table.notes() {
        line(about, &words, Style::Plain);
    }
    line("Receipt, digest", &table.receipt_digest(), Style::Plain);
    line("To verify", table.verification(), Style::Plain);
    // A long one takes several cells, to be put together without anything between them.
    let letters: Vec<char> = table.receipt.chars().collect();
    for part in letters.chunks(MOST_TEXT) {
        line("Receipt", &String::from_iter(part), Style::Plain);
    }
    sheet
}

/// All codes, for whoever joins the table with others.
fn codes(table: &Published, texts: &mut Texts) -> Sheet {
    let mut sheet = Sheet::new(0, table.language.as_deref());
    let mut line = |words: [&str; 6], style: Style| {
        words.iter().for_each(|words| sheet.text(texts.place(words), words, style));
        sheet.end_row();
    };
    line(["Dimension", "Label of the dimension", "Axis", "Role", "Code", "Label"], Style::Head);
    for heading in &table.headings {
        let role = match heading.role {
            Some(Role::Geo) => "geo",
            Some(Role::Time) => "time",
            None => "",
        };
        for code in &heading.codes {
            line([&heading.name, &heading.label, heading.axis, role, &code.code, &code.label], Style::Plain);
        }
    }
    sheet
}
