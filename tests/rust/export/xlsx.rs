//! Reads XLSX with calamine.

use std::io::Cursor;

use calamine::{Data, Range, Reader, Xlsx};

use super::queries::{Asked, asked, once};

pub fn open(bytes: Vec<u8>) -> Xlsx<Cursor<Vec<u8>>> {
    Xlsx::new(Cursor::new(bytes)).unwrap()
}

fn text(range: &Range<Data>, row: usize, column: usize) -> String {
    match range.get((row, column)) {
        Some(Data::String(text)) => text.clone(),
        None | Some(Data::Empty) => String::new(),
        other => panic!("{other:?} is no text"),
    }
}

fn check(asked: &Asked) {
    let mut book = open(asked.file("xlsx"));
    assert_eq!(book.sheet_names(), ["Table", "Notes", "Codes"]);
    for name in ["Table", "Notes", "Codes"] {
        assert!(book.merge_cells_by_sheet_name(name).unwrap().is_empty(), "no merged cells");
    }
    let sheet = book.worksheet_range("Table").unwrap();
    let columns: usize = (asked.rows..asked.names.len()).map(|axis| asked.codes(axis).len()).product();
    let rows = asked.cells.len() / columns;
    // The sheet has a header row and one row for each combination.
    assert_eq!(sheet.get_size(), (rows + 1, 2 * asked.rows + columns));
    let heads: Vec<String> = (0..2 * asked.rows + columns).map(|column| text(&sheet, 0, column)).collect();
    once(heads.iter().cloned().map(|head| (head, ())));
    for (axis, name) in asked.names[..asked.rows].iter().enumerate() {
        assert!(heads[2 * axis].starts_with(asked.label(name)), "{heads:?}");
        assert!(heads[2 * axis + 1].ends_with("(code)"));
    }
    for (cell, (codes, value, status)) in asked.cells.iter().enumerate() {
        let (row, column) = (1 + cell / columns, 2 * asked.rows + cell % columns);
        for (axis, code) in codes[..asked.rows].iter().enumerate() {
            assert_eq!(text(&sheet, row, 2 * axis), asked.code_label(code));
            assert_eq!(text(&sheet, row, 2 * axis + 1), *code);
        }
        let labels: Vec<String> = codes[asked.rows..].iter().map(|code| asked.code_label(code)).collect();
        let head = if labels.is_empty() { asked.word("person", "personne").to_owned() } else { labels.join(" | ") };
        assert!(heads[column].starts_with(&head), "{} is not {head}", heads[column]);
        let expected = match (value, status.as_str()) {
            (Some(value), _) => Data::Float(*value as f64),
            (None, "suppressed") => Data::String("[c]".into()),
            (None, _) => Data::String("[x]".into()),
        };
        assert_eq!(sheet.get((row, column)), Some(&expected));
    }
    notes(asked, &book.worksheet_range("Notes").unwrap());
    let codes = book.worksheet_range("Codes").unwrap();
    let listed: Vec<[String; 4]> =
        (1..codes.height()).map(|row| [0, 1, 4, 5].map(|column| text(&codes, row, column))).collect();
    let expected = asked.names.iter().enumerate().flat_map(|(axis, name)| {
        let row =
            move |code: String| [name.clone(), asked.label(name).to_owned(), code.clone(), asked.code_label(&code)];
        asked.codes(axis).into_iter().map(row)
    });
    assert_eq!(listed, expected.collect::<Vec<_>>());
}

fn notes(asked: &Asked, sheet: &Range<Data>) {
    let lines: Vec<[String; 2]> =
        (0..sheet.height()).map(|row| [0, 1].map(|column| text(sheet, row, column))).collect();
    let of = |about: &str| {
        let lines = lines.iter().filter(|[first, _]| first == about);
        lines.map(|[_, words]| words.clone()).collect::<Vec<_>>()
    };
    assert_eq!(lines[0], ["About", "Note"]);
    assert!(of("Title")[0].starts_with(asked.title()));
    assert!(of("Method")[0].starts_with(asked.method()));
    assert!(of("Shorthand")[0].starts_with(&format!("[c] {}", asked.confidential())));
    assert_eq!([of("Source"), of("Licence")].concat(), [asked.source(), asked.licence()]);
    assert_eq!(of("Note").len(), 2);
    assert_eq!(of("Receipt, digest"), [asked.receipt_digest()]);
    assert_eq!(of("Receipt").concat(), asked.receipt, "to the byte");
    assert_eq!(of("Only").is_empty(), !asked.query.contains(&"--filter"));
    assert_eq!(of("Building blocks").is_empty(), !asked.query.contains(&"--areas"));
}

#[test]
fn every_cell_matches_the_table() {
    asked().iter().for_each(check);
}
