// The layers of ARCHITECTURE.md hold: which folder may import which, where feature gates stand, and who may name clap.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, test } from "node:test";
import { filesOf, path } from "../scripts/lib.js";

/** Files with feature gates that are not directly before `mod` or `use`: how many, and why. @type {Record<string, [number, string]>} */
const INNER_GATES = {
  "src/base/features.rs": [1, "the constant FULL, by which code common to both cores skips what the small core leaves out"],
};
const MOST_INNER_GATES = 9;
/** Names of the domain, which `base` must not know. */
const DOMAIN = /\b(?:Modulus|CellKey|KeyGroup|Dimension|Level|Ptable|Cube|Manifest|Tile|Query)\b/;

/** @typedef {{ file: string, code: string }} Source a file without its comments */
/** @typedef {{ rows: Map<string, number>, arrows: Set<string> }} Layers the row of each folder, and the imports allowed within a row */

/** The table below a heading of ARCHITECTURE.md, highest row first. @param {string} heading @returns {Layers} */
function layers(heading) {
  const section = readFileSync(path("ARCHITECTURE.md"), "utf8").split(`\n### ${heading}\n`)[1].split("\n#")[0];
  const lines = section.split("\n").filter((line) => /^\| \w/.test(line)).slice(1);
  const rows = new Map();
  const arrows = new Set();
  lines.forEach((line, row) => {
    const [, , folders, within] = line.split("|");
    for (const [, name] of folders.matchAll(/`([\w/]+)`/g)) rows.set(name, row);
    for (const [, from, targets] of within.matchAll(/`([\w/]+)` → ((?:`[\w/]+`(?:, )?)+)/g)) {
      for (const [, to] of targets.matchAll(/`([\w/]+)`/g)) arrows.add(`${from} → ${to}`);
    }
  });
  return { rows, arrows };
}

/** @param {string} folder @param {RegExp} ending @returns {Source[]} */
function sources(folder, ending) {
  const files = filesOf(folder).filter((file) => ending.test(file));
  return files.map((file) => ({ file, code: readFileSync(path(file), "utf8").replace(/\/\*[\s\S]*?\*\/|(?<![:"])\/\/.*$/gm, "") }));
}

/** The folder of `src` or `www` that a file is in. Each page is a folder of its own. @param {string} file */
function folderOf(file) {
  const [, page, name] = file.match(/^(?:src|www)\/(?:(site\/(?:pages\/)?\w+)\/|(\w+)(?:\/|\.rs$))/) ?? [];
  return page ?? name ?? "";
}

/** Folders that a Rust file names: after `crate::`, or after as many `super::` as lead to the root. @param {Source} source */
function rustImports({ file, code }) {
  const depth = file.replace(/^src\/|(\/mod)?\.rs$/g, "").split("/").length;
  const names = [...code.matchAll(/\bcrate::(\w+)/g), ...code.matchAll(/\bcrate::\{\s*(\w+)/g)].map((match) => match[1]);
  for (const [, chain, name] of code.matchAll(/\b((?:super::)+)(\w+)/g)) {
    if (chain.length / "super::".length === depth) names.push(name);
  }
  return names;
}

/** Folders of `www` that a script imports; types in comments do not count, and neither does the package, which is in `cellveil/` beside the pages. @param {Source} source */
function webImports({ file, code }) {
  const targets = [...code.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map((match) => normalize(join(dirname(file), match[1])));
  return targets.filter((target) => target.startsWith("www/") && !target.startsWith("www/site/cellveil/")).map(folderOf);
}

/**
 * Imports that the layers forbid.
 * @param {Layers} layers
 * @param {Source[]} files
 * @param {(source: Source) => string[]} imports
 */
function forbidden({ rows, arrows }, files, imports) {
  const found = new Set();
  for (const source of files) {
    const from = folderOf(source.file);
    for (const to of imports(source)) {
      if (to === from || from === "") continue;
      const [above, below] = [rows.get(from), rows.get(to)];
      const allowed = above !== undefined && below !== undefined && (above < below || (above === below && arrows.has(`${from} → ${to}`)));
      if (!allowed) found.add(`${source.file}: ${from} → ${to}`);
    }
  }
  return [...found];
}

/** A circle among the arrows within rows, if there is one. @param {Layers} layers */
function circle({ rows, arrows }) {
  const left = new Set(rows.keys());
  const leads = (/** @type {string} */ name) => [...arrows].some((arrow) => arrow.startsWith(`${name} → `) && left.has(arrow.split(" → ")[1]));
  for (let free; (free = [...left].find((name) => !leads(name))); ) left.delete(free);
  return [...left];
}

/** Feature gates that are not directly before `mod` or `use`. @param {Source} source */
function innerGates({ code }) {
  const gates = code.matchAll(/#!?\[cfg(?:_attr)?\([^\]]*\bfeature[^\]]*\]((?:\s*#\[[^\]]*\])*)\s*(?:pub(?:\([^)]*\))?\s+)?(\w*)/g);
  return [...gates].filter(([, , word]) => word !== "mod" && word !== "use").length + [...code.matchAll(/\bcfg!\([^)]*feature/g)].length;
}

const rust = sources("src", /\.rs$/);
const web = sources("www", /\.js$/);

for (const [heading, files, imports, planted] of /** @type {const} */ ([
  ["Layers of src", rust, rustImports, { file: "src/base/planted.rs", code: "use crate::table::Query;" }],
  ["Layers of www", web, webImports, { file: "www/api/planted.js", code: 'import { x } from "../element/element.js";' }],
])) {
  describe(heading, () => {
    const table = layers(heading);

    test("every folder has a row, and every row's folder exists", () => {
      assert.deepEqual([...table.rows.keys()].sort(), [...new Set(files.map(({ file }) => folderOf(file)).filter((name) => name !== ""))].sort());
    });

    test("no import goes up or across without an arrow", () => assert.deepEqual(forbidden(table, files, imports), []));

    test("an import that goes up is found", () => assert.equal(forbidden(table, [planted], imports).length, 1));

    test("the arrows within rows make no circle", () => {
      assert.deepEqual(circle(table), []);
      const [first] = table.arrows;
      const back = first.split(" → ").reverse();
      assert.deepEqual(circle({ ...table, arrows: new Set([...table.arrows, back.join(" → ")]) }).sort().filter((name) => back.includes(name)), back.sort());
    });
  });
}

test("base names nothing of the domain", () => {
  assert.deepEqual(rust.filter(({ file, code }) => folderOf(file) === "base" && DOMAIN.test(code)).map(({ file }) => file), []);
});

test("only the command line names clap", () => {
  assert.deepEqual(rust.filter(({ file, code }) => /\bclap\b/.test(code) && folderOf(file) !== "cli").map(({ file }) => file), []);
});

test("feature gates stand before mod or use, with few exceptions", () => {
  const counted = rust.map((source) => [source.file, innerGates(source)]).filter(([, count]) => count !== 0);
  assert.deepEqual(Object.fromEntries(counted), Object.fromEntries(Object.entries(INNER_GATES).map(([file, [count]]) => [file, count])));
  assert.ok(counted.reduce((sum, [, count]) => sum + Number(count), 0) <= MOST_INNER_GATES);
  assert.equal(innerGates({ file: "", code: 'enum E { #[cfg(feature = "cli")] A }' }), 1);
  assert.equal(innerGates({ file: "", code: '#[cfg(feature = "cli")]\n#[doc(hidden)]\npub(crate) mod a;' }), 0);
});
