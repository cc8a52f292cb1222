//! Commands without their own folder in `src`.

mod measure;
mod names;
mod ready_ptable;
