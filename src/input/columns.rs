//! Lists the columns of a file.

use std::io::{BufReader, Read};
use std::path::Path;

use ::csv::ReaderBuilder;
use ::parquet::errors::ParquetError;
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use flate2::bufread::MultiGzDecoder;

use super::column::ColumnBatch;
use super::guard::{Panicked, decode};
use super::{Format, InputError, open};
use crate::base::separator;

/// The largest number of bytes of a header line.
const LONGEST: u64 = 1 << 20;

/// A column of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundColumn {
    /// The name.
    pub name: String,
    /// Why the column cannot be read.
    pub unreadable: Option<String>,
}

/// The columns of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    /// The columns, in the order of the file.
    pub list: Vec<FoundColumn>,
    /// Whether numbers may have a decimal comma: the columns are separated by semicolons.
    pub comma: bool,
}

/// Lists the columns of a file. A column cannot be read if its name is empty or repeated, or if its type holds no codes.
///
/// # Errors
/// Fails if the file is no CSV or Parquet file, or has no header.
pub fn columns(path: &Path) -> Result<Columns, InputError> {
    let name = path.display().to_string();
    let (file, format) = open(path, &name)?;
    let mut comma = false;
    let mut list = match format {
        Format::Parquet => of_parquet(file, &name)?,
        Format::Csv { gzip } => {
            let mut head = Vec::new();
            let read = match gzip {
                true => MultiGzDecoder::new(BufReader::new(file)).take(LONGEST).read_to_end(&mut head),
                false => file.take(LONGEST).read_to_end(&mut head),
            };
            // A damaged end does not matter here: the header comes first.
            if head.is_empty() && read.is_err() {
                return Err(InputError::Truncated { file: name, row: 0, format: if gzip { "gzip" } else { "CSV" } });
            }
            let separator = separator(&head);
            comma = separator == b';';
            of_csv(&head, separator, &name)?
        }
    };
    let names: Vec<String> = list.iter().map(|column| column.name.clone()).collect();
    for column in &mut list {
        if column.name.is_empty() {
            column.unreadable = Some("The column has no name.".to_owned());
        } else if names.iter().filter(|name| **name == column.name).count() > 1 {
            column.unreadable = Some("Two columns have this name.".to_owned());
        }
    }
    Ok(Columns { list, comma })
}

fn of_csv(head: &[u8], separator: u8, file: &str) -> Result<Vec<FoundColumn>, InputError> {
    let wrong = |found: &str, expected| InputError::Format { file: file.to_owned(), found: found.to_owned(), expected };
    let mut reader = ReaderBuilder::new().delimiter(separator).from_reader(head);
    let names = reader.byte_headers().map_err(|_| wrong("is not CSV", "CSV as in RFC 4180"))?;
    if names.is_empty() {
        return Err(wrong("is empty", "a header row with the columns' names"));
    }
    let column = |name: &[u8]| match std::str::from_utf8(name) {
        Ok(name) => Ok(FoundColumn { name: name.to_owned(), unreadable: None }),
        Err(_) => Err(wrong("the header row has bytes that are not UTF-8", "UTF-8 text")),
    };
    names.iter().map(column).collect()
}

fn of_parquet(file: crate::host::fs::File, name: &str) -> Result<Vec<FoundColumn>, InputError> {
    let damaged = |reason: &str| InputError::Damaged {
        file: name.to_owned(),
        row: 0,
        reason: reason.replace('\n', " "),
        expected: "a complete Parquet file that is not damaged",
    };
    let decoded = |error: ParquetError| damaged(&error.to_string());
    let contradicts = || damaged("its pages contradict each other");
    let message = || contradicts().to_string();
    let contradiction = |Panicked| contradicts();
    let reader = decode(message, || SerializedFileReader::new(file)).map_err(contradiction)?.map_err(decoded)?;
    let schema = reader.metadata().file_metadata().schema_descr_ptr();
    let group = match reader.num_row_groups() {
        0 => None,
        _ => Some(decode(message, || reader.get_row_group(0)).map_err(contradiction)?.map_err(decoded)?),
    };
    let column = |leaf: usize| {
        let descriptor = schema.column(leaf);
        let unreadable = match &group {
            None => None,
            Some(group) => {
                let reader =
                    decode(message, || group.get_column_reader(leaf)).map_err(contradiction)?.map_err(decoded)?;
                let found = ColumnBatch::new(&descriptor, reader, true).err();
                found.map(|found| format!("The column holds {found}, which cannot be codes."))
            }
        };
        Ok(FoundColumn { name: descriptor.path().parts().join("."), unreadable })
    };
    (0..schema.num_columns()).map(column).collect()
}
