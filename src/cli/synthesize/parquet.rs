//! Records of synthetic people as Parquet: numbers as 64-bit integers, codes as texts.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};

use crate::synthetic::{COLUMNS, Household, Value, values};

/// Number of records in a row group. Memory is needed for one group.
const GROUP: usize = 1 << 16;

/// The values of one column in the current row group.
enum Column {
    Numbers(Vec<i64>),
    /// The values, and one copy of each code that all its values share. An allocation for each value takes many times as
    /// long.
    Codes(Vec<ByteArray>, HashMap<String, ByteArray>),
}

pub(super) fn write(people: impl Iterator<Item = Household>, out: &mut (impl Write + Send)) -> io::Result<()> {
    written(people, out).map_err(|error| match error {
        // The error of the file itself has a plain text.
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    })
}

fn written(mut people: impl Iterator<Item = Household>, out: &mut (impl Write + Send)) -> Result<()> {
    let Some(first) = people.next() else { return Ok(()) };
    let mut columns = values(&first, 0).map(|value| match value {
        Value::Number(_) => Column::Numbers(Vec::with_capacity(GROUP)),
        Value::Code(_) => Column::Codes(Vec::with_capacity(GROUP), HashMap::new()),
    });
    let properties =
        WriterProperties::builder().set_compression(Compression::SNAPPY).set_created_by("cellveil".to_owned()).build();
    let mut writer = SerializedFileWriter::new(out, schema(&columns)?, Arc::new(properties))?;
    let mut rows = 0;
    for household in [first].into_iter().chain(people) {
        for at in 0..household.persons.len() {
            for (column, value) in columns.iter_mut().zip(values(&household, at)) {
                match (column, value) {
                    (Column::Numbers(numbers), Value::Number(number)) => numbers.push(number.into()),
                    (Column::Codes(codes, known), Value::Code(code)) => codes.push(shared(known, code)),
                    _ => return Err(ParquetError::General("a column has numbers and codes".to_owned())),
                }
            }
        }
        rows += household.persons.len();
        if rows >= GROUP {
            flush(&mut writer, &mut columns)?;
            rows = 0;
        }
    }
    if rows > 0 {
        flush(&mut writer, &mut columns)?;
    }
    writer.close().map(drop)
}

/// Returns the shared copy of a code.
fn shared(known: &mut HashMap<String, ByteArray>, code: &str) -> ByteArray {
    if let Some(copy) = known.get(code) {
        return copy.clone();
    }
    let copy = ByteArray::from(code);
    known.insert(code.to_owned(), copy.clone());
    copy
}

/// Writes a row group and empties the columns.
fn flush(writer: &mut SerializedFileWriter<impl Write + Send>, columns: &mut [Column]) -> Result<()> {
    let mut group = writer.next_row_group()?;
    for column in columns {
        let missing = || ParquetError::General("the schema has fewer columns".to_owned());
        let mut next = group.next_column()?.ok_or_else(missing)?;
        match column {
            Column::Numbers(numbers) => {
                next.typed::<Int64Type>().write_batch(numbers, None, None)?;
                numbers.clear();
            }
            Column::Codes(codes, known) => {
                next.typed::<ByteArrayType>().write_batch(codes, None, None)?;
                codes.clear();
                known.clear();
            }
        }
        next.close()?;
    }
    group.close().map(drop)
}

fn schema(columns: &[Column]) -> Result<TypePtr> {
    let field = |(name, column): (&str, &Column)| {
        let of = |physical| Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED);
        let field = match column {
            Column::Numbers(_) => of(Physical::INT64),
            Column::Codes(..) => of(Physical::BYTE_ARRAY)
                .with_logical_type(Some(LogicalType::String))
                .with_converted_type(ConvertedType::UTF8),
        };
        field.build().map(Arc::new)
    };
    let fields = COLUMNS.into_iter().zip(columns).map(field).collect::<Result<Vec<TypePtr>>>()?;
    Ok(Arc::new(Type::group_type_builder("records").with_fields(fields).build()?))
}
