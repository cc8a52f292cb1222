//! Writes Parquet files for the tests.

use std::sync::Arc;

use parquet::basic::Compression;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::{ByteArray, FixedLenByteArray};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

/// The values of a column. `None` is a null, allowed only where the schema has `optional`.
pub enum Column {
    Bool(Vec<Option<bool>>),
    Int32(Vec<Option<i32>>),
    Int64(Vec<Option<i64>>),
    Float(Vec<Option<f32>>),
    Double(Vec<Option<f64>>),
    Text(Vec<Option<Vec<u8>>>),
    Fixed(Vec<Option<Vec<u8>>>),
}

pub fn text(values: &[&str]) -> Column {
    Column::Text(values.iter().map(|value| Some(value.as_bytes().to_vec())).collect())
}

/// Returns a Parquet file with one row group for each list of columns.
pub fn write(schema: &str, groups: &[Vec<Column>], compression: Compression, dictionary: bool) -> Vec<u8> {
    let schema = Arc::new(parse_message_type(&format!("message rows {{ {schema} }}")).unwrap());
    let properties =
        WriterProperties::builder().set_compression(compression).set_dictionary_enabled(dictionary).build();
    let optional: Vec<bool> = schema.get_fields().iter().map(|field| field.is_optional()).collect();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties)).unwrap();
    for columns in groups {
        let mut group = writer.next_row_group().unwrap();
        for (column, optional) in columns.iter().zip(&optional) {
            let mut target = group.next_column().unwrap().unwrap();
            macro_rules! put {
                ($writer:expr, $values:expr, $into:expr) => {{
                    let levels: Vec<i16> = $values.iter().map(|value| i16::from(value.is_some())).collect();
                    let present: Vec<_> = $values.iter().flatten().cloned().map($into).collect();
                    $writer.write_batch(&present, optional.then_some(levels.as_slice()), None).unwrap();
                }};
            }
            match (target.untyped(), column) {
                (ColumnWriter::BoolColumnWriter(writer), Column::Bool(values)) => put!(writer, values, |value| value),
                (ColumnWriter::Int32ColumnWriter(writer), Column::Int32(values)) => put!(writer, values, |value| value),
                (ColumnWriter::Int64ColumnWriter(writer), Column::Int64(values)) => put!(writer, values, |value| value),
                (ColumnWriter::FloatColumnWriter(writer), Column::Float(values)) => put!(writer, values, |value| value),
                (ColumnWriter::DoubleColumnWriter(writer), Column::Double(values)) => {
                    put!(writer, values, |value| value)
                }
                (ColumnWriter::ByteArrayColumnWriter(writer), Column::Text(values)) => {
                    put!(writer, values, ByteArray::from)
                }
                (ColumnWriter::FixedLenByteArrayColumnWriter(writer), Column::Fixed(values)) => {
                    put!(writer, values, |value| FixedLenByteArray::from(ByteArray::from(value)));
                }
                _ => panic!("a column does not fit the schema"),
            }
            target.close().unwrap();
        }
        group.close().unwrap();
    }
    writer.into_inner().unwrap()
}
