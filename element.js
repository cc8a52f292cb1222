export * from "./www/element/element.js";
