//! The formats of files of tables, by name.

/// A format that is written from [`Published`]. CSV, the contract, is [`to_csv`](super::to_csv).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON-stat 2.0.
    JsonStat,
    /// W3C's metadata for the table's CSV.
    Csvw,
    /// SDMX-CSV 2.0.
    SdmxCsv,
    /// PC-Axis.
    Px,
    /// Office Open XML.
    #[cfg(feature = "xlsx")]
    Xlsx,
    /// Apache Parquet; on the command line only.
    #[cfg(feature = "cli")]
    Parquet,
}

impl Format {
    /// Every format, in the order in which they are listed.
    pub const ALL: &'static [Self] = &[
        Self::JsonStat,
        Self::Csvw,
        Self::SdmxCsv,
        Self::Px,
        #[cfg(feature = "xlsx")]
        Self::Xlsx,
        #[cfg(feature = "cli")]
        Self::Parquet,
    ];

    /// The name in options.
    pub fn name(self) -> &'static str {
        match self {
            Self::JsonStat => "json-stat",
            Self::Csvw => "csvw",
            Self::SdmxCsv => "sdmx-csv",
            Self::Px => "px",
            #[cfg(feature = "xlsx")]
            Self::Xlsx => "xlsx",
            #[cfg(feature = "cli")]
            Self::Parquet => "parquet",
        }
    }

    /// Whether a terminal cannot show it.
    pub fn is_binary(self) -> bool {
        match self {
            #[cfg(feature = "xlsx")]
            Self::Xlsx => true,
            #[cfg(feature = "cli")]
            Self::Parquet => true,
            _ => false,
        }
    }

    /// All names, for errors.
    pub(super) fn names() -> String {
        Self::ALL.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ")
    }
}
