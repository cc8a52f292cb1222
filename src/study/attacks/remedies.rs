//! What each remedy does to every attack and to utility.

use super::datasets::Dataset;
use super::population::{Draw, Population};
use super::publish::all;
use super::table::{first, of, paragraph, percent, table, verdict};
use crate::audit::{Accuracy, Evidence, Figure, Finding, accuracy};
use crate::study::rows::{decimals, grouped};

/// The findings whose cases are counted.
const COUNTED: [&str; 2] = ["hidden-presence", "equality"];

/// A release with a remedy, and what the audit finds.
struct Release {
    evidence: Evidence,
    findings: Vec<Finding>,
    accuracy: Accuracy,
}

/// A remedy: the choices of a release that it changes.
struct Remedy {
    name: &'static str,
    is_coarser: bool,
    most: usize,
    ptable: &'static str,
    draw: Draw,
}

const REMEDIES: [Remedy; 6] = [
    Remedy { name: "none", is_coarser: false, most: 3, ptable: "standard", draw: Draw::Cell },
    Remedy { name: "tables of two", is_coarser: false, most: 2, ptable: "standard", draw: Draw::Cell },
    Remedy { name: "coarser codes", is_coarser: true, most: 3, ptable: "standard", draw: Draw::Cell },
    Remedy { name: "p-table `strong`", is_coarser: false, most: 3, ptable: "strong", draw: Draw::Cell },
    Remedy { name: "draw by view", is_coarser: false, most: 3, ptable: "standard", draw: Draw::View },
    Remedy { name: "draw by view and `strong`", is_coarser: false, most: 3, ptable: "strong", draw: Draw::View },
];

/// The part of the page.
pub(super) fn text() -> String {
    let mut text = String::from("## What does each remedy cost?\n\n");
    paragraph(
        &mut text,
        "Without a remedy, all tables of up to three variables are published with the p-table `standard`. \"Coarser codes\" \
         publishes the groups of a level instead of its codes, and joins neighbouring codes in pairs where a dimension has no \
         level and more than four codes. \"Draw by view\" is an experiment, and no option of a cube: the draw of a cell also hashes the \
         dimensions and levels that the cell names. A total then has one value in every table that shows the total, \
         but two cells of different views with the same records have two values. The attackers know this: they \
         average more values, and conclude from zeros alone where they would otherwise compare values. The first figures of \
         `posterior`, `hidden-presence`, `equality` and `averaging` are those of the worst group of tables, which may differ \
         between remedies.",
    );
    for dataset in [Dataset::Census, Dataset::Geography] {
        let fine = dataset.population();
        let coarse = fine.coarser();
        let releases: Vec<Release> = REMEDIES
            .iter()
            .map(|remedy| {
                let population: &Population = if remedy.is_coarser { &coarse } else { &fine };
                let evidence = population.publish(remedy.most, remedy.ptable, remedy.draw);
                let findings = all(&evidence, population.finest());
                Release { accuracy: accuracy(&evidence), evidence, findings }
            })
            .collect();
        text += &format!("### Remedies on the dataset {}\n\n", dataset.name());
        let row = |name: &str, figure: &dyn Fn(&Release) -> String| {
            let mut row = vec![name.to_owned()];
            row.extend(releases.iter().map(figure));
            row
        };
        let mut rows = vec![row("verdict", &|release| verdict(&release.findings))];
        for finding in &releases[0].findings {
            rows.push(row(&format!("`{}`", finding.name), &|release| first(of(&release.findings, finding.name))));
        }
        // Shares of different numbers of variables are not comparable.
        for axes in 2..=3 {
            let claims = |release: &Release| match release.accuracy.sizes.get(axes).map(|size| size.few) {
                Some(few) if few.cells > 0 => format!("{} of {}", grouped(few.right), grouped(few.cells)),
                _ => "–".into(),
            };
            rows.push(row(&format!("`posterior`, {axes} variables: right claims of cells of 1 or 2"), &claims));
        }
        for name in COUNTED {
            rows.push(row(&format!("`{name}`: cases"), &|release| cases(of(&release.findings, name))));
        }
        for name in ["posterior", "equality"] {
            rows.push(row(&format!("`{name}`: precision of the claims"), &|release| {
                precision(of(&release.findings, name))
            }));
        }
        rows.push(row("published cells", &|release| grouped(Utility::of(&release.evidence).cells)));
        rows.push(row("cells with people", &|release| grouped(Utility::of(&release.evidence).with_people)));
        rows.push(row("mean absolute noise of these cells", &|release| Utility::of(&release.evidence).noise()));
        rows.push(row("changed cells of these", &|release| Utility::of(&release.evidence).changed()));
        let names: Vec<&str> = REMEDIES.iter().map(|remedy| remedy.name).collect();
        table(&mut text, &[&["first figure of"], names.as_slice()].concat(), 1, &rows);
    }
    conclusions(&mut text);
    text
}

/// Right claims and all cases of a finding, over all tables.
fn cases(finding: &Finding) -> String {
    match finding.figures[1].1 {
        Figure::Share { of, all } => format!("{} of {}", grouped(of), grouped(all)),
        _ => String::new(),
    }
}

fn conclusions(text: &mut String) {
    *text += "### Conclusions\n\n";
    for sentence in [
        "**Fewer views** help most. `posterior` and `equality` fall on both datasets, and few right claims remain. `profiles` finds \
         no record. The noise of each published cell is unchanged. The price is every table of three variables.",
        "**Coarser codes** lower the number of right claims, because fewer cells are small. But a sum with fewer parts \
         discloses more about each part, so shares can rise, as on the census. Levels that join many codes help more \
         than pairs of codes, as on the dataset geography.",
        "**A p-table with more noise** helps less than fewer views. Right claims of `posterior` about tables of three variables \
         fall. `hidden-presence` and `equality` hardly change, because they follow from equal values and zeros. The noise grows \
         in every cell.",
        "**Draw by view** ends most proofs of `hidden-presence` on the census, but not on the dataset geography, where sums alone \
         give proofs. More claims of `equality` are wrong, but on the census almost as many are right as before. In tables of \
         three variables, right claims of `posterior` fall on the census and stay on the dataset geography. In tables of two \
         variables they rise on both, because tables of three variables show the same records with independent noise. \
         `profiles` finds no record, because zeros alone give too many wrong claims. `averaging` rises a little. `consistency` fails by construction: users see two values for the same people. Draw by view \
         protects fine tables and exposes coarse ones, so cellveil has no such option.",
    ] {
        paragraph(text, &format!("- {sentence}"));
        text.pop();
    }
}

/// The precision of the claims, the third figure of a finding.
fn precision(finding: &Finding) -> String {
    finding.figures.get(2).map_or_else(String::new, |&(_, figure)| percent(figure))
}

/// What the noise does to cells with people.
#[derive(Default)]
struct Utility {
    cells: u64,
    with_people: u64,
    changed: u64,
    noise: u64,
}

impl Utility {
    fn of(evidence: &Evidence) -> Self {
        let mut utility = Self::default();
        for (&count, &value) in evidence.views.iter().flat_map(|view| view.counts.iter().zip(&view.values)) {
            utility.cells += 1;
            if count > 0 {
                let noise = value.abs_diff(count as i64);
                utility.with_people += 1;
                utility.changed += u64::from(noise > 0);
                utility.noise += noise;
            }
        }
        utility
    }

    fn noise(&self) -> String {
        decimals(self.noise as f64 / self.with_people as f64, 2)
    }

    fn changed(&self) -> String {
        percent(Figure::Share { of: self.changed, all: self.with_people })
    }
}
