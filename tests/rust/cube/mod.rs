//! Manifests and the files they list.

mod manifest;
mod views;
