//! Gathers problems, so that a publisher sees all of them at once, and the form of a problem for programs.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use serde::Serialize;

/// Maximum number of problems that are listed. The others are counted.
pub const MOST_PROBLEMS: usize = 20;
/// Maximum number of different problems that [`Distinct`] remembers, so that its memory is bounded.
const REMEMBERED: usize = 10_000;

/// Problems in the order in which they were found. Lists up to [`MOST_PROBLEMS`] and counts the others.
///
/// The text has the messages with `; ` between them. The text of a single problem is its message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problems<E> {
    list: Vec<E>,
    more: usize,
}

impl<E> Default for Problems<E> {
    fn default() -> Self {
        Self { list: Vec::new(), more: 0 }
    }
}

impl<E> From<E> for Problems<E> {
    fn from(problem: E) -> Self {
        Self { list: vec![problem], more: 0 }
    }
}

impl<E> Problems<E> {
    /// Adds a problem.
    pub fn push(&mut self, problem: E) {
        match self.list.len() < MOST_PROBLEMS {
            true => self.list.push(problem),
            false => self.more += 1,
        }
    }

    /// Adds the problems of another list.
    pub fn append(&mut self, other: Self) {
        self.append_all(other);
        self.shorten();
    }

    /// Adds the problems of another list, without a limit until [`shorten`](Self::shorten).
    pub(crate) fn append_all(&mut self, other: Self) {
        self.list.extend(other.list);
        self.more += other.more;
    }

    /// Counts the problems beyond [`MOST_PROBLEMS`] instead of listing them.
    pub(crate) fn shorten(&mut self) {
        self.more += self.list.len().saturating_sub(MOST_PROBLEMS);
        self.list.truncate(MOST_PROBLEMS);
    }

    /// Whether there is no problem.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The listed problems.
    pub fn list(&self) -> &[E] {
        &self.list
    }

    /// The number of problems that are not listed.
    pub fn more(&self) -> usize {
        self.more
    }

    /// The number of problems.
    pub fn len(&self) -> usize {
        self.list.len() + self.more
    }

    /// Converts the listed problems.
    pub fn map<F>(self, convert: impl FnMut(E) -> F) -> Problems<F> {
        Problems { list: self.list.into_iter().map(convert).collect(), more: self.more }
    }

    /// Sorts the listed problems. Problems with the same key keep their order.
    pub fn sort_by_key<K: Ord>(&mut self, key: impl FnMut(&E) -> K) {
        self.list.sort_by_key(key);
    }

    /// The first problem, or `None` without problems.
    pub fn into_first(self) -> Option<E> {
        self.list.into_iter().next()
    }

    /// `Ok` without problems.
    ///
    /// # Errors
    /// Fails with the problems.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }
}

/// The line about the problems that are not listed.
pub(crate) fn and_more(more: usize) -> String {
    format!("and {more} more problem{}", if more == 1 { "" } else { "s" })
}

impl<E: fmt::Display> fmt::Display for Problems<E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.list.iter().enumerate() {
            write!(out, "{}{problem}", if at == 0 { "" } else { "; " })?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(out, "; {}", and_more(more)),
        }
    }
}

impl<E: Error> Error for Problems<E> {}

/// Problems without repetitions. Two problems with the same key are one.
#[derive(Debug)]
pub(crate) struct Distinct<E> {
    problems: Problems<E>,
    /// The position of each listed problem. `None` for a problem that is only counted.
    known: HashMap<String, Option<usize>>,
}

impl<E> Default for Distinct<E> {
    fn default() -> Self {
        Self { problems: Problems::default(), known: HashMap::new() }
    }
}

impl<E> Distinct<E> {
    /// Adds a problem. If there is one with the same key, calls `again` with the earlier problem.
    pub fn add(&mut self, key: String, problem: E, again: impl FnOnce(&mut E)) {
        match self.known.get(&key) {
            Some(Some(at)) => again(&mut self.problems.list[*at]),
            Some(None) => {}
            None if self.known.len() < REMEMBERED => {
                let at = self.problems.list.len();
                self.problems.push(problem);
                self.known.insert(key, (at < self.problems.list.len()).then_some(at));
            }
            None => {}
        }
    }

    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    pub fn into_problems(self) -> Problems<E> {
        self.problems
    }
}

/// How grave a [`Problem`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// `tile` refuses it.
    Error,
    /// `tile` warns of it.
    Warning,
    /// Information.
    Note,
}

/// A finding of `cellveil check`, for programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// How grave the problem is.
    pub severity: Severity,
    /// A stable identifier of the kind of problem, like `unknown-code`.
    pub code: &'static str,
    /// The file, as the user named it.
    pub file: Option<String>,
    /// The place within the specification, like `dimension[3] "age"`.
    pub place: Option<String>,
    /// The name of the dimension.
    pub dimension: Option<String>,
    /// The column of the data.
    pub column: Option<String>,
    /// Number of the data row, from 1.
    pub row: Option<u64>,
    /// Number of the line, from 1.
    pub line: Option<u64>,
    /// The sentence that the command line prints.
    pub message: String,
    /// What to do, in one sentence.
    pub remedy: Option<String>,
}

impl Problem {
    /// An error without a place.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            file: None,
            place: None,
            dimension: None,
            column: None,
            row: None,
            line: None,
            message: message.into(),
            remedy: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_problems_are_listed_and_the_others_counted() {
        let mut problems = Problems::from("a".to_owned());
        assert_eq!(problems.to_string(), "a");
        problems.push("b".to_owned());
        assert_eq!(problems.to_string(), "a; b");
        (0..19).for_each(|at| problems.push(at.to_string()));
        assert!(problems.to_string().ends_with("; 17; and 1 more problem"), "{problems}");
        problems.append(problems.clone());
        assert!(problems.to_string().ends_with("; 17; and 22 more problems"), "{problems}");
        assert_eq!((problems.len(), problems.list().len(), problems.more()), (42, 20, 22));
        assert_eq!(Problems::<String>::default().or(1), Ok(1));
    }

    #[test]
    fn a_repeated_problem_is_one() {
        let mut distinct = Distinct::default();
        for at in 0..60 {
            let key = at % 30;
            distinct.add(key.to_string(), (key, 0), |earlier| earlier.1 += 1);
        }
        let problems = distinct.into_problems();
        assert_eq!((problems.list().len(), problems.more()), (20, 10));
        assert!(problems.list().iter().all(|(_, again)| *again == 1));
    }
}
