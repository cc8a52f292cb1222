//! Combinations of codes that cannot exist, so that no step makes them.

use super::records::Records;

/// Structural zeros.
#[derive(Debug, Clone, Default)]
pub struct Impossible {
    /// For each rule, its dimensions, each with whether a code belongs to the rule.
    rules: Vec<Vec<(usize, Vec<bool>)>>,
}

impl Impossible {
    /// Takes rules: dimensions with positions of codes. `sizes` has the number of codes of each dimension.
    pub fn new(rules: &[Vec<(usize, Vec<u32>)>], sizes: &[usize]) -> Self {
        let side = |(dimension, codes): &(usize, Vec<u32>)| {
            let mut belongs = vec![false; sizes[*dimension]];
            codes.iter().for_each(|&code| belongs[code as usize] = true);
            (*dimension, belongs)
        };
        Self { rules: rules.iter().map(|rule| rule.iter().map(side).collect()).collect() }
    }

    /// The rules that a change of these dimensions can break.
    pub(super) fn about(&self, dimensions: &[usize]) -> Self {
        let is_about =
            |rule: &&Vec<(usize, Vec<bool>)>| rule.iter().any(|(dimension, _)| dimensions.contains(dimension));
        Self { rules: self.rules.iter().filter(is_about).cloned().collect() }
    }

    /// Whether a record would have an impossible combination with the given changes: dimensions and new codes.
    pub(super) fn covers(&self, records: &Records, record: usize, changes: &[(usize, u32)]) -> bool {
        let code = |dimension: usize| {
            let change = changes.iter().find(|(changed, _)| *changed == dimension);
            change.map_or_else(|| records.code(dimension, record), |(_, code)| *code)
        };
        self.rules.iter().any(|rule| rule.iter().all(|(dimension, belongs)| belongs[code(*dimension) as usize]))
    }
}
