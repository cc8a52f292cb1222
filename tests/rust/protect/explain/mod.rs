//! The possible counts for a published value, compared with a search of all keys. If there are too many keys, the
//! formulas of the papers replace the search.

mod brute;
mod commands;
mod sealed;
mod several;

use cellveil::key::{Combine, KeyGroup, Modulus};
use cellveil::protect::{CompiledMethod, KeyContext, MethodSpec, Parameters, compile};
use cellveil::ptable::Ptable;

use crate::support::program::repository;
use crate::support::random::mmix;

/// Compiles a method for keys below a modulus.
pub fn rows(json: &str, modulus: u64, ptable: Option<&Ptable>) -> CompiledMethod {
    let keys = KeyGroup::new(Combine::Sum, Modulus::try_from(modulus).unwrap()).unwrap();
    let given = Parameters::from_json(json).unwrap_or_else(|error| panic!("{json}: {error}"));
    let method = MethodSpec::new("m", &given).unwrap_or_else(|error| panic!("{json}: {error}"));
    let context = KeyContext { keys, uniform: true, salt: b"salt" };
    compile(&method, context, ptable).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// Reads a p-table from the test data.
pub fn ptable(name: &str) -> Ptable {
    Ptable::parse(&std::fs::read(repository("tests/data/ptable").join(name)).unwrap(), name).unwrap()
}

/// Returns a dense p-table of 260 rows in the form of the ONS, with or without a row 0. The noise is from −2 to 2, and
/// smaller for small counts. The rows have no common pattern, so a wrong row is detected.
pub fn dense(keys: u64, row_zero: bool) -> Ptable {
    let mut text = String::from("pcv,ckey,pvalue\n");
    let mut next = mmix(12345, 40);
    for row in u64::from(!row_zero)..=260 {
        for key in 0..keys {
            let noise = (next() % 5) as i64 - 2;
            text += &format!("{row},{key},{}\n", noise.max(-(row as i64)));
        }
    }
    Ptable::parse(text.as_bytes(), "dense").unwrap()
}
