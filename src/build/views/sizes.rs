//! Estimates the number of cells of every view of a lattice in one pass over the finest view.
//!
//! Every code of every part of a dimension gets a fixed random number of 64 bits. The number of a cell is the sum of
//! its codes' numbers, modulo 2^64. It identifies the cell in a view: two different cells have the same number with a
//! probability of 2^-64.
//!
//! Each view has a bound and retains the distinct numbers below the bound. If a view retains more than [`RETAINED`]
//! numbers, its bound is halved. The remaining numbers are a random sample of the *distinct* cells, regardless of how
//! often a cell occurs (adaptive sampling: Flajolet 1990). The estimate is the size of the sample, doubled for each
//! halving. It is exact for views of up to [`RETAINED`] cells. For larger views the standard error is 1.2/√RETAINED, or
//! 3 %.
//!
//! The sample depends neither on the order of the cells nor on the number of threads.

use std::ops::Range;

use super::finest::Finest;
use super::lattice::Lattice;
use crate::base::threads;
use crate::build::coarsen::Columns;
use crate::build::error::Error;

/// Maximum size of the sample of a view: half of a hash table with 4,096 places.
const RETAINED: usize = 2047;
/// Number of cells in a chunk. It is small enough that the sums of a chunk stay in the processor's cache.
const CHUNK: usize = 2048;

/// The estimated number of cells of each element of the lattice. `done` receives numbers of cells, which add up to all
/// cells.
///
/// # Errors
/// Fails if temporary files cannot be read.
pub(super) fn sizes(finest: Finest<'_>, lattice: &Lattice, done: &mut dyn FnMut(u64)) -> Result<Vec<u64>, Error> {
    let dimensions = &finest.head().dimensions;
    let numbers: Vec<Vec<Vec<u64>>> = (0..dimensions.len())
        .map(|dimension| {
            let part = |(part, level): (usize, Option<usize>)| {
                let number = |code| random(dimension, part, dimensions[dimension].group_of(level, code));
                (0..dimensions[dimension].codes.len() as u32).map(number).collect()
            };
            lattice.parts(dimension).enumerate().map(part).collect()
        })
        .collect();
    let mut samples: Vec<Sample> = lattice.elements().iter().map(|_| Sample::default()).collect();
    finest.each(&mut |columns| {
        add(&mut samples, columns, lattice, &numbers, done);
        Ok(())
    })?;
    let size = |(sample, element)| Sample::estimate(sample).min(lattice.places(element)).min(finest.len());
    Ok(samples.iter().zip(lattice.elements()).map(size).collect())
}

/// Adds cells to the samples of all views.
fn add(
    samples: &mut [Sample],
    columns: &Columns<'_>,
    lattice: &Lattice,
    numbers: &[Vec<Vec<u64>>],
    done: &mut dyn FnMut(u64),
) {
    let cells_of =
        &|share: Range<usize>, done: &mut dyn FnMut(usize)| sample(&columns.coordinates, lattice, numbers, share, done);
    let all = columns.len();
    let threads = threads::number().min(all.div_ceil(1 << 16)).max(1);
    let share = all.div_ceil(threads);
    std::thread::scope(|scope| {
        let shares: Vec<_> = (1..threads)
            .map(|thread| scope.spawn(move || cells_of(thread * share..((thread + 1) * share).min(all), &mut |_| ())))
            .collect();
        // The other threads advance as this one does.
        let mut left = all;
        let own = cells_of(0..share.min(all), &mut |chunk| {
            let now = left.min(chunk * threads);
            left -= now;
            done(now as u64);
        });
        let others = shares.into_iter().map(|other| other.join().expect("nothing in a share can panic"));
        for found in std::iter::once(own).chain(others) {
            samples.iter_mut().zip(found).for_each(|(sample, found)| sample.merge(&found));
        }
    });
}

/// For each view of the lattice, the sample of the cells in a range. `done` receives the number of cells of each chunk.
fn sample(
    coordinates: &[Vec<u32>],
    lattice: &Lattice,
    numbers: &[Vec<Vec<u64>>],
    share: Range<usize>,
    done: &mut dyn FnMut(usize),
) -> Vec<Sample> {
    let elements = lattice.elements();
    let places: Vec<u64> = elements.iter().map(|element| lattice.places(element)).collect();
    let mut samples: Vec<Sample> = elements.iter().map(|_| Sample::default()).collect();
    let deepest = elements.iter().map(|element| element.dimensions()).max().unwrap_or(0);
    // Sums for the current element, and for the elements with only its first dimensions, by number of dimensions.
    let mut sums = vec![[0_u64; CHUNK]; deepest + 1];
    for start in share.clone().step_by(CHUNK) {
        let end = (start + CHUNK).min(share.end);
        let chunk = end - start;
        for ((element, sample), &places) in elements.iter().zip(&mut samples).zip(&places) {
            let depth = element.dimensions();
            if let Some((dimension, part)) = element.last() {
                let numbers = &numbers[dimension][part];
                let (before, after) = sums.split_at_mut(depth);
                let codes = &coordinates[dimension][start..end];
                for ((to, from), &code) in after[0].iter_mut().zip(&before[depth - 1]).zip(codes) {
                    *to = from.wrapping_add(numbers[code as usize]);
                }
            }
            // Skips a view whose possible cells have all been found.
            if sample.halvings > 0 || sample.retained as u64 != places {
                sums[depth][..chunk].iter().for_each(|&sum| sample.add(sum));
            }
        }
        done(chunk);
    }
    samples
}

/// The random number of a group, by SplitMix64. It is the same in every build.
fn random(dimension: usize, part: usize, group: u32) -> u64 {
    let seed = (dimension as u64) << 56 ^ (part as u64) << 40 ^ u64::from(group);
    let mix = |seed: u64| {
        let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    };
    mix(mix(seed))
}

/// A sample of distinct numbers. It holds the numbers below 2^(64 − halvings).
#[derive(Debug, Default)]
struct Sample {
    halvings: u32,
    retained: usize,
    /// A hash table indexed by the lowest bits, at most half full. 0 marks an empty place, so the number 0 is stored
    /// as 1.
    table: Vec<u64>,
}

impl Sample {
    #[inline]
    fn add(&mut self, number: u64) {
        if number.leading_zeros() >= self.halvings {
            self.insert(number.max(1));
        }
    }

    fn insert(&mut self, number: u64) {
        if 2 * self.retained >= self.table.len() {
            self.rebuild((2 * self.table.len()).max(16));
        }
        let mask = self.table.len() - 1;
        let mut at = number as usize & mask;
        while self.table[at] != 0 {
            if self.table[at] == number {
                return;
            }
            at = (at + 1) & mask;
        }
        self.table[at] = number;
        self.retained += 1;
        while self.retained > RETAINED {
            self.halvings += 1;
            self.rebuild(self.table.len());
        }
    }

    /// Moves the numbers below the bound to a table of length `len`.
    fn rebuild(&mut self, len: usize) {
        let old = std::mem::replace(&mut self.table, vec![0; len]);
        self.retained = 0;
        old.into_iter().filter(|&number| number != 0).for_each(|number| self.add(number));
    }

    fn merge(&mut self, other: &Self) {
        if other.halvings > self.halvings {
            self.halvings = other.halvings;
            self.rebuild(self.table.len());
        }
        other.table.iter().filter(|&&number| number != 0).for_each(|&number| self.add(number));
    }

    fn estimate(&self) -> u64 {
        (self.retained as u64) << self.halvings
    }
}
