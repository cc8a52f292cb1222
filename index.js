export * from "./www/api/index.js";
