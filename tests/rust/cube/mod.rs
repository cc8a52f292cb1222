//! Manifests and views.

mod manifest;
mod views;
