//! The cards of the cell methods that few tables need.

use super::Card;
use super::kinds::{AVERAGES, EMPTY, SUBTRACTION, TRUTH};
use super::parameter::*;

pub(in crate::protect) const SMALL_CELL: Card = Card {
    kind: "small-cell",
    title: "Small-cell perturbation",
    source: "ABS 1352.0.55.072 (2005), technique 2, pages 7 to 12",
    summary: "Adds a deviation for each of n records: -1 with probability 2q/3, +2 with q/3, else 0; q is 1 up to n = x and x/n above.",
    parameters: &[X, DEVIATIONS, TOTAL_VARIANCE, TOTALS, ADDITIVITY, PROTECT_BELOW, PROTECT_BELOW_AVERAGE],
    protects_not: &[
        AVERAGES,
        "Impossible counts: with x of 2 or more, a value of 1 or 2 excludes counts of 1 and 2.",
        EMPTY,
        SUBTRACTION,
        TRUTH,
    ],
    notes: &[
        "Needs a modulus of 2^32 or more. One draw for each cell replaces the draws of its records.",
        "Deviations may cancel: with x = 3, a count of 3 stays 3 with probability 4/9.",
        "Probabilities are exact up to a count of 1000. Larger counts use the limit for many records, with equal mean \
         and variance. Its total variation distance is below 0.0003.",
        "The variance of a cell is at most 2x. The variance of a total of k cells is at most 2xk with \
         totals = \"sum\", the paper's form, and at most 2x with totals = \"own\". With x = 2, the standard deviation \
         is at most 2 for a cell and at most 20 for a sum of 100 cells.",
        "With total_variance = v, the method looks at the whole table: x is at most v/(2k) in a table of k cells. So a \
         cell differs between tables. In tables of many cells, more small counts stay unchanged (page 12).",
        "With other deviations, their variance replaces 2 here, and counts of 1 and 2 may be published as 1 or 2.",
    ],
};

pub(in crate::protect) const TRANSITION_MATRIX: Card = Card {
    kind: "transition-matrix",
    title: "Transition matrix",
    source: "Shlomo, Antal and Elliot 2015, section 3.3 and Table 3; Shlomo and Young 2008",
    summary: "Moves a count to another value with the probabilities of its row of a matrix.",
    parameters: &[CAP, MATRIX, CONTROL, ZEROS, TOTALS, ADDITIVITY, PROTECT_BELOW, PROTECT_BELOW_AVERAGE],
    protects_not: &[
        AVERAGES,
        "Counts that seldom move: a value is the true count with the probability on the diagonal.",
        EMPTY,
        "Averages with control = \"total\": a cell may differ between tables. Not for interactive use.",
        SUBTRACTION,
        TRUTH,
    ],
    notes: &[
        "Needs a modulus of 2^32 or more.",
        "A count n above the cap uses the row of its residual ((n - 1) mod b) + 1, where b is the number of rows after \
         the cap. If b is 0, n stays unchanged.",
        "The method is unbiased or invariant (keeps frequencies) only if the matrix is: see cellveil matrix check. The \
         matrix of Table 3 is neither.",
        "control = \"total\" is a table method. Among inner cells with records and the same row, each move is as \
         frequent as expected, to within one cell. Cells move in hash order from a hashed start. Each has the \
         distribution of its row. Equal counts and keys move together.",
        "zeros = \"category-keys\" moves empty cells by row 0 and adds people, as with cell-key.",
    ],
};
