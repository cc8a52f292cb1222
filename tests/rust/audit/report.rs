//! The contents of the report, and the secrets that it never contains.

use cellveil::audit::{FINDINGS, FIRST_LAYER_FINDINGS};
use serde_json::Value;

use super::town::{OTHER_SALT, SOUND, Spec, Town, persons};

/// Noise of −1, 0 and 1.
const NARROW: &str = "i,j,p,v,p_int_ub\n0,0,1,0,1\n1,0,0.4,-1,0.4\n1,1,0.2,0,0.6\n1,2,0.4,1,1\n";

/// A cube in which much is found.
fn leaky() -> (Town, Spec) {
    let spec = Spec { publish: "max_dimensions = 3".into(), ..Spec::method(&SOUND.replace("hash", "key")) };
    let town = Town::with_ptable(&spec, &persons(400, 1 << 32, 1), NARROW);
    town.seal("sealed", &spec);
    (town, spec)
}

const FIELDS: [&str; 17] = [
    "audit",
    "cube",
    "release",
    "method",
    "views",
    "seed",
    "passes",
    "verdict",
    "exceeded",
    "untested",
    "reasons",
    "nothing_at_risk",
    "first_release",
    "original",
    "limits",
    "findings",
    "caveat",
];

/// The shape that `Report::to_json` documents.
#[test]
fn json_has_the_documented_shape() {
    let (town, spec) = leaky();
    town.seal("old", &Spec { salt: OTHER_SALT, ..spec });
    let audit = town.audit(&["sealed", "--truth", "truth", "--spec", "sealed.toml", "--against", "old", "--seed", "7"]);
    let report = audit.report.as_object().unwrap();
    assert_eq!(report.keys().collect::<Vec<_>>(), FIELDS);
    assert_eq!((&report["audit"], &report["cube"], &report["release"]), (&1.into(), &"town".into(), &"sealed".into()));
    assert_eq!((&report["seed"], report["views"].as_array().unwrap().len()), (&7.into(), 12));
    assert_eq!(report["views"][1], "area");
    assert!(!audit.exceeded().is_empty());
    // No rule blocks a cell, so `hidden-elsewhere` is absent.
    let expected: Vec<&str> = FINDINGS.iter().copied().filter(|name| *name != "hidden-elsewhere").collect();
    assert_eq!(audit.names(), expected);
    let mut examples = 0;
    for finding in report["findings"].as_array().unwrap() {
        let fields: Vec<&String> = finding.as_object().unwrap().keys().collect();
        assert_eq!(fields, ["name", "passes", "says", "figures", "limit", "example", "remedy"]);
        for figure in finding["figures"].as_array().unwrap() {
            assert!(figure["name"].is_string() && figure["value"].is_number(), "{figure}");
            assert_eq!(figure["of"].is_u64(), figure["all"].is_u64());
            if let (Some(of), Some(all)) = (figure["of"].as_f64(), figure["all"].as_f64()) {
                assert!((figure["value"].as_f64().unwrap() - if all > 0.0 { of / all } else { 0.0 }).abs() < 1e-5);
            }
        }
        let first = finding["figures"][0]["value"].as_f64().unwrap();
        assert_eq!(finding["passes"], first <= finding["limit"].as_f64().unwrap());
        assert_eq!(finding["passes"], !audit.exceeded().contains(&finding["name"].as_str().unwrap()));
        let example = &finding["example"];
        examples += u32::from(!example.is_null());
        assert!(example.is_null() || example.as_object().unwrap().keys().eq(["published"]));
    }
    assert!(examples > 3, "{}", audit.text);
}

/// A specification and a call from JavaScript take the same names.
#[test]
fn every_finding_can_have_a_limit() {
    let all = FINDINGS.iter().chain(FIRST_LAYER_FINDINGS);
    let mut names: Vec<String> = all.map(|name| name.replace('-', "_")).collect();
    let mut limits = cellveil::spec::AUDIT_LIMITS.to_vec();
    names.sort_unstable();
    limits.sort_unstable();
    assert_eq!(names, limits);
}

