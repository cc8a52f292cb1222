/**
 * Installs the peers in target/bench/peers by their lock files. The bench runs without a peer that cannot be installed.
 */

import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { path, run, say, unlessFresh } from "../../../scripts/lib.js";

export const PEERS = "target/bench/peers";
const SOURCE = "tests/bench/peers/locks";

/** The Python interpreter with the ONS package. */
export const PYTHON = path(PEERS, "venv", process.platform === "win32" ? "Scripts/python.exe" : "bin/python");

/** Installs missing peers. @param {("npm" | "python")[]} from */
export function installPeers(from) {
  mkdirSync(path(PEERS), { recursive: true });
  if (from.includes("npm")) attempt("DuckDB-WASM and arquero", () => {
    const locks = ["package.json", "package-lock.json"];
    const inputs = locks.map((name) => `${SOURCE}/${name}`);
    unlessFresh("bench-peers-npm", { inputs, outputs: [`${PEERS}/node_modules/arquero/package.json`] }, () => {
      for (const name of locks) copyFileSync(path(SOURCE, name), path(PEERS, name));
      run("npm", ["ci", "--prefix", path(PEERS), "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0"]);
    });
  });
  if (from.includes("python")) attempt("the ONS package", () => {
    unlessFresh("bench-peers-python", { inputs: [`${SOURCE}/requirements.txt`], outputs: [`${PEERS}/venv/pyvenv.cfg`] }, () => {
      run("python3", ["-m", "venv", "--clear", path(PEERS, "venv")]);
      run(PYTHON, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", path(SOURCE, "requirements.txt")]);
    });
  });
}

/** Returns which peers are installed. @returns {{ npm: boolean, python: boolean }} */
export function installedPeers() {
  const stamped = (/** @type {string} */ name) => existsSync(path("target/stamps", name));
  return { npm: stamped("bench-peers-npm"), python: stamped("bench-peers-python") };
}

/** @param {string} what @param {() => void} work */
function attempt(what, work) {
  try {
    work();
  } catch (error) {
    say(`going on without ${what}: ${error instanceof Error ? error.message : error}`);
  }
}
