//! A build that suggests no names. Suggestions would take 2 KB of the wasm, and pages offer the known names themselves.

/// An empty text.
pub(crate) fn did_you_mean<'a>(_: &str, _: impl IntoIterator<Item = &'a str>) -> String {
    String::new()
}
