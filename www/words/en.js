/** The element's texts in English, the source of all translations. */
import { isolatedLtr as isolated } from "./isolated.js";

/**
 * @typedef {object} ElementWords
 * @property {string} language  of these words
 * @property {boolean} [foreign]  whether the page's is another
 * @property {string} count  heads the numbers of a table without columns, or without rows
 * @property {string} total  of a dimension: the core's own word for it is English
 * @property {(rows: string, columns: string) => string} by
 * @property {string} colon  between a title, or a name, and what it is of
 * @property {string} comma  between the items of a list
 * @property {(text: string) => string} isolated  keeps a text of a cube, which may run the other way, from turning what is around it
 * @property {string} loading
 * @property {string} again
 * @property {string} sums  where figures are sums of several, as `areas="blocks"` allows
 * @property {string} negative  where some of these are subtracted
 * @property {(what: string) => string} source
 * @property {(what: string) => string} licence
 * @property {(attribute: string) => string} attribute
 * @property {Record<string, string>} errors  by code; `refused` where a rule forbids the table, `other` for the rest
 * @property {[RegExp, string][]} [method]  the core's sentences about a method, each with its translation
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
  negative: "Some published figures are subtracted, so a figure can be negative.",
  source: (what) => `Source: ${isolated(what)}`,
  licence: (what) => `Licence: ${isolated(what)}`,
  attribute: (name) => `The attribute “${name}” of this table cannot be used.`,
  errors: {
    network: "The data did not load. Check the connection, then try again.",
    "damaged-file": "A data file arrived damaged. No table was built.",
    "damaged-manifest": "The dataset’s description is damaged or is another kind of file.",
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
