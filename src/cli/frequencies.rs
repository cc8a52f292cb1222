//! Reads frequencies of counts from a list or a file, or counts the cells of a table.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::empty_cells::possible_cells;
use super::figures::grouped;
use super::folder::Folder;
use super::{Failure, REFUSED, list, tile};
use crate::base::MAX_TABLE_CELLS;
use crate::base::Quoted;
use crate::base::json::Value;
use crate::dimension::{AxisRef, find_axis};
use crate::host::is_file;
use crate::protect::Parameters;
use crate::table::{MethodChoice, Query};

/// Reads frequencies from a list or a file: one row, one column or a JSON list. `what` names the expected values in
/// error messages.
pub(super) fn given<T: FromStr>(given: &str, what: &str) -> Result<Vec<T>, Failure> {
    let path = Path::new(given);
    let (place, texts) = if is_file(path) {
        let rows = fields(path)?;
        if rows.len() > 1 && rows.iter().any(|row| row.len() > 1) {
            return Err(Failure::wrong(format!("{given}: it has rows and columns; expected one list of frequencies")));
        }
        (given, rows.concat())
    } else {
        ("--frequencies", list::fields("--frequencies", given)?)
    };
    let value = |text: &String| {
        text.trim().parse().map_err(|_| {
            let problem = format!(
                "{text} is not a frequency; expected {what} such as 226939,4028,2112 or a file of them",
                text = Quoted(text)
            );
            Failure::wrong(format!("{place}: {problem}"))
        })
    };
    texts.iter().map(value).collect()
}

/// The table of a cube that supplies frequencies, if the user lists no frequencies.
#[derive(Debug, clap::Args)]
pub(super) struct TableOf {
    /// Count the cells of a table of this cube, instead of --frequencies; the cube must allow true counts
    #[arg(long, value_name = "CUBE", conflicts_with = "frequencies")]
    pub cube: Option<PathBuf>,
    /// Dimensions of this table, as dimension or dimension:level [default: all dimensions]
    #[arg(long, value_name = "D,..", requires = "cube", conflicts_with = "frequencies")]
    pub rows: Option<String>,
}

/// Counts of the inner cells of a table.
pub(super) struct Counted {
    /// Counts of the cells that contain records.
    pub counts: Vec<u64>,
    /// Number of possible cells without records.
    pub empty: u64,
}

/// Counts the cells of a table with these rows, or with all dimensions. The cube must allow true counts.
pub(super) fn of_table(path: &Path, rows: Option<&str>) -> Result<Counted, Failure> {
    let mut folder = Folder::open(path)?;
    let cube = folder.store.cube();
    let problem = match cube.is_sealed() {
        true => Some("its files hold protected values only; expected --frequencies, or a keyed cube"),
        false if cube.may_reveal() => None,
        false => Some("its data are confidential; expected --frequencies, or an internal cube"),
    };
    if let Some(problem) = problem {
        return Err(Failure::of_status(format!("{}: {problem}", path.display()), REFUSED));
    }
    let rows = match rows {
        Some(text) => list::fields("--rows", text)?,
        None => {
            let sizes = cube.dimensions.iter().map(|dimension| dimension.codes.len() as u128);
            let cells = sizes.fold(1, u128::saturating_mul);
            let most = MAX_TABLE_CELLS as u128;
            if cells > most {
                let (cells, most) = (grouped(cells), grouped(most));
                let problem =
                    format!("the table of all dimensions has {cells} cells; expected --rows D,.. for at most");
                return Err(Failure::wrong(format!("{}: {problem} {most}", path.display())));
            }
            cube.dimensions.iter().map(|dimension| dimension.name.clone()).collect()
        }
    };
    let query = Query {
        rows,
        method: Some(MethodChoice::Custom(Parameters::from_json(r#"{ "kind": "none" }"#).map_err(Failure::wrong)?)),
        totals: false,
        reveal: true,
        ..Query::default()
    };
    let plan = folder.store.plan(&query)?;
    folder.load_all(&plan)?;
    let revealed = folder.store.table(&plan, true, None)?.revealed;
    let counts: Vec<u64> = revealed.into_iter().flat_map(|all| all.counts).filter(|&count| count > 0).collect();
    let cube = folder.store.cube();
    let axes: Vec<AxisRef> = query.rows.iter().filter_map(|name| find_axis(&cube.dimensions, name).ok()).collect();
    let empty = possible_cells(cube, &axes).saturating_sub(counts.len() as u128);
    Ok(Counted { counts, empty: empty as u64 }) // at most the number of cells of a table
}

/// Reads the fields of a file by row: CSV without a header, or a JSON list of lists. A JSON list of values is one row.
pub(super) fn fields(path: &Path) -> Result<Vec<Vec<String>>, Failure> {
    let bytes = tile::read_plain(path).map_err(Failure::wrong)?;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let wrong =
        |problem: String, expected: &str| Failure::wrong(format!("{}: {problem}; expected {expected}", path.display()));
    if bytes.trim_ascii_start().starts_with(b"[") {
        const EXPECTED: &str = "a JSON list of rows, each a list of numbers or texts such as \"1/60\"";
        let value = Value::parse(bytes).map_err(|error| Failure::wrong(format!("{}: {error}", path.display())))?;
        return json_rows(&value).ok_or_else(|| wrong("it has another form".into(), EXPECTED));
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
    let rows = reader.records().map(|record| Ok(record?.iter().map(str::to_owned).collect()));
    let rows: Vec<Vec<String>> = rows
        .collect::<Result<_, csv::Error>>()
        .map_err(|error| wrong(error.to_string(), "CSV in UTF-8, numbers only"))?;
    if rows.is_empty() { Err(wrong("it is empty".into(), "numbers as CSV or a JSON list")) } else { Ok(rows) }
}

fn json_rows(value: &Value) -> Option<Vec<Vec<String>>> {
    let field = |value: &Value| match value {
        Value::Whole(number) => Some(number.to_string()),
        Value::Other(number) => Some(number.to_string()),
        Value::String(text) => Some(text.clone()),
        _ => None,
    };
    let Value::Array(items) = value else { return None };
    if !items.is_empty() && items.iter().all(|item| !matches!(item, Value::Array(_))) {
        return Some(vec![items.iter().map(field).collect::<Option<_>>()?]);
    }
    let row = |item: &Value| match item {
        Value::Array(fields) => fields.iter().map(field).collect(),
        _ => None,
    };
    items.iter().map(row).collect()
}
