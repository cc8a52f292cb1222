//! The options that `cellveil ptable design` reports.

use crate::support::program;

fn design(options: &[&str]) -> (String, String) {
    program::succeed(program::REPOSITORY, &[&["ptable", "design"], options].concat())
}

/// The reported options give the same file again, so the printed line is enough to repeat a design.
#[test]
fn reported_options_give_the_same_file() {
    for options in [
        &["--ready", "standard"][..],
        &["--max-change", "5", "--variance", "7", "--nearest"],
        &["--max-change", "4", "--variance", "2.5", "--blocked", "1", "--shape", "laplace"],
        &["--max-change", "6", "--variance", "2", "--step", "2", "--monotone"],
        &["--max-change", "5", "--variance", "3", "--blocked", "2", "--stay", "-,-,0.3", "--monotone=3,5"],
    ] {
        let (file, message) = design(options);
        let line = message.lines().next().and_then(|line| line.strip_prefix("cellveil: designed as "));
        let again: Vec<&str> = line.unwrap_or_else(|| panic!("{message}")).split(' ').collect();
        assert_eq!(design(&again), (file, message.clone()), "{message}");
    }
}
