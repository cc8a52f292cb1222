//! Computes the possible outcomes of counts. From these, the audit and explanations infer true counts.

#[cfg(feature = "audit")]
mod by_key;

use super::compiled::{Above, CompiledMethod, Entries, Intervals};

impl CompiledMethod {
    /// The distribution of a count's noise in published tables, in the form of [`distribution`](Self::distribution).
    /// Without category keys, all empty cells draw with key 0, so all have the same noise.
    pub fn outcomes(&self, count: u64) -> (Vec<(i64, u64)>, u64) {
        match &self.entries {
            Entries::Direct { keys, noise } if count == 0 && self.row_zero && !self.category_keys => {
                (vec![(noise[0].into(), *keys)], *keys)
            }
            _ => self.distribution(count),
        }
    }

    /// The last count with a row of its own, and the period of larger counts: n and n + period share a row.
    pub(crate) fn repeats(&self) -> (u64, u64) {
        match self.above {
            Above::Last => (self.own, 1),
            Above::Cycle(period) => (self.own, period),
        }
    }

    /// The number of a count's row. Empty cells have number 0, even if they have no row.
    pub(crate) fn number(&self, count: u64) -> usize {
        if count == 0 { 0 } else { self.row(count) + usize::from(!self.row_zero) }
    }

    /// The number of the last row.
    pub(crate) fn last_row(&self) -> u64 {
        self.last
    }

    /// The number of draws that leave a non-zero count unchanged, and the number of all draws. Suppression is ignored.
    pub(crate) fn unmoved(&self, count: u64) -> (u64, u64) {
        let row = self.row(count);
        match &self.entries {
            Entries::Direct { keys, noise } => {
                let row = &noise[row * *keys as usize..(row + 1) * *keys as usize];
                (row.iter().filter(|&&noise| noise == 0).count() as u64, *keys)
            }
            Entries::Intervals(Intervals { starts, bounds, noise, .. }) => {
                let (start, end) = (starts[row] as usize, starts[row + 1] as usize);
                let width = |at: usize| bounds[at] - if at == start { 0 } else { bounds[at - 1] };
                ((start..end).filter(|&at| noise[at] == 0).map(width).sum(), self.draws)
            }
        }
    }

    /// The threshold below which counts or values are suppressed; 0 without suppression.
    pub fn shown_from(&self) -> u64 {
        self.least_count.max(self.threshold as u64) // a threshold is never negative
    }

    /// The smallest and the largest noise of all rows. The smallest is at most 0, the largest at least 0.
    pub fn extremes(&self) -> (i64, i64) {
        let (Entries::Direct { noise, .. } | Entries::Intervals(Intervals { noise, .. })) = &self.entries;
        noise.iter().fold((0, 0), |(least, most), &noise| (least.min(noise.into()), most.max(noise.into())))
    }
}

#[cfg(all(test, feature = "make"))]
mod tests {
    use crate::key::{Combine, KeyGroup, Modulus};
    use crate::protect::{CompiledMethod, KeyContext, MethodSpec, Parameters, compile};

    fn rows(json: &str) -> CompiledMethod {
        let keys = KeyGroup::new(Combine::Sum, Modulus::default()).expect("a sum");
        let given = Parameters::from_json(json).expect("an object");
        let method = MethodSpec::new("m", &given).expect("a method");
        compile(&method, KeyContext { keys, uniform: true, salt: &[] }, None).expect("no p-table needed")
    }

    #[test]
    fn counts_a_period_apart_have_the_same_noise() {
        let matrix = r#"{ "kind": "transition-matrix", "cap": 1, "matrix":
            [["1", 0, 0, 0], ["1/2", "1/2", 0, 0], [0, 0, "1/2", "1/2"], [0, 0, "1/4", "3/4"]] }"#
            .replace("\"1\"", "1");
        for (json, cycle, extremes) in [
            (r#"{ "kind": "random-rounding", "base": 5 }"#, (5, 5), (-4, 4)),
            (r#"{ "kind": "random-rounding", "base": 3, "below": 7 }"#, (7, 1), (-2, 2)),
            (r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#, (5, 5), (-2, 2)),
            (&*matrix, (1, 2), (-1, 1)),
        ] {
            let rows = rows(json);
            assert_eq!((rows.repeats(), rows.extremes()), (cycle, extremes), "{json}");
            let (own, period) = cycle;
            for count in own + 1..own + 20 {
                assert_eq!(rows.outcomes(count), rows.outcomes(count + period), "{json}: {count}");
            }
        }
    }
}
