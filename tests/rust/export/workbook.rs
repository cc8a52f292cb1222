//! Reads workbooks of any sheets with calamine.

use calamine::{Data, Range, Reader};
use cellveil::export::write_sheets;
use serde_json::{Value, json};

use super::xlsx::open;

/// Compares each cell of a sheet with the row that was written.
fn same(sheet: &Range<Data>, rows: &Value) {
    for (row, cells) in rows.as_array().unwrap().iter().enumerate() {
        for (column, cell) in cells.as_array().unwrap().iter().enumerate() {
            let found = sheet.get_value((row as u32, column as u32)).unwrap_or(&Data::Empty);
            let expected = match cell {
                Value::String(text) if !text.is_empty() => Data::String(text.clone()),
                Value::Number(number) => Data::Float(number.as_f64().unwrap()),
                _ => Data::Empty,
            };
            assert_eq!(*found, expected, "row {row}, column {column}");
        }
    }
}

#[test]
fn every_cell_is_read_back_as_a_text_or_a_number() {
    let shown = json!([
        ["Region", "Sex", null, null],
        [null, "Male", "Female", "Total"],
        ["North", 12.25, -3, "[c]"],
        ["=1+1", 0, 4503599627370496u64, 1e-7],
        ["<r>bold</r> & \"_x0041_\"\nsecond line", "@SUM(A1)", "", "élève 😀"],
        [],
        ["one cell"],
    ]);
    let notes = json!([["The table as shown."], ["R", 0.25]]);
    let book = json!({
        "title": "Census <2021> & more",
        "sheets": [
            { "name": "As shown", "rows": shown, "heads": 2, "labels": 1, "decimals": 1, "merges": [[0, 0, 2, 1], [0, 1, 1, 3]] },
            { "name": "as SHOWN", "rows": notes, "heads": 0, "labels": 0 },
            { "name": "no/tes: [all]", "rows": [], "heads": 0, "labels": 0 },
        ],
    });
    let bytes = write_sheets(&book.to_string()).unwrap();
    assert_eq!(bytes, write_sheets(&book.to_string()).unwrap(), "the same sheets have the same bytes");
    let mut book = open(bytes);
    assert_eq!(book.sheet_names(), ["As shown", "as SHOWN (2)", "no tes all"]);
    same(&book.worksheet_range("As shown").unwrap(), &shown);
    same(&book.worksheet_range("as SHOWN (2)").unwrap(), &notes);
    assert_eq!(book.worksheet_range("no tes all").unwrap().get_size(), (0, 0));
    let merged = book.merge_cells_by_sheet_name("As shown").unwrap();
    let places: Vec<_> = merged.iter().map(|cells| (cells.start, cells.end)).collect();
    assert_eq!(places, [((0, 0), (1, 0)), ((0, 1), (0, 3))]);
    assert!(book.worksheet_formula("As shown").unwrap().is_empty(), "a text is never a formula");
}
