//! Reads one column chunk of a Parquet file as text, in batches of rows.

use ::parquet::basic::{ConvertedType, LogicalType, Type};
use ::parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use ::parquet::data_type::{
    BoolType, ByteArrayType, DataType, DoubleType, FixedLenByteArrayType, FloatType, Int32Type, Int64Type,
};
use ::parquet::errors::ParquetError;
use ::parquet::schema::types::ColumnDescriptor;

/// The reason why a batch cannot be read.
pub(super) enum Problem {
    Utf8,
    Fraction,
    /// The column has fewer values than its row group has rows.
    Short,
    Decode(ParquetError),
}

/// A batch of a column. All values are in one string, which the next batch reuses.
pub(super) struct ColumnBatch {
    source: Source,
    /// The definition level of a present value: values with lower levels are null. It is 0 for a required column.
    max_level: i16,
    levels: Vec<i16>,
    text: String,
    ends: Vec<usize>,
}

/// A typed reader with its buffer.
enum Source {
    Bool(ColumnReaderImpl<BoolType>, Vec<bool>),
    Int32 { reader: ColumnReaderImpl<Int32Type>, buffer: Vec<i32>, signed: bool },
    Int64 { reader: ColumnReaderImpl<Int64Type>, buffer: Vec<i64>, signed: bool },
    Float(ColumnReaderImpl<FloatType>, Vec<f32>),
    Double(ColumnReaderImpl<DoubleType>, Vec<f64>),
    Bytes(ColumnReaderImpl<ByteArrayType>, Vec<::parquet::data_type::ByteArray>),
    Fixed(ColumnReaderImpl<FixedLenByteArrayType>, Vec<::parquet::data_type::FixedLenByteArray>),
}

impl ColumnBatch {
    /// Opens a column that can hold codes. For any other column, the error describes the content.
    pub fn new(column: &ColumnDescriptor, reader: ColumnReader) -> Result<Self, String> {
        if column.max_rep_level() > 0 {
            return Err("lists".to_owned());
        }
        let signed = check(column)?;
        let source = match reader {
            ColumnReader::BoolColumnReader(reader) => Source::Bool(reader, Vec::new()),
            ColumnReader::Int32ColumnReader(reader) => Source::Int32 { reader, buffer: Vec::new(), signed },
            ColumnReader::Int64ColumnReader(reader) => Source::Int64 { reader, buffer: Vec::new(), signed },
            ColumnReader::FloatColumnReader(reader) => Source::Float(reader, Vec::new()),
            ColumnReader::DoubleColumnReader(reader) => Source::Double(reader, Vec::new()),
            ColumnReader::ByteArrayColumnReader(reader) => Source::Bytes(reader, Vec::new()),
            ColumnReader::FixedLenByteArrayColumnReader(reader) => Source::Fixed(reader, Vec::new()),
            ColumnReader::Int96ColumnReader(_) => return Err("points in time".to_owned()),
        };
        let max_level = column.max_def_level();
        Ok(Self { source, max_level, levels: Vec::new(), text: String::new(), ends: Vec::new() })
    }

    /// Reads the next `rows` rows. An error contains the index of the row within the batch.
    pub fn fill(&mut self, rows: usize) -> Result<(), (usize, Problem)> {
        let Self { source, max_level, levels, text, ends } = self;
        text.clear();
        ends.clear();
        let mut target = Target { rows, max_level: *max_level, levels, text, ends };
        match source {
            Source::Bool(reader, buffer) => target.take(reader, buffer, |value, text| {
                text.push_str(if *value { "true" } else { "false" });
                Ok(())
            }),
            Source::Int32 { reader, buffer, signed: true } => target.take(reader, buffer, |value, text| {
                push_integer(text, *value < 0, value.unsigned_abs().into());
                Ok(())
            }),
            Source::Int32 { reader, buffer, signed: false } => target.take(reader, buffer, |value, text| {
                push_integer(text, false, value.cast_unsigned().into());
                Ok(())
            }),
            Source::Int64 { reader, buffer, signed: true } => target.take(reader, buffer, |value, text| {
                push_integer(text, *value < 0, value.unsigned_abs());
                Ok(())
            }),
            Source::Int64 { reader, buffer, signed: false } => target.take(reader, buffer, |value, text| {
                push_integer(text, false, value.cast_unsigned());
                Ok(())
            }),
            Source::Float(reader, buffer) => {
                target.take(reader, buffer, |value, text| push_float(text, (*value).into()))
            }
            Source::Double(reader, buffer) => target.take(reader, buffer, |value, text| push_float(text, *value)),
            Source::Bytes(reader, buffer) => target.take(reader, buffer, |value, text| push_bytes(text, value.data())),
            Source::Fixed(reader, buffer) => target.take(reader, buffer, |value, text| push_bytes(text, value.data())),
        }
    }

    /// A value of the batch. A null is an empty string.
    pub fn value(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start..self.ends[index]]
    }
}

