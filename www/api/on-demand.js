/** What few pages need, in a file of its own that comes when it is called for: the API's budget is for what all need. */
export { verify } from "./verdict.js";
export { questionOf } from "./question.js";
export { takePtable } from "./own-ptable.js";
export { choicesOf, mapOf } from "./measure.js";
