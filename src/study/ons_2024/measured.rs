//! Measures the sample's table under each method.

use super::method::methods;
use crate::measure::{Cells, Choices, Context, Measures, measure};
use crate::protect::CompiledMethod;
use crate::study::data::{Grid, Person, cross, teaching_sample};

/// The five variables as columns of the sample: region, sex, age, country of birth, religion.
const VARIABLES: [usize; 5] = [0, 2, 3, 4, 5];
/// Variables in the rows of the table for robust eigenvalues.
const EIGENVALUE_ROWS: [usize; 3] = [0, 2, 3];
/// Variables in the columns of the table for robust eigenvalues.
const EIGENVALUE_COLUMNS: [usize; 2] = [4, 5];
/// Columns of the table for robust eigenvalues, as codes of country of birth and religion: the United Kingdom, with no
/// religion or Christian.
const LARGEST: [(&str, &str); 2] = [("1", "1"), ("1", "2")];

/// The paper's measures of one protected table.
#[derive(Debug, Clone)]
pub(super) struct Measured {
    /// Σ |value − count|; a suppressed cell counts as 0.
    pub total: f64,
    /// Total noise divided by the number of filled cells.
    pub average: f64,
    /// Percentage of the filled cells whose value is missing or differs from the count.
    pub changed: f64,
    /// HD/√N, with the Hellinger distance HD and the number of records N.
    pub hellinger: f64,
    /// Hellinger distance of the counts.
    pub hellinger_counts: f64,
    /// Hellinger distance of the proportions. `None` if every cell is suppressed.
    pub hellinger_proportions: Option<f64>,
}

/// The table of a group of persons under each method.
#[derive(Debug)]
pub(super) struct Population {
    /// The table's filled cells.
    pub cells: Grid,
    /// Measures, in the order of `METHODS`.
    pub methods: Vec<Measured>,
}

impl Population {
    /// Tabulates these persons, protects the table by each method and measures the result.
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

/// Summary of the robust eigenvalue over several draws of the record keys.
#[derive(Debug, Clone, Copy)]
pub(super) struct Eigenvalues {
    pub mean: f64,
    pub least: f64,
    pub largest: f64,
}

/// Number of draws of the record keys for robust eigenvalues.
pub(super) const DRAWS: u64 = 20;

/// Computes robust eigenvalues by method. `None` if a draw has no eigenvalue.
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
        decimals: 0,
    };
    measure(&cells, &Context { method: Some(rows), ..Context::default() }, &Choices::default())
}
