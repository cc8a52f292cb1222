//! What the methods do to the table of the sample.

use super::method::methods;
use crate::measure::{Cells, Choices, Context, Measures, measure};
use crate::protect::CompiledMethod;
use crate::study::data::{Grid, Person, cross, teaching_sample};

/// The five variables: region, sex, age, country of birth and religion, by their columns in the sample.
const VARIABLES: [usize; 5] = [0, 2, 3, 4, 5];
/// Rows of the layout that has robust eigenvalues, and its columns.
const EIGENVALUE_ROWS: [usize; 3] = [0, 2, 3];
const EIGENVALUE_COLUMNS: [usize; 2] = [4, 5];
/// The codes of its columns: born in the United Kingdom, and no religion or Christian.
const LARGEST: [(&str, &str); 2] = [("1", "1"), ("1", "2")];

/// The measures of the paper, for one method.
#[derive(Debug, Clone)]
pub(super) struct Measured {
    /// Σ |value − count|, a suppressed cell counting as 0.
    pub total: f64,
    /// The same a cell that is not empty.
    pub average: f64,
    /// Percentage of the cells that are not empty whose count is not published.
    pub changed: f64,
    /// HD/√N.
    pub hellinger: f64,
    /// HD, of the counts.
    pub hellinger_counts: f64,
    /// Of the proportions; none where everything is suppressed.
    pub hellinger_proportions: Option<f64>,
}

/// Some persons with the table of them.
#[derive(Debug)]
pub(super) struct Population {
    /// Its cells that are not empty.
    pub cells: Grid,
    /// By method.
    pub methods: Vec<Measured>,
}

impl Population {
    /// Protects and measures their table.
    pub fn of(persons: &[Person]) -> Self {
        let cells = cross(persons, &VARIABLES, &[]);
        let measured = |rows: &CompiledMethod| {
            let utility = measures(&cells, rows).utility;
            let there = "a table with records has every measure of noise";
            Measured {
                total: utility.total_noise.expect(there),
                average: utility.average_noise.expect(there),
                changed: 100.0 * utility.changed_share.expect(there),
                hellinger: 1.0 - utility.hellinger_utility.expect(there),
                hellinger_counts: utility.hellinger.expect(there),
                hellinger_proportions: utility.hellinger_proportions,
            }
        };
        Self { methods: methods().iter().map(measured).collect(), cells }
    }
}

/// Robust eigenvalues of several draws of the record keys.
#[derive(Debug, Clone, Copy)]
pub(super) struct Eigenvalues {
    pub mean: f64,
    pub least: f64,
    pub largest: f64,
}

/// Draws of the record keys that robust eigenvalues are the mean of.
pub(super) const DRAWS: u64 = 20;

/// The robust eigenvalues of the layout that has them, by method; none where one of the draws has none.
pub(super) fn eigenvalues(wanted: impl Fn(&Person) -> bool) -> [Option<Eigenvalues>; 6] {
    let [birth, religion] = EIGENVALUE_COLUMNS;
    let methods = methods();
    let mut draws: [Vec<Option<f64>>; 6] = Default::default();
    for draw in 0..DRAWS {
        let mut persons = teaching_sample(draw);
        persons.retain(|person| wanted(person) && LARGEST.contains(&(person.code(birth), person.code(religion))));
        let layout = cross(&persons, &EIGENVALUE_ROWS, &EIGENVALUE_COLUMNS);
        for (draws, rows) in draws.iter_mut().zip(&methods) {
            draws.push(measures(&layout, rows).utility.robust_eigenvalues);
        }
    }
    draws.map(|draws| {
        let draws: Vec<f64> = draws.into_iter().collect::<Option<_>>()?;
        Some(Eigenvalues {
            mean: draws.iter().sum::<f64>() / draws.len() as f64,
            least: draws.iter().copied().fold(f64::INFINITY, f64::min),
            largest: draws.iter().copied().fold(0.0, f64::max),
        })
    })
}

fn measures(grid: &Grid, rows: &CompiledMethod) -> Measures {
    let protected = rows.protect(&grid.counts, &grid.keys);
    let cells = Cells {
        sizes: &grid.sizes,
        rows: 1,
        counts: &grid.counts,
        values: &protected.values,
        status: &protected.status,
    };
    measure(&cells, &Context { method: Some(rows), ..Context::default() }, &Choices::default())
}
