//! The method cards, one constant for each kind of method.

use super::Card;
use super::parameter::*;

const AVERAGES: &str =
    "Averages: each split of a group into parts has its own noise, so the mean of the sums is near the true count.";
pub(super) const TRUTH: &str = "Readers of a keyed cube's files: the files contain counts and keys.";
const EMPTY: &str = "Empty cells that stay empty may disclose a category that all people of a row share.";
const SUBTRACTION: &str =
    "Subtraction with protect_below: an unprotected area minus its unprotected parts discloses a small area.";

pub(in crate::protect) const NONE: Card = Card {
    kind: "none",
    title: "True counts",
    source: "No method: the counts themselves, for comparison",
    summary: "Shows the counts unchanged.",
    parameters: &[TOTALS, ADDITIVITY, PROTECT_BELOW, PROTECT_BELOW_AVERAGE],
    protects_not: &["Any risk."],
    notes: &["For confidential data, only people who may see true counts can request its values."],
};

pub(in crate::protect) const CELL_KEY: Card = Card {
    kind: "cell-key",
    title: "Cell-key perturbation",
    source: "ABS 1352.0.55.072 (2005), technique 6, page 27; Shlomo, Antal and Elliot 2015, sections 3.2 and 3.3; ONS 2024, section 1",
    summary: "Adds the noise that a perturbation table (p-table) has for a count and the combined keys of its records.",
    parameters: &[PTABLE, LOOKUP, VALUE_THRESHOLD, ZEROS, TOTALS, ADDITIVITY, PROTECT_BELOW, PROTECT_BELOW_AVERAGE],
    protects_not: &[
        AVERAGES,
        "Bounds: the p-table limits the noise, so a value, its parts and its totals limit the true count.",
        EMPTY,
        SUBTRACTION,
        TRUTH,
    ],
    notes: &[
        "Unbiased if every row of the p-table has the mean 0, before any threshold.",
        "Other packages use lookup = \"key\". A group of people and its parts then share noise. \"hash\" prevents \
         this. It needs a modulus of 2^32 or more and a p-table of intervals.",
        "zeros = \"category-keys\" adds people: on average the number of empty cells times the mean of row 0. Unless \
         other rows remove this number, totals that are sums are too large. Structural zeros stay empty. Added values \
         do not hide presence: most of them do not fit their lines.",
    ],
};

pub(in crate::protect) const RANDOM_ROUNDING: Card = Card {
    kind: "random-rounding",
    title: "Random rounding",
    source: "ABS 1352.0.55.072 (2005), technique 3, pages 13 to 17; Shlomo 2007, section 3.2; with MD5: AlDarmaki and Hodge 2011, section 6",
    summary: "Rounds a count to one of the two nearest multiples of a base, up with probability remainder / base.",
    parameters: &[BASE, BELOW, HASH, TOTALS, ADDITIVITY, PROTECT_BELOW, PROTECT_BELOW_AVERAGE],
    protects_not: &[
        AVERAGES,
        "Bounds: a count differs from its value by less than the base. Sums narrow these bounds.",
        "Unchanged counts: multiples of the base and, with below = n, all counts from n on.",
        EMPTY,
        SUBTRACTION,
        TRUTH,
    ],
    notes: &[
        "Needs a modulus of 2^32 or more.",
        "hash = \"md5\" is our reading of the Abu Dhabi paper: MD5 of the cell key in decimal digits, the first four \
         bytes over 2^32. The paper does not specify these digits and bytes. Keys are the last five digits of the \
         identifier. With modulus = 9007199254740992 (2^53), sums do not wrap. There is no salt, so people with the \
         identifiers can compute the draw.",
        "The paper's minimum area (500 persons, 5 households) is a separate rule, not part of the method.",
    ],
};

pub(in crate::protect) const THRESHOLD_ROUNDING: Card = Card {
    kind: "threshold-rounding",
    title: "Threshold and rounding",
    source: "ONS 2024, section 1: threshold 10 and base 5 are the 10-5 rule",
    summary: "Suppresses counts below a threshold and rounds others to the nearest multiple of a base, ties upward.",
    parameters: &[COUNT_THRESHOLD, BASE, TOTALS, ADDITIVITY, PROTECT_BELOW, PROTECT_BELOW_AVERAGE],
    protects_not: &[
        "Differences: without randomness, a value changes exactly when a count passes the middle of two multiples. \
         Tables that differ by few people disclose them.",
        "Subtraction from totals: no secondary suppression protects the suppressed cells.",
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
