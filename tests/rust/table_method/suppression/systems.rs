//! Random systems of sums: tables with levels, and tables that share cells.

use cellveil::table_method::System;

use super::super::tables::numbers;

/// The places of an axis: inner codes, groups of codes, and the total.
pub struct Axis {
    /// Number of inner codes.
    pub codes: usize,
    /// For each further place, the places that it is the sum of. Places come after their parts.
    pub sums: Vec<Vec<usize>>,
}

impl Axis {
    /// Inner codes and their total.
    pub fn flat(codes: usize) -> Self {
        Self { codes, sums: vec![(0..codes).collect()] }
    }

    /// Inner codes, consecutive groups of codes, and a total of the groups.
    fn grouped(codes: usize, groups: usize) -> Self {
        let bound = |group: usize| group * codes / groups;
        let mut sums: Vec<Vec<usize>> = (0..groups).map(|group| (bound(group)..bound(group + 1)).collect()).collect();
        sums.push((codes..codes + groups).collect());
        Self { codes, sums }
    }

    /// The number of places.
    pub fn len(&self) -> usize {
        self.codes + self.sums.len()
    }

    /// For each place, the inner codes that it counts.
    fn members(&self) -> Vec<Vec<usize>> {
        let mut members: Vec<Vec<usize>> = (0..self.codes).map(|code| vec![code]).collect();
        for parts in &self.sums {
            members.push(parts.iter().flat_map(|&part| members[part].clone()).collect());
        }
        members
    }
}

/// A table over some axes from its inner cells, with every sum along every axis. The keys are distinct for distinct
/// sets of inner cells.
pub fn table(axes: &[Axis], inner: &[u64]) -> System {
    let sizes: Vec<usize> = axes.iter().map(Axis::len).collect();
    let members: Vec<_> = axes.iter().map(Axis::members).collect();
    let cells: usize = sizes.iter().product();
    let places = |mut cell: usize| -> Vec<usize> {
        let mut places = vec![0; sizes.len()];
        for axis in (0..sizes.len()).rev() {
            (places[axis], cell) = (cell % sizes[axis], cell / sizes[axis]);
        }
        places
    };
    let at = |places: &[usize]| places.iter().zip(&sizes).fold(0, |at, (place, size)| at * size + place) as u32;
    let (mut counts, mut keys, mut sums) = (Vec::new(), Vec::new(), Vec::new());
    for cell in 0..cells {
        let places = places(cell);
        let mut inner_cells = vec![0usize];
        for (axis, &place) in places.iter().enumerate() {
            let members = &members[axis][place];
            inner_cells = inner_cells
                .iter()
                .flat_map(|&before| members.iter().map(move |&code| before * axes[axis].codes + code))
                .collect();
        }
        counts.push(inner_cells.iter().map(|&cell| inner[cell]).sum());
        keys.push(inner_cells.iter().fold(0u64, |key, &cell| key.wrapping_add(mixed(cell as u64 + 1))));
        for (axis, &place) in places.iter().enumerate().filter(|(axis, place)| **place >= axes[*axis].codes) {
            let part = |&part: &usize| {
                let mut places = places.clone();
                places[axis] = part;
                at(&places)
            };
            sums.push((cell as u32, axes[axis].sums[place - axes[axis].codes].iter().map(part).collect()));
        }
    }
    System::new(counts, keys, sums)
}

fn mixed(value: u64) -> u64 {
    value.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// Random inner counts: many small, some empty, some large.
pub fn inner(cells: usize, random: &mut impl FnMut(u64) -> u64) -> Vec<u64> {
    let (empty, small) = (random(8), random(8));
    let largest = [3, 6, 40, 3000][random(4) as usize];
    let mut count = || {
        if random(10) < empty {
            0
        } else if random(10) < small {
            1 + random(3)
        } else {
            random(largest) + 1
        }
    };
    (0..cells).map(|_| count()).collect()
}

/// A random table of two to four dimensions. Some axes have groups of codes.
pub fn random_table(seed: u64) -> System {
    let mut random = numbers(seed);
    let dimensions = 2 + random(3) as usize;
    let most = [0, 0, 4, 2, 1][dimensions];
    let mut axes: Vec<Axis> = (0..dimensions).map(|_| Axis::flat(2 + random(most) as usize)).collect();
    for at in 0..dimensions {
        let cells: usize = axes.iter().map(Axis::len).product();
        // Groups of codes stay away from tables that are large already.
        if cells < 40 && random(2) == 0 {
            axes[at] = Axis::grouped(axes[at].codes, 2);
        }
    }
    let cells = axes.iter().map(|axis| axis.codes).product();
    let inner = inner(cells, &mut random);
    table(&axes, &inner)
}

/// Two tables of the same records, A × B and A × C, that share the margin A and the grand total.
pub fn random_pair(seed: u64) -> System {
    let mut random = numbers(seed ^ 0xA5A5);
    let sizes: [usize; 3] = std::array::from_fn(|_| 2 + random(4) as usize);
    let records = inner(sizes.iter().product(), &mut random);
    let count = |a: usize, b: Option<usize>, c: Option<usize>| -> u64 {
        let [size_a, size_b, size_c] = sizes;
        let codes = |code: Option<usize>, size| code.map_or(0..size, |code| code..code + 1);
        codes((a < size_a).then_some(a), size_a)
            .flat_map(|a| codes(b, size_b).map(move |b| (a, b)))
            .flat_map(|(a, b)| codes(c, size_c).map(move |c| (a, b, c)))
            .map(|(a, b, c)| records[(a * size_b + b) * size_c + c])
            .sum()
    };
    // Row a of the system: A × B, then A × C, then A. The last row has the totals over A.
    let [size_a, size_b, size_c] = sizes;
    let width = size_b + size_c + 1;
    let mut counts = Vec::new();
    for a in 0..=size_a {
        counts.extend((0..size_b).map(|b| count(a, Some(b), None)));
        counts.extend((0..size_c).map(|c| count(a, None, Some(c))));
        counts.push(count(a, None, None));
    }
    let at = |a: usize, place: usize| (a * width + place) as u32;
    let mut sums = Vec::new();
    for a in 0..=size_a {
        sums.push((at(a, width - 1), (0..size_b).map(|place| at(a, place)).collect()));
        sums.push((at(a, width - 1), (size_b..width - 1).map(|place| at(a, place)).collect()));
    }
    for place in 0..width {
        sums.push((at(size_a, place), (0..size_a).map(|a| at(a, place)).collect()));
    }
    let keys = (0..counts.len() as u64).map(mixed).collect();
    System::new(counts, keys, sums)
}
