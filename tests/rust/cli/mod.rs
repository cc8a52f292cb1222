//! Commands without their own folder in `src`.

mod bundle;
mod check;
mod delivery;
mod draw;
mod encrypted;
mod init;
mod keys;
mod measure;
mod names;
mod outputs;
mod pretabular;
mod ready_ptable;
mod site;
mod sql;
