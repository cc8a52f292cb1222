//! Lists the cells that two releases show in the same views, and the complete records that could explain their changes.

use std::collections::BTreeMap;

use super::super::composition::{OldRelease, places};
use super::super::lines::strides;
use super::super::{Evidence, Figure, Published, Truth};
use crate::dimension::{AxisRef, Dimension};
use crate::protect::Status;

/// What the two releases show of a cell: the old value and the new value, each with its status.
pub(super) type Pair = ((i64, Status), (i64, Status));

/// The compared cells, and the dimensions of the records that they count.
#[derive(Debug)]
pub(super) struct Space {
    pub traits: Vec<Trait>,
    pub views: Vec<Compared>,
    /// For each cell, its position in `pairs`.
    pub pair_of: Vec<u32>,
    pub pairs: Vec<Pair>,
    /// For each cell, the probability that a record lies in it: the product of the shares of its codes.
    pub chances: Vec<f64>,
}

/// A dimension of a record, as far as the compared views keep its codes apart.
#[derive(Debug)]
pub(super) struct Trait {
    pub dimension: usize,
    /// The class of each of the dimension's own codes. Codes of one class have the same code in all compared views.
    pub class_of: Vec<u32>,
    /// The share of each class, from published values.
    pub shares: Vec<f64>,
    /// The name of each class.
    pub names: Vec<String>,
}

/// A view that both releases show.
#[derive(Debug)]
pub(super) struct Compared {
    /// For each axis: the trait, the stride, and the axis's code of each class.
    pub axes: Vec<(usize, usize, Vec<u32>)>,
    /// The axes as the view has them.
    pub refs: Vec<AxisRef>,
    /// Number of the view's first cell.
    pub first: usize,
    /// Number of cells.
    pub cells: usize,
}

impl Compared {
    /// The cell of a record, given by its class in each trait.
    pub fn cell(&self, record: &[u32]) -> usize {
        let offset = |(at, stride, codes): &(usize, usize, Vec<u32>)| codes[record[*at] as usize] as usize * stride;
        self.first + self.axes.iter().map(offset).sum::<usize>()
    }

    pub fn has(&self, at: usize) -> bool {
        self.axes.iter().any(|&(other, ..)| other == at)
    }
}

impl Space {
    /// Compares the views that both releases show.
    pub fn new(evidence: &Evidence, old: &OldRelease) -> Self {
        let common = evidence.views.iter().filter_map(|view| {
            let old = old.views.iter().find_map(|old| Some((old, places(view, old)?)));
            let (old, place) = old?;
            let pair = |cell: usize| {
                let then = place(cell);
                (outcome(old.values[then], old.status[then]), outcome(view.values[cell], view.status[cell]))
            };
            Some((view, (0..view.values.len()).map(pair).collect::<Vec<Pair>>()))
        });
        let common: Vec<_> = common.collect();
        let views: Vec<&Published> = common.iter().map(|(view, _)| *view).collect();
        let traits = traits(&evidence.dimensions, &views);
        let mut space = Self { views: Vec::new(), pair_of: Vec::new(), pairs: Vec::new(), chances: Vec::new(), traits };
        let mut known: BTreeMap<(i64, u8, i64, u8), u32> = BTreeMap::new();
        for (view, cells) in &common {
            space.add(&evidence.dimensions, view);
            for &pair in cells {
                let ((was, status), (is, now)) = pair;
                let next = known.len() as u32;
                let at = *known.entry((was, status as u8, is, now as u8)).or_insert(next);
                if at == next {
                    space.pairs.push(pair);
                }
                space.pair_of.push(at);
            }
        }
        space
    }

    /// Adds a view, and the chance of each of its cells.
    fn add(&mut self, dimensions: &[Dimension], view: &Published) {
        let steps = strides(&view.sizes);
        let (mut axes, mut shares) = (Vec::new(), Vec::new());
        for (axis, &step) in view.axes.iter().zip(&steps) {
            let at = self.traits.iter().position(|one| one.dimension == axis.dimension);
            let at = at.expect("every axis of a compared view has a trait");
            let of = &self.traits[at];
            let dimension = &dimensions[axis.dimension];
            let mut codes = vec![0; of.shares.len()];
            let mut share = vec![0.0; dimension.codes_at(axis.level).len()];
            for (code, &class) in of.class_of.iter().enumerate() {
                codes[class as usize] = dimension.group_of(axis.level, code as u32);
            }
            codes.iter().zip(&of.shares).for_each(|(&code, one)| share[code as usize] += one);
            axes.push((at, step, codes));
            shares.push(share);
        }
        let first = self.chances.len();
        for cell in 0..view.values.len() {
            let chance = shares.iter().zip(&steps).map(|(share, step)| share[cell / step % share.len()]).product();
            self.chances.push(chance);
        }
        self.views.push(Compared { axes, refs: view.axes.clone(), first, cells: view.values.len() });
    }

