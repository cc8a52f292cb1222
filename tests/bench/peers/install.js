/**
 * Installs the peers in target/bench/peers by their lock files. The bench runs without a peer that cannot be installed.
 */

import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { path, run, say, unlessFresh } from "../../../scripts/lib.js";

export const PEERS = "target/bench/peers";
const SOURCE = "tests/bench/peers/locks";

/** The Python interpreter with the ONS package. */
export const PYTHON = path(PEERS, "venv", process.platform === "win32" ? "Scripts/python.exe" : "bin/python");

/** The Python interpreter with DuckDB. */
export const DUCKDB = path(PEERS, "duckdb", process.platform === "win32" ? "Scripts/python.exe" : "bin/python");

/** The Python interpreter with Polars. */
export const POLARS = path(PEERS, "polars", process.platform === "win32" ? "Scripts/python.exe" : "bin/python");

/** The registries with peers, and DuckDB and Polars, each of which has a lock of its own. @typedef {"npm" | "python" | "duckdb" | "polars"} Registry */

/** Installs missing peers. @param {Registry[]} from */
export function installPeers(from) {
  mkdirSync(path(PEERS), { recursive: true });
  if (from.includes("npm")) attempt("DuckDB-WASM, Mosaic, Perspective and arquero", () => {
    const locks = ["package.json", "package-lock.json"];
    const inputs = locks.map((name) => `${SOURCE}/${name}`);
    unlessFresh("bench-peers-npm", { inputs, outputs: ["arquero", "@perspective-dev/client", "@uwdata/mosaic-core"].map((name) => `${PEERS}/node_modules/${name}/package.json`) }, () => {
      for (const name of locks) copyFileSync(path(SOURCE, name), path(PEERS, name));
      run("npm", ["ci", "--prefix", path(PEERS), "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0"]);
    });
  });
  if (from.includes("python")) attempt("the ONS package", () => installPython("python", "venv", "requirements.txt", PYTHON));
  if (from.includes("duckdb")) attempt("DuckDB", () => installPython("duckdb", "duckdb", "duckdb.txt", DUCKDB));
  if (from.includes("polars")) attempt("Polars", () => installPython("polars", "polars", "polars.txt", POLARS));
}

/** Installs packages in an environment of their own. @param {string} name @param {string} folder @param {string} lock @param {string} python */
function installPython(name, folder, lock, python) {
  unlessFresh(`bench-peers-${name}`, { inputs: [`${SOURCE}/${lock}`], outputs: [`${PEERS}/${folder}/pyvenv.cfg`] }, () => {
    run("python3", ["-m", "venv", "--clear", path(PEERS, folder)]);
    run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", path(SOURCE, lock)]);
  });
}

/** Returns which peers are installed. @returns {Record<Registry, boolean>} */
export function installedPeers() {
  const stamped = (/** @type {string} */ name) => existsSync(path("target/stamps", name));
  return { npm: stamped("bench-peers-npm"), python: stamped("bench-peers-python"), duckdb: stamped("bench-peers-duckdb"), polars: stamped("bench-peers-polars") };
}

/** @param {string} what @param {() => void} work */
function attempt(what, work) {
  try {
    work();
  } catch (error) {
    say(`going on without ${what}: ${error instanceof Error ? error.message : error}`);
  }
}
