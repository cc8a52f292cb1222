//! Writes sheets of texts and numbers as a workbook, for a table as a page shows it. Callers decide what each cell has.
//! The JSON is checked first, so errors name the cell. `www/api/workbook.js` writes the JSON.

mod names;
mod read;

use rust_xlsxwriter::{
    ColNum, DocProperties, ExcelDateTime, Format as Look, FormatAlign, RowNum, Workbook, Worksheet, XlsxError,
};

use self::read::{Book, Sheet};
use super::{CREATED, Looks, is_right_to_left, write_text};
use crate::base::json::{Node, Value};
use crate::export::ExportError;

/// Writes a workbook from JSON: `sheets`, and optionally `title` and `language`. Each sheet has `name`, `rows`, `heads` and
/// `labels`, and optionally `decimals`, `widths` and `merges` (`docs/reference/exports.md`).
///
/// # Errors
/// Returns an error if the JSON is invalid, or if a cell or a sheet exceeds a limit of XLSX.
///
/// # Example
/// ```
/// # use cellveil::export::write_sheets;
/// let sheet = r#"{"name":"Table","rows":[["Sex","Persons"],["Male",12],["Female",null]],"heads":1,"labels":1}"#;
/// let bytes = write_sheets(&format!("{{\"sheets\":[{sheet}]}}"))?;
/// assert!(bytes.starts_with(b"PK"));
/// # Ok::<(), cellveil::export::ExportError>(())
/// ```
pub fn write_sheets(json: &str) -> Result<Vec<u8>, ExportError> {
    let value = Value::parse(json.as_bytes()).map_err(ExportError::Workbook)?;
    let book = read::book(&Node::root(&value))?;
    write(&book).map_err(|error| ExportError::Writer { format: "xlsx", problem: error.to_string() })
}

fn write(book: &Book<'_>) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let (year, month, day) = CREATED;
    let created = ExcelDateTime::from_ymd(year, month, day)?;
    let properties = DocProperties::new().set_creation_datetime(&created).set_title(book.title.unwrap_or_default());
    workbook.set_properties(&match book.language {
        Some(language) => properties.set_custom_property("Language", language),
        None => properties,
    });
    for sheet in &book.sheets {
        let worksheet = workbook.add_worksheet();
        worksheet.set_name(&sheet.name)?.set_freeze_panes(sheet.heads as RowNum, sheet.labels as ColNum)?;
        worksheet.set_right_to_left(is_right_to_left(book.language));
        Writer { sheet, looks: SheetLooks::new(sheet.decimals) }.write(worksheet)?;
    }
    workbook.save_to_buffer()
}

/// Formats of the cells of a sheet.
struct SheetLooks {
    base: Looks,
    /// Format of a heading over numbers.
    head_right: Look,
    /// Format of a heading over several columns.
    head_centre: Look,
    /// Format of a text that runs over the empty cells beside it.
    title: Look,
    label: Look,
    number: Look,
}

impl SheetLooks {
    fn new(decimals: Option<u32>) -> Self {
        let base = Looks::new();
        let bold = Look::new().set_bold();
        Self {
            head_right: base.head.clone().set_align(FormatAlign::Right),
            head_centre: base.head.clone().set_align(FormatAlign::Center),
            label: base.wrapped.clone().set_bold(),
            title: bold,
            number: match decimals {
                None => Look::new(),
                Some(0) => Look::new().set_num_format("#,##0"),
                Some(decimals) => Look::new().set_num_format(format!("#,##0.{}", "0".repeat(decimals as usize))),
            },
            base,
        }
    }
}

/// Writes the cells of one sheet.
struct Writer<'a> {
    sheet: &'a Sheet<'a>,
    looks: SheetLooks,
}

