//! Leaks that need two releases, or two cubes of the same people.

use super::town::{OTHER_SALT, Person, SALT, Spec, Town, csv, persons};

const MODULUS: u64 = 1 << 32;

/// Five persons came since the earlier release, or one answer was corrected. Each has a twin in which nothing changed.
#[test]
fn audit_finds_who_came_and_what_was_corrected() {
    let spec = Spec { publish: "max_dimensions = 3".into(), ..Spec::sound() };
    let people = persons(3000, MODULUS, 1);
    let town = Town::new(&spec, &people);
    town.seal("sealed", &spec);
    town.seal("same", &spec);
    let release = |name: &str, people: &[Person]| {
        town.0.write("records.csv", csv(people));
        town.seal(name, &spec);
        town.0.done(&["tile", "truth.toml", "--records", "records.csv", "--out", &format!("{name}-truth")]);
    };
    release("fewer", &people[5..]);
    let mut corrected = people.clone();
    corrected[9].0[1] = (corrected[9].0[1] + 3) % 8;
    release("corrected", &corrected);
    let against = |old: &str, more: &[&str]| {
        let arguments = ["sealed", "--truth", "truth", "--spec", "sealed.toml", "--against", old];
        town.audit(&[&arguments[..], more].concat())
    };
    for (old, what) in [("fewer", "a new record: area = "), ("corrected", "a changed record: area = ")] {
        let truth = format!("{old}-truth");
        for more in [&[][..], &["--against-truth", &truth]] {
            let audit = against(old, more);
            assert!(audit.exceeded().contains(&"churn"), "{old}: {}", audit.text);
            assert!(!audit.exceeded().contains(&"composition"), "{old}: {}", audit.text);
            assert!(audit.published("churn").starts_with(what), "{}", audit.text);
        }
    }
    let same = against("same", &[]);
    assert!(!same.exceeded().contains(&"churn") && same.figure("churn", 1) == 0.0, "{}", same.text);
    assert!(!same.report["untested"].to_string().contains("churn"));
    // Of several releases, the report shows the worst.
    let both = against("same", &["--against", "corrected"]);
    assert_eq!(both.figure("churn", 0), against("corrected", &[]).figure("churn", 0));
    assert!(both.finding("churn")["says"].as_str().unwrap().contains("that with corrected."), "{}", both.text);
    // Under another salt nothing follows, and composition fails instead.
    town.0.write("records.csv", csv(&people));
    town.seal("salted", &Spec { salt: OTHER_SALT, ..spec.clone() });
    let salted = against("salted", &[]);
    assert!(salted.exceeded().contains(&"composition") && !salted.exceeded().contains(&"churn"), "{}", salted.text);
    assert!(salted.report["reasons"]["churn"].as_str().unwrap().contains("keys, salt or method"), "{}", salted.text);
}

/// New keys, a new salt with a batch of changes, and other people: no comparison passes as if keys and salt had stayed.
#[test]
fn audit_says_what_an_earlier_truth_shows() {
    let spec = Spec::sound();
    let people = persons(3000, MODULUS, 1);
    let town = Town::new(&spec, &people);
    town.seal("sealed", &spec);
    let release = |name: &str, people: &[Person], spec: &Spec| {
        town.0.write("records.csv", csv(people));
        town.seal(name, spec);
        town.0.write("old.toml", spec.keyed());
        town.0.done(&["tile", "old.toml", "--records", "records.csv", "--out", &format!("{name}-truth")]);
    };
    let keys: Vec<u64> = persons(3000, MODULUS, 8).into_iter().map(|(_, key)| key).collect();
    let rekeyed = |many: usize| -> Vec<Person> {
        people
            .iter()
            .zip(&keys)
            .enumerate()
            .map(|(at, (person, key))| (person.0, if at < many { *key } else { person.1 }))
            .collect()
    };
    release("rekeyed", &rekeyed(3000), &spec);
    release("half", &rekeyed(1500), &spec);
    release("others", &persons(3000, MODULUS, 9), &spec);
    release("year", &[&people[30..], &persons(30, MODULUS, 5)].concat(), &spec);
    release(
        "salted",
        &[&people[240..], &persons(240, MODULUS, 5)].concat(),
        &Spec { salt: OTHER_SALT, ..spec.clone() },
    );
    let against = |old: &str, with_truth: bool| {
        // The specification of the present release has the salt.
        let arguments = ["sealed", "--truth", "truth", "--spec", "sealed.toml", "--against", old];
        let truth = format!("{old}-truth");
        let more = ["--against-truth", truth.as_str()];
        town.audit(&[&arguments[..], if with_truth { &more } else { &[] }].concat())
    };
    for old in ["rekeyed", "half"] {
        for with_truth in [false, true] {
            let audit = against(old, with_truth);
            assert_eq!(audit.exceeded(), ["composition"], "{old}: {}", audit.text);
            assert!(old == "half" || audit.report["reasons"]["churn"].is_string(), "{}", audit.text);
        }
    }
    for (old, with_truth) in [("others", false), ("others", true)] {
        let audit = against(old, with_truth);
        for name in ["composition", "churn"] {
            let why = audit.report["reasons"][name].as_str().unwrap_or_else(|| panic!("{old} {name}: {}", audit.text));
            assert!(
                why.contains("the people or their keys are others") || why.contains("nothing can be concluded"),
                "{why}"
            );
        }
    }
    let salted = against("salted", true);
    assert!(
        salted.exceeded() == ["composition"] || salted.report["reasons"]["composition"].is_string(),
        "{}",
        salted.text
    );
    let year = against("year", true);
    assert!(
        !year.exceeded().contains(&"composition") && year.report["reasons"]["composition"].is_null(),
        "{}",
        year.text
    );
}

