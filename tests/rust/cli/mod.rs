//! Commands without a folder of their own in `src`.

mod measure;
mod names;
mod ready_ptable;
