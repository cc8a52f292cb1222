//! Reads and checks the sheets of a workbook.

use super::super::{MOST_COLUMNS, MOST_ROWS, NARROWEST, WIDEST, longest_line};
use super::names::distinct_names;
use crate::base::MAX_TABLE_CELLS;
use crate::base::json::{Node, Value};
use crate::export::ExportError;

/// Maximum number of UTF-16 units in a cell (Microsoft, specifications and limits of Excel).
const LONGEST_TEXT: usize = 32_767;
/// Maximum width of a column, in characters.
const MOST_WIDTH: f64 = 255.0;
/// The doubles of a spreadsheet have 15 exact digits.
const MOST_DECIMALS: u64 = 15;
/// Maximum width of a heading that widens its column of figures. A longer heading has several lines.
const HEAD_WIDTH: usize = 20;

/// A workbook whose cells have been checked.
pub(super) struct Book<'a> {
    pub title: Option<&'a str>,
    pub language: Option<&'a str>,
    pub sheets: Vec<Sheet<'a>>,
}

/// A sheet whose cells have been checked.
pub(super) struct Sheet<'a> {
    pub name: String,
    /// Texts, numbers and nulls. Rows may have different lengths.
    pub rows: Vec<&'a [Value]>,
    /// Number of rows of headings.
    pub heads: usize,
    /// Number of columns of row headings.
    pub labels: usize,
    /// Decimals of figures; `None` shows each figure with its own decimals.
    pub decimals: Option<u32>,
    /// Widths of columns in characters.
    pub widths: Vec<f64>,
    /// Whether a column has a figure.
    pub numeric: Vec<bool>,
    /// First row, first column, number of rows and number of columns of merged cells. All lie in the rows and columns.
    pub merges: Vec<[usize; 4]>,
}

impl Sheet<'_> {
    /// Whether a row of several columns has one filled cell, which is a text of one line. The text runs over the empty
    /// cells beside it, so it neither widens its column nor has several lines.
    pub fn is_alone(&self, row: usize) -> bool {
        let mut filled = self.rows[row].iter().filter(|cell| !is_empty(cell));
        let is_line = matches!(filled.next(), Some(Value::String(text)) if !text.contains('\n'));
        is_line && filled.next().is_none() && self.numeric.len() > 1
    }
}

/// The number of a cell; `None` for any other cell.
pub(super) fn number(cell: &Value) -> Option<f64> {
    match cell {
        Value::Whole(number) => Some(*number as f64),
        Value::Other(number) => Some(*number),
        _ => None,
    }
}

fn is_empty(cell: &Value) -> bool {
    matches!(cell, Value::Null) || matches!(cell, Value::String(text) if text.is_empty())
}

/// Reads a workbook.
pub(super) fn book<'a>(node: &Node<'a>) -> Result<Book<'a>, ExportError> {
    let wrong = ExportError::Workbook;
    let mut fields = node.fields().map_err(wrong)?;
    let nodes = fields.get("sheets", Node::list);
    let [title, language] = ["title", "language"].map(|name| fields.get_or_default(name, optional_text));
    fields.end().map_err(wrong)?;
    if nodes.is_empty() {
        return Err(wrong("sheets is empty; expected at least one sheet".to_owned()));
    }
    let mut sheets = Vec::with_capacity(nodes.len());
    let mut names = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        let parts = parts(node).map_err(wrong)?;
        let (rows, columns) = parts.size().map_err(wrong)?;
        if rows > MOST_ROWS || columns > MOST_COLUMNS {
            return Err(ExportError::SheetTooLarge { sheet: index, rows, columns });
        }
        names.push(parts.name);
        sheets.push(parts.sheet(columns).map_err(wrong)?);
    }
    for (sheet, name) in sheets.iter_mut().zip(distinct_names(names.into_iter())) {
        sheet.name = name;
    }
    Ok(Book { title, language, sheets })
}

