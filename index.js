// For pages that take the package as plain files: what `import … from "cellveil"` gives.
export * from "./pkg/js/index.js";
