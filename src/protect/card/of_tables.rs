//! The cards of table methods.

use super::kinds::{self, TRUTH};
use super::parameter::*;
use super::{Card, rare};

const TABLES: &str = "Comparisons of tables: a cell differs between tables. Averages over many tables come near the \
                      true count. Publish a fixed set of tables.";
const BOUNDS: &str = "Bounds: a count differs from its value by less than the base. Sums narrow these bounds.";
const EMPTY: &str = "Empty cells stay 0, so they may disclose a category that all people of a row share.";

pub(in crate::protect) const SEMI_CONTROLLED_ROUNDING: Card = Card {
    kind: "semi-controlled-rounding",
    title: "Semi-controlled random rounding",
    source: "Shlomo 2007, section 3.2",
    summary: "Rounds counts at random to multiples of a base, so that the cells add up to the rounded grand total, \
              or to the rounded total of each row or column.",
    parameters: &[BASE, SUMS, ADDITIVITY],
    protects_not: &[TABLES, BOUNDS, EMPTY, TRUTH],
    notes: &[
        "A table method: not consistent. Unbiased for each cell and each total.",
        "Each other total is rounded separately, so cells may not add up to this total.",
        "Needs a modulus of 2^32 or more.",
    ],
};

pub(in crate::protect) const CONTROLLED_ROUNDING: Card = Card {
    kind: "controlled-rounding",
    title: "Controlled rounding",
    source: "Shlomo 2007, section 3.2; Cox 1987 for two-way tables",
    summary: "Rounds all cells and totals to one of their two multiples of a base, so that all sums hold.",
    parameters: &[BASE],
    protects_not: &[TABLES, BOUNDS, EMPTY, TRUTH],
    notes: &[
        "A table method: not consistent. All figures of a table add up.",
        "Two-way tables have no jumps and are unbiased. In tables of three and more dimensions, a cell may jump to a \
         multiple further away. The answer states the number of jumps. These tables are not unbiased.",
        "Needs a modulus of 2^32 or more.",
    ],
};

pub(in crate::protect) const SUPPRESSION: Card = Card {
    kind: "suppression",
    title: "Cell suppression",
    source: "ABS 1352.0.55.072 (2005), section 5; Langsrud 2024 (GaussSuppression) for the choice of further cells",
    summary: "Hides counts from 1 to below a threshold, and further cells, so that nobody can compute a hidden small \
              count. All other figures are true.",
    parameters: &[SMALL_THRESHOLD, SECONDARY, PROTECT_ZEROS, PROTECT_CERTAIN, INTERVAL],
    protects_not: &[
        "Other tables: figures of another table may give hidden counts. Protect all tables that are published \
         together (--with-table).",
        "Knowledge of single records: a person who knows their own cell knows more than an outsider.",
        "Estimates: shown figures limit a hidden count to an interval.",
        TRUTH,
    ],
    notes: &[
        "A table method: the hidden cells depend on the table.",
        "secondary = \"none\" hides only the small counts. Totals then disclose most of them.",
    ],
};

pub(in crate::protect) const SMALL_COUNT_ROUNDING: Card = Card {
    kind: "small-count-rounding",
    title: "Small count rounding",
    source: "Langsrud and Heldal 2018 (SmallCountRounding); Shlomo 2007, section 3.2",
    summary: "Changes inner cells below a base to 0 or the base, so that the totals stay close to the true totals.",
    parameters: &[BASE],
    protects_not: &[
        TABLES,
        "Large counts: counts from the base on are true, and so is a total of such counts.",
        EMPTY,
        TRUTH,
    ],
    notes: &["A table method: not consistent. All figures of a table add up. Not random, and not unbiased."],
};
/// The cards of all kinds.
pub(super) const ALL: &[&Card] = &[
    &kinds::NONE,
    &kinds::CELL_KEY,
    &kinds::RANDOM_ROUNDING,
    &kinds::THRESHOLD_ROUNDING,
    &rare::SMALL_CELL,
    &rare::TRANSITION_MATRIX,
    &SEMI_CONTROLLED_ROUNDING,
    &CONTROLLED_ROUNDING,
    &SUPPRESSION,
    &SMALL_COUNT_ROUNDING,
];
