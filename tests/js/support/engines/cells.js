/** Builds a cube from records, and from the cells that an engine makes of the records. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { path } from "../../../../scripts/lib.js";
import { NATIVE, digests, ran } from "../commands.js";
import { PYTHON } from "./install.js";

const RUN = path("tests/js/support/engines/run.py");

/** A new folder for the files of a test. @param {string} name */
export function workspace(name) {
  const folder = path("target/test-sql", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Runs the native program, which must succeed. @param {string} cwd @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
export function done(cwd, args, env = process.env) {
  const { status, stdout, stderr } = ran(NATIVE, args, { cwd, env });
  assert.equal(status, 0, `${args.join(" ")}: ${stderr}`);
  return { stdout, stderr };
}

/** Runs run.py. @param {string} cwd @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
export function python(cwd, args, env = process.env) {
  const { status, stdout, stderr } = spawnSync(PYTHON, [RUN, ...args], { cwd, env, encoding: "utf8", maxBuffer: 1 << 26 });
  return { status, stdout, stderr };
}

/** Runs a Python program that must succeed. @param {string} cwd @param {string} code */
export function script(cwd, code) {
  const { status, stdout, stderr } = spawnSync(PYTHON, ["-c", code], { cwd, encoding: "utf8", maxBuffer: 1 << 26 });
  assert.equal(status, 0, stderr);
  return stdout;
}

/**
 * Writes the statements of an engine to a file. @param {string} cwd @param {string} spec @param {string} engine @param {string} records
 * @param {string} out @param {NodeJS.ProcessEnv} [env] @param {string[]} [more]
 */
export function statements(cwd, spec, engine, records, out, env = process.env, more = []) {
  const { status, stdout, stderr } = ran(NATIVE, ["sql", spec, "--engine", engine, "--records", records, "--out", out, ...more], { cwd, env });
  assert.equal(status, 0, stderr);
  // The program's output is read as Latin-1.
  const text = Buffer.from(stdout, "latin1");
  writeFileSync(`${cwd}/${engine}.sql`, text);
  return text.toString();
}

/**
 * Builds a cube from records, and from the cells of DuckDB. All files must be equal.
 * @param {string} cwd @param {string} spec @param {string} records @param {{ secret?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export function sameTiles(cwd, spec, records, { secret, env = process.env } = {}) {
  for (const name of ["cells", "from-records", "from-cells"]) rmSync(`${cwd}/${name}`, { recursive: true, force: true });
  done(cwd, ["tile", spec, "--records", records, "--out", "from-records"], env);
  statements(cwd, spec, "duckdb", records, "cells", env);
  const ended = python(cwd, ["duckdb", "duckdb.sql", ...(secret ? [`secret=${secret}`] : [])], env);
  assert.equal(ended.status, 0, ended.stderr);
  done(cwd, ["tile", spec, "--cells", "cells", "--out", "from-cells"], env);
  const files = digests(`${cwd}/from-records`);
  assert.ok(Object.keys(files).length > 1);
  assert.deepEqual(digests(`${cwd}/from-cells`), files);
  return files;
}

/**
 * Builds a sealed cube from records, and from the views that DuckDB protects. All files must be equal.
 * @param {string} cwd @param {string} spec @param {string} records
 * @param {{ secret?: string, salt?: string, env?: NodeJS.ProcessEnv }} [options] the environment variables with the secret and the salt
 */
export function sameSealed(cwd, spec, records, { secret, salt, env = process.env } = {}) {
  for (const name of ["views", "from-records", "from-views"]) rmSync(`${cwd}/${name}`, { recursive: true, force: true });
  done(cwd, ["tile", spec, "--records", records, "--out", "from-records"], env);
  statements(cwd, spec, "duckdb", records, "views", env, ["--protect"]);
  const given = [...(secret ? [`secret=${secret}`] : []), ...(salt ? [`salt=${salt}`] : [])];
  const ended = python(cwd, ["duckdb", "duckdb.sql", ...given], env);
  assert.equal(ended.status, 0, ended.stderr);
  done(cwd, ["tile", spec, "--views", "views", "--out", "from-views"], env);
  const files = digests(`${cwd}/from-records`);
  assert.ok(Object.keys(files).length > 1);
  assert.deepEqual(digests(`${cwd}/from-views`), files);
  return files;
}

/** Writes the records of the hypercube to people.parquet. The first record of a cell has the cell's key, and all others have 0. @param {string} cwd */
export function hypercubeRecords(cwd) {
  script(cwd, `import duckdb; duckdb.execute("""COPY (SELECT cells.* EXCLUDE (count, key), CASE WHEN i = 0 THEN key ELSE 0 END AS record_key
    FROM read_csv('${path("demo/hypercube/cells.csv.gz")}') AS cells, range(count) AS persons(i)) TO 'people.parquet' (FORMAT parquet)""")`);
}
