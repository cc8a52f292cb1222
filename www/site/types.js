// Shapes shared by the page's files; no code.

/** @typedef {import("./cellveil/pkg/types/api/types.js").Code} Code */
/** @typedef {import("./cellveil/pkg/types/api/types.js").CubeDescription} Description */
/** @typedef {import("./cellveil/pkg/types/api/types.js").Method} Method */
/** @typedef {import("./cellveil/pkg/types/api/types.js").Progress} Progress */
/** @typedef {import("./cellveil/pkg/types/api/types.js").MethodProperties} MethodProperties */
/** @typedef {import("./cellveil/pkg/types/api/types.js").Explanation} Explanation */
/** @typedef {import("./cellveil/pkg/types/api/types.js").Verdict} Verdict */
/** @typedef {import("./cellveil/pkg/types/api/types.js").Measures} Measures */
/** @typedef {import("./cellveil/pkg/types/api/types.js").MapPoint} MapPoint */
/** @typedef {import("./cellveil/pkg/types/api/types.js").Designed} Designed */
/** @typedef {import("./cellveil/pkg/types/api/types.js").DesignedRow} DesignedRow */
/** @typedef {import("./cellveil/pkg/types/api/types.js").PtableDesign} PtableDesign */
/** @typedef {import("./cellveil/pkg/types/api/types.js").PtableFormat} PtableFormat */
/** @typedef {import("./cellveil/pkg/types/api/types.js").ReadyDesign} ReadyDesign */
/** @typedef {import("./cellveil/pkg/js/workshop.js").Workshop} Workshop */
/** @typedef {import("./cellveil/pkg/js/index.js").Cube} Cube */
/** @typedef {import("./cellveil/pkg/js/index.js").Table} Table */

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
 * What the reader has chosen: everything that the address carries.
 * @typedef {object} Selection
 * @property {string | null} cube  folder name
 * @property {string[]} rows  variable names
 * @property {string[]} columns
 * @property {[string, string[]][]} filter  variable and the codes to keep; no codes ticked yet means no restriction
 * @property {boolean} totals
 * @property {string | null} method  null: the cube's default; "designed:…": a p-table of the reader's own
 */

export {};
