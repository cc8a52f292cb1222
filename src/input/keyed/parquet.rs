//! Adds a column of keys to Parquet. The column chunks of each row group are copied as they are.

use std::io::{self, Write};
use std::sync::Arc;

use ::parquet::basic::{Compression, Encoding, Repetition, Type as Physical};
use ::parquet::column::writer::ColumnCloseResult;
use ::parquet::data_type::Int64Type;
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData, ParquetMetaDataReader};
use ::parquet::file::properties::{EnabledStatistics, WriterProperties};
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::types::{ColumnPath, Type, TypePtr};

use super::{InputError, KeyingError, Progress};
use crate::host::fs::File;
use crate::input::BATCH;
use crate::input::guard::{Panicked, decode};

/// The metadata with the schema of Arrow. The file with the keys has one column more, so this schema would be wrong.
const ARROW: &str = "ARROW:schema";

/// Writes the file with a column of keys. `key` makes the key of a row, counted from 1.
pub(super) fn write(
    file: File,
    name: &str,
    column: &str,
    key: &mut dyn FnMut(u64) -> Result<u64, KeyingError>,
    out: &mut (impl Write + Send),
    progress: &mut dyn FnMut(Progress),
) -> Result<u64, KeyingError> {
    let damaged = |row: u64, reason: &str| {
        KeyingError::from(InputError::Damaged {
            file: name.to_owned(),
            row,
            reason: reason.replace('\n', " "),
            expected: "a complete Parquet file that is not damaged",
        })
    };
    // A copy cannot tell a damaged file from a disk that is full, except by the kind of the error.
    let failed = |row: u64, error: ParquetError| match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => KeyingError::Write(*error),
            Err(error) => damaged(row, &error.to_string()),
        },
        ParquetError::EOF(_) => {
            KeyingError::from(InputError::Truncated { file: name.to_owned(), row, format: "Parquet" })
        }
        error => damaged(row, &error.to_string()),
    };
    const METADATA: &str = "its metadata contradict each other";
    const CHUNKS: &str = "its column chunks contradict each other";
    let read = decode(|| damaged(0, METADATA).to_string(), || ParquetMetaDataReader::new().parse_and_finish(&file));
    let metadata = match read {
        Ok(read) => read.map_err(|error| failed(0, error))?,
        Err(Panicked) => return Err(damaged(0, METADATA)),
    };
    let root = metadata.file_metadata().schema();
    if root.get_fields().iter().any(|field| field.name() == column) {
        return Err(KeyingError::HasColumn { file: name.to_owned(), column: column.to_owned() });
    }
    let schema = with_column(root, column).map_err(|error| failed(0, error))?;
    let mut writer = SerializedFileWriter::new(out, schema, Arc::new(properties(&metadata, column)))
        .map_err(|error| failed(0, error))?;
    let total = u64::try_from(metadata.file_metadata().num_rows()).unwrap_or(0);
    let mut row = 0;
    for group in metadata.row_groups() {
        let rows = u64::try_from(group.num_rows()).map_err(|_| damaged(row, "a negative size"))?;
        let mut copy = writer.next_row_group().map_err(|error| failed(row, error))?;
        for chunk in group.columns() {
            let chunk = chunk_of(chunk).map_err(|error| failed(row, error))?;
            let close = ColumnCloseResult {
                bytes_written: u64::try_from(chunk.compressed_size()).unwrap_or(0),
                rows_written: rows,
                metadata: chunk,
                bloom_filter: None,
                column_index: None,
                offset_index: None,
            };
            match decode(|| damaged(row, CHUNKS).to_string(), || copy.append_column(&file, close)) {
                Ok(copied) => copied.map_err(|error| failed(row, error))?,
                Err(Panicked) => return Err(damaged(row, CHUNKS)),
            }
        }
        let mut chunk = copy.next_column().map_err(|error| failed(row, error))?;
        let Some(keys) = &mut chunk else { return Err(damaged(row, "its columns differ from its schema")) };
        let (mut left, mut batch) = (rows, Vec::new());
        while left > 0 {
            batch.clear();
            for _ in 0..left.min(BATCH as u64) {
                row += 1;
                // Keys are below 2^53.
                batch.push(key(row)?.cast_signed());
            }
            keys.typed::<Int64Type>().write_batch(&batch, None, None).map_err(|error| failed(row, error))?;
            left -= batch.len() as u64;
            progress(Progress { rows: row, done: row, total });
        }
        chunk.map_or(Ok(()), |chunk| chunk.close()).map_err(|error| failed(row, error))?;
        copy.close().map_err(|error| failed(row, error))?;
    }
    writer.close().map_err(|error| failed(row, error))?;
    Ok(row)
}

/// The schema with one more column.
fn with_column(root: &Type, column: &str) -> Result<TypePtr, ParquetError> {
    let key = Type::primitive_type_builder(column, Physical::INT64).with_repetition(Repetition::REQUIRED).build()?;
    let fields = root.get_fields().iter().cloned().chain([Arc::new(key)]).collect();
    Ok(Arc::new(Type::group_type_builder(root.name()).with_fields(fields).build()?))
}

fn properties(metadata: &ParquetMetaData, column: &str) -> WriterProperties {
    let key = ColumnPath::from(vec![column.to_owned()]);
    let file = metadata.file_metadata();
    let texts = file.key_value_metadata().cloned().map(|mut texts| {
        texts.retain(|text| text.key != ARROW);
        texts
    });
    // Random numbers cannot be compressed, but in this encoding keys below 2^32 take four bytes. Statistics would show the
    // least and the largest key.
    WriterProperties::builder()
        .set_created_by("cellveil".to_owned())
        .set_key_value_metadata(texts)
        .set_compression(Compression::UNCOMPRESSED)
        .set_offset_index_disabled(true)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_column_dictionary_enabled(key.clone(), false)
        .set_column_encoding(key, Encoding::DELTA_BINARY_PACKED)
        .build()
}

/// The metadata of a column chunk. Some writers state the place 0 for a dictionary that does not exist.
fn chunk_of(chunk: &ColumnChunkMetaData) -> Result<ColumnChunkMetaData, ParquetError> {
    match chunk.dictionary_page_offset() {
        Some(0) => chunk.clone().into_builder().set_dictionary_page_offset(None).build(),
        _ => Ok(chunk.clone()),
    }
}
