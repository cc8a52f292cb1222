//! The method cards, one constant for each kind of method.

use super::Card;
use super::parameter::*;

pub(super) const AVERAGES: &str =
    "Averages: each split of a group into parts has its own noise, so the mean of the sums is near the true count.";
pub(super) const TRUTH: &str = "Readers of a keyed cube's files: the files contain counts and keys.";
pub(super) const EMPTY: &str = "Empty cells that stay empty may disclose a category that all people of a row share.";
pub(super) const SUBTRACTION: &str =
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
