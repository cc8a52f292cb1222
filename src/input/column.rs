//! Reads one column chunk of a Parquet file as text, in batches of rows.

use std::fmt::{Display, Write};

use ::parquet::basic::{ConvertedType, LogicalType, Type};
use ::parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use ::parquet::data_type::{
    BoolType, ByteArrayType, DataType, DoubleType, FixedLenByteArrayType, FloatType, Int32Type, Int64Type,
};
use ::parquet::errors::ParquetError;
use ::parquet::schema::types::ColumnDescriptor;

/// Why a value cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    Utf8,
    Fraction,
    Date,
}

/// The reason why a batch cannot be read.
pub(super) enum Problem {
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
    /// The rows of the batch whose value cannot be used. Their text is empty.
    faults: Vec<(usize, Fault)>,
    has_fractions: bool,
}

/// A typed reader with its buffer.
enum Source {
    Bool(ColumnReaderImpl<BoolType>, Vec<bool>),
    Int32 {
        reader: ColumnReaderImpl<Int32Type>,
        buffer: Vec<i32>,
        signed: bool,
    },
    /// Days since 1970-01-01.
    Date(ColumnReaderImpl<Int32Type>, Vec<i32>),
    Int64 {
        reader: ColumnReaderImpl<Int64Type>,
        buffer: Vec<i64>,
        signed: bool,
    },
    Float(ColumnReaderImpl<FloatType>, Vec<f32>),
    Double(ColumnReaderImpl<DoubleType>, Vec<f64>),
    Bytes(ColumnReaderImpl<ByteArrayType>, Vec<::parquet::data_type::ByteArray>),
    Fixed(ColumnReaderImpl<FixedLenByteArrayType>, Vec<::parquet::data_type::FixedLenByteArray>),
}

impl ColumnBatch {
    /// Opens a column that can hold codes, or also numbers with a fraction. For any other column, the error describes the
    /// content.
    pub fn new(column: &ColumnDescriptor, reader: ColumnReader, has_fractions: bool) -> Result<Self, String> {
        if column.max_rep_level() > 0 {
            return Err("lists".to_owned());
        }
        let is_date = is_date(column);
        let signed = is_date || check(column)?;
        let source = match reader {
            ColumnReader::Int32ColumnReader(reader) if is_date => Source::Date(reader, Vec::new()),
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
        let (levels, text, ends, faults) = (Vec::new(), String::new(), Vec::new(), Vec::new());
        Ok(Self { source, max_level, levels, text, ends, faults, has_fractions })
    }

    /// Reads the next `rows` rows.
    pub fn fill(&mut self, rows: usize) -> Result<(), Problem> {
        let Self { source, max_level, levels, text, ends, faults, has_fractions } = self;
        text.clear();
        ends.clear();
        faults.clear();
        let has_fractions = *has_fractions;
        let mut target = Target { rows, max_level: *max_level, levels, text, ends, faults };
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
            Source::Date(reader, buffer) => target.take(reader, buffer, |value, text| push_date(text, *value)),
            Source::Float(reader, buffer) if has_fractions => target.take(reader, buffer, |value, text| {
                push_fraction(text, f64::from(*value), value);
                Ok(())
            }),
            Source::Double(reader, buffer) if has_fractions => target.take(reader, buffer, |value, text| {
                push_fraction(text, *value, value);
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

    /// Skips the next `rows` rows. Returns the number of skipped rows.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn skip(&mut self, rows: usize) -> Result<usize, ParquetError> {
        match &mut self.source {
            Source::Bool(reader, _) => reader.skip_records(rows),
            Source::Int32 { reader, .. } | Source::Date(reader, _) => reader.skip_records(rows),
            Source::Int64 { reader, .. } => reader.skip_records(rows),
            Source::Float(reader, _) => reader.skip_records(rows),
            Source::Double(reader, _) => reader.skip_records(rows),
            Source::Bytes(reader, _) => reader.skip_records(rows),
            Source::Fixed(reader, _) => reader.skip_records(rows),
        }
    }

    /// The rows of the batch whose value cannot be used, as positions within the batch.
    pub fn faults(&self) -> &[(usize, Fault)] {
        &self.faults
    }

    /// A value of the batch. A null is an empty string.
    pub fn value(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start..self.ends[index]]
    }
}

/// Writes a value of a dictionary as text.
#[cfg(not(target_arch = "wasm32"))]
pub(super) type ToText = fn(&[u8], &mut String) -> Result<(), Fault>;

/// How the values of a dictionary become text, and the number of bytes of a value; `None` for values of any length. They
/// have the encoding PLAIN. Returns `None` for a type that [`ColumnBatch`] reads alone.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn dictionary_text(column: &ColumnDescriptor) -> Option<(ToText, Option<usize>)> {
    fn int32(bytes: &[u8]) -> i32 {
        bytes.try_into().map_or(0, i32::from_le_bytes)
    }
    fn integer(text: &mut String, negative: bool, magnitude: u64) -> Result<(), Fault> {
        push_integer(text, negative, magnitude);
        Ok(())
    }
    if column.max_rep_level() > 0 {
        return None;
    }
    if is_date(column) {
        return Some((|bytes, text| push_date(text, int32(bytes)), Some(4)));
    }
    let to_text: (ToText, Option<usize>) = match (column.physical_type(), check(column).ok()?) {
        (Type::BYTE_ARRAY, _) => (|bytes, text| push_bytes(text, bytes), None),
        (Type::INT32, true) => {
            (|bytes, text| integer(text, int32(bytes) < 0, int32(bytes).unsigned_abs().into()), Some(4))
        }
        (Type::INT32, false) => (|bytes, text| integer(text, false, int32(bytes).cast_unsigned().into()), Some(4)),
        (Type::INT64, is_signed) => {
            let signed: ToText = |bytes, text| {
                let value = bytes.try_into().map_or(0, i64::from_le_bytes);
                integer(text, value < 0, value.unsigned_abs())
            };
            let unsigned: ToText = |bytes, text| integer(text, false, bytes.try_into().map_or(0, u64::from_le_bytes));
            (if is_signed { signed } else { unsigned }, Some(8))
        }
        _ => return None,
    };
    Some(to_text)
}

/// The destination of a batch's values.
struct Target<'a> {
    rows: usize,
    max_level: i16,
    levels: &'a mut Vec<i16>,
    text: &'a mut String,
    ends: &'a mut Vec<usize>,
    faults: &'a mut Vec<(usize, Fault)>,
}

