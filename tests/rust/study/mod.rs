//! Studies: every claim holds except the listed ones, and every row has its expected verdict. Each page of
//! docs/evidence/studies equals the report of its study. The command line writes equal reports in every run.

mod attacks;
mod data;
mod risk;

use std::process::Output;
use std::slice::from_ref;
use std::sync::OnceLock;

use cellveil::study::Verdict::{self, Different, Equal, Extra, Missing, NotShown, SameOrder};
use cellveil::study::report::markdown;
use cellveil::study::{NAMES, Part, Row, Study, run};
use serde_json::Value;

use crate::support::program::{self, repository};
use crate::support::workspace::Workspace;

fn command(arguments: &[&str]) -> Output {
    program::run(program::REPOSITORY, &[&["study"], arguments].concat())
}

fn written(arguments: &[&str]) -> String {
    let output = command(arguments);
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), [].as_slice()), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns a study, which is computed once for all tests.
fn study(name: &str) -> &'static Study {
    static STUDIES: [OnceLock<Study>; NAMES.len()] = [const { OnceLock::new() }; NAMES.len()];
    let at = NAMES.iter().position(|known| *known == name).unwrap();
    STUDIES[at].get_or_init(|| run(name).unwrap().unwrap())
}

fn part<'a>(study: &'a Study, title: &str) -> &'a Part {
    study.parts.iter().find(|part| part.title.starts_with(title)).unwrap()
}

fn row<'a>(part: &'a Part, label: &str) -> &'a Row {
    part.rows.iter().find(|row| row.label == label).unwrap_or_else(|| panic!("{} has no {label}", part.title))
}

/// Parses figures without commas, percent signs and brackets.
fn numbers(figures: &[Option<String>]) -> Vec<f64> {
    let number = |text: &String| text.split(' ').next().unwrap().replace(',', "").parse().unwrap();
    figures.iter().flatten().map(number).collect()
}

#[test]
fn docs_equal_the_reports_of_studies() {
    for name in NAMES {
        let path = format!("docs/evidence/studies/{name}.md");
        let committed = std::fs::read_to_string(repository(&path)).unwrap_or_default();
        assert!(
            committed == markdown(from_ref(study(name))),
            "{path} differs from the report of the study; run: target/release/cellveil study {name} --format markdown --output {path}"
        );
    }
}

#[test]
fn output_to_a_file_equals_printed_output() {
    let space = Workspace::new();
    let path = space.path("study.md");
    assert_eq!(written(&["abs-2005", "--format", "markdown", "--output", path.to_str().unwrap()]), "");
    let printed = written(&["abs-2005", "--format", "markdown"]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), printed);
    assert_eq!(printed, markdown(from_ref(study("abs-2005"))));
}

#[test]
#[ignore = "long: runs every study four times"]
fn a_study_gives_the_same_text_in_every_run() {
    let all = written(&["all"]);
    // The text of one study equals its part of `all`. In `all`, only the first study explains the verdicts.
    assert!(all.starts_with(&written(&["abs-2005"])));
    let (_, last) = all.split_once("\nons-2024\n").unwrap();
    let alone = written(&["ons-2024"]);
    assert!(alone.ends_with(last.split_once("  Figure 1:").unwrap().1));
    let all: Value = serde_json::from_str(&written(&["all", "--format", "json"])).unwrap();
    let studies = all.as_array().unwrap();
    assert_eq!(studies.iter().map(|study| study["name"].as_str().unwrap()).collect::<Vec<_>>(), NAMES);
    for (found, name) in studies.iter().zip(NAMES) {
        let alone: Value = serde_json::from_str(&written(&[name, "--format", "json"])).unwrap();
        assert_eq!(&alone, found);
        // JSON has no infinite and no undefined numbers.
        let text = found.to_string();
        for word in ["NaN", "\"inf", "\"-inf", "null,\"verdict\":null"] {
            assert!(!text.contains(word), "{word} in {name}");
        }
    }
    let not_shown = &studies[4]["parts"][8]["rows"][0];
    assert_eq!(not_shown["verdict"], "not-shown");
    assert_eq!(not_shown["ours"][0], Value::Null);
}

