/** Installs DuckDB, a parser of SQL and Spark in target/engines. All are Python packages. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { path, run, unlessFresh } from "../../../../scripts/lib.js";

const ENGINES = "target/engines";
const REQUIREMENTS = "tests/js/support/engines/requirements.txt";
const MORE = "tests/js/support/engines/requirements-long.txt";

/** The folder of the Python interpreter with the engines. */
export const BIN = path(ENGINES, "venv", process.platform === "win32" ? "Scripts" : "bin");

/** The Python interpreter with the engines. */
export const PYTHON = join(BIN, process.platform === "win32" ? "python.exe" : "python3");

/** Whether this machine has Python. */
export const hasPython = () => spawnSync("python3", ["--version"]).status === 0;

/** Whether this machine has Java, which Spark needs. */
export const hasJava = () => spawnSync("java", ["-version"]).status === 0;

/** Installs missing packages. */
export function ensureEngines() {
  unlessFresh("engines", { inputs: [REQUIREMENTS], outputs: [`${ENGINES}/venv/pyvenv.cfg`] }, () => {
    run("python3", ["-m", "venv", "--clear", path(ENGINES, "venv")]);
    run(PYTHON, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", path(REQUIREMENTS)]);
  });
}

/** Installs Spark, which takes 500 MB. */
export function ensureSpark() {
  ensureEngines();
  unlessFresh("engines-long", { inputs: [REQUIREMENTS, MORE], outputs: [`${ENGINES}/venv/pyvenv.cfg`, `${ENGINES}/venv/${process.platform === "win32" ? "Scripts" : "bin"}/spark-submit`] }, () => {
    run(PYTHON, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", path(MORE)]);
  });
}
