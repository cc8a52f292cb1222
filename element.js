// For pages that take the package as plain files: <script type="module" src="cellveil/element.js">.
export * from "./www/element/element.js";