/// Beginnings of the claims that fail, in three studies. tests/rust/study/data.rs contains the other two studies, which
/// use other data.
const FAILING: [(&str, &[&str]); 3] = [
    ("abs-2005", &[]),
    (
        "shlomo-2007",
        &[
            "The probability that a small cell is true",
            "Rounding reduces DR2 greatly",
            "Swapping distorts cells less than rounding",
            "Swapping lowers Cramér's V",
            "Control slightly improves the distances",
            "Control slightly increases the variances",
        ],
    ),
    ("scad-2011", &[]),
];

#[test]
fn every_other_claim_holds() {
    for (name, failing) in FAILING {
        let study = study(name);
        let claims = study.parts.iter().flat_map(|part| &part.claims).filter(|claim| claim.holds != Some(true));
        let found: Vec<(&str, Option<bool>)> = claims.map(|claim| (claim.text.as_str(), claim.holds)).collect();
        assert_eq!(found.len(), failing.len(), "{name}: {found:#?}");
        for ((text, holds), beginning) in found.into_iter().zip(failing) {
            assert!(text.starts_with(beginning) && holds == Some(false), "{name}: {text}");
        }
    }
}

/// Checks the summary of all studies in docs/evidence/studies.md.
#[test]
fn the_summary_counts_the_rows() {
    let mut table = String::from("| study | rows | with printed figures |");
    Verdict::ALL.iter().for_each(|verdict| table += &format!(" {} |", verdict.words()));
    table += " claims that hold | do not hold | cannot be shown |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    for name in NAMES {
        let study = study(name);
        let counts = study.counts();
        assert_eq!(Verdict::ALL.map(|verdict| counts.of(verdict)).iter().sum::<usize>(), counts.rows, "{name}");
        table += &format!("| [{name}](studies/{name}.md) | {} | {} |", counts.rows, counts.printed);
        Verdict::ALL.iter().for_each(|verdict| table += &format!(" {} |", counts.of(*verdict)));
        let fail = counts.claims - counts.hold - counts.not_shown;
        table += &format!(" {} of {} | {fail} | {} |\n", counts.hold, counts.claims, counts.not_shown);
    }
    let docs = std::fs::read_to_string(repository("docs/evidence/studies.md")).unwrap();
    assert!(docs.contains(&table), "docs/evidence/studies.md must contain:\n{table}");
}

/// A row without a printed figure is only compared if the paper has a chart and states an order in the text. This holds
/// for ONS 2024.
#[test]
fn only_rows_with_a_figure_or_an_order_are_compared() {
    for name in NAMES {
        for Part { title, rows, .. } in &study(name).parts {
            for Row { label, paper, verdict, .. } in rows {
                let printed = paper.iter().any(Option::is_some);
                let fits = match verdict {
                    Equal | Missing => printed,
                    SameOrder | Different => printed || name == "ons-2024",
                    Extra => !printed,
                    NotShown => true,
                };
                assert!(fits, "{name}, {title}: {label} is {}", verdict.words());
                assert!(*verdict == Extra || !label.contains("not in the paper"), "{name}, {title}: {label}");
            }
        }
    }
}

/// Every row has one figure per column head, from the paper and from us. Our figures are absent exactly in missing and
/// not-shown rows.
#[test]
fn rows_have_a_place_for_each_head() {
    for name in NAMES {
        for Part { title, heads, rows, .. } in &study(name).parts {
            for Row { label, paper, ours, verdict } in rows {
                assert!(paper.len() <= heads.len() && ours.len() == heads.len(), "{name}, {title}: {label}");
                let has = |figures: &[Option<String>]| figures.iter().flatten().all(|text| !text.is_empty());
                assert!(has(paper) && has(ours), "{name}, {title}: {label}");
                let none = ours.iter().all(Option::is_none);
                assert_eq!(matches!(verdict, Missing | NotShown), none, "{name}, {title}: {label}");
            }
        }
    }
}

