//! Disclosure risk and data utility: figures from the papers, tables computed by hand or with other tools, and laws.

mod laws;
mod naive;
mod papers;
mod robust;
mod swapping;
mod tables;
mod variance;

use cellveil::key::{Combine, KeyGroup, Modulus};
use cellveil::measure::{Cells, Choices, Context, Measures, measure};
use cellveil::protect::{CompiledMethod, KeyContext, MethodSpec, Parameters, Status, compile};
use cellveil::ptable::Ptable;

use crate::support::program::repository;

/// Compiles a method from JSON.
pub fn rows(json: &str) -> CompiledMethod {
    let given = Parameters::from_json(json).unwrap();
    let method = MethodSpec::new("m", &given).unwrap();
    let ptable = method.ptable().map(|path| {
        let file = repository("tests/data/ptable").join(path);
        Ptable::parse(&std::fs::read(file).unwrap(), path).unwrap()
    });
    let keys = KeyGroup::new(Combine::Sum, Modulus::default()).unwrap();
    compile(&method, KeyContext { keys, uniform: true, salt: &[] }, ptable.as_ref()).unwrap()
}

/// A table whose suppressed cells are `None`.
#[derive(Debug, Clone)]
pub struct Table {
    pub sizes: Vec<usize>,
    pub rows: usize,
    pub counts: Vec<u64>,
    pub values: Vec<i64>,
    pub status: Vec<Status>,
}

impl Table {
    pub fn new(sizes: &[usize], counts: &[u64], published: &[Option<i64>]) -> Self {
        let status =
            published.iter().map(|shown| if shown.is_some() { Status::Shown } else { Status::Suppressed }).collect();
        // The stored value of a suppressed cell has no meaning.
        let values = published.iter().map(|shown| shown.unwrap_or(-999)).collect();
        Self { sizes: sizes.to_vec(), rows: 1, counts: counts.to_vec(), values, status }
    }

    pub fn shown(sizes: &[usize], counts: &[u64], values: &[i64]) -> Self {
        Self::new(sizes, counts, &values.iter().copied().map(Some).collect::<Vec<_>>())
    }

    pub fn cells(&self) -> Cells<'_> {
        Cells {
            sizes: &self.sizes,
            rows: self.rows,
            counts: &self.counts,
            values: &self.values,
            status: &self.status,
            decimals: 0,
        }
    }

    pub fn measures(&self, method: Option<&CompiledMethod>, choices: &Choices) -> Measures {
        measure(&self.cells(), &Context { method, ..Context::default() }, choices)
    }
}

/// Returns whether two figures are equal up to the rounding of a figure with 15 digits.
pub fn is_close(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-12 * expected.abs().max(1.0)
}

#[track_caller]
pub fn assert_close(found: impl Into<Option<f64>>, expected: f64) {
    let found = found.into().unwrap();
    assert!(is_close(found, expected), "{found} is not {expected}");
}

/// Checks a figure as it is printed with six decimals.
#[track_caller]
pub fn assert_six(found: impl Into<Option<f64>>, expected: &str) {
    assert_eq!(format!("{:.6}", found.into().unwrap()), expected);
}
