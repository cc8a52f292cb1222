// Types of the reader's choice. No page loads this file.

/** @typedef {import("../api/types.js").Code} Code */
/** @typedef {import("../api/types.js").CubeDescription} Description */
/** @typedef {import("../api/cube.js").Cube} Cube */
/** @typedef {import("../api/table.js").Table} Table */

/**
 * A dimension or one of its levels. `name` is the name in queries.
 * @typedef {object} Variable
 * @property {string} name  "age", or "age:band" for a level
 * @property {string} label
 * @property {string} dimension
 * @property {boolean} level
 * @property {Code[]} codes
 * @property {number} size  number of categories
 * @property {boolean} partial  whether `codes` lacks categories, because the cube loads its long lists on demand. `codes`
 *   then has the categories that the page has met
 */

/**
 * How the page shows figures. A view never changes which cells the query has.
 * @typedef {object} View
 * @property {"row" | "column" | "table" | null} percent  figures as percentages of the total of the row, the column or
 *   the table
 * @property {Ratio | null} ratio  one category of a dimension in proportion to another category
 * @property {Average | null} average  the average of a dimension with a number for each category
 * @property {Sort | null} sort  the order of rows, by a column
 * @property {string[][]} collapsed  groups of rows that are reduced to their total; each group is the list of the codes
 *   of its row headings, from the left
 * @property {ChartKind | null} chart  the kind of chart beside the table; null for no chart
 * @property {boolean} uncertain  whether each figure has its interval
 * @property {boolean} hideEmpty  whether rows and columns that show only zeros are hidden
 * @property {"true" | "noise" | null} peel  the true counts or the noise in place of the published values, where the
 *   dataset may reveal them
 *
 * @typedef {"bar" | "stacked" | "stacked-100" | "line" | "heat" | "pyramid"} ChartKind
 * @typedef {{ of: string, numerator: string, denominator: string, per: number }} Ratio  `of`: a variable on rows or
 *   columns
 * @typedef {{ of: string, values: [code: string, number: number][] }} Average
 * @typedef {{ order: "ascending" | "descending", column: string[] }} Sort  `column`: the column's codes, outermost
 *   first; empty in a table without columns
 */

/**
 * The reader's choice, which the address contains.
 * @typedef {object} Selection
 * @property {string | null} cube  the name of the dataset
 * @property {string[]} rows  variable names
 * @property {string[]} columns
 * @property {[name: string, code: string | null][]} layers  variables that show one category at a time, with this
 *   category; null is the first category
 * @property {[string, string[]][]} filter  variables with the codes to retain; a filter without codes retains all
 *   categories
 * @property {[name: string, groups: [label: string, codes: string[]][]][]} groups  the reader's groups, in place of a
 *   variable's categories
 * @property {boolean} totals
 * @property {string | null} method  a method's name; null: the cube's default method; "designed:…": a p-table that the
 *   reader designed
 * @property {View} view
 */

export {};
