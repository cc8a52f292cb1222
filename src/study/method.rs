//! Compiles the protection methods of the studies.

use crate::key::{Combine, DEFAULT_MODULUS, KeyGroup, Modulus};
use crate::protect::{CompiledMethod, KeyContext, MethodSpec, Parameters, Protected, compile};
use crate::ptable::Ptable;
use crate::table_method::{Control, System, semi_controlled_rounding};

/// Compiles a method given by parameters in JSON, for keys below 2^32. The study's name is the salt.
pub(super) fn rows(study: &str, parameters: &str, ptable: Option<&Ptable>) -> CompiledMethod {
    let parameters = Parameters::from_json(parameters).expect("the study's methods are JSON objects");
    let method = MethodSpec::new(study, &parameters).expect("the study's methods have the parameters of their kinds");
    let keys = KeyGroup::new(Combine::Sum, Modulus::default()).expect("keys can be added under any modulus");
    compile(&method, KeyContext { keys, uniform: true, salt: study.as_bytes() }, ptable)
        .expect("the study's methods suit keys below 2^32")
}

/// Protects cells with a fixed number of moves in each of several sets of cells, like `control = "total"` in a table.
pub(super) fn controlled(
    rows: &CompiledMethod,
    counts: &[u64],
    keys: &[u64],
    sets: &[std::ops::Range<usize>],
) -> Protected {
    let mut protected = rows.protect(counts, keys);
    for set in sets {
        let filled: Vec<usize> = set.clone().filter(|&cell| counts[cell] > 0).collect();
        rows.fix_changes(counts, keys, &filled, &mut protected);
    }
    protected
}

/// Semi-controlled rounding in each of several sets of cells: the cells of a set add up to its rounded total.
pub(super) fn semi_controlled(
    study: &str,
    base: u32,
    counts: &[u64],
    keys: &[u64],
    sets: &[std::ops::Range<usize>],
) -> Vec<i64> {
    let mut values = Vec::with_capacity(counts.len());
    for set in sets {
        let (mut counts, mut keys) = (counts[set.clone()].to_vec(), keys[set.clone()].to_vec());
        counts.push(counts.iter().sum());
        keys.push(keys.iter().fold(0, |sum, key| (sum + key) % DEFAULT_MODULUS));
        let table = System::table(&[counts.len()], counts, keys);
        let outcome = semi_controlled_rounding(&table, base, &Control::Total, study.as_bytes());
        values.extend(outcome.expect("one table with a total").values);
        values.pop(); // the total
    }
    values
}