fn optional_text<'a>(node: &Node<'a>) -> Result<Option<&'a str>, String> {
    text(node).map(Some)
}

fn text<'a>(node: &Node<'a>) -> Result<&'a str, String> {
    let text = node.str()?;
    // A character has at most as many UTF-16 units as bytes.
    if text.len() > LONGEST_TEXT && text.encode_utf16().count() > LONGEST_TEXT {
        return Err(node.wrong(&format!("at most {LONGEST_TEXT} characters (UTF-16), which a cell of XLSX holds")));
    }
    Ok(text)
}

/// The fields of a sheet, before the cells are checked.
struct Parts<'a> {
    node: Node<'a>,
    name: &'a str,
    rows: Vec<Node<'a>>,
    heads: u32,
    labels: u32,
    decimals: Option<u32>,
    widths: Vec<Node<'a>>,
    merges: Vec<Node<'a>>,
}

fn parts<'a>(node: &Node<'a>) -> Result<Parts<'a>, String> {
    let mut fields = node.fields()?;
    let parts = Parts {
        node: *node,
        name: fields.get("name", text),
        rows: fields.get("rows", Node::list),
        heads: fields.get("heads", Node::small),
        labels: fields.get("labels", Node::small),
        decimals: fields.get_or_default("decimals", decimals),
        widths: fields.get_or_default("widths", Node::list),
        merges: fields.get_or_default("merges", Node::list),
    };
    fields.end()?;
    Ok(parts)
}

fn decimals(node: &Node<'_>) -> Result<Option<u32>, String> {
    match node.number()? {
        decimals if decimals <= MOST_DECIMALS => Ok(Some(decimals as u32)),
        _ => Err(node.wrong(&format!("a whole number from 0 to {MOST_DECIMALS}"))),
    }
}

impl<'a> Parts<'a> {
    /// Number of rows, and number of cells of the longest row.
    fn size(&self) -> Result<(usize, usize), String> {
        let mut columns = 0;
        for row in &self.rows {
            columns = row.items()?.len().max(columns);
        }
        Ok((self.rows.len(), columns))
    }

    /// Checks the cells. The sheet has no name, because the names of all sheets must be distinct.
    fn sheet(self, columns: usize) -> Result<Sheet<'a>, String> {
        let (heads, labels) = (self.heads as usize, self.labels as usize);
        for (name, number, most, what) in
            [("heads", heads, self.rows.len(), "rows"), ("labels", labels, columns, "columns")]
        {
            if number > most {
                let path = self.node.path_of(name);
                return Err(format!("{path} is {number}; expected at most {most}, the number of {what}"));
            }
        }
        let mut numeric = vec![false; columns];
        let mut rows = Vec::with_capacity(self.rows.len());
        for (number, row) in self.rows.iter().enumerate() {
            for (column, cell) in row.list()?.iter().enumerate() {
                numeric[column] |= is_number(cell)? && number >= heads && column >= labels;
            }
            rows.push(row.items()?);
        }
        let (decimals, name) = (self.decimals, String::new());
        let mut sheet = Sheet { name, rows, heads, labels, decimals, widths: Vec::new(), numeric, merges: Vec::new() };
        sheet.merges = merges(&sheet, &self.merges)?;
        sheet.widths = widths(&sheet, &self.widths)?;
        Ok(sheet)
    }
}

/// Checks the type of a cell, and the length of a text. Returns whether the cell is a number.
fn is_number(cell: &Node<'_>) -> Result<bool, String> {
    match cell.value() {
        Value::Whole(_) | Value::Other(_) => Ok(true),
        Value::String(_) => text(cell).map(|_| false),
        Value::Null => Ok(false),
        _ => Err(cell.wrong("a text, a number or null")),
    }
}

