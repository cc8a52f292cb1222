//! Small populations and their published values, for the tests of attacks.

use super::{Evidence, Published};
use crate::base::SplitMix;
use crate::dimension::{CodeList, Dimension, Level, Text, find_axis};
use crate::key::{Combine, KeyGroup, Modulus};
use crate::protect::{KeyContext, MethodSpec, Parameters, compile};
use crate::ptable::Ptable;

/// An ordinary p-table: noise up to 5, variance 3, never a value of 1 or 2.
pub(super) const D5: &str = include_str!("../../tests/data/ptable/cellkey_d5.csv");
/// A sound method with the p-table [`D5`].
pub(super) const SOUND: &str = r#"{ "kind": "cell-key", "ptable": "p", "lookup": "hash" }"#;

/// Records over a few dimensions, and the method that protects them. Dimensions are named 0, 1, ... like their codes.
#[derive(Clone)]
pub(super) struct Sample {
    pub dimensions: Vec<Dimension>,
    /// Codes and key of each record.
    pub records: Vec<(Vec<usize>, u64)>,
    pub keys: KeyGroup,
    pub salt: Vec<u8>,
    pub method: (String, String),
}

/// Returns the next number of a fixed series.
pub(super) fn next(state: &mut u64) -> u64 {
    let mut random = SplitMix(*state);
    let number = random.next();
    *state = random.0;
    number
}

fn codes(number: usize) -> CodeList {
    CodeList::new((0..number).map(|code| (code.to_string(), Text::from("any"))).collect()).expect("numbers differ")
}

impl Sample {
    /// An empty sample with a sound method and 2^32 keys.
    pub fn empty(sizes: &[usize]) -> Self {
        let dimension = |(at, &size): (usize, &usize)| Dimension {
            name: at.to_string(),
            label: Text::from("any"),
            note: None,
            role: None,
            codes: codes(size),
            levels: Vec::new(),
        };
        let keys = KeyGroup::new(Combine::Sum, Modulus::default()).expect("any modulus has sums");
        let dimensions = sizes.iter().enumerate().map(dimension).collect();
        let method = (SOUND.to_owned(), D5.to_owned());
        Self { dimensions, records: Vec::new(), keys, salt: vec![7; 16], method }
    }

    /// Draws random persons with uniform keys. Small codes are more frequent.
    pub fn drawn(sizes: &[usize], persons: usize, seed: u64) -> Self {
        let (mut sample, mut state) = (Self::empty(sizes), seed);
        for _ in 0..persons {
            let codes = sizes.iter().map(|&size| (next(&mut state) % size as u64).min(next(&mut state) % size as u64));
            let codes = codes.map(|code| code as usize).collect();
            let key = next(&mut state) % sample.keys.modulus().get();
            sample.records.push((codes, key));
        }
        sample
    }

    /// Adds records with these codes, and with keys of a fixed series.
    pub fn add(mut self, codes: &[usize], records: usize) -> Self {
        let mut state = self.records.len() as u64 + 99;
        for _ in 0..records {
            self.records.push((codes.to_vec(), next(&mut state) % self.keys.modulus().get()));
        }
        self
    }

    pub fn method(mut self, json: &str, ptable: &str) -> Self {
        self.method = (json.to_owned(), ptable.to_owned());
        self
    }

    /// Changes the modulus and how keys combine. Keys are reduced to the modulus.
    pub fn modulus(mut self, modulus: u64, combine: Combine) -> Self {
        let modulus = Modulus::try_from(modulus).expect("a modulus");
        self.keys = KeyGroup::new(combine, modulus).expect("a group");
        self.records.iter_mut().for_each(|(_, key)| *key %= modulus.get());
        self
    }

    /// Groups the codes of a dimension.
    pub fn level(&mut self, dimension: usize, name: &str, of: &[u32]) {
        let groups = of.iter().max().map_or(0, |&most| most as usize + 1);
        let level = Level { name: name.into(), label: Text::from("any"), codes: codes(groups), of: of.to_vec() };
        self.dimensions[dimension].levels.push(level);
    }

