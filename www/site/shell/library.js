// The one place that knows where the cellveil package lies in the served site; every other file imports from here.
export { openCube } from "../cellveil/pkg/js/index.js";
// Not by way of the element's bundle: the page draws its tables itself, and does without the element.
export { layoutOf } from "../../element/layout.js";
export { drawingOf, numbers, renderTable } from "../../element/render.js";
export { STATUSES, statusInWords } from "../../words/statuses.js";