/// Reads the merged cells. No cell may be merged twice, and only the first cell of a merge may have a content.
fn merges(sheet: &Sheet<'_>, nodes: &[Node<'_>]) -> Result<Vec<[usize; 4]>, String> {
    let columns = sheet.numeric.len();
    let mut merges = Vec::with_capacity(nodes.len());
    let mut merged: Vec<Vec<bool>> = vec![Vec::new(); sheet.rows.len()];
    let mut cells = 0;
    for node in nodes {
        let numbers = node.list_of(Node::small)?;
        let &[row, column, high, wide] = numbers.as_slice() else {
            return Err(node.wrong("a list of four: row, column, number of rows, number of columns"));
        };
        let merge @ [row, column, high, wide] = [row, column, high, wide].map(|number| number as usize);
        if high == 0 || wide == 0 || row + high > sheet.rows.len() || column + wide > columns {
            return Err(node.wrong(&format!("cells of the {} rows and {columns} columns", sheet.rows.len())));
        }
        // The limit bounds the time.
        cells += high * wide;
        if cells > MAX_TABLE_CELLS {
            return Err(node.wrong(&format!("at most {MAX_TABLE_CELLS} merged cells in a sheet")));
        }
        for (at, marks) in merged.iter_mut().enumerate().skip(row).take(high) {
            marks.resize(marks.len().max(column + wide), false);
            if marks[column..column + wide].contains(&true) {
                return Err(node.wrong("cells that no earlier merge has"));
            }
            marks[column..column + wide].fill(true);
            let mut covered = sheet.rows[at].iter().enumerate().skip(column).take(wide);
            if covered.any(|(place, cell)| (at, place) != (row, column) && !is_empty(cell)) {
                return Err(node.wrong("null in each of its cells except the first"));
            }
        }
        // XLSX has no merges of one cell.
        if high * wide > 1 {
            merges.push(merge);
        }
    }
    Ok(merges)
}

/// Reads the widths of columns. Columns without a width get the width of their longest content.
fn widths(sheet: &Sheet<'_>, nodes: &[Node<'_>]) -> Result<Vec<f64>, String> {
    let mut longest = vec![0; sheet.numeric.len()];
    // A merge over several columns does not widen its first column.
    let wide = sheet.merges.iter().filter(|merge| merge[3] > 1);
    let mut wide: Vec<[usize; 2]> = wide.map(|&[row, column, ..]| [row, column]).collect();
    wide.sort_unstable();
    for (row, cells) in sheet.rows.iter().enumerate() {
        if sheet.is_alone(row) {
            continue;
        }
        for (column, cell) in cells.iter().enumerate() {
            if wide.binary_search(&[row, column]).is_err() {
                let is_head = row < sheet.heads && column >= sheet.labels;
                let most = if is_head { HEAD_WIDTH } else { WIDEST };
                longest[column] = width(cell, sheet.decimals).min(most).max(longest[column]);
            }
        }
    }
    let mut widths: Vec<f64> = longest.into_iter().map(|width| (width.max(NARROWEST) + 2) as f64).collect();
    for (index, node) in nodes.iter().enumerate() {
        let width = number(node.value()).filter(|width| *width > 0.0 && *width <= MOST_WIDTH);
        let width = width.ok_or_else(|| node.wrong(&format!("a width above 0 and at most {MOST_WIDTH}")))?;
        let place = widths.get_mut(index);
        *place.ok_or_else(|| node.wrong("at most one width for each column"))? = width;
    }
    Ok(widths)
}

/// Number of characters of a cell, with the separators of a number.
fn width(cell: &Value, decimals: Option<u32>) -> usize {
    if let Value::String(text) = cell {
        return longest_line(text);
    }
    let Some(number) = number(cell) else { return 0 };
    let mut rest = number.abs();
    let mut digits = 1;
    while rest >= 10.0 {
        rest /= 10.0;
        digits += 1;
    }
    let decimals = decimals.map_or(0, |decimals| decimals as usize);
    digits + digits / 3 + usize::from(number < 0.0) + decimals + usize::from(decimals > 0)
}
