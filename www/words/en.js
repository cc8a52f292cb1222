/** The element's texts in English, the source of all translations. */
import { isolatedLtr as isolated } from "./isolated.js";

/** @import { Reason } from "./statuses.js" */

/**
 * @typedef {object} ElementWords
 * @property {string} language  the language of these words
 * @property {boolean} [foreign]  whether the page has another language
 * @property {string} count  the heading of the counts in a table without columns or without rows
 * @property {string} total  the label of a total, because the core has only the English label
 * @property {(rows: string, columns: string) => string} by
 * @property {string} colon  the text between a heading or name and the words after it
 * @property {string} comma  the text between the items of a list
 * @property {(text: string) => string} isolated  isolates a cube's text, which may have another writing direction than
 *   the words around it
 * @property {string} loading
 * @property {string} again
 * @property {string} sums  the note for figures that are sums of several figures, as with `areas="blocks"`
 * @property {string} negative  the note for sums in which some figures are subtracted
 * @property {SumWords} sum  sentences on sums and on table methods
 * @property {PretabularWords} pretabular  sentences on steps before tabulation
 * @property {(what: string) => string} source
 * @property {(what: string) => string} licence
 * @property {(attribute: string) => string} attribute
 * @property {Record<string, string>} errors  messages by error code; `refused` if a limit forbids the table, `other`
 *   for other codes
 * @property {Record<Reason, string>} [statuses]  the statuses of figures, if statuses.json does not have the language
 * @property {[RegExp, string][]} [method]  the core's sentences about a method, each with its translation
 */

/**
 * Sentences on sums and on methods that look at the whole table.
 * @typedef {object} SumWords
 * @property {string} equal  all figures add up to their totals
 * @property {string} whereShown  all lines without missing figures add up to their totals
 * @property {string} rounded  the sums differ from the totals only by the rounding of fractions
 * @property {string} apart  each figure is changed for itself
 * @property {string} overlap  the categories cause the difference
 * @property {(many: number, written: string) => string} suppressed  `written`: the number in the page's format
 * @property {string} unchecked
 * @property {(many: number, written: string) => string} jumps
 * @property {(mean: string, largest: string) => string} change
 */

/**
 * Sentences on the steps that changed records before they were counted.
 * @typedef {object} PretabularWords
 * @property {Record<string, string>} steps  by kind; `other` for a kind of a newer version
 * @property {(share: string) => string} moved  the share of records that moved
 * @property {string} matrix  the publisher states the matrix of PRAM
 * @property {(reason: string) => string} why  the publisher's reason why the steps are enough
 */

/** @type {ElementWords} */
export const en = {
  language: "en",
  count: "Count",
  total: "Total",
  colon: ": ",
  comma: ", ",
  isolated,
  by: (rows, columns) => `${isolated(rows)} by ${isolated(columns)}`,
  loading: "Loading the table",
  again: "Try again",
  sums: "Some figures are sums of published figures, each with its own protection. Such sums are less exact and can differ between tables.",
  negative: "Such a sum can be negative, because some published figures are subtracted.",
  sum: {
    equal: "In this table, all figures add up to their totals.",
    whereShown: "Where no figure is missing, the figures add up to their totals.",
    rounded: "In this table, all figures add up to their totals, except for the rounding of decimals.",
    apart: "Figures may not add up to their totals, because each figure is changed separately.",
    overlap: "Figures do not add up to their totals, because categories overlap or are left out.",
    suppressed: (many, written) => `${written} ${many === 1 ? "figure is" : "figures are"} suppressed.`,
    unchecked: "This table is too large to compute the intervals of its suppressed figures.",
    jumps: (many, written) => `${written} ${many === 1 ? "figure was" : "figures were"} rounded to a multiple further away.`,
    change: (mean, largest) => `The fit to the totals changed the figures by ${mean} on average, and by ${largest} at most.`,
  },
  pretabular: {
    steps: {
      swap: "Records were swapped before tabulation: similar records exchanged places.",
      pram: "Codes of records were changed at random before tabulation (PRAM).",
      weights: "Records were weighted at random before tabulation: some count several times or not at all.",
      deviations: "Records got random deviations before tabulation, which are the same in every table.",
      noise: "The counts of the finest cells were protected before tabulation.",
      other: "Records were changed before tabulation.",
    },
    moved: (share) => `${share} of the records moved.`,
    matrix: "The publisher states the matrix of probabilities.",
    why: (reason) => `Why this is enough, in the publisher’s words: ${isolated(reason)}`,
  },
  source: (what) => `Source: ${isolated(what)}`,
  licence: (what) => `Licence: ${isolated(what)}`,
  attribute: (name) => `The attribute “${name}” of this table cannot be used.`,
  errors: {
    network: "The data did not load. Check the connection, then try again.",
    "damaged-file": "A data file arrived damaged. No table was built.",
    "damaged-manifest": "This file is damaged, or it does not describe a dataset.",
    "newer-version": "This dataset needs a newer version of this page’s software.",
    "table-too-large": "This table is too large to show here.",
    wasm: "This browser could not run the table engine.",
    "no-view": "These variables are not published together.",
    "needs-blocks": "These categories are not published as one figure.",
    closed: "The page has closed this dataset.",
    refused: "The publisher’s limits do not allow this table.",
    other: "This table cannot be shown.",
  },
};
