//! The commands for the ready-made p-tables in the documentation print the documented figures.

use std::fs;
use std::path::Path;

use cellveil::ptable::design::READY;
use cellveil::ptable::{Lookup, Posterior, Ptable};

use crate::support::program::{self, REPOSITORY, repository};
use crate::support::workspace::Workspace;

/// Returns the standard output of the program, run in the repository.
fn cellveil(arguments: &[&str]) -> String {
    program::succeed(REPOSITORY, arguments).0
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Returns the percentage of non-empty inner cells with a changed value.
fn changed(cube: &str, rows: &str, method: &str) -> f64 {
    let table = cellveil(&["table", cube, "--rows", rows, "--no-totals", "--reveal", "--method", method]);
    let mut lines = table.lines();
    let heading: Vec<&str> = lines.next().expect("a heading").split(',').collect();
    let column = |name: &str| heading.iter().position(|heading| *heading == name).expect("a column");
    let (count, noise) = (column("true_count"), column("noise"));
    let (mut all, mut changed) = (0, 0);
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        if fields[count] != "0" {
            all += 1;
            changed += u32::from(fields[noise] != "0");
        }
    }
    assert!(all > 1000, "{all} cells");
    f64::from(changed) * 100.0 / f64::from(all)
}

#[test]
fn document_has_the_checks_of_the_ready_made_tables() {
    let space = Workspace::new();
    let cubes = ["hypercube", "census"].map(|name| space.path(name));
    let [hypercube, census] = cubes.each_ref().map(|cube| text(cube));
    cellveil(&["tile", "demo/hypercube/cube.toml", "--cells", "demo/hypercube/cells.csv.gz", "--out", hypercube]);
    let records = "demo/census2011-teaching/records.csv.gz";
    cellveil(&["tile", "demo/census2011-teaching/cube.toml", "--records", records, "--out", census]);
    let documents = fs::read_to_string(repository("docs/reference/ptables.md")).expect("the document");
    for ready in READY {
        let file = space.path(&format!("{}.csv", ready.name));
        cellveil(&["ptable", "design", "--ready", ready.name, "--output", text(&file)]);
        let keys = space.path(&format!("{}-256.csv", ready.name));
        cellveil(&["ptable", "design", "--ready", ready.name, "--keys", "256", "--output", text(&keys)]);
        // The documented parameters give the same table.
        let design = ready.design();
        let (most, variance, blocked) =
            (design.max_change.to_string(), design.variance.to_string(), design.blocked.to_string());
        let given = ["ptable", "design", "--max-change", &most, "--variance", &variance, "--blocked", &blocked];
        assert_eq!(cellveil(&given), fs::read_to_string(&file).expect("written"), "{}", ready.name);

        let table = Ptable::parse(&fs::read(&file).expect("written"), "p").expect("a p-table");
        let stays = |count: u64| {
            let noise = table.noise(table.row_for(count).expect("a row"), Lookup::Even);
            noise.weight(0) as f64 / noise.total() as f64
        };
        let posterior = |value: u64| {
            let reach = table.largest_change().into();
            let weight = |count: u64| {
                let noise = table.noise(table.row_for(count).expect("a row"), Lookup::Even);
                u128::from(noise.weight((value as i64 - count as i64) as i32))
            };
            Posterior::new(value.saturating_sub(reach)..=value + reach, weight).expect("published")
        };
        let above = 100 + u64::from(table.last_row());
        let small = (1..=above).find(|&value| value > u64::from(design.blocked)).expect("a value");
        let interval = posterior(above).shortest(0.9);
        let shares = [
            changed(hypercube, "region,sex,age,activity,occupation,education,citizenship", &key(&keys)),
            changed(census, "region,sex,age,marital_status,health", &hash(&file)),
        ];
        let line = format!(
            "| {} | {most} | {variance} | {} | {:.1} %, {:.1} %, {:.1} % | {small}: {:.0} % a {} | − {} to + {} with {:.0} % | {:.1} % | {:.1} % |",
            ready.name,
            if design.blocked == 0 { "none".into() } else { format!("1 to {blocked}") },
            100.0 * (1.0 - stays(1)),
            100.0 * (1.0 - stays(3)),
            100.0 * (1.0 - stays(above)),
            100.0 * posterior(small).likeliest().1,
            posterior(small).likeliest().0,
            above - interval.low,
            interval.high - above,
            100.0 * interval.probability,
            shares[0],
            shares[1],
        );
        println!("{line}");
        assert!(documents.contains(&line), "docs/reference/ptables.md lacks\n{line}");
        assert!(documents.contains(ready.suits), "docs/reference/ptables.md lacks\n{}", ready.suits);
    }
}

/// The hypercube has 256 keys.
fn key(file: &Path) -> String {
    format!(r#"{{"kind":"cell-key","ptable":"{}"}}"#, text(file))
}

fn hash(file: &Path) -> String {
    format!(r#"{{"kind":"cell-key","ptable":"{}","lookup":"hash"}}"#, text(file))
}
