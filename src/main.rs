//! The `cellveil` command.
fn main() {}
