/** Installs DuckDB and a parser of SQL in target/engines. Both are Python packages. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { path, run, unlessFresh } from "../../../../scripts/lib.js";

const ENGINES = "target/engines";
const REQUIREMENTS = "tests/js/support/engines/requirements.txt";

/** The folder of the Python interpreter with the engines. */
export const BIN = path(ENGINES, "venv", process.platform === "win32" ? "Scripts" : "bin");

/** The Python interpreter with the engines. */
export const PYTHON = join(BIN, process.platform === "win32" ? "python.exe" : "python3");

/** Whether this machine has Python. */
export const hasPython = () => spawnSync("python3", ["--version"]).status === 0;

/** Installs missing packages. */
export function ensureEngines() {
  unlessFresh("engines", { inputs: [REQUIREMENTS], outputs: [`${ENGINES}/venv/pyvenv.cfg`] }, () => {
    run("python3", ["-m", "venv", "--clear", path(ENGINES, "venv")]);
    run(PYTHON, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", path(REQUIREMENTS)]);
  });
}
