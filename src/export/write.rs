//! From a format to the module that writes it.

use std::str::FromStr;

#[cfg(feature = "cli")]
use super::parquet;
#[cfg(feature = "xlsx")]
use super::xlsx;
use super::{ExportError, Format, Published, csvw, json_stat, px, sdmx_csv};

impl FromStr for Format {
    type Err = ExportError;

    fn from_str(name: &str) -> Result<Self, ExportError> {
        Self::ALL
            .iter()
            .copied()
            .find(|format| format.name() == name)
            .ok_or_else(|| ExportError::Unknown(name.to_owned()))
    }
}

impl Published {
    /// The bytes of a file: the same ones for the same table, on every machine.
    ///
    /// # Errors
    /// A table that the format has no room for.
    pub fn write(&self, format: Format) -> Result<Vec<u8>, ExportError> {
        match format {
            Format::JsonStat => Ok(json_stat::to_json_stat(self).into_bytes()),
            Format::Csvw => Ok(csvw::to_csvw(self).into_bytes()),
            Format::SdmxCsv => Ok(sdmx_csv::to_sdmx_csv(self).into_bytes()),
            Format::Px => Ok(px::to_px(self).into_bytes()),
            #[cfg(feature = "xlsx")]
            Format::Xlsx => xlsx::to_xlsx(self),
            #[cfg(feature = "cli")]
            Format::Parquet => parquet::to_parquet(self),
        }
    }
}
