//! The export formats and their writers. Each writer takes a [`Published`] table.

use super::{ExportError, Published, csvw, json_stat, parquet, px, sdmx_csv, xlsx};

/// An export format that is written from [`Published`]. [`to_csv`](super::to_csv) writes CSV.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON-stat 2.0.
    JsonStat,
    /// CSV on the Web: W3C metadata for the table's CSV.
    Csvw,
    /// SDMX-CSV 2.0.
    SdmxCsv,
    /// PC-Axis.
    Px,
    /// Office Open XML spreadsheet, in builds with the feature `xlsx`.
    Xlsx,
    /// Apache Parquet, only on the command line.
    Parquet,
}

impl Format {
    /// The formats of this build, in the order of error messages.
    pub fn all() -> impl Iterator<Item = Self> {
        let all = [Self::JsonStat, Self::Csvw, Self::SdmxCsv, Self::Px, Self::Xlsx, Self::Parquet];
        all.into_iter().filter(|format| match format {
            Self::Xlsx => xlsx::IS_BUILT,
            Self::Parquet => parquet::IS_BUILT,
            _ => true,
        })
    }

    /// Name of the format in options.
    pub fn name(self) -> &'static str {
        match self {
            Self::JsonStat => "json-stat",
            Self::Csvw => "csvw",
            Self::SdmxCsv => "sdmx-csv",
            Self::Px => "px",
            Self::Xlsx => "xlsx",
            Self::Parquet => "parquet",
        }
    }

    /// Whether the format is binary, so that a terminal cannot show it.
    pub fn is_binary(self) -> bool {
        matches!(self, Self::Xlsx | Self::Parquet)
    }
}

impl std::str::FromStr for Format {
    type Err = ExportError;

    fn from_str(name: &str) -> Result<Self, ExportError> {
        Self::all().find(|format| format.name() == name).ok_or_else(|| {
            let known = Self::all().map(Self::name).collect::<Vec<_>>().join(", ");
            ExportError::Unknown { name: name.to_owned(), known }
        })
    }
}

impl Published {
    /// Writes the table in a format. Equal tables have equal bytes on every machine.
    ///
    /// # Errors
    /// Returns an error if the format cannot represent the table.
    pub fn write(&self, format: Format) -> Result<Vec<u8>, ExportError> {
        match format {
            Format::JsonStat => Ok(json_stat::to_json_stat(self).into_bytes()),
            Format::Csvw => Ok(csvw::to_csvw(self).into_bytes()),
            Format::SdmxCsv => Ok(sdmx_csv::to_sdmx_csv(self).into_bytes()),
            Format::Px => Ok(px::to_px(self).into_bytes()),
            Format::Xlsx => xlsx::to_xlsx(self),
            Format::Parquet => parquet::to_parquet(self),
        }
    }
}