/// A level that crosses another, in the cube itself or in another cube of the same people.
#[test]
fn audit_finds_overlapping_groups() {
    // Hardly anybody is of age 3, which is between the two levels.
    let is_kept = |(at, person): &(usize, Person)| person.0[1] != 3 || at % 60 == 0;
    let people = persons(4000, MODULUS, 1).into_iter().enumerate().filter(is_kept);
    let people: Vec<Person> = people.map(|(_, person)| person).collect();
    let other = "[[dimension.level]]\nname = \"wide\"\ngroups = [{ code = \"young\", of = [\"0\", \"1\", \"2\", \"3\"] }, \
                 { code = \"old\", of = [\"4\", \"5\", \"6\", \"7\"] }]\n";
    let with_level = |text: String| {
        text.replace("[[dimension]]\nname = \"work\"", &format!("{other}[[dimension]]\nname = \"work\""))
    };
    let views = |level: &str| format!("views = [[\"area\", \"age:{level}\"], [\"area\", \"age:{level}\", \"work\"]]");
    let both =
        format!("{}, {}", views("band").strip_suffix(']').unwrap(), views("wide").strip_prefix("views = [").unwrap());
    let spec = |publish: String| Spec { publish, ..Spec::sound() };
    let town = Town::new(&spec(views("band")), &people);
    let seal = |name: &str, publish: String| {
        town.0.write(&format!("{name}.toml"), with_level(spec(publish).sealed()));
        town.0.done(&["tile", &format!("{name}.toml"), "--records", "records.csv", "--out", name]);
    };
    town.0.write("truth.toml", with_level(spec(views("band")).keyed()));
    town.0.done(&["tile", "truth.toml", "--records", "records.csv", "--out", "truth", "--force"]);
    seal("band", views("band"));
    seal("wide", views("wide"));
    seal("again", views("band"));
    seal("both", both);
    let audit = |cube: &str, more: &[&str]| {
        town.audit(&[&[cube, "--truth", "truth", "--spec", &format!("{cube}.toml")][..], more].concat())
    };
    let crossing = audit("both", &[]);
    assert!(crossing.exceeded().contains(&"overlap"), "{}", crossing.text);
    assert!(crossing.published("overlap").contains(" between with probability "), "{}", crossing.text);
    let alone = audit("band", &[]);
    assert!(!alone.exceeded().contains(&"overlap") && alone.figure("overlap", 4) == 0.0, "{}", alone.text);
    let with = audit("band", &["--with", "wide"]);
    assert!(with.exceeded().contains(&"overlap"), "{}", with.text);
    assert_eq!(with.of("overlap", 0), crossing.of("overlap", 0), "two cubes disclose as much as one");
    let same = audit("band", &["--with", "again"]);
    assert_eq!(same.exceeded(), alone.exceeded());
    assert_eq!((same.figure("overlap", 4), same.figure("composition", 0)), (0.0, 0.0));
    // Both other cubes at once, and the keyed cube before it is sealed.
    assert_eq!(
        audit("band", &["--with", "again", "--with", "wide"]).finding("overlap")["figures"],
        with.finding("overlap")["figures"]
    );
    let planned = town.audit(&["truth", "--spec", "band.toml", "--with", "wide"]);
    assert_eq!(planned.finding("overlap"), with.finding("overlap"));
    // Another cube with another salt gives the same cells second values, and its groups cannot be compared.
    let salted = with_level(spec(views("band")).sealed()).replace(SALT, OTHER_SALT);
    town.0.write("salted.toml", salted);
    town.0.done(&["tile", "salted.toml", "--records", "records.csv", "--out", "salted"]);
    let salted = audit("band", &["--with", "salted"]);
    assert!(salted.exceeded().contains(&"composition"), "{}", salted.text);
    assert!(salted.report["reasons"]["overlap"].as_str().unwrap().starts_with("salted: its values do not follow"));
}
