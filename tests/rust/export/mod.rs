//! Files of tables: each format is read back by a reader that shares nothing with its writer, and every value, status, code and
//! label is compared with the table's CSV and the words of its cube.

mod csvw;
mod errors;
mod every_format;
mod json_stat;
mod parquet_file;
mod px;
mod queries;
mod sdmx_csv;
mod xlsx;
