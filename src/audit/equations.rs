//! Lists all sums between published cells. A total is the sum of its parts along an axis, and a code of a level is the
//! sum of its codes or finer groups.

use std::ops::Range;

use super::Evidence;
use super::lines::strides;
use crate::dimension::{AxisRef, Dimension};

/// All equations `whole = sum of parts` between cells of published views. Cells are numbered across all views.
#[derive(Debug)]
pub(super) struct Equations {
    /// The number of each view's first cell, then the number of all cells.
    first: Vec<usize>,
    /// The first line of each pair of views, then the number of all lines.
    families: Vec<usize>,
    /// The cell of each line's total.
    wholes: Vec<u32>,
    /// Start of each line's parts in `parts`, then the end of the last line's parts.
    starts: Vec<usize>,
    parts: Vec<u32>,
    /// Start of each cell's lines in `of`, then the end of the last cell's lines.
    starts_of: Vec<usize>,
    /// The lines of each cell: first its lines as a part, then its lines as the total.
    of: Vec<u32>,
}

impl Equations {
    /// Lists the lines of all pairs of views.
    pub fn new(evidence: &Evidence) -> Self {
        let views = &evidence.views;
        let mut first = vec![0];
        for view in views {
            first.push(first[first.len() - 1] + view.counts.len());
        }
        let (mut wholes, mut starts, mut parts) = (Vec::new(), vec![0], Vec::new());
        let mut families = vec![0];
        for (whole, of_whole) in views.iter().enumerate() {
            for (part, of_part) in views.iter().enumerate() {
                let Some((from, to)) = split(&of_whole.axes, &of_part.axes) else { continue };
                let to_axis = of_part.axes[to];
                let members = members(
                    &evidence.dimensions[to_axis.dimension],
                    from.map(|axis| of_whole.axes[axis].level),
                    to_axis.level,
                );
                let strides = strides(&of_part.sizes);
                // Stride of each axis of the whole's view within the part's view; 0 for the split axis.
                let steps: Vec<usize> = of_whole
                    .axes
                    .iter()
                    .map(|axis| of_part.axes.iter().position(|other| other == axis).map_or(0, |at| strides[at]))
                    .collect();
                for cell in 0..of_whole.counts.len() {
                    let (mut rest, mut base, mut code) = (cell, first[part], 0);
                    for (axis, &size) in of_whole.sizes.iter().enumerate().rev() {
                        base += rest % size * steps[axis];
                        if Some(axis) == from {
                            code = rest % size;
                        }
                        rest /= size;
                    }
                    if let Some(members) = &members[code] {
                        wholes.push((first[whole] + cell) as u32); // fewer than 2^32 cells fit in memory
                        parts.extend(members.iter().map(|member| (base + member * strides[to]) as u32));
                        starts.push(parts.len());
                    }
                }
                families.push(wholes.len());
            }
        }
        let mut lines = Self { first, families, wholes, starts, parts, starts_of: Vec::new(), of: Vec::new() };
        lines.index();
        lines
    }

    /// Fills `starts_of` and `of` with the lines of each cell.
    fn index(&mut self) {
        let mut ends = vec![0; self.cells() + 1];
        for &cell in self.parts.iter().chain(&self.wholes) {
            ends[cell as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            (*end, sum) = (sum, sum + *end);
        }
        self.starts_of.clone_from(&ends);
        self.of = vec![0; sum];
        let mut put = |cell: u32, line: usize| {
            self.of[ends[cell as usize]] = line as u32;
            ends[cell as usize] += 1;
        };
        for line in 0..self.wholes.len() {
            self.parts[self.starts[line]..self.starts[line + 1]].iter().for_each(|&part| put(part, line));
        }
        self.wholes.iter().enumerate().for_each(|(line, &whole)| put(whole, line));
    }

    /// The lines of each pair of views. Lines of one pair share no cell.
    pub fn families(&self) -> impl Iterator<Item = Range<usize>> {
        self.families.windows(2).map(|pair| pair[0]..pair[1])
    }

    /// Whether a cell is the total of a line.
    pub fn is_whole(&self, cell: usize) -> bool {
        self.of(cell).any(|line| self.wholes[line] as usize == cell)
    }

    /// Returns the number of cells of all views.
    pub fn cells(&self) -> usize {
        self.first[self.first.len() - 1]
    }

    /// Returns the number of lines.
    pub fn len(&self) -> usize {
        self.wholes.len()
    }

    /// Returns the total and the parts of a line.
    pub fn line(&self, line: usize) -> (usize, &[u32]) {
        (self.wholes[line] as usize, &self.parts[self.starts[line]..self.starts[line + 1]])
    }

    /// Returns the lines in which a cell is a part.
    pub fn up(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.of(cell).filter(move |&line| self.wholes[line] as usize != cell)
    }

    /// Returns all lines of a cell, as a part or as the total.
    pub fn of(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.of[self.starts_of[cell]..self.starts_of[cell + 1]].iter().map(|&line| line as usize)
    }

    /// Returns the number of a cell's view, and the cell's position in this view.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        let view = self.first.partition_point(|&first| first <= cell) - 1;
        (view, cell - self.first[view])
    }
}

/// Finds the axis along which the view `part` splits the cells of the view `whole`. Returns the position of the coarser
/// axis in `whole`, if there is one, and the position of the splitting axis in `part`. `None` if the views differ in
/// more than one axis.
fn split(whole: &[AxisRef], part: &[AxisRef]) -> Option<(Option<usize>, usize)> {
    let mut new = (0..part.len()).filter(|&at| !whole.contains(&part[at]));
    let mut old = (0..whole.len()).filter(|&at| !part.contains(&whole[at]));
    match (old.next(), old.next(), new.next(), new.next()) {
        (None, _, Some(to), None) => Some((None, to)),
        (Some(from), None, Some(to), None) if whole[from].dimension == part[to].dimension => Some((Some(from), to)),
        _ => None,
    }
}

/// Returns, for each code of the whole's level (or for the whole dimension), its codes at the parts' level. The codes
/// are `None` if one of them lies in several codes of the whole. Groups without codes belong to no line, because they
/// are empty in every table.
fn members(dimension: &Dimension, whole: Option<Option<usize>>, part: Option<usize>) -> Vec<Option<Vec<usize>>> {
    let wholes = whole.map_or(1, |level| dimension.codes_at(level).len());
    let whole_of = |code: u32| whole.map_or(0, |level| dimension.group_of(level, code) as usize);
    let mut groups: Vec<Option<usize>> = vec![None; dimension.codes_at(part).len()];
    let mut members = vec![Some(Vec::new()); wholes];
    for code in 0..dimension.codes.len() as u32 {
        let (whole, group) = (whole_of(code), dimension.group_of(part, code) as usize);
        match groups[group] {
            Some(earlier) if earlier != whole => (members[earlier], members[whole]) = (None, None),
            Some(_) => {}
            None => {
                groups[group] = Some(whole);
                members[whole].iter_mut().for_each(|members| members.push(group));
            }
        }
    }
    members
}

#[cfg(test)]
mod tests;
