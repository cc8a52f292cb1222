//! `cellveil audit --suggest` prints a section that passes the audit when it is pasted into the specification.

use serde_json::Value;

use super::town::{SALT, Spec, Town, next, persons};
use crate::support::workspace::{REFUSED, WRONG, Workspace};

/// Yes/no questions of the survey, each with the share of persons who say yes, in percent.
const QUESTIONS: [(&str, u64); 8] = [
    ("moved", 2),
    ("carer", 4),
    ("veteran", 3),
    ("works", 55),
    ("married", 45),
    ("car", 70),
    ("garden", 40),
    ("pet", 35),
];

/// A survey of yes/no questions in four areas. `publish` is the section of its sealed specification.
struct Survey(Workspace);

impl Survey {
    fn new(persons: usize) -> Self {
        let survey = Self(Workspace::new());
        let names: Vec<&str> = QUESTIONS.iter().map(|(name, _)| *name).collect();
        let (mut state, mut records) = (7, format!("area,{},key\n", names.join(",")));
        for _ in 0..persons {
            records += &format!("{}", next(&mut state) % 4);
            for (_, yes) in QUESTIONS {
                records += if next(&mut state) % 100 < yes { ",1" } else { ",0" };
            }
            records += &format!(",{}\n", next(&mut state) % (1 << 32));
        }
        survey.0.write("records.csv", records);
        survey.0.write("truth.toml", specification("audience = \"internal\"", ""));
        survey.0.done(&["tile", "truth.toml", "--records", "records.csv", "--out", "truth"]);
        survey
    }

    fn specify(&self, section: &str) {
        self.0.write("sealed.toml", specification("audience = \"public\"\nrelease = \"sealed\"", section));
    }

    fn run(&self, more: &[&str]) -> (Option<i32>, String, Value) {
        let output = self.0.command(&[&["audit", "truth", "--spec", "sealed.toml", "--format", "json"], more].concat());
        let text = String::from_utf8(output.stdout).unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        let value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}{message}"));
        (output.status.code(), message, value)
    }
}

fn specification(about: &str, publish: &str) -> String {
    let question = |name: &str| format!("[[dimension]]\nname = \"{name}\"\ncodes = {{ 0 = \"no\", 1 = \"yes\" }}\n");
    let questions: String = QUESTIONS.iter().map(|(name, _)| question(name)).collect();
    format!(
        "[cube]\nid = \"survey\"\nunit = \"person\"\ndata = \"confidential\"\n{about}\n[key]\ncolumn = \"key\"\n\
         salt = \"{SALT}\"\n[[dimension]]\nname = \"area\"\ncodes = {{ 0 = \"a\", 1 = \"b\", 2 = \"c\", 3 = \"d\" }}\n{questions}\
         [method.default]\nkind = \"cell-key\"\nptable = \"standard\"\nlookup = \"hash\"\n{publish}"
    )
}

