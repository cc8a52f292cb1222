//! Commands without their own folder in `src`.

mod keys;
mod measure;
mod names;
mod outputs;
mod pretabular;
mod ready_ptable;
