//! A worksheet, cell by cell.

use std::fmt::Write as _;

/// How a cell looks, as `package` numbers the formats of cells.
#[derive(Debug, Clone, Copy)]
pub(super) enum Style {
    Plain = 0,
    Head = 1,
    Number = 2,
    /// Shorthand in place of a number, where numbers stand.
    Mark = 3,
    Wrapped = 4,
}

/// Widths of columns in characters.
const NARROWEST: usize = 8;
const WIDEST: usize = 60;

/// A sheet being written: rows from the top, cells from the left.
#[derive(Debug)]
pub(super) struct Sheet {
    rows: String,
    row: usize,
    column: usize,
    widths: Vec<usize>,
    /// Columns that stay in sight; the first row always does.
    fixed: usize,
    right_to_left: bool,
    open: bool,
}

impl Sheet {
    pub fn new(fixed: usize, language: Option<&str>) -> Self {
        let primary = language.unwrap_or_default().split('-').next().unwrap_or_default().to_ascii_lowercase();
        Self {
            rows: String::new(),
            row: 1,
            column: 0,
            widths: Vec::new(),
            fixed,
            right_to_left: matches!(primary.as_str(), "ar" | "fa" | "he" | "ur"),
            open: false,
        }
    }

    /// A text by its place among the workbook's.
    pub fn text(&mut self, at: usize, text: &str, style: Style) {
        let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or_default();
        self.cell(longest);
        let _ = write!(self.rows, " s=\"{}\" t=\"s\"><v>{at}</v></c>", style as u8); // writing to a string cannot fail
    }

    pub fn number(&mut self, value: i64) {
        // With separators of thousands.
        let digits = value.unsigned_abs().checked_ilog10().unwrap_or_default() as usize + 1;
        self.cell(digits + digits / 3);
        let _ = write!(self.rows, " s=\"{}\"><v>{value}</v></c>", Style::Number as u8);
    }

    fn cell(&mut self, width: usize) {
        if !self.open {
            let _ = write!(self.rows, "<row r=\"{}\">", self.row);
            self.open = true;
        }
        match self.widths.get_mut(self.column) {
            Some(widest) => *widest = width.max(*widest),
            None => self.widths.push(width),
        }
        let _ = write!(self.rows, "<c r=\"{}{}\"", letters(self.column), self.row);
        self.column += 1;
    }

    pub fn end_row(&mut self) {
        if self.open {
            self.rows.push_str("</row>");
        }
        self.open = false;
        self.row += 1;
        self.column = 0;
    }

    /// The part of the package.
    pub fn xml(&self) -> String {
        let mut xml = String::from(concat!(
            r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#,
            r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView"#,
        ));
        if self.right_to_left {
            xml.push_str(r#" rightToLeft="1""#);
        }
        let columns = if self.fixed > 0 { format!(" xSplit=\"{}\"", self.fixed) } else { String::new() };
        let pane = if self.fixed > 0 { "bottomRight" } else { "bottomLeft" };
        let corner = letters(self.fixed);
        let _ = write!(
            xml,
            " workbookViewId=\"0\"><pane{columns} ySplit=\"1\" topLeftCell=\"{corner}2\" activePane=\"{pane}\" \
             state=\"frozen\"/></sheetView></sheetViews><cols>"
        );
        for (number, width) in (1..).zip(&self.widths) {
            let width = width.clamp(&NARROWEST, &WIDEST) + 2;
            let _ = write!(xml, "<col min=\"{number}\" max=\"{number}\" width=\"{width}\" customWidth=\"1\"/>");
        }
        let _ = write!(xml, "</cols><sheetData>{}</sheetData></worksheet>", self.rows);
        xml
    }
}

/// The name of a column: A to Z, AA and so on.
fn letters(mut column: usize) -> String {
    let mut name = Vec::new();
    loop {
        name.insert(0, b'A' + (column % 26) as u8);
        match (column / 26).checked_sub(1) {
            Some(rest) => column = rest,
            None => return name.into_iter().map(char::from).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn columns_have_the_names_that_spreadsheets_give_them() {
        for (column, name) in
            [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA"), (16_383, "XFD")]
        {
            assert_eq!(letters(column), name);
        }
    }
}