fn names(list: &Value, field: &str) -> Vec<String> {
    list.as_array().unwrap().iter().map(|item| item[field].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_suggested_section_passes_when_pasted() {
    let survey = Survey::new(1500);
    survey.specify("[publish]\nmax_dimensions = 3\n");
    let (status, _, audit) = survey.run(&[]);
    assert_eq!((status, &audit["passes"]), (Some(REFUSED), &Value::from(false)));

    let (status, message, found) = survey.run(&["--suggest"]);
    assert_eq!((status, message.as_str()), (Some(0), ""));
    assert_eq!((&found["passes"], &found["exceeded"]), (&audit["passes"], &audit["exceeded"]));
    assert_eq!(found["requested"], audit["findings"]);
    // The section also has tables of more than one variable.
    let sizes = &found["sizes"];
    assert_eq!((&sizes[1]["suggested"], &sizes[3]["requested"]), (&Value::from(9), &Value::from(84)));
    assert!(sizes[2]["suggested"].as_u64().unwrap() + sizes[3]["suggested"].as_u64().unwrap() > 0, "{found:#}");
    // A rare answer is the first cause.
    let causes = names(&found["variables"], "variable");
    assert!(["moved", "carer", "veteran"].contains(&causes[0].as_str()), "{causes:?}");
    assert!(!names(&found["restrictions"], "variable").is_empty());

    survey.specify(found["section"].as_str().unwrap());
    let (status, message, audit) = survey.run(&[]);
    assert_eq!((status, message.as_str()), (Some(0), ""));
    assert_eq!(audit["findings"], found["suggested"]);
    let views: u64 = sizes.as_array().unwrap().iter().map(|size| size["suggested"].as_u64().unwrap()).sum();
    assert_eq!(audit["views"].as_array().unwrap().len() as u64, views);
    // What passes stays.
    let (status, _, again) = survey.run(&["--suggest"]);
    assert_eq!((status, &again["passes"], &again["section"]), (Some(0), &Value::from(true), &found["section"]));
}

#[test]
fn a_section_that_passes_stays() {
    let spec = Spec { publish: "max_dimensions = 2\nexplain = true\nmeasures = true".into(), ..Spec::sound() };
    let town = Town::new(&spec, &persons(3000, 1 << 32, 1));
    town.specify("planned", &spec);
    let text = town.0.done(&["audit", "truth", "--spec", "planned.toml", "--suggest"]);
    assert!(text.starts_with("# Suggestion for town: the requested views pass\n"), "{text}");
    assert!(text.contains(&format!("```toml\n[publish]\n{}\n```\n", spec.publish)), "{text}");
    assert!(
        text.contains("may leave a single table of a size") && text.contains("- churn: needs an earlier release"),
        "{text}"
    );
    assert_eq!(text, town.0.done(&["audit", "truth", "--spec", "planned.toml", "--suggest"]));
    let strict = town.0.command(&["audit", "truth", "--spec", "planned.toml", "--suggest", "--strict"]);
    assert_eq!((strict.status.code(), String::from_utf8(strict.stdout).unwrap()), (Some(REFUSED), text));
    let message = String::from_utf8(strict.stderr).unwrap();
    assert!(message.contains("--strict: not tested: composition, churn; "), "{message}");
}

#[test]
fn no_section_is_printed_if_nothing_passes() {
    // One key for all persons.
    let mut people = persons(500, 1 << 32, 1);
    people.iter_mut().for_each(|(_, key)| *key = 7);
    let spec = Spec { data: "synthetic", ..Spec::sound() };
    let town = Town::new(&spec, &people);
    town.specify("planned", &spec);
    let output = town.0.command(&["audit", "truth", "--spec", "planned.toml", "--suggest"]);
    let (text, message) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(REFUSED), "{text}");
    assert!(message.contains("--suggest: no views found that pass"), "{message}");
    assert!(text.starts_with("# Suggestion for town: no views pass\n") && !text.contains("[publish]"), "{text}");
    assert!(text.contains("\n| record-keys |") && text.contains("\nFewer views do not help,"), "{text}");
}

#[test]
fn suggest_refuses_what_it_cannot_search() {
    let spec = Spec::sound();
    let town = Town::new(&spec, &persons(300, 1 << 32, 1));
    town.seal("sealed", &spec);
    let keyed = ["truth", "--spec", "sealed.toml"];
    for (arguments, parts) in [
        (
            &["sealed", "--spec", "sealed.toml"][..],
            &["--suggest: sealed is a sealed cube", "expected the folder of the keyed cube"][..],
        ),
        (&["sealed", "--truth", "truth", "--spec", "sealed.toml"], &["--suggest: given with --truth"]),
        (&["truth"], &["--spec: missing", "expected the specification of the sealed cube"]),
        (&["truth", "--spec", "truth.toml"], &["--spec: its release is not \"sealed\""]),
        (&[&keyed[..], &["--against", "sealed"]].concat(), &["--suggest: given with --against;"]),
        (&[&keyed[..], &["--with", "sealed"]].concat(), &["--suggest: given with --with;"]),
        (&[&keyed[..], &["--reveal"]].concat(), &["--suggest: given with --reveal;"]),
        (
            &[&keyed[..], &["--format", "html"]].concat(),
            &["--suggest: given with --format html; expected markdown or json"],
        ),
        (&["none", "--spec", "sealed.toml"], &["none/cube.json: "]),
    ] {
        town.0.fails(WRONG, &[&["audit", "--suggest"], arguments].concat(), parts);
    }
}
