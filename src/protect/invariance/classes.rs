//! Finds the frequencies for which a matrix can be invariant.
//!
//! Positions that reach each other by repeated moves form a class. A class is closed if no move leaves the class. A
//! matrix whose rows sum to 1 is invariant for t exactly if two conditions hold. First, t is 0 at every position
//! outside closed classes. Second, within each closed class, t is proportional to the only distribution that the class
//! preserves (Norris 1997, Markov Chains, sections 1.2, 1.5 and 1.7).

use super::Matrix;

/// A class of positions that reach each other by repeated moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Class {
    /// The positions of the class, ascending.
    pub positions: Vec<usize>,
    /// The share of the class's cells at each position if tP = t. Empty for an open class, because an open class then
    /// has no cells.
    pub shares: Vec<f64>,
}

impl Class {
    /// Whether no move leaves the class.
    pub fn is_closed(&self) -> bool {
        !self.shares.is_empty()
    }
}

/// The classes of a matrix, ordered by first position.
pub(super) fn classes(matrix: &Matrix) -> Vec<Class> {
    let rows = matrix.rows();
    let size = rows.len();
    let mut placed = vec![false; size];
    let mut classes = Vec::new();
    for start in 0..size {
        if placed[start] {
            continue;
        }
        let ahead = reached(start, size, |from, to| rows[from][to] > 0.0);
        let back = reached(start, size, |from, to| rows[to][from] > 0.0);
        let positions: Vec<usize> = (0..size).filter(|&at| ahead[at] && back[at]).collect();
        positions.iter().for_each(|&at| placed[at] = true);
        let closed = ahead.iter().filter(|&&at| at).count() == positions.len();
        let shares = if closed { stationary(rows, &positions) } else { Vec::new() };
        classes.push(Class { positions, shares });
    }
    classes
}

/// The positions that a walk from `start` reaches, including `start`.
fn reached(start: usize, size: usize, step: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let mut seen = vec![false; size];
    seen[start] = true;
    let mut waiting = vec![start];
    while let Some(from) = waiting.pop() {
        for (to, seen) in seen.iter_mut().enumerate().filter(|(_, seen)| !**seen) {
            if step(from, to) {
                *seen = true;
                waiting.push(to);
            }
        }
    }
    seen
}

/// Computes the distribution that a closed class preserves, by eliminating one position after another. Nothing is
/// subtracted, so small shares are as accurate as large shares (Grassmann, Taksar and Heyman 1985).
fn stationary(rows: &[Vec<f64>], positions: &[usize]) -> Vec<f64> {
    let mut moves: Vec<Vec<f64>> =
        positions.iter().map(|&from| positions.iter().map(|&to| rows[from][to]).collect()).collect();
    for last in (1..moves.len()).rev() {
        let (earlier, rest) = moves.split_at_mut(last);
        let out = &rest[0][..last];
        let leaving: f64 = out.iter().sum();
        for row in earlier {
            row[last] /= leaving;
            let into = row[last];
            for (entry, onward) in row.iter_mut().zip(out) {
                *entry += into * onward;
            }
        }
    }
    let mut shares = vec![1.0];
    for at in 1..moves.len() {
        shares.push(shares.iter().zip(&moves).map(|(share, row)| share * row[at]).sum());
    }
    let total: f64 = shares.iter().sum();
    shares.iter().map(|share| share / total).collect()
}
