// The layers of ARCHITECTURE.md hold: which folder may import which, where feature gates stand, and who may name clap.
// The test reads text and runs before anything is compiled. If a form of import is unclear, the test reports it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, test } from "node:test";
import { filesOf, path } from "../scripts/lib.js";

/** Files with feature gates that are not directly before `mod` or `use`: how many, and why. @type {Record<string, [number, string]>} */
const INNER_GATES = {
  "src/base/features.rs": [3, "the constants FULL, TABLES and SUGGESTS, by which code common to all cores skips what smaller cores leave out"],
};
const MOST_INNER_GATES = 9;
/** Most uses of `FULL` in code outside `base`, and why. Each use is a feature gate inside a statement. @type {[number, string]} */
const MOST_FULL_GATES = [33, "the small core has at most 90 KB, so the compiler must drop what only the full core needs"];

/** Types of the domain, which `base` must not name. */
const DOMAIN_TYPES = /\b(?:Modulus|CellKey|KeyGroup|Dimension|Level|Ptable|Cube|Manifest|Tile|Query)\b/;
/** Words of the domain, which no item of `base` may have in its name. */
const DOMAIN_WORDS = /(?:^|_)(?:record|table|noise|method|view|code|modulus|cell_key|key_group|dimension|level|ptable|cube|manifest|tile|query|queries)s?(?:_|$)/;
/** Items of `base` with a word of the domain in the name, and why. @type {Record<string, string>} */
const DOMAIN_ITEMS = {
  MAX_TABLE_CELLS: "a limit that folders of three rows share",
  TABLES: "the name of a feature",
};

