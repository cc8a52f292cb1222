//! Bindings for JavaScript; no policy lives here.