/// The destination of a batch's values.
struct Target<'a> {
    rows: usize,
    max_level: i16,
    levels: &'a mut Vec<i16>,
    text: &'a mut String,
    ends: &'a mut Vec<usize>,
}

impl Target<'_> {
    fn take<T: DataType>(
        &mut self,
        reader: &mut ColumnReaderImpl<T>,
        buffer: &mut Vec<T::T>,
        mut push: impl FnMut(&T::T, &mut String) -> Result<(), Problem>,
    ) -> Result<(), (usize, Problem)> {
        buffer.clear();
        self.levels.clear();
        let optional = self.max_level > 0;
        let mut rows = 0;
        while rows < self.rows {
            let levels = optional.then_some(&mut *self.levels);
            let (read, ..) = reader
                .read_records(self.rows - rows, levels, None, buffer)
                .map_err(|error| (rows, Problem::Decode(error)))?;
            if read == 0 {
                return Err((rows, Problem::Short));
            }
            rows += read;
        }
        let mut values = buffer.iter();
        for index in 0..self.rows {
            if !optional || self.levels.get(index) == Some(&self.max_level) {
                let value = values.next().ok_or((index, Problem::Short))?;
                push(value, self.text).map_err(|problem| (index, problem))?;
            }
            self.ends.push(self.text.len());
        }
        Ok(())
    }
}

/// Checks that the type of a column is text, a number or a boolean. Returns whether its integers are signed.
fn check(column: &ColumnDescriptor) -> Result<bool, String> {
    let unsigned = [ConvertedType::UINT_8, ConvertedType::UINT_16, ConvertedType::UINT_32, ConvertedType::UINT_64];
    let signed = [ConvertedType::INT_8, ConvertedType::INT_16, ConvertedType::INT_32, ConvertedType::INT_64];
    let text = [ConvertedType::UTF8, ConvertedType::ENUM, ConvertedType::JSON];
    let (logical, converted) = (column.logical_type_ref(), column.converted_type());
    let is_integer = matches!(column.physical_type(), Type::INT32 | Type::INT64);
    let is_text = matches!(column.physical_type(), Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY);
    match logical {
        Some(LogicalType::Integer(integer)) if is_integer => return Ok(integer.is_signed),
        Some(LogicalType::Decimal(decimal)) if is_integer && decimal.scale == 0 => return Ok(true),
        Some(LogicalType::String | LogicalType::Enum | LogicalType::Json) if is_text => return Ok(true),
        Some(LogicalType::Unknown) | None => {}
        Some(other) => return Err(values_of(other).to_owned()),
    }
    match converted {
        ConvertedType::NONE => Ok(true),
        ConvertedType::DECIMAL if is_integer && column.type_scale() == 0 => Ok(true),
        kind if is_integer && signed.contains(&kind) => Ok(true),
        kind if is_integer && unsigned.contains(&kind) => Ok(false),
        kind if is_text && text.contains(&kind) => Ok(true),
        other => Err(format!("values of the type {other}")),
    }
}

/// Describes the content of an unsupported column type.
fn values_of(unsupported: &LogicalType) -> &'static str {
    match unsupported {
        LogicalType::Date => "dates",
        LogicalType::Time(_) => "times of day",
        LogicalType::Timestamp(_) => "timestamps",
        LogicalType::Decimal(_) => "decimal numbers",
        LogicalType::Map => "maps",
        LogicalType::List => "lists",
        LogicalType::Bson => "BSON documents",
        LogicalType::Uuid => "UUIDs",
        LogicalType::Float16 => "16-bit fractions",
        LogicalType::Geometry(_) | LogicalType::Geography(_) => "geometries",
        _ => "values of another type",
    }
}

fn push_integer(text: &mut String, negative: bool, mut magnitude: u64) {
    // The largest `u64` has twenty digits.
    let mut digits = [0; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        // The remainder is below 10, so the cast is exact.
        digits[start] = b'0' + (magnitude % 10) as u8;
        magnitude /= 10;
        if magnitude == 0 {
            break;
        }
    }
    if negative {
        text.push('-');
    }
    text.extend(digits[start..].iter().map(|digit| char::from(*digit)));
}

fn push_float(text: &mut String, value: f64) -> Result<(), Problem> {
    const LIMIT: f64 = 9_007_199_254_740_992.0;
    if value.fract() != 0.0 || value.abs() > LIMIT {
        return Err(Problem::Fraction);
    }
    // The value is whole and at most 2^53, so the conversion is exact. NaN and infinities were refused above, because
    // their fraction is NaN.
    push_integer(text, value < 0.0, value.abs() as u64);
    Ok(())
}

fn push_bytes(text: &mut String, bytes: &[u8]) -> Result<(), Problem> {
    text.push_str(std::str::from_utf8(bytes).map_err(|_| Problem::Utf8)?);
    Ok(())
}