    /// The share of cells whose values or statuses differ.
    pub fn differing(&self) -> Figure {
        let differ = |&&pair: &&u32| self.pairs[pair as usize].0 != self.pairs[pair as usize].1;
        Figure::Share { of: self.pair_of.iter().filter(differ).count() as u64, all: self.pair_of.len() as u64 }
    }

    /// Whether a chain of views joins all traits. Otherwise no record is complete.
    pub fn is_joined(&self) -> bool {
        let mut joined = vec![false; self.traits.len()];
        let Some(first) = joined.first_mut() else { return false };
        *first = true;
        loop {
            let before = joined.iter().filter(|&&is_in| is_in).count();
            for view in &self.views {
                if view.axes.iter().any(|&(at, ..)| joined[at]) {
                    view.axes.iter().for_each(|&(at, ..)| joined[at] = true);
                }
            }
            let after = joined.iter().filter(|&&is_in| is_in).count();
            if after == before {
                return after == joined.len();
            }
        }
    }

    /// Counts and keys of the truth, by the classes of complete records.
    pub fn records(&self, truth: &Truth) -> BTreeMap<Vec<u32>, (u64, u64)> {
        let class = |codes: &[u32], one: &Trait| one.class_of[codes[one.dimension] as usize];
        truth.sums(|codes| Some(self.traits.iter().map(|one| class(codes, one)).collect::<Vec<u32>>()))
    }
}

/// A hidden value means nothing, so it counts as 0.
fn outcome(value: i64, status: Status) -> (i64, Status) {
    (if status == Status::Shown { value } else { 0 }, status)
}

/// Lists the dimensions of the views. Codes are in one class if no view keeps them apart.
fn traits(dimensions: &[Dimension], views: &[&Published]) -> Vec<Trait> {
    let mut axes: Vec<AxisRef> = views.iter().flat_map(|view| view.axes.iter().copied()).collect();
    axes.sort_unstable();
    axes.dedup();
    let mut traits = Vec::new();
    for axes in axes.chunk_by(|a, b| a.dimension == b.dimension) {
        let dimension = &dimensions[axes[0].dimension];
        let mut classes: Vec<Vec<u32>> = Vec::new();
        let mut class_of = Vec::new();
        for code in 0..dimension.codes.len() as u32 {
            let groups: Vec<u32> = axes.iter().map(|axis| dimension.group_of(axis.level, code)).collect();
            let at = classes.iter().position(|class| *class == groups).unwrap_or(classes.len());
            if at == classes.len() {
                classes.push(groups);
            }
            class_of.push(at as u32);
        }
        let finest = (0..axes.len()).max_by_key(|&at| dimension.codes_at(axes[at].level).len()).unwrap_or(0);
        let codes = dimension.codes_at(axes[finest].level);
        let name = |class: &Vec<u32>| format!("{} = {}", dimension.name, codes.code(class[finest]));
        let weights = weights(views, axes[finest]);
        let of_code = |code: u32| classes.iter().filter(|class| class[finest] == code).count() as f64;
        let shares: Vec<f64> =
            classes.iter().map(|class| weights[class[finest] as usize] / of_code(class[finest])).collect();
        let sum: f64 = shares.iter().sum();
        traits.push(Trait {
            dimension: axes[0].dimension,
            names: classes.iter().map(name).collect(),
            shares: shares.iter().map(|share| share / sum).collect(),
            class_of,
        });
    }
    traits
}

/// How frequent each code of an axis is, by the published values of the smallest view with this axis.
fn weights(views: &[&Published], axis: AxisRef) -> Vec<f64> {
    let with = views.iter().filter(|view| view.axes.contains(&axis));
    let Some(view) = with.min_by_key(|view| view.axes.len()) else { return Vec::new() };
    let at = view.axes.iter().position(|other| *other == axis).unwrap_or(0);
    let (size, step) = (view.sizes[at], strides(&view.sizes)[at]);
    let mut weights = vec![0.5; size];
    for (cell, (&value, &status)) in view.values.iter().zip(&view.status).enumerate() {
        if status == Status::Shown {
            weights[cell / step % size] += value.max(0) as f64;
        }
    }
    weights
}