#[test]
fn specification_sets_the_limits() {
    let (town, spec) = leaky();
    let found = town.audit_sealed("sealed");
    let exceeded = found.exceeded();
    assert!(exceeded.len() > 2, "{exceeded:?}");
    // Each at its own figure, which is the last that passes.
    let limit = |name: &&str| format!("{} = {:.6}\n", name.replace('-', "_"), found.figure(name, 0) + 1e-5);
    let wide: String = exceeded.iter().map(limit).collect();
    let with = |audit: &str| Spec { more: format!("\n[audit]\n{audit}"), ..spec.clone() };
    let audit = town.audit_keyed(&with(&wide));
    audit.passes();
    assert_eq!(audit.report["limits"].as_object().unwrap().len(), exceeded.len());
    let audit = town.audit_keyed(&with(&format!("{wide}largest_noise = 0.5\nconsistency = 0\n")));
    audit.passes();
    assert_eq!(audit.finding("largest-noise")["limit"], 0.5);
    // And a limit below what a sound cube has makes it fail.
    let strict = Spec { more: "\n[audit]\naveraging = 0.01\n".into(), ..Spec::sound() };
    let sound = Town::new(&strict, &persons(3000, 1 << 32, 1));
    assert_eq!(sound.audit_keyed(&strict).exceeded(), ["averaging"]);
    sound.audit_keyed(&Spec::sound()).passes();
}

#[test]
#[ignore = "long: audits a cube several times"]
fn repeated_audits_give_the_same_report() {
    let (town, _) = leaky();
    let audit = |seed: &str| town.audit(&["sealed", "--truth", "truth", "--spec", "sealed.toml", "--seed", seed]);
    let (one, again, other) = (audit("1"), audit("1"), audit("2"));
    assert_eq!(one.text, again.text);
    let markdown = || String::from_utf8(town.0.command(&["audit", "sealed", "--truth", "truth"]).stdout).unwrap();
    assert_eq!(markdown(), markdown());
    // Only what is sampled may differ; here all is within the sample.
    let without_seed = |report: &Value| {
        let mut report = report.clone();
        report.as_object_mut().unwrap().shift_remove("seed");
        report
    };
    assert_eq!(without_seed(&one.report), without_seed(&other.report));
}

/// Sampled figures differ with the seed, and nothing else does.
#[test]
fn seed_changes_sampled_figures_only() {
    // Codes enough for more cells than are sampled.
    let spec = Spec { publish: "views = [[\"area\", \"age\", \"place\"]]".into(), ..Spec::sound() };
    let people = persons(3000, 1 << 32, 1);
    let wide = |text: String| {
        let codes = |many: u64| (0..many).map(|code| format!("{code} = \"{code}\"")).collect::<Vec<_>>().join(", ");
        let old = "[[dimension]]\nname = \"work\"\ncodes = {";
        assert!(text.contains(old));
        text.replace(old, &format!("[[dimension]]\nname = \"place\"\ncodes = {{ {} }}\n{old}", codes(100)))
    };
    let town = Town::new(&spec, &people);
    let mut records = "area,age,work,key,place\n".to_owned();
    for ([area, age, work], key) in &people {
        records += &format!("{area},{age},{work},{key},{}\n", key % 100);
    }
    town.0.write("wide.csv", records);
    town.0.write("wide-truth.toml", wide(spec.keyed()));
    town.0.write("wide.toml", wide(spec.sealed()));
    town.0.done(&["tile", "wide-truth.toml", "--records", "wide.csv", "--out", "wide"]);
    let audit = |seed: &str| town.audit(&["wide", "--spec", "wide.toml", "--seed", seed]);
    let (one, other) = (audit("1"), audit("2"));
    assert!(one.finding("reconstruction")["says"].as_str().unwrap().contains("for a random sample of "));
    assert_eq!(one.names(), other.names());
    for name in one.names().into_iter().filter(|name| *name != "reconstruction") {
        assert_eq!(one.finding(name), other.finding(name));
    }
}