impl Writer<'_> {
    fn write(&self, worksheet: &mut Worksheet) -> Result<(), XlsxError> {
        for (column, &width) in (0..).zip(&self.sheet.widths) {
            worksheet.set_column_width(column, width)?;
        }
        for (row, cells) in self.sheet.rows.iter().enumerate() {
            let is_alone = self.sheet.is_alone(row);
            for (column, cell) in cells.iter().enumerate() {
                let place = [row, column];
                self.cell(worksheet, place, cell, self.look(place, cell, is_alone))?;
            }
        }
        for &[row, column, rows, columns] in &self.sheet.merges {
            let place = [row, column];
            let cell = self.sheet.rows[row].get(column).unwrap_or(&Value::Null);
            let is_centred = row < self.sheet.heads && column >= self.sheet.labels && columns > 1;
            let look = if is_centred { &self.looks.head_centre } else { self.look(place, cell, false) };
            let (last_row, last_column) = ((row + rows - 1) as RowNum, (column + columns - 1) as ColNum);
            worksheet.merge_range(row as RowNum, column as ColNum, last_row, last_column, "", look)?;
            // `merge_range` writes only texts, so the cell is written again.
            self.cell(worksheet, place, cell, look)?;
        }
        Ok(())
    }

    fn cell(&self, worksheet: &mut Worksheet, place: [usize; 2], cell: &Value, look: &Look) -> Result<(), XlsxError> {
        let place @ (row, column) = (place[0] as RowNum, place[1] as ColNum);
        match cell {
            Value::String(text) if !text.is_empty() => {
                write_text(worksheet, place, text, [&self.looks.base.plain, look])?;
            }
            _ => {
                if let Some(number) = read::number(cell) {
                    worksheet.write_number_with_format(row, column, number, look)?;
                }
            }
        }
        Ok(())
    }

    /// The format of a cell. `is_alone`: the cell is a text, and the other cells of its row are empty.
    fn look(&self, [row, column]: [usize; 2], cell: &Value, is_alone: bool) -> &Look {
        let (sheet, looks) = (self.sheet, &self.looks);
        let is_numeric = sheet.numeric[column];
        match (row < sheet.heads, column < sheet.labels) {
            (true, _) | (_, true) if is_alone => &looks.title,
            (true, false) if is_numeric => &looks.head_right,
            (true, _) => &looks.base.head,
            (false, true) => &looks.label,
            (false, false) if !matches!(cell, Value::String(_)) => &looks.number,
            (false, false) if is_numeric => &looks.base.mark,
            (false, false) if is_alone => &looks.base.plain,
            (false, false) => &looks.base.wrapped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::write_sheets;

    /// The error for a workbook with one sheet of these fields.
    fn error(sheet: &str) -> String {
        let error = write_sheets(&format!("{{\"sheets\":[{{\"name\":\"a\",{sheet}}}]}}")).unwrap_err();
        assert!(["bad-table", "too-large"].contains(&error.code()));
        error.to_string()
    }

    #[test]
    fn errors_name_the_place_and_what_was_expected() {
        let rows = |rows: &str, rest: &str| format!("\"rows\":{rows},\"heads\":0,\"labels\":0{rest}");
        let merges = |merges: &str| rows("[[\"a\",null,1],[null],[2]]", &format!(",\"merges\":[{merges}]"));
        let wide = format!("[[],[{}0]]", "0,".repeat(16_384));
        let high = format!("[{}[]]", "[],".repeat(1_048_576));
        let long = "é".repeat(32_768);
        for (sheet, part) in [
            (String::from("\"rows\":[]"), "sheets[0].heads is missing"),
            (rows("[[1],[true]]", ""), "sheets[0].rows[1][0] is true or false; expected a text, a number or null"),
            (rows("[1]", ""), "sheets[0].rows[0] is a number; expected a list"),
            (rows(&format!("[[1,\"{long}\"]]"), ""), "sheets[0].rows[0][1] is a string; expected at most 32767"),
            (rows(&wide, ""), "sheets[0] has 2 rows and 16385 columns; expected at most 1048576 rows and 16384"),
            (rows(&high, ""), "sheets[0] has 1048577 rows and 0 columns"),
            (rows("[]", ",\"decimals\":16"), "sheets[0].decimals is a number; expected a whole number from 0 to 15"),
            (rows("[[1]]", ",\"widths\":[0]"), "sheets[0].widths[0] is a number; expected a width above 0"),
            (rows("[[1]]", ",\"widths\":[9,9]"), "sheets[0].widths[1] is a number; expected at most one width"),
            (rows("[]", ",\"formats\":[]"), "unknown field \"sheets[0].formats\""),
            (String::from("\"rows\":[[1]],\"heads\":2,\"labels\":0"), "sheets[0].heads is 2; expected at most 1"),
            (String::from("\"rows\":[[1]],\"heads\":0,\"labels\":2"), "sheets[0].labels is 2; expected at most 1"),
            (merges("[0,0,1]"), "sheets[0].merges[0] is a list; expected a list of four"),
            (merges("[0,0,1,0]"), "expected cells of the 3 rows and 3 columns"),
            (merges("[2,0,2,1]"), "expected cells of the 3 rows and 3 columns"),
            (merges("[0,0,1,4294967295]"), "expected cells of the 3 rows and 3 columns"),
            (merges("[0,0,1,3]"), "sheets[0].merges[0] is a list; expected null in each of its cells except the first"),
            (merges("[0,0,2,2],[1,1,2,1]"), "sheets[0].merges[1] is a list; expected cells that no earlier merge has"),
        ] {
            let error = error(&sheet);
            assert!(error.starts_with("the workbook to be written: ") && error.contains(part), "{error} is not {part}");
        }
        for (json, part) in [
            ("{", "not JSON"),
            ("{\"sheets\":[]}", "sheets is empty"),
            ("{\"sheets\":[],\"created\":1}", "unknown field \"created\""),
        ] {
            assert!(write_sheets(json).unwrap_err().to_string().contains(part), "{json}");
        }
    }

    #[test]
    fn the_largest_cells_and_sheets_are_written() {
        let text = "é".repeat(32_767);
        let sheet = |rows: &str, rest: &str| {
            write_sheets(&format!("{{\"sheets\":[{{\"name\":\"\",\"rows\":{rows},\"heads\":0,\"labels\":0{rest}}}]}}"))
        };
        for (rows, rest) in [
            (format!("[[\"{text}\"]]"), ""),
            (format!("[[{}0]]", "0,".repeat(16_383)), ",\"merges\":[[0,16383,1,1]]"),
            (format!("[{}[\"\"]]", "[],".repeat(1_048_575)), ",\"merges\":[[0,0,1048576,1]]"),
            (String::from("[]"), ""),
            (String::from("[[1.7976931348623157e308,-0.0,-5e-324]]"), ",\"decimals\":15"),
        ] {
            assert!(sheet(&rows, rest).unwrap().starts_with(b"PK"));
        }
    }
}
