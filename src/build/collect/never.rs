//! Checks combinations that cannot exist.

use super::codes::CodeIds;
use crate::base::Quoted;
use crate::spec::{DimensionSpec, StructuralZero};

/// A structural zero, checked with the collector's own numbers for codes.
pub(super) struct Never {
    /// For each dimension of the rule: its position, its listed codes, and whether each code number stands for a listed
    /// code.
    sides: Vec<(usize, Vec<String>, Vec<bool>)>,
}

impl Never {
    pub fn new(zero: &StructuralZero) -> Self {
        let side = |(dimension, codes): &(usize, Vec<String>)| (*dimension, codes.clone(), Vec::new());
        Self { sides: zero.codes.iter().map(side).collect() }
    }

    /// Whether the codes at a coordinate are a combination that cannot exist.
    pub fn covers(&mut self, coordinate: &[u32], ids: &[CodeIds]) -> bool {
        self.sides.iter_mut().all(|(dimension, listed, members)| {
            let known = ids[*dimension].codes();
            let unknown = members.len().min(known.len());
            members.extend(known[unknown..].iter().map(|code| listed.contains(code)));
            members[coordinate[*dimension] as usize]
        })
    }
    /// The names of the dimensions with their codes at a coordinate.
    pub fn text(&self, coordinate: &[u32], ids: &[CodeIds], dimensions: &[DimensionSpec]) -> String {
        let code = |(dimension, ..): &(usize, Vec<String>, Vec<bool>)| {
            let id = coordinate[*dimension] as usize;
            format!("{} {}", dimensions[*dimension].name, Quoted(&ids[*dimension].codes()[id]))
        };
        self.sides.iter().map(code).collect::<Vec<_>>().join(", ")
    }
}
