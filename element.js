// For pages that take the package as plain files: <script type="module" src="cellveil/element.js">. The first line is there so
// that both files are asked for at the same time.
import "./pkg/js/index.js";
export * from "./pkg/js/element.js";
