// For pages that take the package as plain files: what `import … from "cellveil/workshop.js"` gives.
export * from "./pkg/js/workshop.js";
