// Shapes shared by the page's files; no code.

/** @typedef {import("../cellveil/types/api/types.js").Code} Code */
/** @typedef {import("../cellveil/types/api/types.js").CubeDescription} Description */
/** @typedef {import("../cellveil/types/api/types.js").Method} Method */
/** @typedef {import("../cellveil/types/api/types.js").Progress} Progress */
/** @typedef {import("../cellveil/types/api/types.js").MethodProperties} MethodProperties */
/** @typedef {import("../cellveil/types/api/types.js").Explanation} Explanation */
/** @typedef {import("../cellveil/types/api/types.js").Verdict} Verdict */
/** @typedef {import("../cellveil/types/api/types.js").Measures} Measures */
/** @typedef {import("../cellveil/types/api/types.js").MapPoint} MapPoint */
/** @typedef {import("../cellveil/types/api/types.js").Designed} Designed */
/** @typedef {import("../cellveil/types/api/types.js").DesignedRow} DesignedRow */
/** @typedef {import("../cellveil/types/api/types.js").PtableDesign} PtableDesign */
/** @typedef {import("../cellveil/types/api/types.js").PtableFormat} PtableFormat */
/** @typedef {import("../cellveil/types/api/types.js").ReadyDesign} ReadyDesign */
/** @typedef {import("../cellveil/js/workshop.js").Workshop} Workshop */
/** @typedef {import("../cellveil/js/index.js").Cube} Cube */
/** @typedef {import("../cellveil/js/index.js").Table} Table */

/**
 * A dimension or one of its levels, under the name a query uses for it.
 * @typedef {object} Variable
 * @property {string} name  "age", or "age:band" for a level
 * @property {string} label
 * @property {string} dimension
 * @property {boolean} level
 * @property {Code[]} codes
 */

/**
 * How figures are shown; nothing of it changes what is asked of the cube.
 * @typedef {object} View
 * @property {"row" | "column" | "table" | null} percent  of the total of its row, its column or the table
 * @property {Ratio | null} ratio  one category of a dimension in proportion to another
 * @property {Average | null} average  of a dimension whose categories stand for numbers
 * @property {Sort | null} sort  of rows, by a column
 * @property {string[][]} collapsed  groups of rows that show their total only, each by the codes of its row headings from the left
 * @property {"bar" | "line" | "heat" | "pyramid" | null} chart  shown beside the table
 *
 * @typedef {{ of: string, numerator: string, denominator: string, per: number }} Ratio  `of`: a variable on rows or columns
 * @typedef {{ of: string, values: [code: string, number: number][] }} Average
 * @typedef {{ order: "ascending" | "descending", column: string[] }} Sort  `column`: its codes, from the outermost; none in a table without columns
 */

/**
 * What the reader has chosen: everything that the address carries.
 * @typedef {object} Selection
 * @property {string | null} cube  folder name
 * @property {string[]} rows  variable names
 * @property {string[]} columns
 * @property {[name: string, code: string | null][]} layers  variables of which one category at a time is shown, null being the first
 * @property {[string, string[]][]} filter  variable and the codes to keep; no codes ticked yet means no restriction
 * @property {[name: string, groups: [label: string, codes: string[]][]][]} groups  of a reader's own, in place of a variable's categories
 * @property {boolean} totals
 * @property {string | null} method  null: the cube's default; "designed:…": a p-table of the reader's own
 * @property {View} view
 */

export {};
