// Types that several modules of the site share.

/** @typedef {import("../../api/types.js").Code} Code */
/** @typedef {import("../../api/types.js").CubeDescription} Description */
/** @typedef {import("../../api/types.js").Method} Method */
/** @typedef {import("../../api/types.js").Progress} Progress */
/** @typedef {import("../../api/types.js").MethodProperties} MethodProperties */
/** @typedef {import("../../api/types.js").Explanation} Explanation */
/** @typedef {import("../../api/types.js").Verdict} Verdict */
/** @typedef {import("../../api/types.js").Measures} Measures */
/** @typedef {import("../../api/types.js").MapPoint} MapPoint */
/** @typedef {import("../../api/types.js").Designed} Designed */
/** @typedef {import("../../api/types.js").DesignedRow} DesignedRow */
/** @typedef {import("../../api/types.js").PtableDesign} PtableDesign */
/** @typedef {import("../../api/types.js").PtableFormat} PtableFormat */
/** @typedef {import("../../api/types.js").ReadyDesign} ReadyDesign */
/** @typedef {import("../../api/workshop.js").Workshop} Workshop */
/** @typedef {import("../../api/cube.js").Cube} Cube */
/** @typedef {import("../../api/table.js").Table} Table */

/** @typedef {import("../../choice/types.js").Variable} Variable */
/** @typedef {import("../../choice/types.js").View} View */
/** @typedef {import("../../choice/types.js").Selection} Selection */

export {};
