// The cells of DuckDB give the same tiles as 10 million records. The cells of Spark, with two workers, give the same tiles too.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { NATIVE, digests, ran } from "./support/commands.js";
import { KEYS, town, townSpec } from "./support/engines/cases.js";
import { done, sameTiles, script, statements, workspace } from "./support/engines/cells.js";
import { PYTHON, ensureEngines, ensureSpark, hasJava, hasPython } from "./support/engines/install.js";

const skip = !hasPython() && "there is no python3";
if (!skip) ensureEngines();

const PEOPLE = `SELECT 'P' || i AS id,
'A' || CAST(hash(i, 1) % 400 AS VARCHAR) AS area, CAST(hash(i, 2) % 100 AS UTINYINT) AS age, CAST(hash(i, 3) % 2 + 1 AS UTINYINT) AS sex,
CASE WHEN hash(i, 4) % 20 > 0 THEN CAST(hash(i, 5) % 8000000 AS DOUBLE) / 100 END AS wage, CAST(hash(i, 6) % 4294967296 AS UINTEGER) AS record_key
FROM range(10000000) AS persons(i)`;

const SPEC = `
[cube]
id = "people"
unit = "person"
data = "synthetic"
audience = "teaching"
[key]
KEY
[[dimension]]
name = "area"
[[dimension]]
name = "age"
cut = { at = [0, 16, 25, 45, 65] }
[[dimension]]
name = "sex"
codes = { 1 = "Male", 2 = "Female" }
[[dimension]]
name = "wage"
missing = { values = [""], code = "X", label = "Not stated" }
cut = { at = [0, 0.05, 1000.5, 20000, 50000.25] }
[method.default]
kind = "random-rounding"
base = 3
`;

describe("10 million records", { skip }, () => {
  for (const [name, key] of [["given keys", 'column = "record_key"'], ["derived keys", 'derive = { from = "id", secret_env = "SECRET_OF_PEOPLE" }']]) {
    test(name, () => {
      const folder = workspace(`people-${name.replace(" ", "-")}`);
      writeFileSync(`${folder}/cube.toml`, SPEC.replace("KEY", key));
      script(folder, `import duckdb; duckdb.execute("COPY (${PEOPLE.replaceAll("\n", " ")}) TO 'people.parquet' (FORMAT parquet)")`);
      const env = { ...process.env, SECRET_OF_PEOPLE: "b7e2905c1fd84a6693507ce1842b3fd9" };
      sameTiles(folder, "cube.toml", "people.parquet", { secret: name === "derived keys" ? "SECRET_OF_PEOPLE" : undefined, env });
    });
  }
});

describe("Spark with two workers", { skip: skip || (!hasJava() && "there is no Java") }, () => {
  test("all kinds of keys, and a key that ends the statement", () => {
    ensureSpark();
    const folder = workspace("spark");
    const env = { ...process.env, SECRET_OF_TOWN: "ein Geheimnis mit Umlaut: ü" };
    writeFileSync(`${folder}/people.csv`, town(3000));
    script(folder, `import duckdb; duckdb.execute("COPY (SELECT * REPLACE (CAST(record_key AS BIGINT) AS record_key) FROM read_csv('people.csv', all_varchar = true)) TO 'people.parquet' (FORMAT parquet)")`);
    script(folder, "import duckdb; duckdb.execute(\"COPY (SELECT * REPLACE (-915734021 AS record_key) FROM 'people.parquet') TO 'wrong.parquet' (FORMAT parquet)\")");
    const names = Object.keys(KEYS);
    const jobs = names.map((name, at) => {
      writeFileSync(`${folder}/${at}.toml`, townSpec(KEYS[name].key, "keyed"));
      statements(folder, `${at}.toml`, "spark", `${folder}/people.parquet`, `${folder}/cells-${at}`, env);
      renameSync(`${folder}/spark.sql`, `${folder}/${at}.sql`);
      return `${at}.sql${KEYS[name].secret ? `=${KEYS[name].secret}` : ""}`;
    });
    statements(folder, "0.toml", "spark", `${folder}/wrong.parquet`, `${folder}/cells-wrong`, env);
    const { stdout, stderr } = spawnSync(PYTHON, [path("tests/js/support/engines/spark.py"), ...jobs, "spark.sql"], { cwd: folder, env, encoding: "utf8", maxBuffer: 1 << 28 });
    assert.match(stdout, /spark\.sql: [^]*cellveil: column record_key: the key is not a whole number/, stderr);
    assert.doesNotMatch(stdout, /915734021/);
    for (const [at, name] of names.entries()) {
      assert.ok(stdout.includes(`${at}.sql: done\n`), `${name}: ${stdout}`);
      done(folder, ["tile", `${at}.toml`, "--records", "people.parquet", "--out", `records-${at}`], env);
      done(folder, ["tile", `${at}.toml`, "--cells", `cells-${at}`, "--out", `tiles-${at}`], env);
      assert.deepEqual(digests(`${folder}/tiles-${at}`), digests(`${folder}/records-${at}`), name);
    }
    // A part is lost.
    const part = readdirSync(`${folder}/cells-0`).find((name) => name.startsWith("part-"));
    rmSync(`${folder}/cells-0/${part}`);
    const { stderr: message } = ran(NATIVE, ["tile", "0.toml", "--cells", "cells-0", "--out", "lost"], { cwd: folder, env });
    assert.match(message, /cells-0: its counts do not add up to the number of records/);
  });
});
