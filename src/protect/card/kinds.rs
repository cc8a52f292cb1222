//! The cards, one constant for each kind.

use super::Card;
use super::parameter::*;

const AVERAGES: &str =
    "Different splits of the same people: each split has its own noise, so the mean of the sums comes near the truth.";
const TRUTH: &str = "Readers of the files of a keyed cube, which contain counts and keys.";
const EMPTY: &str = "Empty cells that stay empty: they may disclose what all people of a row have in common.";
const SUBTRACTION: &str =
    "Subtraction with protect_below: a large area less its large parts, all shown unprotected, gives a small area.";

pub(in crate::protect) const NONE: Card = Card {
    kind: "none",
    title: "True counts",
    source: "No method: the counts themselves, for comparison",
    summary: "Shows the counts unchanged.",
    parameters: &[TOTALS, ADDITIVITY, PROTECT_BELOW],
    protects_not: &["Anything."],
    notes: &["For confidential data it answers only people who may see true counts and request them."],
};

pub(in crate::protect) const CELL_KEY: Card = Card {
    kind: "cell-key",
    title: "Cell-key perturbation",
    source: "ABS 1352.0.55.072 (2005), technique 6, page 27; Shlomo, Antal and Elliot 2015, sections 3.2 and 3.3; ONS 2024, section 1",
    summary: "Adds the noise that a perturbation table (p-table) has for a count and the combined keys of its records.",
    parameters: &[PTABLE, LOOKUP, VALUE_THRESHOLD, ZEROS, TOTALS, ADDITIVITY, PROTECT_BELOW],
    protects_not: &[
        AVERAGES,
        "Bounds: the p-table gives the largest change, so a value, its parts and its totals bound the count.",
        EMPTY,
        SUBTRACTION,
        TRUTH,
    ],
    notes: &[
        "Unbiased if every row of the p-table has the mean 0, before any threshold.",
        "lookup = \"key\" is what other packages do; a group of people and its parts then share noise. \"hash\" prevents \
         this, and needs a modulus of 2^32 or more and a p-table of intervals.",
        "zeros = \"category-keys\" adds people: on average the number of empty cells times the mean of row 0. The other \
         rows must remove as many, or totals that are sums are too large. Structural zeros stay empty.",
    ],
};

pub(in crate::protect) const RANDOM_ROUNDING: Card = Card {
    kind: "random-rounding",
    title: "Random rounding",
    source: "ABS 1352.0.55.072 (2005), technique 3, pages 13 to 17; Shlomo 2007, section 3.2; with MD5: AlDarmaki and Hodge 2011, section 6",
    summary: "Rounds a count to one of the two nearest multiples of a base, up with probability remainder / base.",
    parameters: &[BASE, BELOW, HASH, TOTALS, ADDITIVITY, PROTECT_BELOW],
    protects_not: &[
        AVERAGES,
        "Bounds: a count differs from its value by less than the base; sums of values narrow this.",
        "Unchanged counts: multiples of the base and, with below, all counts from there on.",
        EMPTY,
        SUBTRACTION,
        TRUTH,
    ],
    notes: &[
        "Needs a modulus of 2^32 or more.",
        "hash = \"md5\" is our reading of the Abu Dhabi paper, which does not say how the sum of the keys is written or \
         how many bits are used: MD5 of the cell key in decimal digits, the first four bytes over 2^32. Keys are the \
         last five digits of the identifier; with modulus = 9007199254740992 (2^53) sums do not wrap. There is no salt: \
         people who know the identifiers know the draw.",
        "The paper's smallest areas (500 persons, 5 households) are a separate rule, not part of the method.",
    ],
};

pub(in crate::protect) const THRESHOLD_ROUNDING: Card = Card {
    kind: "threshold-rounding",
    title: "Threshold and rounding",
    source: "ONS 2024, section 1: threshold 10 and base 5 are the 10-5 rule",
    summary: "Suppresses counts below a threshold and rounds the others to the nearest multiple of a base, ties up.",
    parameters: &[COUNT_THRESHOLD, BASE, TOTALS, ADDITIVITY, PROTECT_BELOW],
    protects_not: &[
        "Differences: nothing is random, so a value changes exactly when a count passes the middle of two multiples; \
         tables that differ by few people disclose them.",
        "Suppressed cells that totals disclose: no further cell is suppressed to hide them.",
        SUBTRACTION,
        TRUTH,
    ],
    notes: &["Each count has its own bias: with base 5, 11 always becomes 10."],
};

pub(in crate::protect) const SMALL_CELL: Card = Card {
    kind: "small-cell",
    title: "Small-cell perturbation",
    source: "ABS 1352.0.55.072 (2005), technique 2, pages 7 to 12",
    summary: "Adds a deviation for each of n records: -1 with probability 2q/3, +2 with q/3, else 0; q is 1 up to n = x and x/n above.",
    parameters: &[X, TOTALS, ADDITIVITY, PROTECT_BELOW],
    protects_not: &[
        AVERAGES,
        "Impossible counts: with x of 2 or more, a value of 1 or 2 shows that the count is neither.",
        EMPTY,
        SUBTRACTION,
        TRUTH,
    ],
    notes: &[
        "Needs a modulus of 2^32 or more. One draw for each cell replaces the draws of its records.",
        "Deviations may cancel: with x = 3, a count of 3 stays 3 with probability 4/9.",
        "Exact up to a count of 1000. Larger counts use the limit for many records, with equal mean and variance, at \
         a distance (half the sum of the absolute differences) below 0.0003.",
        "totals = \"sum\" is the paper's form: a total of k cells then has a variance of up to 2xk; with \"own\" up to 2x.",
    ],
};

pub(in crate::protect) const TRANSITION_MATRIX: Card = Card {
    kind: "transition-matrix",
    title: "Transition matrix",
    source: "Shlomo, Antal and Elliot 2015, section 3.3 and Table 3; Shlomo and Young 2008",
    summary: "Moves a count to another value with the probabilities of its row of a matrix.",
    parameters: &[CAP, MATRIX, CONTROL, ZEROS, TOTALS, ADDITIVITY, PROTECT_BELOW],
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
         the cap; without such rows it stays unchanged.",
        "Unbiased, or invariant (it keeps the frequencies of values), only if the matrix is: see cellveil matrix check. The matrix of Table 3 is neither.",
        "control = \"total\" is a table method. Of the inner cells with a record and one row, in hash order from a hashed \
         start, as many make each move as expected, to less than one. Each cell has exactly the distribution of its \
         row; cells of one count and key move together.",
        "zeros = \"category-keys\" moves empty cells by row 0, and adds people as with cell-key.",
    ],
};
