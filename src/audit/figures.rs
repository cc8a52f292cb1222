//! Prints the attacks' figures for the documentation of the demonstration:
//! `--ignored --nocapture figures_of_the_hypercube`.

use super::testing::{S05, hypercube};
use super::{Evidence, Finding, averaging, differencing, reconstruction};

/// Prints the findings and run times for the hypercube with all views of up to four dimensions.
#[test]
#[ignore = "prints figures"]
fn figures_of_the_hypercube() {
    let evidence = hypercube().publish(4, r#"{ "kind": "cell-key", "ptable": "ptable" }"#, Some(S05));
    let cells: usize = evidence.views.iter().map(|view| view.counts.len()).sum();
    println!("{} views, {cells} cells", evidence.views.len());
    let reconstruction = |evidence: &Evidence| reconstruction(evidence, 1);
    for attack in [&reconstruction as &dyn Fn(&Evidence) -> Finding, &averaging, &differencing] {
        let start = std::time::Instant::now();
        let finding = attack(&evidence);
        println!("{}: {:.2?}, passes: {}\n  {}", finding.name, start.elapsed(), finding.passes(), finding.says);
        finding.figures.iter().for_each(|(name, figure)| println!("  {name}: {} ({figure:?})", figure.value()));
        println!("  {:?}", finding.example);
    }
}
