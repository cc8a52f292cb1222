//! The verdict counts what was tested, and `--strict` fails an audit only for tests that the caller could have.

use super::town::{OTHER_SALT, SOUND, Spec, Town, persons};
use crate::support::workspace::{REFUSED, WRONG};

fn town(spec: &Spec) -> Town {
    let town = Town::new(spec, &persons(3000, 1 << 32, 1));
    town.seal("sealed", spec);
    town
}

/// Audits in Markdown. Returns the exit status, the report and the message.
fn run(town: &Town, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = town.0.command(&[&["audit"], arguments].concat());
    (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn strict_audit_of_a_sound_cube_can_pass() {
    let town = town(&Spec::sound());
    let keyed = ["truth", "--spec", "sealed.toml", "--strict"];
    let sealed = ["sealed", "--truth", "truth", "--strict"];
    let spec = ["--spec", "sealed.toml"];
    let first = "--first-release";
    let refused = |arguments: &[&str], names: &str| {
        let (status, report, message) = run(&town, arguments);
        assert_eq!(message, format!("cellveil: --strict: not tested: {names}; the report gives the reasons\n"));
        assert!(status == Some(REFUSED) && report.starts_with("# Audit of town: PASS\n"), "{report}");
    };
    refused(&keyed, "composition, churn");
    refused(&[&sealed[..], &spec].concat(), "composition, churn");
    for arguments in [
        [&keyed[..], &[first]].concat(),
        [&sealed[..], &spec, &[first]].concat(),
        [&sealed[..], &spec, &["--against", "sealed"]].concat(),
    ] {
        let (status, report, message) = run(&town, &arguments);
        assert_eq!((status, message.as_str()), (Some(0), ""), "{report}");
        let says = "\n**No earlier release.** composition, churn: first release, says the publisher.\n";
        assert_eq!(report.contains(says), arguments.contains(&first), "{report}");
    }
    // The publisher's word does not replace other inputs, and contradicts an earlier release.
    town.0.write("truth.toml", Spec::sound().keyed());
    refused(&[&sealed[..], &[first]].concat(), "rebuild, views");
    town.0.fails(WRONG, &[&["audit"], &keyed[..], &[first, "--against", "sealed"]].concat(), &["--first-release"]);
    let report = town.audit(&["truth", "--spec", "sealed.toml", first]).report;
    assert_eq!((&report["first_release"], report["untested"].to_string().contains("churn")), (&true.into(), false));
    let (status, text, _) = run(&town, &[&keyed[..], &[first, "--suggest"]].concat());
    assert!(status == Some(0) && text.contains("first release, says the publisher"), "{text}");
}

/// With a threshold, small counts are suppressed and none is published as 0, so hidden-presence is blocked.
#[test]
fn hidden_cells_are_no_pass() {
    let spec = Spec::method(&format!("{SOUND}\nthreshold = 500"));
    let town = town(&spec);
    let (status, report, message) = run(&town, &["truth", "--spec", "sealed.toml", "--strict", "--first-release"]);
    assert!(
        status == Some(REFUSED) && message.contains("--strict: not tested: ") && message.contains("hidden-presence"),
        "{message}"
    );
    assert!(
        report.contains("\n## hidden-presence: not tested\n") && report.contains("\n- hidden-presence: "),
        "{report}"
    );
}

/// The verdict counts each finding once: tested, not tested, or nothing at risk.
#[test]
fn formats_agree_about_outcomes() {
    let town = town(&Spec::sound());
    let sealed = ["sealed", "--truth", "truth", "--spec", "sealed.toml"];
    let json = town.audit(&sealed).report;
    let names = |field: &str| -> Vec<String> {
        json[field].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    };
    let (untested, nothing) = (names("untested"), names("nothing_at_risk"));
    assert!(nothing.contains(&"overlap".to_owned()) && !untested.iter().any(|name| nothing.contains(name)), "{json}");
    let findings: Vec<&str> =
        json["findings"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    let is_tested = |name: &&&str| !untested.iter().chain(&nothing).any(|other| other == **name);
    let tested = findings.iter().filter(is_tested).count();
    let verdict = format!("all {tested} tested findings are within their limits.");
    assert_eq!(json["verdict"], format!("PASS: {verdict}"));
    let (_, markdown, _) = run(&town, &sealed);
    let (_, page, _) = run(&town, &[&sealed[..], &["--format", "html"]].concat());
    assert!(
        markdown.contains(&format!("**PASS**: {verdict}"))
            && page.contains(&format!("<strong>PASS</strong>: {verdict}"))
    );
    for name in findings {
        let outcome = match name {
            name if untested.iter().any(|other| other == name) => "not tested",
            name if nothing.iter().any(|other| other == name) => "nothing at risk",
            _ => "within its limit",
        };
        assert!(markdown.contains(&format!("\n## {name}: {outcome}\n")), "{name}: {markdown}");
        assert!(page.contains(&format!("<h3 id=\"{name}\">{name}: {outcome}</h3>")), "{name}");
    }
}

#[test]
fn cube_without_records_fails() {
    let spec = Spec { salt: OTHER_SALT, ..Spec::sound() };
    let town = Town::new(&spec, &[]);
    town.seal("sealed", &spec);
    for cube in [&["truth", "--spec", "sealed.toml"][..], &["sealed", "--truth", "truth", "--spec", "sealed.toml"]] {
        let (status, report, message) = run(&town, cube);
        assert_eq!(
            (status, message.as_str()),
            (Some(REFUSED), "cellveil: the cube has no records; expected the records of the release\n")
        );
        assert!(
            report.starts_with("# Audit of town: FAIL\n\n**FAIL**: the cube has no records, so no attack can find"),
            "{report}"
        );
    }
    let (status, text, message) = run(&town, &["truth", "--spec", "sealed.toml", "--suggest"]);
    assert_eq!(
        (status, message.as_str()),
        (Some(REFUSED), "cellveil: --suggest: the cube has no records; expected the records of the release\n")
    );
    assert!(text.starts_with("# Suggestion for town: no views pass\n") && !text.contains("Fewer views"), "{text}");
}
