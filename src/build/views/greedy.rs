//! Chooses the next view to build, by the greedy algorithm of Harinarayan, Rajaraman and Ullman, "Implementing data
//! cubes efficiently" (SIGMOD 1996). It maximises the benefit per byte (section 5.3 of the paper). If views are small
//! compared with the budget, the total benefit is at least about 63 % of the best possible benefit.
//!
//! The algorithm assumes a set of questions. Each element of the lattice with 1 to [`MOST_DIMENSIONS`] dimensions is a
//! question, with filters counted as dimensions. An element with the dimension that splits the cube gives a second
//! question. This question filters on one code of the dimension, so its answer reads only one slice.
//!
//! The cost of a question is the number of cells that the answer reads, or [`few`] if that is larger, because reading
//! fewer cells is not noticeably faster. The benefit of a view is the reduction of the total cost of all questions. All
//! numbers are integers, so every machine makes the same choice.

use super::lattice::{Element, Lattice};

/// Maximum number of dimensions in a question.
pub(super) const MOST_DIMENSIONS: usize = 4;
/// Reading fewer cells than this does not make a table faster, because a download takes longer.
const FEW_CELLS: u64 = 1000;
/// In a small cube, reading less than 1/16 of the finest view's cells does not make a table faster.
const FEW_OF: u64 = 16;
/// A view pays off if it saves at least 1/100 of the total cost of all questions.
const LEAST_SHARE: u64 = 100;
/// A view also pays off if it saves the cost of this number of average questions. This matters if there are many
/// questions: few views save 1/100 of the cost of a thousand questions.
const LEAST_QUESTIONS: u64 = 5;

/// The size of a view, which determines the cost of reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    pub cells: u64,
    /// Number of slices along the dimension that splits the cube. It is 1 for a view without a split.
    pub slices: u64,
    pub bytes: u64,
}

/// A question. `filtered` is the number of groups on the splitting dimension, if the question filters on one of them.
#[derive(Debug)]
struct Question {
    filtered: Option<u64>,
    /// Number of cells that the answer reads, with the views built so far.
    cost: u64,
}

impl Question {
    fn cost_by(&self, size: Size, few: u64) -> u64 {
        let parts = self.filtered.map_or(1, |groups| groups.min(size.slices));
        size.cells.div_ceil(parts).max(few)
    }
}

/// A view that can be built next.
#[derive(Debug)]
struct Candidate {
    /// Position among the elements of the lattice.
    element: usize,
    size: Size,
    /// Positions of the questions that the view answers.
    answers: Vec<u32>,
    /// The last computed benefit. Building other views never increases it.
    benefit: u64,
}

/// The remaining candidates, and the questions with their costs for the views built so far.
#[derive(Debug)]
pub(super) struct Choice {
    questions: Vec<Question>,
    candidates: Vec<Candidate>,
    /// Minimum cost of a question, in cells.
    few: u64,
}

impl Choice {
    /// Starts a choice among all elements of the lattice. `sizes` has their sizes, `finest` is the size of the finest
    /// view, and `split` is the dimension that splits the cube.
    pub fn new(lattice: &Lattice, sizes: &[Size], finest: Size, split: Option<usize>) -> Self {
        let is_question = |element: &&Element| (1..=MOST_DIMENSIONS).contains(&element.dimensions());
        let few = few(finest.cells);
        let (mut questions, mut elements) = (Vec::new(), Vec::new());
        for element in lattice.elements().iter().filter(is_question) {
            let groups = split.and_then(|split| lattice.groups(element, split));
            for filtered in [Some(None), groups.map(Some)].into_iter().flatten() {
                let question = Question { filtered, cost: 0 };
                questions.push(Question { cost: question.cost_by(finest, few), ..question });
                elements.push(element);
            }
        }
        let candidate = |(element, &size): (usize, &Size)| {
            let view = &lattice.elements()[element];
            let answers = (0..).zip(&elements).filter(|(_, question)| lattice.answers(view, question));
            let answers = answers.map(|(number, _)| number).collect();
            Candidate { element, size, answers, benefit: u64::MAX }
        };
        let candidates = sizes.iter().enumerate().map(candidate).collect();
        Self { questions, candidates, few }
    }

    /// The element with the highest benefit per byte, among those that pay off and have an estimated size of at most
    /// `bytes`. On a tie, returns the first element.
    pub fn best(&mut self, bytes: u64) -> Option<(usize, Size)> {
        let total: u64 = self.questions.iter().map(|question| question.cost).sum();
        let least = least_benefit(total, self.questions.len() as u64);
        let per_byte = |a: &Candidate, b: &Candidate| {
            let (of_a, of_b) =
                (u128::from(a.benefit) * u128::from(b.size.bytes), u128::from(b.benefit) * u128::from(a.size.bytes));
            of_b.cmp(&of_a).then(a.element.cmp(&b.element))
        };
        self.candidates.sort_by(per_byte);
        let mut best: Option<usize> = None;
        for at in 0..self.candidates.len() {
            // The remaining candidates had lower benefits per byte when last computed, and benefits never increase. So
            // the search can stop.
            if best.is_some_and(|best| per_byte(&self.candidates[best], &self.candidates[at]).is_lt()) {
                break;
            }
            let candidate = &mut self.candidates[at];
            if candidate.size.bytes > bytes {
                continue;
            }
            let saved = |&question: &u32| {
                let question = &self.questions[question as usize];
                question.cost.saturating_sub(question.cost_by(candidate.size, self.few))
            };
            candidate.benefit = candidate.answers.iter().map(saved).sum();
            let pays_off = candidate.benefit > 0 && candidate.benefit >= least;
            let candidate = &self.candidates[at];
            if pays_off && best.is_none_or(|best| per_byte(candidate, &self.candidates[best]).is_lt()) {
                best = Some(at);
            }
        }
        best.map(|at| (self.candidates[at].element, self.candidates[at].size))
    }

    /// Records that an element was built, with its actual size.
    pub fn made(&mut self, element: usize, size: Size) {
        for candidate in self.candidates.extract_if(.., |candidate| candidate.element == element) {
            for question in candidate.answers {
                let question = &mut self.questions[question as usize];
                question.cost = question.cost.min(question.cost_by(size, self.few));
            }
        }
    }

    /// Removes an element that was not built.
    pub fn refused(&mut self, element: usize) {
        self.candidates.retain(|candidate| candidate.element != element);
    }
}

/// The minimum cost of a question, given the number of cells in the finest view.
pub(super) fn few(finest: u64) -> u64 {
    (finest / FEW_OF).min(FEW_CELLS)
}

/// The minimum benefit of a view that pays off, given the total cost and the number of all questions.
fn least_benefit(total: u64, questions: u64) -> u64 {
    total.div_ceil(LEAST_SHARE.max(questions / LEAST_QUESTIONS))
}
