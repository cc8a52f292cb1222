//! Controlled rounding: laws over random tables, means over random keys, and exact answers of an integer program.

mod exact;
mod laws;
mod unbiased;

use cellveil::protect::Status;
use cellveil::table_method::{Outcome, System};

/// Random numbers with a seed (SplitMix64).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.bits() % end as u64) as usize
    }

    /// One of a list.
    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Counts of which about `filled` in ten are not 0, with about an exponential distribution.
    fn counts(&mut self, cells: usize, filled: usize) -> Vec<u64> {
        let mean = self.of(&[1, 4, 20]);
        let count = |_| {
            if self.below(10) >= filled {
                return 0;
            }
            let steps = self.bits().leading_zeros() as u64;
            steps * mean + self.bits() % mean + u64::from(mean == 1)
        };
        (0..cells).map(count).collect()
    }
}

/// An axis of a table: for each place the places of which it is the total. Inner places have none.
type Axis = Vec<Vec<usize>>;

/// An axis of inner places and their total.
fn flat(inner: usize) -> Axis {
    (0..inner).map(|_| Vec::new()).chain([(0..inner).collect()]).collect()
}

/// An axis of groups of two or three inner places, the groups' totals and the total of all.
fn nested(groups: usize, random: &mut Random) -> Axis {
    let sizes: Vec<usize> = (0..groups).map(|_| 2 + random.below(2)).collect();
    let inner: usize = sizes.iter().sum();
    let mut axis: Axis = vec![Vec::new(); inner];
    let mut start = 0;
    for size in sizes {
        axis.push((start..start + size).collect());
        start += size;
    }
    axis.push((inner..inner + groups).collect());
    axis
}

/// A table of axes with any totals. The counts and keys are those of the cells at inner places of all axes, row-major.
fn system(axes: &[Axis], inner: &[(u64, u64)]) -> System {
    let cells: usize = axes.iter().map(Vec::len).product();
    let places = |mut cell: usize| {
        let mut places = vec![0; axes.len()];
        for (place, axis) in places.iter_mut().zip(axes).rev() {
            (*place, cell) = (cell % axis.len(), cell / axis.len());
        }
        places
    };
    let position = |places: &[usize]| places.iter().zip(axes).fold(0, |at, (&place, axis)| at * axis.len() + place);
    let mut sums: Vec<(u32, Vec<u32>)> = Vec::new();
    let mut values = vec![None; cells];
    let mut inner = inner.iter();
    for (cell, value) in values.iter_mut().enumerate() {
        let at = places(cell);
        for axis in 0..axes.len() {
            let parts = &axes[axis][at[axis]];
            if !parts.is_empty() {
                let part = |&part: &usize| {
                    let mut at = at.clone();
                    at[axis] = part;
                    position(&at) as u32
                };
                sums.push((cell as u32, parts.iter().map(part).collect()));
            }
        }
        if at.iter().zip(axes).all(|(&place, axis)| axis[place].is_empty()) {
            *value = Some(*inner.next().unwrap());
        }
    }
    // Parts come before their totals on each axis, so a total's parts are known.
    for (whole, parts) in &sums {
        let part = |&part: &u32| values[part as usize].unwrap();
        let sum =
            parts.iter().map(part).fold((0, 0), |(count, key), (c, k): (u64, u64)| (count + c, (key + k) % (1 << 32)));
        values[*whole as usize] = Some(sum);
    }
    let (counts, keys): (Vec<u64>, Vec<u64>) = values.into_iter().map(Option::unwrap).unzip();
    if axes.iter().all(|axis| *axis == flat(axis.len() - 1)) {
        let sizes: Vec<usize> = axes.iter().map(Vec::len).collect();
        return System::table(&sizes, counts, keys);
    }
    System::new(counts, keys, sums)
}

/// A table with a total on each axis and random keys. Empty cells have key 0.
fn table(inner: &[usize], counts: &[u64], random: &mut Random) -> System {
    let axes: Vec<Axis> = inner.iter().map(|&inner| flat(inner)).collect();
    system(&axes, &with_keys(counts, random))
}

fn with_keys(counts: &[u64], random: &mut Random) -> Vec<(u64, u64)> {
    counts.iter().map(|&count| (count, if count == 0 { 0 } else { random.bits() >> 32 })).collect()
}

/// Checks the laws of a rounded system. Gives the first law that fails.
fn check(system: &System, base: u64, outcome: &Outcome) -> Result<(), &'static str> {
    let values = &outcome.values;
    let add = |parts: &[u32]| parts.iter().map(|&part| values[part as usize]).sum::<i64>();
    if values.len() != system.len() || outcome.status != vec![Status::Shown; system.len()] {
        return Err("each cell has a value");
    }
    if system.sums().any(|(whole, parts)| values[whole as usize] != add(parts)) {
        return Err("sums hold");
    }
    let mut jumps = 0;
    for (&value, &count) in values.iter().zip(system.counts()) {
        let distance = value.abs_diff(count as i64);
        if value < 0 || !(value as u64).is_multiple_of(base) {
            return Err("values are multiples");
        }
        if count == 0 && value > 0 {
            return Err("zeros stay");
        }
        jumps += u64::from(distance >= base);
    }
    if jumps == outcome.jumps { Ok(()) } else { Err("jumps are counted") }
}

/// The sum of the distances of all cells.
fn distance(system: &System, outcome: &Outcome) -> u64 {
    outcome.values.iter().zip(system.counts()).map(|(value, &count)| value.abs_diff(count as i64)).sum()
}
