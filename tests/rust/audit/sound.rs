//! Cubes that pass every attack.

use serde_json::Value;

use super::town::{SOUND, Spec, Town, persons};

#[test]
fn sound_cubes_pass_every_attack() {
    let with = |method: &str| Spec::method(&format!("{SOUND}\n{method}"));
    let zeros = "[structural_zeros]\nnever = [{ age = [\"0\", \"1\"], work = [\"3\", \"4\"] }, { area = [\"3\"], work = [\"0\"] }]";
    for (what, persons_of, spec) in [
        ("three dimensions", 30_000, Spec { publish: "max_dimensions = 3".into(), ..Spec::sound() }),
        ("few persons", 300, Spec::sound()),
        ("few cells", 500, Spec { publish: "max_dimensions = 1".into(), ..Spec::sound() }),
        ("levels alone", 800, Spec { publish: "views = [[\"area\", \"age:band\"]]".into(), ..Spec::sound() }),
        ("structural zeros", 3000, Spec { more: zeros.into(), ..Spec::sound() }),
        ("a threshold", 2000, with("threshold = 5")),
        ("totals that are sums", 3000, with("totals = \"sum\"")),
        ("xor", 3000, Spec { key: "combine = \"xor\"\nmodulus = 1099511627776".into(), ..with("") }),
        ("xor", 3000, Spec { key: "combine = \"xor\"\nmodulus = 4294967296".into(), ..with("") }),
        ("rounding to 3", 3000, Spec::method("kind = \"random-rounding\"\nbase = 3")),
        ("rounding to 5", 3000, Spec::method("kind = \"random-rounding\"\nbase = 5")),
        ("rounding from a threshold on", 3000, Spec::method("kind = \"threshold-rounding\"\nthreshold = 10\nbase = 5")),
    ] {
        let modulus = if spec.key.contains("1099511627776") { 1 << 40 } else { 1 << 32 };
        let mut people = persons(persons_of, modulus, 1);
        if what == "structural zeros" {
            people.retain(|&([area, age, work], _)| !(age < 2 && work > 2 || area == 3 && work == 0));
        }
        let town = Town::new(&spec, &people);
        let planned = town.audit_keyed(&spec);
        planned.passes();
        town.seal("sealed", &spec);
        let sealed = town.audit_sealed("sealed");
        assert_eq!(sealed.exceeded(), [""; 0], "{what}: {}", sealed.text);
        // The planned cube and the sealed cube have the same findings.
        let mut findings = sealed.report["findings"].as_array().unwrap().clone();
        findings.retain(|finding| !["leak-test", "views", "rebuild"].contains(&finding["name"].as_str().unwrap()));
        assert_eq!(planned.report["findings"], Value::from(findings), "{what}");
        assert_eq!(planned.report["views"], sealed.report["views"]);
    }
}

/// A rule blocks cells in one view only. The method still gives the same records the same value.
#[test]
fn a_rule_that_blocks_cells_is_no_inconsistency() {
    let rules = "max_dimensions = 3\n[rules.population]\nfiltered = { person = 12 }";
    let spec = Spec { publish: rules.into(), ..Spec::sound() };
    // Few persons, so that many totals have a single part.
    let town = Town::new(&spec, &persons(150, 1 << 32, 1));
    town.seal("sealed", &spec);
    let audit = town.audit_sealed("sealed");
    for name in ["consistency", "hidden-elsewhere", "exact-totals"] {
        assert_eq!(audit.finding(name)["passes"], true, "{name}: {}", audit.text);
    }
    assert!(audit.figure("hidden-elsewhere", 1) > 3.0, "{}", audit.text);
    // Without the rule no cell is blocked, and the report has no such finding.
    let plain = Spec { publish: "max_dimensions = 3".into(), ..Spec::sound() };
    town.seal("plain", &plain);
    assert!(!town.audit_sealed("plain").names().contains(&"hidden-elsewhere"));
}