impl Target<'_> {
    fn take<T: DataType>(
        &mut self,
        reader: &mut ColumnReaderImpl<T>,
        buffer: &mut Vec<T::T>,
        mut push: impl FnMut(&T::T, &mut String) -> Result<(), Fault>,
    ) -> Result<(), Problem> {
        buffer.clear();
        self.levels.clear();
        let optional = self.max_level > 0;
        let mut rows = 0;
        while rows < self.rows {
            let levels = optional.then_some(&mut *self.levels);
            let (read, ..) = reader.read_records(self.rows - rows, levels, None, buffer).map_err(Problem::Decode)?;
            if read == 0 {
                return Err(Problem::Short);
            }
            rows += read;
        }
        let mut values = buffer.iter();
        for index in 0..self.rows {
            if !optional || self.levels.get(index) == Some(&self.max_level) {
                let value = values.next().ok_or(Problem::Short)?;
                if let Err(fault) = push(value, self.text) {
                    self.faults.push((index, fault));
                }
            }
            self.ends.push(self.text.len());
        }
        Ok(())
    }
}

fn is_date(column: &ColumnDescriptor) -> bool {
    column.converted_type() == ConvertedType::DATE || matches!(column.logical_type_ref(), Some(LogicalType::Date))
}

/// Checks that the type of a column is text, a number or a boolean. Returns whether its integers are signed.
pub(super) fn check(column: &ColumnDescriptor) -> Result<bool, String> {
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

/// Writes a date as ISO 8601 does: `2024-03-31`.
fn push_date(text: &mut String, days: i32) -> Result<(), Fault> {
    let (year, month, day) = date(days);
    if !(0..=9999).contains(&year) {
        return Err(Fault::Date);
    }
    // Writing to a string cannot fail.
    let _ = write!(text, "{year:04}-{month:02}-{day:02}");
    Ok(())
}

/// Year, month and day of a number of days since 1970-01-01, in the Gregorian calendar.
///
/// Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2013), `civil_from_days`. Years begin in March there, so that
/// the leap day is the last day of a year.
fn date(days: i32) -> (i64, i64, i64) {
    // Eras of 400 years have 146,097 days. Day 0 of era 0 is 0000-03-01.
    let days = i64::from(days) + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

/// Writes a number that may have a fraction. `shortest` writes the fewest digits that give the same number of its type.
fn push_fraction(text: &mut String, value: f64, shortest: &impl Display) {
    if push_float(text, value).is_err() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{shortest}");
    }
}

fn push_float(text: &mut String, value: f64) -> Result<(), Fault> {
    const LIMIT: f64 = 9_007_199_254_740_992.0;
    if value.fract() != 0.0 || value.abs() > LIMIT {
        return Err(Fault::Fraction);
    }
    // The value is whole and at most 2^53, so the conversion is exact. NaN and infinities were refused above, because
    // their fraction is NaN.
    push_integer(text, value < 0.0, value.abs() as u64);
    Ok(())
}

fn push_bytes(text: &mut String, bytes: &[u8]) -> Result<(), Fault> {
    text.push_str(std::str::from_utf8(bytes).map_err(|_| Fault::Utf8)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        for (days, expected) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (19_813, "2024-03-31"),
            (19_782, "2024-02-29"),
            (11_016, "2000-02-29"),
            (-25_509, "1900-02-28"),
            (-25_508, "1900-03-01"),
            (-719_528, "0000-01-01"),
            (2_932_896, "9999-12-31"),
        ] {
            let mut text = String::new();
            assert_eq!(push_date(&mut text, days), Ok(()), "{days}");
            assert_eq!(text, expected);
        }
        for days in [-719_529, 2_932_897, i32::MIN, i32::MAX] {
            assert_eq!(push_date(&mut String::new(), days), Err(Fault::Date), "{days}");
        }
    }
}
