//! Tests of `src/table_method`.

mod controlled_rounding;
