//! Progress bars for long tasks, shown only on a terminal.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar on standard error. The bar is hidden if standard error is not a terminal.
pub struct Bar(ProgressBar);

impl Bar {
    /// Makes a bar with a message in front.
    pub fn new(message: String) -> Self {
        let target =
            if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        // The template is constant. If it were invalid, the default style would be used.
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3}% {elapsed}") {
            bar.set_style(style);
        }
        bar.set_message(message);
        Self(bar)
    }

    /// Moves the bar to `done` of `total` units.
    pub fn set(&self, done: u64, total: u64) {
        self.0.set_length(total);
        self.0.set_position(done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
