//! Preprotected cubes: attacks by a reader who takes every published count as it is.
//!
//! The files of a preprotected cube hold the counts of changed records, so there is no noise to attack. **The adversary**
//! downloads the files, adds up tables of any variables, and believes their counts. A claim is right if it is true of the
//! unchanged records (`--original`). The attacks look at all tables of up to three variables, and at the finest cells.
//!
//! **What they cannot find**: conclusions about the steps themselves, for example from a published matrix, from a second
//! release, or from a person that the adversary knows.

mod cell_keys;
mod small_cells;
mod uniques;

#[cfg(test)]
mod tests;

pub use cell_keys::cell_keys;
pub use small_cells::{kept_tables, small_cells};
pub use uniques::{real_cells, true_uniques};

use std::collections::BTreeMap;

use super::combinations::views;
use super::{Evidence, Finding, Published, Report, Scored, Truth, equality, profiles};
use crate::cube::{Cube, NotTheOriginal};
use crate::dimension::AxisRef;
use crate::protect::{KeyContext, MethodError, MethodSpec, Parameters, Status, compile};
use crate::table::{Error, QueryError, Store};

/// The largest number of variables of an attacked table.
const MOST_DIMENSIONS: usize = 3;
/// The largest number of cells in all attacked tables. Larger cubes are attacked with fewer variables.
const MOST_CELLS: u64 = 20_000_000;

/// The remedy of `profiles` and `equality`. A preprotected cube answers every query, so the remedy names no view.
const REMEDY: &str = "Use stronger steps, publish fewer dimensions or coarser codes, or publish a sealed cube.";

/// Counts and keys by the codes of all dimensions.
type Sums = BTreeMap<Vec<u32>, (u64, u64)>;

/// The finest cells that are not empty.
#[derive(Debug)]
pub struct FinestCells {
    published: Sums,
    unchanged: Sums,
}

impl FinestCells {
    /// Adds up the published cells, and those of the unchanged records.
    pub fn new(records: &Truth) -> Self {
        let sums = |truth: &Truth| truth.sums(|codes| Some(codes.to_vec()));
        Self { published: sums(records), unchanged: sums(records.scoring()) }
    }
}

impl Report {
    /// Attacks a preprotected cube. `original` is the keyed cube of the unchanged records. All files of both cubes must
    /// be loaded.
    ///
    /// # Errors
    /// Fails if a file is not loaded. The inner error says why `original` cannot have the unchanged records.
    pub fn attack_preprotected(
        &mut self,
        published: &Store,
        original: &Store,
    ) -> Result<Result<(), NotTheOriginal>, Error> {
        let cube = published.cube();
        let counted = Truth::of_keyed(published, &cube.dimensions)?.expect("a cube has its own dimensions");
        let (scored, records) = match Scored::read(original, cube, counted)? {
            Ok(read) => read,
            Err(reason) => return Ok(Err(reason)),
        };
        let evidence = Evidence::of_preprotected(cube, &records)?;
        let finest = FinestCells::new(&records);
        self.method = words(cube);
        self.views = tables(&evidence);
        self.is_empty = records.total().0 == 0;
        self.original = Some(scored);
        self.findings.extend([
            small_cells(&evidence),
            kept_tables(&evidence),
            true_uniques(&cube.dimensions, &finest),
            real_cells(&cube.dimensions, &finest),
            Finding { remedy: REMEDY, ..profiles(&evidence) },
            Finding { remedy: REMEDY, ..equality(&evidence) },
            cell_keys(&finest, [cube.keys, original.cube().keys], published.listed_zeros()?),
        ]);
        Ok(Ok(()))
    }
}

impl Evidence {
    /// The tables that a reader of a preprotected cube adds up. The published values are the counts. The unchanged
    /// records score the claims.
    fn of_preprotected(cube: &Cube, records: &Truth) -> Result<Self, Error> {
        let refused = |error: MethodError| Error::from(QueryError::from(error));
        let none = Parameters::from_json(r#"{ "kind": "none" }"#).expect("the kind is known");
        let method = MethodSpec::new("none", &none).map_err(refused)?;
        let context = KeyContext { keys: cube.keys, uniform: false, salt: &[] };
        let compiled = compile(&method, context, None).map_err(refused)?;
        let published = |axes: Vec<AxisRef>| {
            let cells = records.view(&cube.dimensions, &axes);
            let values = cells.counts.iter().map(|&count| count as i64).collect();
            let status = vec![Status::Shown; cells.counts.len()];
            Published {
                axes,
                sizes: cells.sizes,
                counts: cells.counts,
                keys: cells.keys,
                original: None,
                values,
                status,
            }
        };
        let mut evidence = Self {
            dimensions: cube.dimensions.clone(),
            method,
            compiled,
            keys: cube.keys,
            structural_zeros: cube.structural_zeros.clone(),
            draws_by_view: false,
            views: attacked(cube).into_iter().map(published).collect(),
        };
        evidence.score_against(records);
        Ok(evidence)
    }
}

/// All tables of up to three variables, or of fewer variables if the tables would have too many cells.
fn attacked(cube: &Cube) -> Vec<Vec<AxisRef>> {
    let size = |axis: &AxisRef| cube.dimensions[axis.dimension].codes_at(axis.level).len() as u64;
    let cells = |axes: &Vec<AxisRef>| axes.iter().map(size).fold(1, u64::saturating_mul);
    let of = |most| views(&cube.dimensions, most);
    let fits = |views: &Vec<Vec<AxisRef>>| views.iter().map(cells).fold(0, u64::saturating_add) <= MOST_CELLS;
    (2..=MOST_DIMENSIONS).rev().map(of).find(fits).unwrap_or_else(|| of(1))
}

/// The attacked tables in the report.
fn tables(evidence: &Evidence) -> Vec<String> {
    let most = evidence.views.iter().map(|view| view.axes.len()).max().unwrap_or_default();
    let many = evidence.views.len();
    vec![
        format!("all {many} tables of up to {most} dimensions, at their codes and levels"),
        "the finest cells".to_owned(),
    ]
}

/// The method in the report: the steps, in their order.
fn words(cube: &Cube) -> String {
    let steps = cube.pretabular.iter().flat_map(|part| &part.steps).map(|step| step.kind.as_str());
    format!(
        "These steps were applied: {}. The files hold the resulting counts, and no method protects them further.",
        steps.collect::<Vec<_>>().join(", ")
    )
}
