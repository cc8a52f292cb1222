/** Code that few pages need. It loads on demand, because the API's size budget is for code that all pages need. */
export { verify } from "./verdict.js";
export { questionOf } from "./question.js";
export { uncertaintyOf } from "./uncertainty.js";
export { takePtable } from "./own-ptable.js";
export { keyedReceipts } from "./keyed-receipts.js";
export { withTables } from "./linked.js";
export { choicesOf, mapOf } from "./measure.js";
