// The designer's counterpart of library.js: where the p-table workshop lies in the served site.
export { openWorkshop } from "./cellveil/pkg/js/workshop.js";
