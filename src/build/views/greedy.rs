//! Which view to make next: the greedy choice of Harinarayan, Rajaraman and Ullman, "Implementing data cubes efficiently"
//! (SIGMOD 1996), by benefit per byte (their section 5.3), which is within 63 % of the best choice where views are small
//! beside the budget.
//!
//! A question costs the cells that are read to answer it, and never fewer than [`few`], as nobody notices these. Asked are the
//! tables that people read: each element of the lattice with 1 to [`MOST_DIMENSIONS`] dimensions, filters counted, is a question; and once more, if it names the dimension by
//! which the cube is split, with a filter on one of its codes, which reads a slice. The benefit of a view is what it takes
//! off the cost of all questions together. Whole numbers only, so that every machine chooses the same.

use super::lattice::{Element, Lattice};

/// Maximum dimensions of a question.
pub(super) const MOST_DIMENSIONS: usize = 4;
/// Reading fewer cells does not speed up a table, because fetching a file takes longer.
const FEW_CELLS: u64 = 1000;
/// In a small cube, reading a smaller part than one in this number does not speed up a table either.
const FEW_OF: u64 = 16;
/// A view pays off if it saves at least one in this number of the cells that all questions cost.
const LEAST_SHARE: u64 = 100;
/// A view also pays off if it saves the cost of this number of average questions. With a thousand questions, few views
/// answer one in a hundred.
const LEAST_QUESTIONS: u64 = 5;

/// The cost of reading a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    pub cells: u64,
    /// Slices along the dimension that splits the cube; 1 for an unsplit view.
    pub slices: u64,
    pub bytes: u64,
}

/// A question: an element, and the number of groups that a filter on the splitting dimension could choose from.
#[derive(Debug)]
struct Question {
    filtered: Option<u64>,
    /// Cells read for the answer with the views so far.
    cost: u64,
}

impl Question {
    fn cost_by(&self, size: Size, few: u64) -> u64 {
        let parts = self.filtered.map_or(1, |groups| groups.min(size.slices));
        size.cells.div_ceil(parts).max(few)
    }
}

/// A candidate view.
#[derive(Debug)]
struct Candidate {
    /// Position among the elements of the lattice.
    element: usize,
    size: Size,
    /// The questions that it answers.
    answers: Vec<u32>,
    /// The last computed benefit. No later choice raises it.
    benefit: u64,
}

/// The remaining candidates, and the cost of all questions with the views so far.
#[derive(Debug)]
pub(super) struct Choice {
    questions: Vec<Question>,
    candidates: Vec<Candidate>,
    /// Minimum cost of a question.
    few: u64,
}

impl Choice {
    /// Starts a choice among all elements of the lattice, given their sizes and the size of the finest view. `split` is the
    /// dimension that splits the cube.
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

    /// The element with the most benefit per byte that pays off and fits `bytes` by its estimate. Ties go to the first
    /// element.
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
            // An earlier benefit is an upper bound, so no remaining candidate is better.
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

    /// Records that an element was built with this size.
    pub fn made(&mut self, element: usize, size: Size) {
        for candidate in self.candidates.extract_if(.., |candidate| candidate.element == element) {
            for question in candidate.answers {
                let question = &mut self.questions[question as usize];
                question.cost = question.cost.min(question.cost_by(size, self.few));
            }
        }
    }

    /// Records that an element cannot be built.
    pub fn refused(&mut self, element: usize) {
        self.candidates.retain(|candidate| candidate.element != element);
    }
}

/// The minimum cost of a question, given the cells of the finest view.
pub(super) fn few(finest: u64) -> u64 {
    (finest / FEW_OF).min(FEW_CELLS)
}

/// The minimum benefit of a view that pays off, given the number of questions and their total cost in cells.
fn least_benefit(total: u64, questions: u64) -> u64 {
    total.div_ceil(LEAST_SHARE.max(questions / LEAST_QUESTIONS))
}