#[test]
fn an_unknown_name_gives_an_error_of_one_line() {
    for (name, suggestion) in [("shlomo", ""), ("ABS-2005", "; did you mean \"abs-2005\"?"), ("", "")] {
        let output = command(&[name]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{message}");
        assert!(
            message.ends_with(&format!("expected one of {}, all, attacks, risk{suggestion}\n", NAMES.join(", "))),
            "{message}"
        );
        assert!(output.stdout.is_empty());
    }
}

/// Checks the verdicts of each part, in the order of the rows.
fn verdicts(name: &str, expected: &[(&str, &[(Verdict, usize)])]) {
    let study = study(name);
    assert_eq!(study.parts.len(), expected.len());
    for (part, (title, runs)) in study.parts.iter().zip(expected) {
        assert!(part.title.starts_with(title), "{} is not {title}", part.title);
        let found: Vec<(&str, Verdict)> = part.rows.iter().map(|row| (row.label.as_str(), row.verdict)).collect();
        let expected: Vec<Verdict> = runs.iter().flat_map(|&(verdict, many)| vec![verdict; many]).collect();
        assert_eq!(found.iter().map(|row| row.1).collect::<Vec<_>>(), expected, "{name}, {title}: {found:?}");
    }
}

#[test]
fn abs_2005_has_the_expected_verdicts() {
    verdicts(
        "abs-2005",
        &[
            ("Page 8", &[]),
            ("Page 10", &[(Equal, 16)]),
            ("Page 11", &[(Extra, 3), (Equal, 21), (Extra, 1), (Equal, 1), (Extra, 2)]),
            ("Pages 15 and 16", &[(Equal, 2), (SameOrder, 2)]),
            ("Page 13", &[(Extra, 3)]),
        ],
    );
}

/// Exact fractions for a few figures. tests/rust/protect/methods/papers.rs computes them independently of the engine.
#[test]
fn abs_2005_has_the_exact_figures() {
    let study = study("abs-2005");
    let table = part(study, "Page 10");
    for (label, one, both) in [
        ("n = 3, x = 2", 0.181_070, 0.279_835),
        ("n = 4, x = 2", 0.143_350, 0.276_905),
        ("n = 20, x = 6", 0.081_981, 0.162_226),
    ] {
        for (found, exact) in numbers(&row(table, label).ours).into_iter().zip([one, both]) {
            assert!((found - exact).abs() <= 0.005, "{label}: {found}, not {exact}");
        }
    }
    let distribution = part(study, "Page 11");
    for (label, exact) in [("0", 0.132_353), ("1", 0.143_477)] {
        let found = numbers(&row(distribution, label).ours);
        assert!((found[1] - exact).abs() <= 0.000_05 && (found[0] - 1e4 * exact).abs() <= 0.5, "{label}: {found:?}");
    }
    let sum = |figures: fn(&Row) -> &[Option<String>], at: usize| -> f64 {
        distribution.rows.iter().filter_map(|row| numbers(figures(row)).get(at).copied()).sum()
    };
    assert_eq!(sum(|row| &row.paper, 0), 10_000.0);
    assert!((sum(|row| &row.paper, 1) - 1.0).abs() < 1e-9 && (sum(|row| &row.ours, 1) - 1.0).abs() < 0.001);
    let gains = part(study, "Pages 15 and 16");
    assert_eq!(gains.rows.iter().map(|row| numbers(&row.ours)[0]).collect::<Vec<_>>(), [17.0, 33.0, 17.0, 33.0]);
    // 1.96² · 4 · r (5 − r), for r = 1 or 4, for r = 2 or 3, and for the mean variance.
    let requests = part(study, "Page 13");
    assert_eq!(requests.rows.iter().map(|row| numbers(&row.ours)[0]).collect::<Vec<_>>(), [62.0, 93.0, 77.0]);
}

#[test]
fn scad_2011_has_the_expected_verdicts() {
    let expected: [(&str, &[(Verdict, usize)]); 3] =
        [("Figure 1", &[]), ("Table 1", &[(Equal, 6)]), ("Figure 2", &[(Extra, 4)])];
    verdicts("scad-2011", &expected);
    let study = study("scad-2011");
    let table = part(study, "Table 1");
    // The trials add up. The mean of all trials follows from the means of the residuals.
    for figures in [|row: &Row| numbers(&row.paper), |row: &Row| numbers(&row.ours)] {
        let rows: Vec<Vec<f64>> = table.rows.iter().map(figures).collect();
        assert_eq!(rows[..5].iter().map(|row| row[0]).sum::<f64>(), 10_024.0);
        let mean = rows[..5].iter().map(|row| row[0] * row[1]).sum::<f64>() / 10_024.0;
        assert!((mean - rows[5][1]).abs() < 1e-5, "{mean}, not {}", rows[5][1]);
    }
}

#[test]
fn shlomo_2007_has_the_expected_verdicts() {
    verdicts(
        "shlomo-2007",
        &[
            ("Section 2", &[(Equal, 10)]),
            ("Table 1", &[(Equal, 1), (SameOrder, 2), (Different, 2)]),
            ("Table 2", &[(SameOrder, 2), (Different, 2), (SameOrder, 3)]),
            ("Table 3", &[(SameOrder, 1), (Different, 1), (SameOrder, 2), (Different, 1), (SameOrder, 8)]),
        ],
    );
}

/// The paper's figures and our figures both have the orders and directions that the paper claims.
#[test]
fn shlomo_2007_has_the_papers_orders() {
    let study = study("shlomo-2007");
    let (zeros, loss) = (part(study, "Table 2"), part(study, "Table 3"));
    for side in [|row: &Row| numbers(&row.paper), |row: &Row| numbers(&row.ours)] {
        let dr2 = |label: &str| side(row(zeros, label))[0];
        assert!(dr2("rounding, base 5") < dr2("rounding, base 3") && dr2("rounding, base 3") < 0.81);
        assert_eq!(dr2("cell suppression"), 1.0);
        // Base 5 exceeds base 3 in every measure, with and without control to the total. V and the variances increase.
        for kind in ["", " (controlled to total)"] {
            let [three, five] = [3, 5].map(|base| side(row(loss, &format!("RR base {base}{kind}"))));
            assert_eq!((three.len(), five.len()), (6, 6));
            assert!(three.iter().zip(&five).all(|(three, five)| three < five), "{three:?} {five:?}");
            assert!(three[3..].iter().all(|change| *change > 0.0), "{three:?}");
        }
    }
    // In the paper, control decreases HDM for both bases and increases BVR. In the one draw here, control does neither.
    let by_control = |side: fn(&Row) -> Vec<f64>, base: u64, at: usize| {
        let [without, with] =
            ["", " (controlled to total)"].map(|kind| side(row(loss, &format!("RR base {base}{kind}")))[at]);
        with - without
    };
    let paper: fn(&Row) -> Vec<f64> = |row| numbers(&row.paper);
    let ours: fn(&Row) -> Vec<f64> = |row| numbers(&row.ours);
    assert!([3, 5].iter().all(|&base| by_control(paper, base, 2) < 0.0 && by_control(paper, base, 5) > 0.0));
    assert!(by_control(ours, 3, 2) > 0.0 && by_control(ours, 3, 1) > 0.0);
    assert!([3, 5].iter().all(|&base| [4, 5].iter().all(|&at| by_control(ours, base, at) < 0.0)));
    // Our figures are near the paper's figures where the data agree. Small cells determine DR2, and almost determine
    // HD.
    for (part, label, heads, off) in [
        (zeros, "rounding, base 3", 1, 0.01),
        (zeros, "rounding, base 5", 1, 0.01),
        (loss, "RR base 3", 1, 0.02),
        (loss, "RR base 5", 1, 0.02),
    ] {
        let row = row(part, label);
        for (paper, ours) in numbers(&row.paper).into_iter().zip(numbers(&row.ours)).take(heads) {
            assert!((paper - ours).abs() <= off, "{label}: {paper} and {ours}");
        }
    }
}
