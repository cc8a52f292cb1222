// The cells of DuckDB give the same tiles as 10 million records, and so do protected views. Spark, with two workers, gives the
// same tiles too.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { NATIVE, digests, ran } from "./support/commands.js";
import { KEYS, METHODS, SALTS, town, townSpec } from "./support/engines/cases.js";
import { done, hypercubeRecords, sameSealed, sameTiles, script, statements, workspace } from "./support/engines/cells.js";
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

/** All views of up to three dimensions, by a method that hashes. */
const SEALED = `${SPEC.replace('audience = "teaching"', 'audience = "teaching"\nrelease = "sealed"')
  .replace("KEY", `KEY\nsalt = "${SALTS.SALT_OF_TOWN}"`)
  .replace('name = "area"', `name = "area"\ncodes = { ${Array.from({ length: 400 }, (_, at) => `A${at} = "Area ${at}"`).join(", ")} }`)}
[publish]
max_dimensions = 3
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

    test(`protected views, ${name}`, () => {
      const folder = workspace(`people-views-${name.replace(" ", "-")}`);
      writeFileSync(`${folder}/cube.toml`, SEALED.replace("KEY", key));
      script(folder, `import duckdb; duckdb.execute("COPY (${PEOPLE.replaceAll("\n", " ")}) TO 'people.parquet' (FORMAT parquet)")`);
      const env = { ...process.env, SECRET_OF_PEOPLE: "b7e2905c1fd84a6693507ce1842b3fd9", ...SALTS };
      sameSealed(folder, "cube.toml", "people.parquet", { secret: name === "derived keys" ? "SECRET_OF_PEOPLE" : undefined, salt: "SALT_OF_TOWN", env });
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
      return `${at}.sql${KEYS[name].secret ? `,secret=${KEYS[name].secret}` : ""}`;
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

  test("the census sample, the hypercube and 10 million records, and the views of all methods", () => {
    ensureSpark();
    const folder = workspace("spark-large");
    const env = { ...process.env, SECRET_OF_PEOPLE: "b7e2905c1fd84a6693507ce1842b3fd9", SALT_OF_CENSUS: "c1457f2e9ab04d6b83d25ef01c7a9643", ...SALTS };
    const parquet = (/** @type {string} */ query, /** @type {string} */ name) => script(folder, `import duckdb; duckdb.execute("COPY (${query}) TO '${name}' (FORMAT parquet)")`);
    hypercubeRecords(folder);
    renameSync(`${folder}/people.parquet`, `${folder}/hypercube.parquet`);
    parquet(PEOPLE.replaceAll("\n", " "), "people.parquet");
    parquet(`SELECT * REPLACE (CAST(record_key AS BIGINT) AS record_key) FROM read_csv('${path("demo/census2011-teaching/records.csv.gz")}', all_varchar = true)`, "census.parquet");
    writeFileSync(`${folder}/town.csv`, town(2000));
    parquet("SELECT * REPLACE (CAST(record_key AS BIGINT) AS record_key) FROM read_csv('town.csv', all_varchar = true)", "town.parquet");
    const derived = 'derive = { from = "id", secret_env = "SECRET_OF_PEOPLE" }';
    /** @type {Record<string, { spec: string, records: string, secret?: string, salt?: string, isProtected?: boolean }>} */
    const jobs = {
      census: { spec: path("demo/census2011-teaching/cube.toml"), records: "census" },
      "census, sealed": { spec: path("demo/census2011-teaching/sealed.toml"), records: "census", salt: "SALT_OF_CENSUS", isProtected: true },
      hypercube: { spec: path("demo/hypercube/cube.toml"), records: "hypercube" },
      "hypercube, sealed": { spec: path("demo/hypercube/sealed.toml"), records: "hypercube", isProtected: true },
      "10 million, given keys": { spec: SPEC.replace("KEY", 'column = "record_key"'), records: "people" },
      "10 million, derived keys": { spec: SPEC.replace("KEY", derived), records: "people", secret: "SECRET_OF_PEOPLE" },
      "10 million, derived keys, sealed": { spec: SEALED.replace("KEY", derived), records: "people", secret: "SECRET_OF_PEOPLE", salt: "SALT_OF_TOWN", isProtected: true },
    };
    for (const [name, { method, salt }] of Object.entries(METHODS)) {
      jobs[name] = { spec: townSpec(KEYS.sum.key, "sealed", { method }), records: "town", salt, isProtected: true };
    }
    const words = Object.values(jobs).map(({ spec, records, secret, salt, isProtected }, at) => {
      if (spec.includes("\n")) writeFileSync(`${folder}/${at}.toml`, spec);
      statements(folder, spec.includes("\n") ? `${at}.toml` : spec, "spark", `${folder}/${records}.parquet`, `${folder}/out-${at}`, env, isProtected ? ["--protect"] : []);
      renameSync(`${folder}/spark.sql`, `${folder}/${at}.sql`);
      return [`${at}.sql`, ...(secret ? [`secret=${secret}`] : []), ...(salt ? [`salt=${salt}`] : [])].join(",");
    });
    const { stdout, stderr } = spawnSync(PYTHON, [path("tests/js/support/engines/spark.py"), ...words], { cwd: folder, env, encoding: "utf8", maxBuffer: 1 << 28 });
    for (const [at, [name, { spec, records, isProtected }]] of Object.entries(jobs).entries()) {
      assert.ok(stdout.includes(`${at}.sql: done\n`), `${name}: ${stdout}${stderr}`);
      const file = spec.includes("\n") ? `${at}.toml` : spec;
      done(folder, ["tile", file, "--records", `${records}.parquet`, "--out", `records-${at}`], env);
      done(folder, ["tile", file, isProtected ? "--views" : "--cells", `out-${at}`, "--out", `tiles-${at}`], env);
      assert.deepEqual(digests(`${folder}/tiles-${at}`), digests(`${folder}/records-${at}`), name);
    }
  });
});
