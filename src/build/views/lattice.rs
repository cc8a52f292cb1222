//! Defines the lattice of views. A view has some of the dimensions, each at one of its levels or at its own codes
//! (Harinarayan, Rajaraman and Ullman 1996, section 3).

use crate::dimension::{AxisRef, Dimension};

use super::super::coarsen::regroup;

/// A partition of a dimension's codes into groups: one of its levels, or its own codes.
#[derive(Debug)]
struct Part {
    level: Option<usize>,
    /// Number of groups that have a code.
    groups: u64,
    /// Marks the parts of the same dimension that this part can answer, because their groups are unions of this part's
    /// groups.
    answers: Vec<bool>,
}

/// A view of the lattice. Lists its dimensions in ascending order, each with the position of its part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Element(Vec<(usize, usize)>);

/// The views of a cube with up to a maximum number of dimensions.
#[derive(Debug)]
pub(super) struct Lattice {
    /// The parts of each dimension. The dimension's own codes come first. Parts with a single group and duplicate
    /// parts are left out.
    parts: Vec<Vec<Part>>,
    /// The elements in depth-first order. An element without its last dimension comes before the element.
    elements: Vec<Element>,
}

impl Lattice {
    /// The lattice of all elements with up to a maximum number of dimensions. The maximum is the largest that gives at
    /// most `most` elements.
    pub fn new(dimensions: &[Dimension], most: u64) -> Self {
        let parts: Vec<Vec<Part>> = dimensions.iter().map(parts).collect();
        // Counts the elements with `i` dimensions, for each `i`. These counts are the elementary symmetric polynomials
        // of the numbers of parts.
        let mut numbers = vec![0_u64; dimensions.len() + 1];
        numbers[0] = 1;
        for own in &parts {
            for i in (1..numbers.len()).rev() {
                numbers[i] = numbers[i].saturating_add(numbers[i - 1].saturating_mul(own.len() as u64));
            }
        }
        let mut sum = 0_u64;
        let within = numbers.iter().take_while(|&&number| {
            sum = sum.saturating_add(number);
            sum <= most
        });
        let widest = within.count().saturating_sub(1);
        let mut lattice = Self { parts, elements: Vec::new() };
        lattice.grow(Vec::new(), 0, widest);
        lattice
    }

    fn grow(&mut self, chosen: Vec<(usize, usize)>, from: usize, widest: usize) {
        self.elements.push(Element(chosen.clone()));
        if chosen.len() == widest {
            return;
        }
        for dimension in from..self.parts.len() {
            for part in 0..self.parts[dimension].len() {
                let mut more = chosen.clone();
                more.push((dimension, part));
                self.grow(more, dimension + 1, widest);
            }
        }
    }

    /// The elements, in depth-first order.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// Whether the cells of `view` add up to the cells of `query`.
    pub fn answers(&self, view: &Element, query: &Element) -> bool {
        query.0.iter().all(|&(dimension, part)| {
            let own = view.0.iter().find(|(own, _)| *own == dimension);
            own.is_some_and(|&(_, own)| self.parts[dimension][own].answers[part])
        })
    }

    /// The axes of a view.
    pub fn axes(&self, element: &Element) -> Vec<AxisRef> {
        let axis =
            |&(dimension, part): &(usize, usize)| AxisRef { dimension, level: self.parts[dimension][part].level };
        element.0.iter().map(axis).collect()
    }

    /// The number of a dimension's groups in a view, or `None` if the view does not have the dimension.
    pub fn groups(&self, element: &Element, dimension: usize) -> Option<u64> {
        let own = element.0.iter().find(|(own, _)| *own == dimension);
        own.map(|&(_, part)| self.parts[dimension][part].groups)
    }

    /// The number of combinations of groups, which is the maximum number of cells of a view.
    pub fn places(&self, element: &Element) -> u64 {
        let groups = element.0.iter().map(|&(dimension, part)| self.parts[dimension][part].groups);
        groups.fold(1, u64::saturating_mul)
    }

    /// The level of each part of a dimension, in order. `None` stands for the dimension's own codes.
    pub fn parts(&self, dimension: usize) -> impl Iterator<Item = Option<usize>> {
        self.parts[dimension].iter().map(|part| part.level)
    }
}

impl Element {
    /// Number of dimensions.
    pub fn dimensions(&self) -> usize {
        self.0.len()
    }

    /// The last dimension and the position of its part, or `None` for the element without dimensions.
    pub fn last(&self) -> Option<(usize, usize)> {
        self.0.last().copied()
    }
}

/// The distinct partitions of a dimension. Leaves out partitions with a single group.
fn parts(dimension: &Dimension) -> Vec<Part> {
    let own = std::iter::once(None).chain((0..dimension.levels.len()).map(Some));
    let answers = |from: Option<usize>, to: Option<usize>| regroup(dimension, from, to).is_some();
    let mut distinct: Vec<(Option<usize>, u64)> = Vec::new();
    for level in own {
        let mut groups: Vec<u32> =
            (0..dimension.codes.len() as u32).map(|code| dimension.group_of(level, code)).collect();
        groups.sort_unstable();
        groups.dedup();
        let repeats = |&(earlier, same): &(Option<usize>, u64)| same == groups.len() as u64 && answers(earlier, level);
        if groups.len() > 1 && !distinct.iter().any(repeats) {
            distinct.push((level, groups.len() as u64));
        }
    }
    let part = |&(level, groups): &(Option<usize>, u64)| Part {
        level,
        groups,
        answers: distinct.iter().map(|&(other, fewer)| fewer <= groups && answers(level, other)).collect(),
    };
    distinct.iter().map(part).collect()
}
