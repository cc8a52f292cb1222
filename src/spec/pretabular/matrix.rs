//! Reads the Markov matrix of PRAM from a CSV file.

use crate::base::Quoted;
use crate::microdata::MOST_CATEGORIES;
use crate::protect::Probability;
use crate::spec::Resolve;
use crate::spec::codes::csv_reason;
use crate::spec::dimension::DimensionSpec;
use crate::spec::error::SpecError;
use crate::spec::fields::Fields;

/// How far the sum of a row may be from 1. Printed matrices are rounded.
const TOLERANCE: f64 = 1e-6;

/// Reads the rows in the order of the categories. The file has the column `from` and a column for each category, and a
/// row for each category. An entry is a number or a fraction. Each row is divided by its sum.
pub(super) fn read(
    fields: &Fields<'_>,
    file: &str,
    dimension: &DimensionSpec,
    level: Option<usize>,
    resolve: Resolve<'_>,
) -> Result<Vec<Vec<f64>>, SpecError> {
    let categories: Vec<&str> = match (level, &dimension.codes) {
        (Some(level), _) => dimension.levels[level].groups.iter().map(|group| group.code.as_str()).collect(),
        (None, Some(codes)) => codes.iter().map(|code| code.code.as_str()).collect(),
        (None, None) => {
            let expected = format!("codes declared in dimension {}, for a matrix", Quoted(&dimension.name));
            return Err(fields.invalid("matrix", Quoted(file).to_string(), expected));
        }
    };
    let rows = resolve(file).and_then(|bytes| rows(&bytes, &categories));
    let at = format!("{}: matrix", fields.at());
    rows.map_err(|reason| SpecError::File { at, file: file.to_owned(), reason })
}

fn rows(bytes: &[u8], categories: &[&str]) -> Result<Vec<Vec<f64>>, String> {
    if categories.len() > MOST_CATEGORIES {
        return Err(format!("is for {} categories; expected at most {MOST_CATEGORIES}", categories.len()));
    }
    let mut reader = csv::Reader::from_reader(bytes);
    let header: Vec<String> = reader.headers().map_err(|error| csv_reason(&error))?.iter().map(str::to_owned).collect();
    let place = |category: &str| header.iter().position(|head| head == category);
    let from = place("from").ok_or("has no column \"from\"; expected from and a column for each category")?;
    let columns: Vec<usize> = categories
        .iter()
        .map(|category| {
            place(category)
                .ok_or_else(|| format!("has no column {}; expected a column for each category", Quoted(category)))
        })
        .collect::<Result<_, _>>()?;
    if header.len() != categories.len() + 1 {
        let extra = header.iter().find(|head| *head != "from" && !categories.contains(&head.as_str()));
        let extra = extra.map_or_else(|| "a column twice".to_owned(), |head| format!("the column {}", Quoted(head)));
        return Err(format!("has {extra}; expected from and one column for each category"));
    }
    let mut matrix: Vec<Option<Vec<f64>>> = vec![None; categories.len()];
    for (index, record) in reader.records().enumerate() {
        let record = record.map_err(|error| csv_reason(&error))?;
        let category = record.get(from).unwrap_or_default();
        let at = format!("row {}, from {}", index + 1, Quoted(category));
        let Some(row) = categories.iter().position(|known| *known == category) else {
            return Err(format!("{at}: an unknown category; expected one of {}", categories.join(", ")));
        };
        if matrix[row].is_some() {
            return Err(format!("{at}: the category is given twice; expected one row for each category"));
        }
        let entry = |&column: &usize| {
            let text = record.get(column).unwrap_or_default();
            let probability = Probability::parse(text).map(Probability::value);
            probability.ok_or_else(|| {
                let head = Quoted(&header[column]);
                format!("{at}, column {head}: {}; expected a probability like 0.05 or 1/20", Quoted(text))
            })
        };
        let entries = columns.iter().map(entry).collect::<Result<Vec<f64>, _>>()?;
        let sum: f64 = entries.iter().sum();
        if (sum - 1.0).abs() > TOLERANCE {
            return Err(format!("{at}: the probabilities add up to {sum:.7}; expected 1"));
        }
        matrix[row] = Some(entries.into_iter().map(|entry| entry / sum).collect());
    }
    let missing = matrix.iter().position(Option::is_none);
    match missing {
        Some(row) => Err(format!("has no row for {}; expected a row for each category", Quoted(categories[row]))),
        None => Ok(matrix.into_iter().flatten().collect()),
    }
}