/** Files of `www` that may import what no row has: the files, the imports and why. @type {[RegExp, RegExp, string][]} */
const FREE_IMPORTS = [
  [/^www\/site\//, /^www\/site\/cellveil\//, "the assembled site has the package there, beside the pages"],
  [/^www\/(?:api|node)\//, /^pkg\/(?:cellveil\w*\.(?:js|wasm)|pages\.zip)$/, "the bindings and pages, which the build writes"],
  [/^www\/words\/statuses\.js$/, /^src\/export\/statuses\.json$/, "the table of statuses, which the exports of the core share"],
  [/^www\/api\/source\.js$/, /^a computed name$/, "modules of Node, whose names bundlers for browsers must not see"],
];

/** The tokens of Rust that matter to `rustCode`: comments, raw strings, strings and characters. A lifetime has no second quote. */
const RUST_TOKENS = [/\/\/.*/, /\/\*/, /\b[bc]?r(#*)"[\s\S]*?"\1/, /"(?:\\[\s\S]|[^"\\])*"/, /'(?:\\.[^']*|[^\\'])'/];

/** The tokens of a script that matter to `webCode`: comments, strings, regular expressions, templates and braces. */
const WEB_TOKENS = [
  /(\/\/.*|\/\*[\s\S]*?\*\/)/,
  /"(?:\\[\s\S]|[^"\\\n])*"/,
  /'(?:\\[\s\S]|[^'\\\n])*'/,
  // After an operator or one of these words, a slash does not divide.
  /(?<=(?:^|[=(,:[!&|?{};+*%~^<>-]|\b(?:return|typeof|case|await|of|in))\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//,
  /[`{}]/,
];
/** The next part of a template, up to its end or to the next value. */
const TEMPLATE_PART = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{)/y;

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

/** The position after the bracket that closes the bracket at `at`. @param {string} text @param {number} at */
function closing(text, at) {
  const [open, close] = [["/*", "*/"], ["(", ")"], ["[", "]"], ["{", "}"]].find(([open]) => text.startsWith(open, at)) ?? [];
  let depth = 0;
  do {
    const bracket = [open, close].find((bracket) => text.startsWith(bracket, at));
    if (bracket !== undefined) depth += bracket === open ? 1 : -1;
    at += bracket?.length ?? 1;
  } while (depth > 0 && at < text.length);
  return at;
}

/** @param {RegExp[]} tokens */
const oneOf = (tokens) => new RegExp(tokens.map((token) => token.source).join("|"), "gu");

/** Rust code without comments, and without the contents of strings and characters except the place of a `#[path]`. @param {string} text */
function rustCode(text) {
  const token = oneOf(RUST_TOKENS);
  let code = "";
  let from = 0;
  for (let found; (found = token.exec(text)); from = token.lastIndex) {
    code += text.slice(from, found.index);
    const isPath = /^#!?\[[^\]]*\bpath\s*=\s*$/.test(code.slice(code.lastIndexOf("#")));
    code += found[0].startsWith("/") ? " " : isPath ? found[0] : '""';
    if (found[0] === "/*") token.lastIndex = closing(text, found.index); // comments of Rust nest
  }
  return (code + text.slice(from)).replace(/\br#(?=\w)/g, "");
}

/** A script without comments. Strings, templates and regular expressions stay as they are. @param {string} text */
function webCode(text) {
  const token = oneOf(WEB_TOKENS);
  const braces = []; // for each open brace, whether it opens a value of a template
  let code = "";
  let from = 0;
  for (let found; (found = token.exec(text)); ) {
    if (found[1] !== undefined) {
      code += `${text.slice(from, found.index)} `;
      from = token.lastIndex;
    }
    if (found[0] === "{") braces.push(false);
    if (found[0] === "`" || (found[0] === "}" && braces.pop())) {
      TEMPLATE_PART.lastIndex = token.lastIndex;
      const part = TEMPLATE_PART.exec(text)?.[0] ?? "";
      token.lastIndex += part.length;
      if (part.endsWith("${")) braces.push(true);
    }
  }
  return code + text.slice(from);
}

/** @param {string} file @param {string} text @returns {Source} */
const source = (file, text) => ({ file, code: file.endsWith(".rs") ? rustCode(text) : webCode(text) });

/** @param {string} folder @param {RegExp} ending */
function sources(folder, ending) {
  return filesOf(folder).filter((file) => ending.test(file)).map((file) => source(file, readFileSync(path(file), "utf8")));
}

/** The folder of `src` or `www` that a file is in; empty for a file directly in `www`. Each page is a folder of its own. @param {string} file */
function folderOf(file) {
  const [, page, name] = file.match(/^(?:src|www)\/(?:(site\/(?:pages\/)?\w+)\/|(\w+)(?:\/|\.rs$))/) ?? [];
  return page ?? name ?? "";
}

const rust = sources("src", /\.rs$/);
const web = sources("www", /\.[cm]?[jt]s$/);

/** The files that a Rust file includes by `#[path]`. @param {Source} source */
function included({ file, code }) {
  return [...code.matchAll(/#!?\[[^\]]*\bpath\s*=\s*"([^"]+)"/g)].map(([, place]) => normalize(join(dirname(file), place)));
}

/** Files that another file includes by `#[path]`, and that other file. */
const parents = new Map(rust.flatMap((parent) => included(parent).map((file) => [file, parent.file])));

/** How many `super` lead from a Rust file to the root of the crate. @param {string} file @returns {number} */
function depthOf(file) {
  const parent = parents.get(file);
  if (parent !== undefined) return depthOf(parent) + 1;
  return file === "src/lib.rs" ? 0 : file.replace(/^src\/|(\/mod)?\.rs$/g, "").split("/").length;
}

/** Rust code without groups: `a::{b, c::{d, e}}` becomes `a::b, a::c::d, a::c::e`. @param {string} code */
function withoutGroups(code) {
  const names = (/** @type {string} */ group) => group.split(",").map((name) => name.trim()).filter((name) => name !== "");
  const flat = code.replace(/((?:\w+\s*::\s*)+)\{([^{}]*)\}/g, (_, prefix, group) => names(group).map((name) => prefix + name).join(", "));
  return flat === code ? code : withoutGroups(flat);
}

/** Folders that a Rust file names: after `crate::`, or after as many `super::` as lead to the root. @param {Source} source */
function rustImports({ file, code }) {
  const unclear = [...code.matchAll(/\bextern\s+crate\b|\binclude\s*!/g)].map(([form]) => form);
  const names = [...included({ file, code }).map(folderOf), ...unclear];
  const crates = ["main", "bin"].includes(folderOf(file)) ? ["crate", "cellveil"] : ["crate"];
  const depth = depthOf(file);
  const braces = []; // for each open brace, whether it opens a module
  const paths = /(\bmod\s+\w+\s*)?\{|\}|(?<!::\s*)\b((?:crate|self|super|cellveil)\b(?:\s*::\s*(?:\w+|\*))*)(\s+as\b)?/g;
  for (const [found, mod, name, as] of withoutGroups(code).matchAll(paths)) {
    if (found.endsWith("{")) braces.push(mod !== undefined);
    if (found === "}") braces.pop();
    if (name === undefined || (!name.includes("::") && name !== "cellveil" && as === undefined)) continue;
    const steps = name.split("::").map((step) => step.trim());
    let level = depth + braces.filter(Boolean).length;
    if (steps[0] === "self") steps.shift();
    for (; steps[0] === "super"; level -= 1) steps.shift();
    if (crates.includes(steps[0])) {
      steps.shift();
      level = 0;
    }
    // No row has `cellveil`, or the root itself, which may also be `self` or `*`.
    if (level <= 0 || steps[0] === "cellveil") names.push(steps[0] ?? "the root");
  }
  return names;
}

/** Folders of `www` that a script imports, and other imports that the layers do not know. Types in comments do not count. @param {Source} source */
function webImports({ file, code }) {
  const forms = /(?<![\w$.])(?:from|import|import\s*\(|require\s*\(|new\s+URL\s*\()\s*(["'`])(.*?)(?:\1|\$\{)/g;
  const specifiers = [...code.matchAll(forms)].map((match) => match[2]);
  // Sources never name their own package, or a place on the server. The names of other packages are free.
  const absolute = specifiers.filter((specifier) => /^(?:\/|cellveil(?:\/|$))/.test(specifier));
  const relative = specifiers.filter((specifier) => specifier.startsWith(".")).map((specifier) => normalize(join(dirname(file), specifier)));
  const computed = code.match(/(?<![\w$.])import\s*\((?!\s*(?:"[^"]*"|'[^']*'|`[^`$]*`)\s*[,)])/) ? ["a computed name"] : [];
  const checked = [...absolute, ...relative, ...computed].filter((target) => !FREE_IMPORTS.some(([from, to]) => from.test(file) && to.test(target)));
  return checked.map((target) => (target.startsWith("www/") ? folderOf(target) : target));
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
      if (to === from) continue;
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

/** Names of the domain in a file of `base`: types anywhere, and words in the names of items. @param {Source} source */
function domainNames({ code }) {
  const items = [...code.matchAll(/\b(?:fn|struct|enum|union|trait|type|const|static|mod|macro_rules!)\s+(?=(?:mut\s+)?(\w+))/g)].map((match) => match[1]);
  const words = (/** @type {string} */ name) => name.replace(/([a-z\d])(?=[A-Z])/g, "$1_").toLowerCase();
  return [...(code.match(DOMAIN_TYPES) ?? []), ...items.filter((name) => DOMAIN_WORDS.test(words(name)) && !(name in DOMAIN_ITEMS))];
}

/** Feature gates that are not directly before `mod` or `use`. @param {Source} source */
function innerGates({ code }) {
  const gates = [...code.matchAll(/#!?\s*\[\s*cfg(?:_attr)?\b|\bcfg\w*\s*!\s*[([{]/g)];
  return gates.filter(({ 0: start, index }) => {
    const open = index + start.search(/[([{]/);
    const end = closing(code, open);
    if (!/\bfeature\b/.test(code.slice(open, end))) return false;
    const [, word] = code.slice(end).match(/^(?:\s*#\[[^\]]*\])*\s*(?:pub(?:\s*\([^)]*\))?\s+)?(\w*)/) ?? [];
    return !(/^#\s*\[/.test(start) && (word === "mod" || word === "use"));
  }).length;
}

/** Uses of the constant `FULL` outside `base`, without imports. Infinite if a file renames `FULL`, because nobody counts the new name. @param {Source} source */
function fullGates({ file, code }) {
  if (/\bFULL\s+as\b/.test(code)) return Infinity;
  return folderOf(file) === "base" ? 0 : [...code.replace(/\buse\s[^;]*;/g, "").matchAll(/\bFULL\b/g)].length;
}

/** Each form of import: the file, a text that must be found, and a sound text beside it. @type {Record<string, [string, string, string][]>} */
const PLANTED = {
  "Layers of src": [
    ["src/base/json.rs", "use crate::table::Query;", "use crate::base::limits;"],
    ["src/base/json.rs", "use crate::{base::limits, table::Table};", "use crate::{base::limits, base::order};"],
    ["src/base/json.rs", "use crate::{\n    base::{limits, order},\n    r#table::{Table, Query},\n};", "use crate::{\n    base::{limits, order},\n};"],
    ["src/base/json.rs", "use {std::fmt, crate::{table::Table}};", "use {std::fmt, crate::{base::order}};"],
    ["src/base/json.rs", "use crate as root;", "use crate::base as ground;"],
    ["src/base/json.rs", "use crate::{self as root};", "use crate::base::{self as ground};"],
    ["src/base/json.rs", "use crate::*;", "use crate::base::*;"],
    ["src/base/json.rs", "use super::super::{table::Table};", "use super::{limits, order};"],
    ["src/base/json.rs", "use self::super::super::table::Table;", "use self::super::order;"],
    ["src/base/json.rs", "mod x {\n    use super::super::super::table::Table;\n}", "mod x {\n    use super::super::order;\n}"],
    ["src/base/json.rs", 'const A: &str = "mod x {"; use super::super::table::Table;', "mod x { fn f() {} } use super::order;"],
    ["src/base/json.rs", '#[path = "../table/table.rs"]\nmod x;', '#[path = "json/edit.rs"]\nmod x;'],
    ["src/measure/disabled.rs", "use super::spec::CubeSpec;", "use super::base::Quoted;"], // the module is crate::measure
    ["src/base/json.rs", "use cellveil::table::Table;", "/// use cellveil::table::Table;"],
    ["src/base/json.rs", "extern crate self as root;", "extern fn f() {}"],
    ["src/base/json.rs", 'include!("../table/table.rs");', 'const A: &str = include_str!("words.json");'],
    ["src/bin/bindgen.rs", "use cellveil::nothing;", "use cellveil::table::Table;"],
    ["src/base/json.rs", 'const A: &str = "see //x"; use crate::table::Table;', 'const A: &str = "use crate::table::Table;";'],
    ["src/base/json.rs", 'const A: &str = "a/*b"; use crate::table::Table;', 'const A: char = \'"\'; // use crate::table::Table;'],
    ["src/base/json.rs", 'const A: &str = r#""//"#; use crate::table::Table;', 'const A: &str = r"\\"; // use crate::table::Table;'],
    ["src/base/json.rs", "const A: [u8; 2] = [b'\"', b'\\'']; use crate::table::Table; // \"", "fn f<'a>(_: &'a str, _: &'a str) {} // use crate::table::Table;"],
    ["src/base/json.rs", '/* /* " */ */ use crate::table::Table; // "', "/* /* */ use crate::table::Table; */"],
  ],
  "Layers of www": [
    ["www/api/cube.js", 'import { x } from "../element/element.js";', 'import { x } from "./table.js";'],
    ["www/api/cube.js", "import { x } from '../element/element.js';", "import { x } from './table.js';"],
    ["www/api/cube.js", "import '../element/element.js';", "import 'node:fs';"],
    ["www/api/cube.js", "export * from '../element/element.js';", "export * from './table.js';"],
    ["www/api/cube.js", "const x = await import(\n  `../element/element.js`,\n);", "const x = await import(`./table.js`);"],
    ["www/api/cube.js", "const x = await import(`../element/${name}.js`);", "const x = Array.from('../element/element.js');"],
    ["www/api/cube.js", 'const x = await import("../ele" + "ment/element.js");', 'const x = await import("./table.js", {});'],
    ["www/api/cube.js", "const x = await import(/* name */ name);", "// const x = await import(name);"],
    ["www/api/cube.js", 'const x = await import("../site/cellveil/element.js");', '/** @type {import("../site/cellveil/element.js").X} */'],
    ["www/site/shell/page.js", 'import "../../site/result/plot.js";', 'import "../../site/cellveil/element.js";'],
    ["www/api/cube.js", 'import "cellveil/element.js";', 'import "cellveils/element.js";'],
    ["www/api/cube.js", 'import "../../pkg/js/element.js";', 'import "../../pkg/cellveil.js";'],
    ["www/api/cube.js", 'new Worker(new URL("../element/element.js", import.meta.url));', 'new Worker(new URL("./worker.js", import.meta.url));'],
    ["www/api/types.ts", 'import type { X } from "../element/events.js";', 'import type { X } from "./measures.js";'],
    ["www/api/types.mjs", 'type X = import("../element/events.js").X;', 'type X = import("./measures.js").X;'],
    ["www/api/cube.js", 'const x = "a/*b"; import "../element/element.js";', '/* " */ // import "../element/element.js";'],
    ["www/api/cube.js", "const x = `a ${y ? `//` : {}}`; import '../element/element.js';", "const x = `a ${y ? `/*` : {}}`; // import '../element/element.js';"],
    ["www/api/cube.js", "const x = /[/*'\"]\\//; import '../element/element.js'; // '", "const x = /[`]/; // import '../element/element.js'; `"],
    ["www/element/words.js", 'import "../../src/export/statuses.json";', 'import "../words/statuses.js";'],
    ["www/planted.js", 'import "./api/cube.js";', "const x = 1;"],
  ],
};

for (const [heading, files, imports, stray] of /** @type {const} */ ([
  ["Layers of src", rust, rustImports, "src/planted.rs"],
  ["Layers of www", web, webImports, "www/planted.js"],
])) {
  describe(heading, () => {
    const table = layers(heading);

    test("every folder has a row, and every row's folder exists", () => {
      assert.deepEqual([...table.rows.keys()].sort(), [...new Set(files.map(({ file }) => folderOf(file)))].sort());
      assert.ok(!table.rows.has(folderOf(stray)));
    });

    test("no import goes up or across without an arrow", () => assert.deepEqual(forbidden(table, files, imports), []));

    for (const [file, bad, sound] of PLANTED[heading]) {
      test(`found in ${file}: ${bad.replace(/\s+/g, " ")}`, () => {
        assert.notDeepEqual(forbidden(table, [source(file, bad)], imports), []);
        assert.deepEqual(forbidden(table, [source(file, sound)], imports), []);
      });
    }

    test("the arrows within rows make no circle", () => {
      assert.deepEqual(circle(table), []);
      const [first] = table.arrows;
      const back = first.split(" → ").reverse();
      assert.deepEqual(circle({ ...table, arrows: new Set([...table.arrows, back.join(" → ")]) }).sort().filter((name) => back.includes(name)), back.sort());
    });
  });
}

test("base names nothing of the domain", () => {
  const base = rust.filter(({ file }) => folderOf(file) === "base");
  assert.deepEqual(base.flatMap((source) => domainNames(source).map((name) => `${source.file}: ${name}`)), []);
  for (const [bad, sound] of [
    ["fn f(_: Query) {}", "fn f(_: QueryString) {}"],
    ["struct TableRow;", "struct Row; // of a Table"],
    ["pub(crate) fn read_records() {}", "pub(crate) fn read_recorded() {}"],
    ["const MAX_VIEWS: usize = 1;", "const MAX_TABLE_CELLS: usize = 1;"],
    ["const fn code() {}", "const fn encode() {}"],
    ["enum Code {}", "enum Encoder {}"],
    ["trait Noises {}", 'const A: &str = "struct Noise";'],
    ["mod methods;", "mod methodical;"],
  ]) {
    assert.equal(domainNames(source("x.rs", bad)).length, 1, bad);
    assert.deepEqual(domainNames(source("x.rs", sound)), []);
  }
});

test("only the command line names clap", () => {
  assert.deepEqual(rust.filter(({ file, code }) => /\bclap\b/.test(code) && folderOf(file) !== "cli").map(({ file }) => file), []);
});

test("only the host knows the machine", () => {
  const machine = /\bstd::(?:fs|env|process|net)\b|\bstd::\{[^;]*\b(?:fs|env|process)\b|\b(?:stdout|stderr|stdin)\(\)\.(?:lock|is_terminal)|\be?print(?:ln)?!|\bstd::path::absolute\b|\.(?:canonicalize|exists|try_exists|symlink_metadata|read_dir|read_link)\(\)|\bio::std(?:in|out|err)\b|[\w)]\.is_(?:file|dir)\(\)(?<!\b(?:kind|metadata|about)\.is_(?:file|dir)\(\))/;
  const users = rust.filter(({ file }) => ["cli", "input"].includes(folderOf(file)));
  assert.deepEqual(users.flatMap(({ file, code }) => (machine.test(code) ? [`${file}: ${machine.exec(code)?.[0]}`] : [])), []);
  for (const [bad, sound] of [
    ["std::fs::read(path)", "fs::read(path)"],
    ["use std::{fs, io};", "use std::{io, path::Path};"],
    ["path.exists()", "host::exists(path)"],
    ["real.is_dir()", "kind.is_dir()"],
    ["println!(\"a\")", "print(\"a\")"],
    ["std::io::stdout().lock()", "host::stdout()"],
  ]) {
    assert.match(bad, machine);
    assert.doesNotMatch(sound, machine);
  }
});

test("feature gates stand before mod or use, with few exceptions", () => {
  const counted = rust.map((source) => [source.file, innerGates(source)]).filter(([, count]) => count !== 0);
  assert.deepEqual(Object.fromEntries(counted), Object.fromEntries(Object.entries(INNER_GATES).map(([file, [count]]) => [file, count])));
  assert.ok(counted.reduce((sum, [, count]) => sum + Number(count), 0) <= MOST_INNER_GATES);
  for (const [bad, sound] of [
    ['enum E { #[cfg(feature = "cli")] A }', '#[cfg(feature = "cli")]\n#[doc(hidden)]\npub(crate) mod a;'],
    ['const A: bool = cfg!(all(not(test), feature = "cli"));', 'const A: bool = cfg!(all(not(test), target_feature = "simd128"));'],
    ['const A: bool = cfg![any(feature = "cli")];', 'const A: bool = cfg!(test); // feature = "cli"'],
    ['#[cfg_attr(all(feature = "cli"), doc(alias = ["a]"]))] struct A;', '#[cfg_attr(all(feature = "cli"), doc(alias = ["a]"]))] use a;'],
    ['#![cfg(feature = "cli")]\nuse a;', '#![cfg(test)]\nuse a;'],
  ]) {
    assert.equal(innerGates(source("x.rs", bad)), 1, bad);
    assert.equal(innerGates(source("x.rs", sound)), 0, sound);
  }
});

test("FULL gates at most as many statements as listed", () => {
  const [most, why] = MOST_FULL_GATES;
  const count = rust.reduce((sum, source) => sum + fullGates(source), 0);
  assert.ok(count <= most, `${count} uses; the limit is ${most}: ${why}`);
  assert.equal(fullGates(source("src/table/x.rs", "use crate::base::{FULL, Quoted};\nfn f() { if FULL && !FULL {} }")), 2);
  assert.equal(fullGates(source("src/table/x.rs", "use crate::base::{FULL, Quoted}; // FULL\nconst FULLER: bool = true;")), 0);
  assert.equal(fullGates(source("src/base/mod.rs", "pub use features::FULL as LARGE;")), Infinity);
  assert.equal(fullGates(source("src/base/mod.rs", "pub const FULL: bool = true;")), 0);
});