    /// Publishes views. The name of a view is the names of its axes, separated by spaces.
    pub fn evidence(&self, views: &[&str]) -> Evidence {
        let method = MethodSpec::new("m", &Parameters::from_json(&self.method.0).expect("JSON")).expect("a method");
        let context = KeyContext { keys: self.keys, uniform: true, salt: &self.salt };
        let ptable =
            (!self.method.1.is_empty()).then(|| Ptable::parse(self.method.1.as_bytes(), "p").expect("a p-table"));
        let compiled = compile(&method, context, ptable.as_ref()).expect("rows");
        let mut published = Vec::new();
        for view in views {
            let axis = |name| find_axis(&self.dimensions, name).expect("an axis");
            let axes: Vec<_> = view.split_whitespace().map(axis).collect();
            let sizes: Vec<usize> =
                axes.iter().map(|axis| self.dimensions[axis.dimension].codes_at(axis.level).len()).collect();
            let (counts, keys) = self.cells(&axes, &sizes);
            let protected = compiled.protect(&counts, &keys);
            let (values, status) = (protected.values, protected.status);
            published.push(Published { axes, sizes, counts, keys, original: None, values, status });
        }
        let dimensions = self.dimensions.clone();
        Evidence {
            dimensions,
            method,
            compiled,
            keys: self.keys,
            structural_zeros: Vec::new(),
            draws_by_view: false,
            views: published,
        }
    }

    /// Publishes all views of up to two dimensions.
    pub fn pairs(&self) -> Evidence {
        let dimensions = self.dimensions.len();
        let mut views = vec![String::new()];
        views.extend((0..dimensions).map(|at| at.to_string()));
        views.extend((0..dimensions).flat_map(|a| (a + 1..dimensions).map(move |b| format!("{a} {b}"))));
        self.evidence(&views.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Returns the counts and keys of the finest non-empty cells.
    pub fn finest(&self) -> (Vec<u64>, Vec<u64>) {
        let mut names: Vec<String> = (0..self.dimensions.len()).map(|at| at.to_string()).collect();
        let axes: Vec<_> = names.drain(..).map(|name| find_axis(&self.dimensions, &name).expect("an axis")).collect();
        let sizes: Vec<usize> = self.dimensions.iter().map(|dimension| dimension.codes.len()).collect();
        let (counts, keys) = self.cells(&axes, &sizes);
        counts.into_iter().zip(keys).filter(|&(count, _)| count > 0).unzip()
    }

    fn cells(&self, axes: &[crate::dimension::AxisRef], sizes: &[usize]) -> (Vec<u64>, Vec<u64>) {
        let cells = sizes.iter().product();
        let (mut counts, mut keys) = (vec![0; cells], vec![0; cells]);
        for (codes, key) in &self.records {
            let place = |cell: usize, (axis, size): (&crate::dimension::AxisRef, &usize)| {
                let dimension = &self.dimensions[axis.dimension];
                cell * size + dimension.group_of(axis.level, codes[axis.dimension] as u32) as usize
            };
            let cell = axes.iter().zip(sizes).fold(0, place);
            counts[cell] += 1;
            keys[cell] = self.keys.combine(keys[cell], *key);
        }
        (counts, keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::*;

    /// Three dimensions, a few thousand persons, a hash of 2^32 keys, and views of up to two dimensions. The default
    /// limits are made for such a cube.
    #[test]
    fn a_sound_cube_passes_every_attack() {
        for seed in 0..20 {
            for (sizes, persons) in [([4, 8, 5], 2000), ([9, 2, 21], 4000), ([12, 13, 6], 8000)] {
                let sample = Sample::drawn(&sizes, persons, seed);
                let (evidence, (counts, keys)) = (sample.pairs(), sample.finest());
                let finest = Finest { counts: &counts, keys: &keys };
                for finding in [
                    equality(&evidence),
                    key_algebra(&evidence, finest),
                    near_zero_keys(&evidence, finest),
                    largest_noise(&evidence),
                    impossible_values(&evidence),
                    certain_zeros(&evidence),
                    exact_totals(&evidence),
                    consistency(&evidence),
                ] {
                    assert!(finding.passes(), "{seed} {sizes:?}: {finding:?}");
                }
            }
        }
    }

    /// In the p-tables from R `ptable`, several counts without a gap reach each value.
    #[test]
    fn published_ptables_have_no_gaps() {
        let sample = Sample::drawn(&[9, 2, 21], 4000, 1);
        for entry in std::fs::read_dir("tests/data/ptable").expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "csv") {
                let ptable = std::fs::read_to_string(&path).expect("text");
                let evidence = sample.clone().method(SOUND, &ptable).pairs();
                let (one, gaps) = (largest_noise(&evidence), impossible_values(&evidence));
                assert!(one.passes() && gaps.passes(), "{}: {one:?} {gaps:?}", path.display());
            }
        }
    }
}
