// The one place that knows where the cellveil package lies in the served site; every other file imports from here.
export { openCube } from "../cellveil/pkg/js/index.js";
export { renderTable } from "../cellveil/pkg/js/element.js";
