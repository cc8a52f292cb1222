//! Files of tables. For each format, an independent reader compares every value, status, code and label with the CSV of
//! the table and the texts of the cube.

mod csvw;
mod errors;
mod every_format;
mod formulas;
mod json_stat;
mod parquet_file;
mod px;
mod queries;
mod sdmx_csv;
mod workbook;
mod xlsx;
