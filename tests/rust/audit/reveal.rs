//! Who may see true counts in an audit from JavaScript.

use cellveil::audit::{self, AuditError, Choices, Report};
use cellveil::cube::{Audience, Cube, Data};
use cellveil::dimension::AxisRef;
use cellveil::protect::Parameters;
use cellveil::table::{Caller, MethodChoice, Store};

use super::town::{Spec, Town, persons};

fn town(data: &'static str) -> Town {
    Town::new(&Spec { data, ..Spec::sound() }, &persons(500, 1 << 32, 1))
}

fn choices(reveal: bool) -> Choices {
    let views = (0..3).map(|dimension| vec![AxisRef { dimension, level: None }]).collect();
    Choices { views: Some(views), method: None, salt: None, limits: Vec::new(), seed: 1, reveal }
}

/// Audits the keyed cube of a town, with its own method or without protection.
fn audited(town: &Town, protects: bool, reveal: bool) -> Result<Report, AuditError> {
    let manifest = town.0.read("truth/cube.json");
    let mut store = Store::open(&manifest, Caller::CommandLine).unwrap();
    let paths: Vec<String> = store.cube().files.iter().map(|file| file.path.clone()).collect();
    paths.iter().for_each(|path| store.load(path, &town.0.read(&format!("truth/{path}"))).unwrap());
    let none = MethodChoice::Custom(Parameters::from_json(r#"{ "kind": "none" }"#).unwrap());
    let method = (!protects).then_some(none);
    audit::audit(&mut store, None, None, &[], None, &Choices { method, ..choices(reveal) }, &mut |_| {})
}

#[test]
fn reveal_needs_an_internal_audience_or_data_that_are_not_confidential() {
    let town = town("confidential");
    let cube = |data, audience| {
        let mut cube = Cube::from_manifest(&town.0.read("truth/cube.json")).unwrap();
        (cube.about.data, cube.about.audience) = (data, audience);
        cube
    };
    for audience in [Audience::Teaching, Audience::Kiosk, Audience::Public] {
        let error = choices(true).check_reveal(&cube(Data::Confidential, audience)).unwrap_err();
        assert_eq!((error.code(), error.clone()), ("reveal-refused", AuditError::RevealNotAllowed));
        assert!(error.to_string().starts_with("reveal: the data of the keyed cube are confidential"), "{error}");
        assert_eq!(choices(false).check_reveal(&cube(Data::Confidential, audience)), Ok(()));
        assert_eq!(choices(true).check_reveal(&cube(Data::Synthetic, audience)), Ok(()));
    }
    assert_eq!(choices(true).check_reveal(&cube(Data::Confidential, Audience::Internal)), Ok(()));
}

/// The values in the examples of a report are true counts if no method protects them.
#[test]
fn unprotected_values_of_confidential_data_need_reveal() {
    let secret = town("confidential");
    let error = audited(&secret, false, false).unwrap_err();
    assert_eq!(error.code(), "reveal-refused");
    assert!(error.to_string().contains("shows true counts"), "{error}");
    assert!(audited(&secret, false, true).unwrap().findings.iter().any(|finding| finding.example.is_some()));
    assert!(audited(&secret, true, false).is_ok());
    assert!(audited(&town("synthetic"), false, false).is_ok());
}

/// Without `reveal`, no form of the report has the part of an example with the true counts.
#[test]
fn reports_without_reveal_have_no_true_counts_of_examples() {
    let report = audited(&town("confidential"), false, true).unwrap();
    let truths: Vec<&str> =
        report.findings.iter().filter_map(|finding| Some(finding.example.as_ref()?.truth.as_str())).collect();
    assert!(truths.len() > 1, "{truths:?}");
    for write in [Report::to_json, Report::to_markdown, Report::to_html] {
        let (without, with) = (write(&report, false), write(&report, true));
        assert!(truths.iter().all(|truth| with.contains(truth) && !without.contains(truth)), "{truths:?}");
    }
}
