//! Export to Apache Parquet: a column of codes per dimension, then value and status. All other information is in the
//! metadata of the file.

use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use super::json::{list, object, text};
use super::words::columns;
use super::{ExportError, Published, json_stat};
use crate::base::json::{Value, to_text};
use crate::base::scaled;
use crate::protect::Status;

/// Number of values per write.
const BATCH: usize = 65_536;

/// Whether this build can write Parquet.
pub(super) const IS_BUILT: bool = true;

/// A table as a Parquet file.
pub(super) fn to_parquet(table: &Published) -> Result<Vec<u8>, ExportError> {
    written(table).map_err(|error| ExportError::Writer { format: "Parquet", problem: error.to_string() })
}

fn written(table: &Published) -> Result<Vec<u8>, ParquetError> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by("cellveil".to_owned())
        .set_key_value_metadata(Some(metadata(table)))
        .build();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema(table)?, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    let sizes = table.sizes();
    for (axis, heading) in table.headings.iter().enumerate() {
        let codes: Vec<ByteArray> = heading.codes.iter().map(|code| ByteArray::from(code.code.as_str())).collect();
        // Row-major order: a code repeats once for each combination of the later axes.
        let run: usize = sizes[axis + 1..].iter().product();
        column(&mut group, table.len(), |cell| Some(codes[cell / run % codes.len()].clone()), false)?;
    }
    let mut next = group.next_column()?.ok_or_else(|| no_column("value"))?;
    let levels: Vec<i16> = table.status().iter().map(|&status| i16::from(status == Status::Shown)).collect();
    let values = (0..table.len()).filter_map(|cell| table.value(cell));
    match table.decimals {
        0 => next.typed::<Int64Type>().write_batch(&values.collect::<Vec<_>>(), Some(&levels), None)?,
        decimals => {
            let values: Vec<f64> = values.map(|value| scaled(value, decimals)).collect();
            next.typed::<DoubleType>().write_batch(&values, Some(&levels), None)?
        }
    };
    next.close()?;
    let words = [Status::Suppressed, Status::Blocked].map(|status| (status, ByteArray::from(status.word())));
    let word =
        |cell: usize| words.iter().find(|(status, _)| *status == table.status()[cell]).map(|(_, word)| word.clone());
    column(&mut group, table.len(), word, true)?;
    group.close()?;
    writer.into_inner()
}

/// Writes a column of strings.
fn column(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    cells: usize,
    text: impl Fn(usize) -> Option<ByteArray>,
    nullable: bool,
) -> Result<(), ParquetError> {
    let mut column = group.next_column()?.ok_or_else(|| no_column("text"))?;
    for start in (0..cells).step_by(BATCH) {
        let texts: Vec<Option<ByteArray>> = (start..cells.min(start + BATCH)).map(&text).collect();
        let levels: Vec<i16> = texts.iter().map(|text| i16::from(text.is_some())).collect();
        let present: Vec<ByteArray> = texts.into_iter().flatten().collect();
        column.typed::<ByteArrayType>().write_batch(&present, nullable.then_some(levels.as_slice()), None)?;
    }
    column.close()
}

fn no_column(kind: &str) -> ParquetError {
    ParquetError::General(format!("unsupported column kind {kind}"))
}

fn schema(table: &Published) -> Result<TypePtr, ParquetError> {
    let field = |name: &str, physical: Physical, repetition: Repetition| {
        let builder = Type::primitive_type_builder(name, physical).with_repetition(repetition);
        let builder = match physical {
            Physical::BYTE_ARRAY => {
                builder.with_logical_type(Some(LogicalType::String)).with_converted_type(ConvertedType::UTF8)
            }
            _ => builder,
        };
        builder.build().map(Arc::new)
    };
    let mut fields = Vec::with_capacity(table.headings.len() + 2);
    for name in columns(&table.headings) {
        fields.push(field(&name, Physical::BYTE_ARRAY, Repetition::REQUIRED)?);
    }
    let value = if table.decimals > 0 { Physical::DOUBLE } else { Physical::INT64 };
    fields.push(field("value", value, Repetition::OPTIONAL)?);
    fields.push(field("status", Physical::BYTE_ARRAY, Repetition::OPTIONAL)?);
    Ok(Arc::new(Type::group_type_builder("table").with_fields(fields).build()?))
}

/// Metadata as pairs of name and text, which SQL engines can show. The labels of codes are JSON.
fn metadata(table: &Published) -> Vec<KeyValue> {
    let cube = &table.cube;
    let maybe = |words: &Option<String>| words.clone();
    let labels = table.headings.iter().map(|heading| {
        let codes = heading.codes.iter().map(|code| list([text(&code.code), text(&code.label)]));
        object([("name", text(&heading.name)), ("label", text(&heading.label)), ("codes", list(codes))])
    });
    let notes = (!cube.notes.is_empty()).then(|| cube.notes.join("\n"));
    let fields = [
        ("title", Some(table.title())),
        ("unit", Some(cube.unit.clone())),
        ("population", table.population()),
        ("method", Some(table.method.text.clone())),
        ("shorthand", Some(table.legend_line())),
        ("source", maybe(&cube.source)),
        ("licence", maybe(&cube.licence)),
        ("period", maybe(&cube.period)),
        ("contact", maybe(&cube.contact)),
        ("notes", notes),
        ("language", maybe(&table.language)),
        ("labels", Some(to_text(&Value::Array(labels.collect())))),
        ("cellveil", Some(to_text(&json_stat::extension(table)))),
        ("receipt", maybe(&table.receipt)),
    ];
    let entries = fields.into_iter().filter_map(|(name, words)| Some(KeyValue::new(name.to_owned(), words?)));
    entries.collect()
}
