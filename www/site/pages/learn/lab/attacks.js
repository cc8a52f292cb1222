// The attacks of the laboratory: what the attacker knows and does, and the score of each.

/** @typedef {{ claims: number, right: number, wrong: number | null }} Score  `wrong` is null if the audit does not count wrong claims */
/**
 * @typedef {object} Attack
 * @property {string} finding  the name of the finding of the audit
 * @property {string} title
 * @property {string} knows  what the attacker knows, apart from the published tables and the method
 * @property {string} does
 * @property {string} claim  what one claim says
 * @property {(figure: Figures) => Score | null} score
 */
/** @typedef {{ of: (name: string) => number, all: (name: string) => number, value: (name: string) => number }} Figures */

/** @param {number} right @param {number} wrong @returns {Score} */
const scored = (right, wrong) => ({ claims: right + wrong, right, wrong });

/** The score of a figure that is a share of the claims. @param {string} name @returns {Attack["score"]} */
const share = (name) => ({ of, all }) => scored(of(name), all(name) - of(name));

/** @type {Attack[]} */
export const ATTACKS = [
  {
    finding: "differencing", title: "Difference of two groups",
    knows: "One published group contains another published group.",
    does: "The attacker subtracts the two values, and computes how likely a true difference of 1 or 2 persons is.",
    claim: "The two groups differ by exactly this number of persons. The score covers the pairs that truly differ by 1 or 2 persons.",
    score: ({ of }) => scored(of("right claims about differences"), of("wrong claims about differences")),
  },
  {
    finding: "averaging", title: "Average over partitions",
    knows: "The same people are a cell, and also the sum of their parts by sex, by age and so on.",
    does: "The attacker averages the value of the cell and the sums of its parts. Each has noise of its own.",
    claim: "The rounded average is the true count. The score covers all cells with people.",
    score: share("right counts after averaging"),
  },
  {
    finding: "equality", title: "Total equals one part",
    knows: "The same records have the same value in every table.",
    does: "The attacker looks for a total that equals one of its parts, with other parts that may be empty.",
    claim: "Everybody in the group has this answer.",
    score: share("right conclusions (share of all conclusions)"),
  },
  {
    finding: "hidden-presence", title: "People behind a zero",
    knows: "Every true total is the sum of its true parts.",
    does: "The attacker proves that a cell published as 0 cannot be empty.",
    claim: "The cell has at least one person.",
    score: ({ of, value }) => scored(of("cells published as 0 that are proven to have records (all tables)"), value("wrong proofs")),
  },
  {
    finding: "posterior", title: "Probable small counts",
    knows: "How often the method turns each count into each value.",
    does: "The attacker computes how probable each count is, from all values and all sums together.",
    claim: "The count is 1 or 2. The attacker makes as many claims as stay right in 9 of 10 cases, so the number of right claims is what counts. The score is that of the worst group of tables.",
    score: share("right claims of 1 or 2 (share of the claims)"),
  },
  {
    finding: "reconstruction", title: "Reconstruction of counts",
    knows: "The noise has a largest value, and true counts add up to true totals.",
    does: "The attacker solves all sums together, and keeps the cells for which one count is possible.",
    claim: "The count is exactly this number. Nothing else fits.",
    // The audit counts certain claims that are right. Only changed records make a certain claim wrong.
    score: ({ of }) => ({ claims: of("counts known exactly"), right: of("counts known exactly"), wrong: null }),
  },
  {
    finding: "churn", title: "One corrected record",
    knows: "An earlier release of the same tables.",
    does: "The attacker compares the two releases. Only cells with the corrected record have new values.",
    claim: "A person with these answers came, went or changed.",
    score: share("right claims (share of claims with a truth)"),
  },
];
