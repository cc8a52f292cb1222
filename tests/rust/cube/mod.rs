//! Manifests and views.

mod manifest;
mod parts;
mod views;