/// Every record key, the salt and each true count stay inside; counts come out only where they are asked for.
#[test]
fn report_shows_counts_only_on_request_and_keys_never() {
    let (town, _) = leaky();
    town.seal("again", &Spec { salt: OTHER_SALT, ..leaky().1 });
    let arguments = ["sealed", "--truth", "truth", "--spec", "sealed.toml", "--against", "again"];
    let (closed, open) = (town.audit(&arguments), town.audit(&[&arguments[..], &["--reveal"]].concat()));
    assert_eq!(closed.exceeded(), open.exceeded());
    let mut stripped = open.report.clone();
    let mut truths = Vec::new();
    for finding in stripped["findings"].as_array_mut().unwrap() {
        if let Some(example) = finding["example"].as_object_mut() {
            truths.push(example.shift_remove("truth").unwrap().as_str().unwrap().to_owned());
            assert!(example.shift_remove("steps").unwrap().is_array());
        }
    }
    assert_eq!(stripped, closed.report, "nothing else differs");
    assert!(truths.iter().filter(|truth| !truth.is_empty()).count() > 3, "{truths:?}");
    let text = |more: &[&str]| {
        let output = town.0.command(&[&["audit"], &arguments[..], more].concat());
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let (markdown, revealed) = (text(&[]), text(&["--reveal"]));
    assert!(!markdown.contains("truth: ") && revealed.contains("    truth: "));
    let people = persons(400, 1 << 32, 1);
    for text in [&closed.text, &open.text, &markdown, &revealed] {
        for (_, key) in &people {
            // Seven digits and more are in no report by chance.
            assert!(*key < 1_000_000 || !text.contains(&key.to_string()), "{key}");
        }
        assert!(!text.contains(super::town::SALT) && !text.contains(OTHER_SALT));
    }
    // The population is a count like any other.
    assert!(
        !closed.report["findings"].to_string().contains("\"all\":400") && !markdown.contains(" of 400"),
        "{markdown}"
    );
}

/// The page has the findings of the other two formats, the digests of what was audited, and no true counts.
#[test]
fn html_report_is_one_page_with_all_findings() {
    let (town, _) = leaky();
    let page = |more: &[&str]| {
        let arguments = ["audit", "sealed", "--truth", "truth", "--spec", "sealed.toml", "--format", "html"];
        let output = town.0.command(&[&arguments[..], more].concat());
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stdout).unwrap()
    };
    let (closed, open) = (page(&[]), page(&["--reveal"]));
    let audit = town.audit_sealed("sealed");
    assert!(closed.starts_with("<!doctype html>\n<html lang=\"en\">") && closed.ends_with("</html>\n"));
    assert!(closed.contains("<h1>Audit of town: FAIL</h1>"));
    for name in audit.names() {
        assert_eq!(closed.matches(&format!("<h3 id=\"{name}\">")).count(), 1, "{name}");
    }
    let digest = |cube: &str| {
        let manifest: Value = serde_json::from_slice(&town.0.read(&format!("{cube}/cube.json"))).unwrap();
        manifest["digest"].as_str().unwrap().to_owned()
    };
    let specification = cellveil::cube::sha256_hex(&town.0.read("sealed.toml"));
    for (name, value) in
        [("Digest of the cube", digest("sealed")), ("SHA-256 of the specification's file", specification)]
    {
        assert!(closed.contains(&format!("<tr><th scope=\"row\">{name}</th><td>{value}</td></tr>")), "{name}");
    }
    assert!(!closed.contains("truth:") && open.contains("\ntruth: "));
    assert_eq!(closed, page(&[]));
}

/// The digest of a small confidential cube would disclose its counts. The page has the keyed hash of receipts, or no digest.
#[test]
fn page_of_a_confidential_keyed_cube_has_no_plain_digest() {
    let spec = Spec::method("kind = \"random-rounding\"\nbase = 3\nhash = \"md5\"");
    let page = |spec: &Spec, change: &dyn Fn(String) -> String| {
        let town = Town::new(spec, &persons(300, 1 << 32, 1));
        town.0.write("truth.toml", change(spec.keyed()));
        town.0.done(&["tile", "truth.toml", "--records", "records.csv", "--out", "truth", "--force"]);
        town.specify("planned", spec);
        let output = town.0.command(&["audit", "truth", "--spec", "planned.toml", "--format", "html"]);
        let digest = town.manifest("truth")["digest"].as_str().unwrap().to_owned();
        let page = String::from_utf8(output.stdout).unwrap();
        assert!(page.contains("<h1>Audit of town: "), "{page}");
        (town, page, digest)
    };
    let (town, keyed, digest) = page(&spec, &|text| text);
    town.0.done(&["table", "truth", "--rows", "area", "--output", "t.csv", "--receipt", "t.json"]);
    let receipt: Value = serde_json::from_slice(&town.0.read("t.json")).unwrap();
    let hash = receipt["cube"]["digest"].as_str().unwrap();
    let row = format!("<tr><th scope=\"row\">Keyed digest of the cube (HMAC-SHA-256)</th><td>{hash}</td></tr>");
    assert!(keyed.contains(&row) && !keyed.contains(&digest), "{keyed}");
    // Without a salt there is neither.
    let (_, unsalted, digest) =
        page(&spec, &|text| text.lines().filter(|line| !line.starts_with("salt")).collect::<Vec<_>>().join("\n"));
    assert!(!unsalted.contains(&digest) && !unsalted.contains("igest of the cube"), "{unsalted}");
    // Synthetic data have a plain digest.
    let (_, open, digest) = page(&Spec { data: "synthetic", ..spec }, &|text| text);
    assert!(
        open.contains(&format!("<th scope=\"row\">Digest of the cube</th><td>{digest}</td>")) && !open.contains("HMAC")
    );
}
