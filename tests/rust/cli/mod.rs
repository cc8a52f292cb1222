//! Commands without their own folder in `src`.

mod keys;
mod measure;
mod names;
mod outputs;
mod ready_ptable;
