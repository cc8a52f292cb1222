// Joins the bindings of the cores for cubes. wasm-bindgen writes a module for each core, and these modules are nearly
// equal. The bundle has their code once, as a function that returns new bindings for a core.

import { readFileSync } from "node:fs";
import { Failure, path } from "./lib.js";

/** The modules of the cores by the names of `www/api/bindings.js`. `scalar` has all functions of the others. */
const MODULES = { small: "cellveil", full: "cellveil_full", scalar: "cellveil_scalar" };

/** The first line of the functions that fetch and start a core in many ways. `START` replaces these functions. */
const LOADER = "async function __wbg_load(";
/** Starts a core from a compiled module or from bytes. The small core has no `tableWith`, because it reads no p-tables of callers. */
const START = `
  async function begin(source) {
    const started = await WebAssembly.instantiate(source, __wbg_get_imports());
    __wbg_finalize_init(started.instance ?? started, started.module ?? source);
    if (!wasm.wasmcube_tableWith) delete WasmCube.prototype.tableWith;
  }
  let beginning;
  const start = ({ module_or_path }) => beginning ??= begin(module_or_path).catch((error) => {
    beginning = undefined;
    throw error;
  });
  return { start, WasmCube, reset: __wbg_reset_state };`;

/** The name of a core's own imports, which occurs once in its bindings. @param {string} module */
const importsOf = (module) => `"./${module}_bg.js"`;

/** @param {string} module */
const textOf = (module) => readFileSync(path(`pkg/${module}.js`), "utf8");

/** Returns the code of `www/api/bindings.js` for the bundles. */
export function joinedBindings() {
  const all = textOf(MODULES.scalar);
  const lines = new Set(all.split("\n"));
  for (const module of Object.values(MODULES)) {
    const names = [importsOf(module), "@ts-self-types"];
    const own = textOf(module).split("\n").find((line) => !lines.has(line) && !names.some((name) => line.includes(name)));
    if (own !== undefined) throw new Failure(`pkg/${module}.js has a line that pkg/${MODULES.scalar}.js has not: ${own.trim()}`);
  }
  const end = all.indexOf(LOADER);
  if (end < 0) throw new Failure(`pkg/${MODULES.scalar}.js has no ${LOADER}`);
  const body = all.slice(0, end).replace(importsOf(MODULES.scalar), "[imports]").replaceAll(/^export (?=class|function)/gm, "");
  return `function bindings(imports) {
${body}
${START}
}
${Object.entries(MODULES).map(([name, module]) => `export const ${name} = bindings(${importsOf(module)});`).join("\n")}
`;
}
