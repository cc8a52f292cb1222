// Reads style sheets as text, for elements and pages that carry their style in a script.

import { readFileSync } from "node:fs";
import { transform } from "esbuild";

/** Returns a minified style sheet. @param {string} file */
export async function sheetText(file) {
  return (await transform(readFileSync(file, "utf8"), { loader: "css", minify: true, target: "es2022" })).code;
}

/** @type {import("esbuild").Plugin} */
export const SHEETS = {
  name: "style sheets as text",
  setup: (build) => build.onLoad({ filter: /\.css$/ }, async ({ path }) => ({ contents: await sheetText(path), loader: "text" })),
};
