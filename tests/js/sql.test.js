// `cellveil sql`: the cells of DuckDB give the same tiles as the records, byte for byte. A parser reads the statements of Spark
// and BigQuery, and DuckDB runs those of BigQuery after a translation. sql.long.test.js has more records.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { IN_NODE, NATIVE, digests, ran } from "./support/commands.js";
import { KEYS, town, townSpec } from "./support/engines/cases.js";
import { done, hypercubeRecords, python, sameTiles, script, statements, workspace } from "./support/engines/cells.js";
import { BIN, ensureEngines, hasPython } from "./support/engines/install.js";

const skip = !hasPython() && "there is no python3";
if (!skip) ensureEngines();

const SECRET = { ...process.env, SECRET_OF_TOWN: "ein Geheimnis mit Umlaut: ü" };

describe("the tiles of DuckDB's cells are those of the records", { skip }, () => {
  for (const [name, { key, secret }] of Object.entries(KEYS)) {
    // Only a keyed cube shows the keys of all cells. A sealed cube has all views.
    for (const release of /** @type {("keyed" | "sealed")[]} */ (name === "sum" ? ["keyed", "sealed"] : ["keyed"])) {
      test(`${release}, ${name}`, () => {
        const folder = workspace(`town-${release}-${name.replace(/\W+/g, "-")}`);
        writeFileSync(`${folder}/cube.toml`, townSpec(key, release));
        writeFileSync(`${folder}/people.csv`, town(2000));
        sameTiles(folder, "cube.toml", "people.csv", { secret, env: SECRET });
      });
    }
  }

  test("a secret of more than 64 bytes", () => {
    const folder = workspace("long-secret");
    writeFileSync(`${folder}/cube.toml`, townSpec(KEYS.hmac.key, "keyed"));
    writeFileSync(`${folder}/people.csv`, town(300));
    sameTiles(folder, "cube.toml", "people.csv", { secret: "SECRET_OF_TOWN", env: { ...process.env, SECRET_OF_TOWN: "b7e2905c1fd84a66".repeat(5) } });
  });

  test("the command line of DuckDB", () => {
    const folder = workspace("command-line");
    writeFileSync(`${folder}/cube.toml`, townSpec(KEYS.hmac.key, "sealed"));
    writeFileSync(`${folder}/people.csv`, town(300));
    sameTiles(folder, "cube.toml", "people.csv", { secret: "SECRET_OF_TOWN", env: SECRET });
    const sql = statements(folder, "cube.toml", "duckdb", "people.csv", "other", SECRET);
    // The line stands in a comment of the script.
    const [set] = /SET VARIABLE cellveil_secret = getenv.*$/m.exec(sql) ?? [];
    const { status, stderr } = spawnSync(join(BIN, "duckdb"), { cwd: folder, env: SECRET, input: `${set}\n${sql}`, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    done(folder, ["tile", "cube.toml", "--cells", "other", "--out", "from-other"], SECRET);
    assert.deepEqual(digests(`${folder}/from-other`), digests(`${folder}/from-records`));
    // The command line goes on after an error, but the error leaves no cells.
    const unset = spawnSync(join(BIN, "duckdb"), { cwd: folder, input: sql.replace("TO 'other'", "TO 'unset'"), encoding: "utf8" });
    assert.match(unset.stderr, /cellveil: the variable cellveil_secret is not set/);
    assert.deepEqual(existsSync(`${folder}/unset`) ? readdirSync(`${folder}/unset`) : [], []);
  });

  for (const spec of ["cube.toml", "sealed.toml"]) {
    test(`the census sample, ${spec}`, () => {
      sameTiles(workspace(`census-${spec}`), path("demo/census2011-teaching", spec), path("demo/census2011-teaching/records.csv.gz"));
    });

    test(`the hypercube, 1.5 million records, ${spec}`, () => {
      const folder = workspace(`hypercube-${spec}`);
      hypercubeRecords(folder);
      const files = sameTiles(folder, path("demo/hypercube", spec), "people.parquet");
      done(folder, ["tile", path("demo/hypercube", spec), "--cells", path("demo/hypercube/cells.csv.gz"), "--out", "given"]);
      assert.deepEqual(digests(`${folder}/given`), files);
    });
  }

  test("columns of Parquet with types", () => {
    const folder = workspace("types");
    writeFileSync(`${folder}/cube.toml`, TYPES);
    script(folder, `import duckdb; duckdb.execute("COPY (${TYPED.replaceAll("\n", " ")}) TO 'people.parquet' (FORMAT parquet)")`);
    sameTiles(folder, "cube.toml", "people.parquet");
    // The same records in two files, and as one file of cells.
    script(folder, `import duckdb; duckdb.execute("COPY (SELECT * FROM 'people.parquet') TO 'parts' (FORMAT parquet, FILE_SIZE_BYTES '1kb')")`);
    statements(folder, "cube.toml", "duckdb", "parts/*.parquet", "one.parquet");
    assert.equal(python(folder, ["duckdb", "duckdb.sql"]).status, 0);
    done(folder, ["tile", "cube.toml", "--cells", "one.parquet", "--out", "one"]);
    assert.deepEqual(digests(`${folder}/one`), digests(`${folder}/from-records`));
  });

  test("the program in Node reads the same folder", () => {
    const folder = workspace("in-node");
    writeFileSync(`${folder}/cube.toml`, townSpec(KEYS.sum.key, "sealed"));
    writeFileSync(`${folder}/people.csv`, town(300));
    sameTiles(folder, "cube.toml", "people.csv");
    const { status, stderr } = ran(IN_NODE, ["tile", "cube.toml", "--cells", "cells", "--out", "in-node"], { cwd: folder });
    assert.equal(status, 0, stderr);
    assert.deepEqual(digests(`${folder}/in-node`), digests(`${folder}/from-records`));
    const refused = ran(IN_NODE, ["sql", "cube.toml", "--engine", "duckdb", "--records", "people.csv", "--out", "cells"], { cwd: folder });
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /^cellveil: sql: only the native program writes statements; expected another command/);
  });
});

const TYPES = `
[cube]
id = "types"
unit = "person"
data = "synthetic"
audience = "teaching"
[key]
column = "record_key"
weak_keys = "invented persons"
${["flag", "born", "small", "whole", "kind", "decimal"].map((name) => `[[dimension]]\nname = "${name}"\nmissing = { values = [""], code = "X" }`).join("\n")}
[[dimension]]
name = "wage"
missing = { values = ["", "NaN"], code = "X" }
cut = { at = [-1000, 0, 0.1, 2500.5] }
[method.default]
kind = "threshold-rounding"
threshold = 10
base = 5
`;

const TYPED = `SELECT
CASE WHEN i % 7 = 0 THEN NULL ELSE i % 2 = 0 END AS flag,
CASE WHEN i % 11 = 0 THEN NULL ELSE DATE '1999-12-30' + CAST(i % 5 AS INTEGER) END AS born,
CAST(i % 3 - 1 AS TINYINT) AS small,
CASE WHEN i % 5 = 0 THEN NULL ELSE CAST(i % 4 AS DOUBLE) END AS whole,
CAST(['a', 'b', 'ü'][i % 3 + 1] AS ENUM('a', 'b', 'ü')) AS kind,
CAST(i % 2 AS DECIMAL(9, 0)) AS decimal,
CASE WHEN i % 13 = 0 THEN NULL WHEN i % 17 = 0 THEN CAST('nan' AS DOUBLE) ELSE (i % 50 - 10) * 0.1 + (i % 3) * 1250.2 END AS wage,
CAST(hash(i) % 4294967296 AS UINTEGER) AS record_key
FROM range(5000) AS persons(i)`;

describe("DuckDB refuses what the reader of records refuses", { skip }, () => {
  const head = "id,area,age,record_key\n";
  const spec = (/** @type {string} */ key) => `
[cube]
id = "town"
unit = "person"
data = "synthetic"
audience = "teaching"
[key]
${key}
[[dimension]]
name = "area"
codes = { 1 = "North", 2 = "South" }
[[dimension]]
name = "age"
cut = { at = [0, 16] }
[method.default]
kind = "threshold-rounding"
threshold = 10
base = 5
`;
  const column = 'column = "record_key"';
  const derived = 'derive = { from = "id", secret = "b7e2905c1fd84a6693507ce1842b3fd9" }';
  /** The rows, the key, and the message of DuckDB. @type {[string, string, RegExp][]} */
  const inDuckdb = [
    ["a,1,3,\n", column, /cellveil: column record_key: the key is missing/],
    ["a,1,3,-915734021\n", column, /cellveil: column record_key: the key is not a whole number/],
    ["a,1,3,915734021.5\n", column, /the key is not a whole number/],
    ["a,1,3, 915734021\n", column, /the key is not a whole number/],
    ["a,1,3,1e3\n", column, /the key is not a whole number/],
    ["a,1,3,4294967296\n", column, /the key is not below the modulus; expected one from 0 to below 4294967296/],
    ["a,1,3,99999999999999999999999999999999999999999999\n", column, /the key is not below the modulus/],
    [",1,3,915734021\n", derived, /cellveil: column id: the identifier is empty/],
    ["ab,1,3,915734021\n", 'derive = { from = "id", digits = 2 }', /column id: the identifier does not end in 2 digits/],
    ["a,1,0.1234567890123456789,915734021\n", column, /column age: a number with more than 20 digits before the point or 18 after it/],
  ];
  /** The rows, and the message of the reader of cells. @type {[string, RegExp][]} */
  const inTile = [
    ["a,3,3,915734021\n", /data_0\.parquet, row 1, column "area": unknown code "3"; expected one of the 2 declared codes/],
    ["a,,3,915734021\n", /column "area": the code is empty/],
    ["a,_T,3,915734021\n", /column "area": the code is "_T"/],
    ["a,1,-1,915734021\n", /column "age": "-1" is below the first number of cut/],
    ["a,1,1e1,915734021\n", /column "age": "1e1" is not a number/],
    ["a,1,,915734021\n", /column "age": the code is empty/],
  ];

  test("keys and long numbers end the statement, without a key in the message", () => {
    for (const [rows, key, said] of inDuckdb) {
      const folder = workspace("refused");
      writeFileSync(`${folder}/cube.toml`, spec(key));
      writeFileSync(`${folder}/people.csv`, `${head}b,2,20,12\n${rows}`);
      statements(folder, "cube.toml", "duckdb", "people.csv", "cells.parquet");
      const { status, stderr } = python(folder, ["duckdb", "duckdb.sql", ...(key === derived ? ["secret=PATH"] : [])]);
      assert.notEqual(status, 0, rows);
      assert.match(stderr, said);
      assert.doesNotMatch(stderr, /915734021/);
    }
  });

  test("other texts are refused by name in the cells", () => {
    for (const [rows, said] of inTile) {
      const folder = workspace("carried");
      writeFileSync(`${folder}/cube.toml`, spec(column));
      writeFileSync(`${folder}/people.csv`, head + rows);
      statements(folder, "cube.toml", "duckdb", "people.csv", "cells");
      const { status, stderr } = python(folder, ["duckdb", "duckdb.sql"]);
      assert.equal(status, 0, stderr);
      const refused = ran(NATIVE, ["tile", "cube.toml", "--cells", "cells", "--out", "cube"], { cwd: folder });
      assert.equal(refused.status, 2);
      assert.match(refused.stderr, said);
    }
  });

  test("a secret that is not set, and columns that are missing or hold no codes", () => {
    const folder = workspace("setup");
    writeFileSync(`${folder}/cube.toml`, spec(derived));
    writeFileSync(`${folder}/people.csv`, `${head}b,2,20,12\n`);
    statements(folder, "cube.toml", "duckdb", "people.csv", "cells");
    assert.match(python(folder, ["duckdb", "duckdb.sql"]).stderr, /cellveil: the variable cellveil_secret is not set/);
    writeFileSync(`${folder}/cube.toml`, spec(column));
    const failed = (/** @type {string} */ select) => {
      script(folder, `import duckdb; duckdb.execute("COPY (${select}) TO 'people.parquet' (FORMAT parquet)")`);
      statements(folder, "cube.toml", "duckdb", "people.parquet", "cells");
      return python(folder, ["duckdb", "duckdb.sql"]).stderr;
    };
    assert.match(failed("SELECT 1 AS area, 2 AS age, 3 AS key"), /does not have a column named "record_key"/);
    assert.match(failed("SELECT 1 AS area, 2 AS Age, 3 AS record_key"), /cellveil: no column age with exactly this name/);
    assert.match(failed("SELECT [1] AS area, 2 AS age, 3 AS record_key"), /cellveil: column area has the type INTEGER\[\]; expected text, dates or whole/);
    assert.match(failed("SELECT 1.5 AS area, 2.5 AS age, 3 AS record_key"), /cellveil: column area has the type DECIMAL/);
    assert.match(failed("SELECT 1.5::DOUBLE AS area, 2 AS age, 3 AS record_key"), /cellveil: column area: not a whole number/);
    assert.match(failed("SELECT TIMESTAMP '2020-01-01' AS area, 2 AS age, 3 AS record_key"), /column area has the type TIMESTAMP/);
    const semicolons = `${head.replaceAll(",", ";")}b;2;20;12\n`;
    writeFileSync(`${folder}/people.csv`, semicolons);
    statements(folder, "cube.toml", "duckdb", "people.csv", "cells");
    assert.match(python(folder, ["duckdb", "duckdb.sql"]).stderr, /does not have a column named "area"/);
  });

  test("a folder with a missing, a repeated and a foreign part is refused", () => {
    const folder = workspace("parts");
    writeFileSync(`${folder}/cube.toml`, spec(column));
    writeFileSync(`${folder}/people.csv`, `${head}b,2,20,12\nc,1,20,13\n`);
    statements(folder, "cube.toml", "duckdb", "people.csv", "cells");
    assert.equal(python(folder, ["duckdb", "duckdb.sql"]).status, 0);
    const tile = () => ran(NATIVE, ["tile", "cube.toml", "--cells", "parts", "--out", "cube"], { cwd: folder }).stderr;
    const split = (/** @type {string} */ name, /** @type {string} */ where) =>
      script(folder, `import duckdb; duckdb.execute("COPY (SELECT * FROM 'cells/*.parquet' WHERE ${where}) TO 'parts/${name}' (FORMAT parquet)")`);
    mkdirSync(`${folder}/parts`);
    split("a.parquet", "area = '1'");
    assert.match(tile(), /parts: its counts do not add up to the number of records/);
    split("b.parquet", "true");
    assert.match(tile(), /b\.parquet, row \d: this cell is in the folder already/);
    split("b.parquet", "area = '2'");
    renameSync(`${folder}/parts/a.parquet`, `${folder}/parts/z.parquet`);
    assert.equal(tile(), "");
    rmSync(`${folder}/cube`, { recursive: true });
    const whole = readFileSync(`${folder}/parts/b.parquet`);
    writeFileSync(`${folder}/parts/b.parquet`, whole.subarray(0, whole.length - 20));
    assert.match(tile(), /b\.parquet: .*expected a complete Parquet file/);
  });

  test("DuckDB writes no second job into a folder", () => {
    const folder = workspace("twice");
    writeFileSync(`${folder}/cube.toml`, spec(column));
    writeFileSync(`${folder}/people.csv`, `${head}b,2,20,12\n`);
    statements(folder, "cube.toml", "duckdb", "people.csv", "cells");
    assert.equal(python(folder, ["duckdb", "duckdb.sql"]).status, 0);
    assert.match(python(folder, ["duckdb", "duckdb.sql"]).stderr, /not empty/);
  });
});

describe("a parser reads the statements of Spark and BigQuery", { skip }, () => {
  for (const [name, { key }] of Object.entries(KEYS)) {
    test(name, () => {
      const folder = workspace(`parsed-${name.replace(/\W+/g, "-")}`);
      // A column of BigQuery has no quotes in its name.
      writeFileSync(`${folder}/cube.toml`, townSpec(key, "keyed").replace(/^column = "Größe.*$/m, 'column = "Größe"'));
      statements(folder, "cube.toml", "spark", "people", "cells");
      const spark = python(folder, ["parse", "spark", "spark.sql"]);
      assert.deepEqual([spark.stdout, spark.stderr], ["Select\n", ""]);
      statements(folder, "cube.toml", "bigquery", "table:town.people", "gs://bucket/cells");
      const bigquery = python(folder, ["parse", "bigquery", "bigquery.sql"]);
      assert.deepEqual([bigquery.stdout, bigquery.stderr], ["Select\nExport\n", ""]);
    });
  }

  for (const name of ["sum", "xor", "digits"]) {
    test(`BigQuery's query gives the same tiles in DuckDB: ${name}`, () => {
      const folder = workspace(`bigquery-${name}`);
      writeFileSync(`${folder}/cube.toml`, townSpec(KEYS[name].key, "sealed").replace(/^column = "Größe.*$/m, 'column = "Größe"'));
      writeFileSync(`${folder}/people.csv`, town(3000).replace(/^id,"Größe ""A"" 'x'"/, "id,Größe"));
      script(folder, "import duckdb; duckdb.execute(\"COPY (SELECT * FROM read_csv('people.csv', all_varchar = true)) TO 'people.parquet' (FORMAT parquet)\")");
      done(folder, ["tile", "cube.toml", "--records", "people.csv", "--out", "from-records"]);
      statements(folder, "cube.toml", "bigquery", "table:town.people", "gs://bucket/cells");
      const { status, stderr } = python(folder, ["bigquery", "bigquery.sql", "people.parquet", "cells"]);
      assert.equal(status, 0, stderr);
      done(folder, ["tile", "cube.toml", "--cells", "cells", "--out", "from-cells"]);
      assert.deepEqual(digests(`${folder}/from-cells`), digests(`${folder}/from-records`));
    });
  }
});
