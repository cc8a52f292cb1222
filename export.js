// For pages that take the package as plain files.
export * from "./pkg/js/export.js";
