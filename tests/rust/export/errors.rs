//! A refused export leaves no partial file.

use std::fs;

use super::queries::{folder, run};
use crate::support::program::PROGRAM;
use cellveil::export::{ExportError, Format, Published};

/// Arguments after `table cube --rows area`, and parts of the message.
const CASES: &[(&[&str], &[&str])] = &[
    (&["--format", "xls"], &["--format", "xls", "csv, json-stat, csvw, sdmx-csv, px, xlsx, parquet"]),
    (&["--format", "px", "--reveal"], &["--reveal: px cannot hold true counts", "--format csv"]),
    (&["--format", "xlsx", "--reveal"], &["--reveal: xlsx"]),
    (&["--format", "csvw", "--receipt", "r.json"], &["--receipt", "--format csv"]),
    (
        &["--format", "xlsx", "--output", "no/such/folder.xlsx"],
        &["--output no/such/folder.xlsx", "expected to write there"],
    ),
    (&["--format", "parquet", "--output", "cube"], &["--output cube", "is a directory"]),
    (&["--format", "px", "--language", "not a tag"], &["--language", "not a language tag", "fr-CA"]),
    (&["--format", "px", "--language", ""], &["--language", "not a language tag"]),
    // The table has 4 areas, 2 years, 3 kinds, 2 sexes, and areas by level. Its size is below the limits, so only the
    // method is wrong.
    (&["--format", "xlsx", "--method", "missing", "--output", "kept.xlsx"], &["method", "missing"]),
];

#[test]
fn wrong_usage_prints_one_line_and_changes_no_file() {
    let kept = folder().join("kept.xlsx");
    fs::write(&kept, "as it was").unwrap();
    for (arguments, parts) in CASES {
        let output = run(&[&["table", "cube", "--rows", "area"], *arguments].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty() && said.matches('\n').count() == 1, "{arguments:?}: {said}");
        assert!(parts.iter().all(|part| said.contains(part)), "{arguments:?}: {said}");
    }
    assert_eq!(fs::read_to_string(kept).unwrap(), "as it was");
    let stray = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(stray.filter(|name| name.contains(".new") || name == "r.json").collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn output_replaces_an_existing_file() {
    let path = folder().join("replaced.xlsx");
    fs::write(&path, "before").unwrap();
    let done = run(&["table", "cube", "--rows", "area", "--format", "xlsx", "--output", path.to_str().unwrap()]);
    assert!(done.status.success() && done.stdout.is_empty());
    assert!(fs::read(path).unwrap().starts_with(b"PK"));
}

#[cfg(target_os = "linux")]
#[test]
fn full_device_gives_a_readable_error() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = std::process::Command::new(PROGRAM);
    command.current_dir(folder()).args(["table", "cube", "--rows", "area", "--format", "px"]).stdout(full);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = "cellveil: standard output: No space left on device; expected to write there\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), said);
}

/// A table can contain true counts, so the output keeps the restricted permissions of the replaced file.
#[cfg(unix)]
#[test]
fn output_keeps_the_permissions_of_the_file_it_replaces() {
    use std::os::unix::fs::PermissionsExt;
    let path = folder().join("kept-close.csv");
    fs::write(&path, "before").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let done = run(&["table", "cube", "--rows", "area", "--reveal", "--output", path.to_str().unwrap()]);
    assert!(done.status.success());
    assert!(fs::read_to_string(&path).unwrap().contains("true_count"));
    assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
}

/// Returns the words that JavaScript passes for a row axis and a column axis with the given numbers of codes.
fn words(rows: usize, columns: usize) -> String {
    let axis = |name: &str, size: usize| {
        let codes = (0..size).map(|code| format!("{{\"code\":\"{code}\",\"label\":\"{code}\"}}"));
        let codes: Vec<String> = codes.collect();
        format!("{{\"name\":\"{name}\",\"label\":\"{name}\",\"axis\":\"{name}\",\"codes\":[{}]}}", codes.join(","))
    };
    format!(
        "{{\"dimensions\":[{},{}],\"filter\":[],\"areas\":null,\"method\":{{\"name\":\"m\",\"kind\":\"none\",\"text\":\"\"}},\
         \"cube\":{{\"id\":\"c\",\"digest\":\"\",\"title\":\"t\",\"unit\":\"u\",\"notes\":[]}},\"receipt\":\"\",\"csv\":\"t.csv\"}}",
        axis("row", rows),
        axis("column", columns)
    )
}

#[test]
fn table_larger_than_a_worksheet_is_refused() {
    let write = |rows: usize, columns: usize| {
        let cells = rows * columns;
        let table = Published::from_json(&words(rows, columns), &vec![0.0; cells], &vec![0; cells]).unwrap();
        table.write(Format::Xlsx).map(drop)
    };
    assert_eq!(write(1, 16_382), Ok(()));
    assert_eq!(write(1, 16_383), Err(ExportError::TooLarge { rows: 2, columns: 16_385 }));
    assert_eq!(write(1_048_576, 1), Err(ExportError::TooLarge { rows: 1_048_577, columns: 3 }));
}

#[test]
fn invalid_tables_are_refused() {
    let good = words(1, 2);
    let values = [1.0, 2.0];
    assert!(Published::from_json(&good, &values, &[0, 1]).is_ok());
    let cases: [(&str, &[f64], &[u8], &str); 7] = [
        ("{", &values, &[0, 0], "JSON"),
        ("{}", &values, &[0, 0], "dimensions is missing"),
        (&good.replace("\"row\",\"codes\"", "\"wafer\",\"codes\""), &values, &[0, 0], "expected row or column"),
        (&good, &values[..1], &[0, 0], "one item a cell"),
        (&good, &values, &[0], "one item a cell"),
        (&good, &values, &[0, 3], "above 2"),
        (&good, &[1.5, 2.0], &[0, 0], "more decimals than the table"),
    ];
    for (words, values, status, part) in cases {
        let error = Published::from_json(words, values, status).unwrap_err();
        assert!(error.to_string().contains(part), "{error} is not about {part}");
    }
    assert_eq!(Published::from_json(&good, &[f64::NAN, 2.0], &[1, 0]).unwrap().value(0), None);
    assert!("xls".parse::<Format>().unwrap_err().to_string().contains("json-stat, csvw, sdmx-csv, px, xlsx, parquet"));
}
