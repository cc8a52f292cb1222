// `cellveil sql --protect`: a sealed cube from the views that DuckDB protects has the bytes of the cube from the records, for
// each cell method. What an engine cannot do is refused by name, and so are other, missing and repeated files.

import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { IN_NODE, NATIVE, digests, ran } from "./support/commands.js";
import { KEYS, METHODS, SALTS, town, townSpec } from "./support/engines/cases.js";
import { done, hypercubeRecords, python, sameSealed, script, statements, workspace } from "./support/engines/cells.js";
import { ensureEngines, hasPython } from "./support/engines/install.js";

const skip = !hasPython() && "there is no python3";
if (!skip) ensureEngines();

const ENV = { ...process.env, SECRET_OF_TOWN: "ein Geheimnis mit Umlaut: ü", ...SALTS };


describe("the tiles of protected views are those of the records", { skip }, () => {
  for (const [name, { method, salt }] of Object.entries(METHODS)) {
    test(name, () => {
      const folder = workspace(`protect-${name.replace(/\W+/g, "-")}`);
      writeFileSync(`${folder}/cube.toml`, townSpec(KEYS.sum.key, "sealed", { method }));
      writeFileSync(`${folder}/people.csv`, town(2000));
      sameSealed(folder, "cube.toml", "people.csv", { salt, env: ENV });
    });
  }

  for (const name of Object.keys(KEYS).filter((name) => name !== "sum")) {
    test(`keys: ${name}`, () => {
      const folder = workspace(`protect-keys-${name.replace(/\W+/g, "-")}`);
      const { key, secret } = KEYS[name];
      // Digits of an identifier are no random keys.
      const { method, salt } = METHODS[name === "digits" ? "threshold rounding" : "random rounding"];
      writeFileSync(`${folder}/cube.toml`, townSpec(key, "sealed", { method }));
      writeFileSync(`${folder}/people.csv`, town(500));
      sameSealed(folder, "cube.toml", "people.csv", { secret, salt, env: ENV });
    });
  }

  test("a dense p-table", () => {
    const folder = workspace("protect-dense");
    done(folder, ["ptable", "design", "--max-change", "2", "--variance", "0.93", "--keys", "256", "--output", "dense.csv"]);
    writeFileSync(`${folder}/cube.toml`, townSpec(KEYS.sum.key, "sealed", { method: 'kind = "cell-key"\nptable = "dense.csv"' }));
    writeFileSync(`${folder}/people.csv`, town(2000));
    sameSealed(folder, "cube.toml", "people.csv", { env: ENV });
  });

  test("the census sample", () => {
    const [spec, records] = [path("demo/census2011-teaching/sealed.toml"), path("demo/census2011-teaching/records.csv.gz")];
    sameSealed(workspace("protect-census"), spec, records, { salt: "SALT_OF_CENSUS", env: { ...ENV, SALT_OF_CENSUS: "c1457f2e9ab04d6b83d25ef01c7a9643" } });
  });

  test("the hypercube, 1.5 million records", () => {
    const folder = workspace("protect-hypercube");
    hypercubeRecords(folder);
    sameSealed(folder, path("demo/hypercube/sealed.toml"), "people.parquet");
  });

  for (const name of ["a p-table by cell key", "random rounding by MD5"]) {
    test(`BigQuery's query gives the same tiles in DuckDB: ${name}`, () => {
      const folder = workspace(`protect-bigquery-${name.replace(/\W+/g, "-")}`);
      writeFileSync(`${folder}/cube.toml`, ofBigquery(townSpec(KEYS.sum.key, "sealed", { method: METHODS[name].method })));
      writeFileSync(`${folder}/people.csv`, town(2000).replace(/^id,"Größe ""A"" 'x'"/, "id,Größe"));
      script(folder, "import duckdb; duckdb.execute(\"COPY (SELECT * FROM read_csv('people.csv', all_varchar = true)) TO 'people.parquet' (FORMAT parquet)\")");
      done(folder, ["tile", "cube.toml", "--records", "people.csv", "--out", "from-records"]);
      statements(folder, "cube.toml", "bigquery", "table:town.people", "gs://bucket/views", ENV, ["--protect"]);
      const { status, stderr } = python(folder, ["bigquery", "bigquery.sql", "people.parquet", "views"]);
      assert.equal(status, 0, stderr);
      done(folder, ["tile", "cube.toml", "--views", "views", "--out", "from-views"]);
      assert.deepEqual(digests(`${folder}/from-views`), digests(`${folder}/from-records`));
    });
  }

  test("the rows have the order of their codes, and not that of the noise", () => {
    for (const name of ["a p-table by cell key", "random rounding"]) {
      const folder = workspace("protect-order");
      writeFileSync(`${folder}/cube.toml`, townSpec(KEYS.sum.key, "sealed", { method: METHODS[name].method }));
      writeFileSync(`${folder}/people.csv`, town(2000));
      const sql = statements(folder, "cube.toml", "duckdb", "people.csv", "views", ENV, ["--protect"]);
      const run = () => python(folder, ["duckdb", "duckdb.sql", "salt=SALT_OF_TOWN"], ENV);
      const rows = () => JSON.parse(script(folder, "import duckdb, json; print(json.dumps([[str(v or '') for v in row[:5]] for row in duckdb.execute(\"SELECT * FROM 'views/*.parquet'\").fetchall()]))"));
      assert.equal(run().status, 0);
      const sorted = rows();
      assert.ok(sorted.length > 100);
      const again = script(folder, "import duckdb, json; print(json.dumps([[str(v or '') for v in row[:5]] for row in duckdb.execute(\"SELECT * FROM 'views/*.parquet' ORDER BY ALL\").fetchall()]))");
      assert.deepEqual(sorted, JSON.parse(again));
      // Planted fault: without the order, DuckDB writes the rows in the order of the join.
      assert.match(sql, /\n {2}ORDER BY published\.a1, /);
      writeFileSync(`${folder}/duckdb.sql`, sql.replace(/\n {2}ORDER BY published\..*/, ""));
      rmSync(`${folder}/views`, { recursive: true });
      assert.equal(run().status, 0);
      assert.notDeepEqual(rows(), sorted);
      assert.deepEqual(rows().map((/** @type {string[]} */ row) => row.join("|")).sort(), sorted.map((/** @type {string[]} */ row) => row.join("|")).sort());
    }
  });

  test("a parser reads the statements of Spark and BigQuery", () => {
    for (const [name, { method }] of Object.entries(METHODS)) {
      const folder = workspace(`protect-parsed-${name.replace(/\W+/g, "-")}`);
      writeFileSync(`${folder}/cube.toml`, ofBigquery(townSpec(KEYS.sum.key, "sealed", { method })));
      statements(folder, "cube.toml", "spark", "people", "views", ENV, ["--protect"]);
      assert.deepEqual(python(folder, ["parse", "spark", "spark.sql"]), { status: 0, stdout: "Select\n", stderr: "" });
      if (name === "small cells") {
        const long = ran(NATIVE, ["sql", "cube.toml", "--engine", "bigquery", "--records", "table:town.people", "--out", "gs://bucket/views", "--protect"], { cwd: folder });
        assert.match(long.stderr, /--engine bigquery: BigQuery reads statements of at most 1 MB, and the codes and the rows of the method are longer/);
        continue;
      }
      statements(folder, "cube.toml", "bigquery", "table:town.people", "gs://bucket/views", ENV, ["--protect"]);
      assert.deepEqual(python(folder, ["parse", "bigquery", "bigquery.sql"]), { status: 0, stdout: "Select\nExport\n", stderr: "" });
    }
  });
});

/** A column of BigQuery has no quotes in its name. @param {string} spec */
function ofBigquery(spec) {
  return spec.replace(/^column = "Größe.*$/m, 'column = "Größe"');
}

describe("what an engine cannot do", { skip }, () => {
  const head = "area,sex,record_key\n";
  const spec = ({ release = "sealed", method = 'kind = "random-rounding"\nbase = 3', more = "" } = {}) => `
[cube]
id = "town"
unit = "person"
data = "synthetic"
audience = "teaching"
release = "${release}"
[key]
column = "record_key"
salt = "4b19e7c2805dfa36917c3e0ad4b86f25"
weak_keys = "invented persons"
[[dimension]]
name = "area"
codes = { 1 = "North", 2 = "South" }
[[dimension.level]]
name = "all"
groups = [{ code = "land", of = ["1", "2"] }]
[[dimension]]
name = "sex"
codes = { a = "A", b = "B" }
[publish]
${release === "sealed" ? "max_dimensions = 2" : ""}
${more}
[method.default]
${method}
`;

  test("is refused by name", () => {
    const refused = (/** @type {Parameters<typeof spec>[0]} */ parts) => {
      const folder = workspace("protect-refused");
      writeFileSync(`${folder}/cube.toml`, spec(parts));
      writeFileSync(`${folder}/zeros.csv`, "i,j,p,v,p_int_lb,p_int_ub,type\n0,0,0.9,0,0,0.9,all\n0,1,0.1,1,0.9,1,all\n1,1,1,0,0,1,all\n");
      mkdirSync(`${folder}/views`);
      const sql = ran(NATIVE, ["sql", "cube.toml", "--engine", "duckdb", "--records", "people.csv", "--out", "views", "--protect"], { cwd: folder });
      const tile = ran(NATIVE, ["tile", "cube.toml", "--views", "views", "--out", "cube"], { cwd: folder });
      assert.deepEqual([sql.status, tile.status, sql.stdout], [2, 2, ""]);
      assert.equal(sql.stderr, tile.stderr);
      return sql.stderr;
    };
    assert.match(refused({ release: "keyed" }), /cube\.release: only sealed cubes have published views; expected release = "sealed"/);
    assert.match(refused({ more: "measures = true" }), /publish\.measures: measures need the true counts of a whole view; expected false/);
    assert.match(refused({ more: "[rules]\nmax_dimensions = 2" }), /rules: limits look at the true counts of a whole view/);
    assert.match(refused({ method: 'kind = "controlled-rounding"\nbase = 3' }), /method "default": looks at a whole table, which statements cannot do; expected a cell method/);
    assert.match(refused({ method: 'kind = "suppression"\nthreshold = 3' }), /looks at a whole table/);
    assert.match(refused({ method: 'kind = "transition-matrix"\nmatrix = [[1, 0, 0], [0.5, 0, 0.5], [0, 0.25, 0.75]]\ncap = 2\ncontrol = "total"' }), /looks at a whole table/);
    assert.match(refused({ more: '[[pretabular]]\nkind = "swap"\nvariable = "area"\nunit = "household"\nrate = 0.1\nstrata = ["sex"]\nseed = "4b19e7c2805dfa36917c3e0ad4b86f25"' }), /pretabular: steps before tabulation change records/);
    assert.match(refused({ method: 'kind = "cell-key"\nptable = "zeros.csv"\nzeros = "category-keys"' }), /method "default": changes empty cells, which an engine does not list; expected a method that keeps zeros/);
    assert.match(refused({ method: 'kind = "threshold-rounding"\nthreshold = 10\nbase = 1000000' }), /method "default": has more than 262144 entries in its rows/);
  });

  test("a table may have the name of a part of the statements, but not their prefix", () => {
    const folder = workspace("protect-names");
    writeFileSync(`${folder}/cube.toml`, townSpec(KEYS.sum.key, "sealed", { method: METHODS["random rounding"].method }));
    writeFileSync(`${folder}/people.csv`, town(500));
    done(folder, ["tile", "cube.toml", "--records", "people.csv", "--out", "from-records"], ENV);
    for (const name of ["Texts", "cells", "published"]) {
      const sql = statements(folder, "cube.toml", "duckdb", `table:${name}`, "views", ENV, ["--protect"]);
      writeFileSync(`${folder}/duckdb.sql`, `CREATE TABLE ${name} AS SELECT * FROM read_csv('people.csv', all_varchar = true);\n${sql}`);
      assert.deepEqual(python(folder, ["duckdb", "duckdb.sql", "salt=SALT_OF_TOWN"], ENV).stderr, "");
      done(folder, ["tile", "cube.toml", "--views", "views", "--out", "from-views", "--force"], ENV);
      assert.deepEqual(digests(`${folder}/from-views`), digests(`${folder}/from-records`));
      rmSync(`${folder}/views`, { recursive: true });
    }
    const { stderr } = ran(NATIVE, ["sql", "cube.toml", "--engine", "duckdb", "--records", "table:Cellveil_texts", "--out", "views"], { cwd: folder });
    assert.match(stderr, /--records table:Cellveil_texts: a name that begins like those of the statements; expected one that does not begin with cellveil_/);
  });

  test("a collation of DuckDB that unites codes is refused by the statements", () => {
    const folder = workspace("protect-collation");
    writeFileSync(`${folder}/cube.toml`, spec());
    writeFileSync(`${folder}/people.csv`, `${head}1,a,2345678901\n2,b,3456789012\n`);
    const sql = statements(folder, "cube.toml", "duckdb", "people.csv", "views", ENV, ["--protect"]);
    const salt = "SET VARIABLE cellveil_salt = '4b19e7c2805dfa36917c3e0ad4b86f25';\n";
    for (const [setting, expected] of [["", /^$/], ["SET default_collation = 'NOCASE';\n", /the setting default_collation unites codes; expected an empty setting/]]) {
      writeFileSync(`${folder}/duckdb.sql`, `${setting}${salt}${sql}`);
      assert.match(python(folder, ["duckdb", "duckdb.sql"], ENV).stderr, /** @type {RegExp} */ (expected));
      rmSync(`${folder}/views`, { recursive: true, force: true });
    }
  });

  test("a view with too many combinations is not published, and each command says so", () => {
    const folder = workspace("protect-omitted");
    const names = ["area", "age", "work"];
    const text = spec().replace(/\[\[dimension\]\][^]*?(?=\[publish\])/, names.map((name) => `[[dimension]]\nname = "${name}"\ncodes = "codes.csv"\n`).join("")).replace("max_dimensions = 2", "max_dimensions = 3");
    writeFileSync(`${folder}/cube.toml`, text);
    writeFileSync(`${folder}/codes.csv`, `code,label\n${Array.from({ length: 600 }, (_, at) => `${at},Number ${at}\n`).join("")}`);
    writeFileSync(`${folder}/people.csv`, `${names.join()},record_key\n1,2,3,12345\n4,5,6,67890\n`);
    const warning = /warning: area, age, work have too many combinations, so no view with them is published; expected fewer axes, coarser levels, or publish\.never_together/;
    const native = (/** @type {string[]} */ ...words) => ran(NATIVE, words, { cwd: folder });
    assert.match(native("check", "cube.toml", "--records", "people.csv").stdout, warning);
    assert.match(native("sql", "cube.toml", "--engine", "duckdb", "--records", "people.csv", "--out", "views", "--protect").stderr, warning);
    assert.match(native("tile", "cube.toml", "--records", "people.csv", "--out", "cube").stdout, /not published: area, age, work have too many combinations\n7 views of up to 2 dimensions/);
  });

  test("--views is refused with another input, without files, and in Node", () => {
    const folder = workspace("protect-inputs");
    writeFileSync(`${folder}/cube.toml`, spec());
    mkdirSync(`${folder}/views`);
    assert.match(ran(NATIVE, ["tile", "cube.toml", "--views", "views", "--cells", "views", "--out", "cube"], { cwd: folder }).stderr, /cannot be used with/);
    assert.match(ran(NATIVE, ["tile", "cube.toml", "--views", "views", "--out", "cube"], { cwd: folder }).stderr, /is a folder without Parquet files/);
    assert.match(ran(NATIVE, ["tile", "cube.toml", "--views", "absent", "--out", "cube"], { cwd: folder }).stderr, /absent: /);
    assert.match(ran(IN_NODE, ["tile", "cube.toml", "--views", "views", "--out", "cube"], { cwd: folder }).stderr, /--views: only the native program reads the views of an engine/);
    assert.match(ran(NATIVE, ["check", "cube.toml", "--views", "views", "--records", "views"], { cwd: folder }).stderr, /cannot be used with/);
    assert.match(ran(NATIVE, ["check", "cube.toml", "--views", "views"], { cwd: folder }).stdout, /^error: views: is a folder without Parquet files/);
    assert.match(ran(IN_NODE, ["check", "cube.toml", "--views", "views"], { cwd: folder }).stdout, /^error: --views: only the native program reads the views of an engine/);
    writeFileSync(`${folder}/delivery.toml`, '[[cube]]\nspec = "cube.toml"\nrecords = ["people.csv"]\n');
    for (const command of [["check", "delivery.toml"], ["tile", "delivery.toml", "--out", "cubes"]]) {
      assert.match(ran(NATIVE, [...command, "--views", "views"], { cwd: folder }).stderr, /--views: a delivery has several cubes; expected the specification of one cube/);
    }
  });

  /** Protects the views of two records. The variable has the salt. @param {string} rows @param {string} [more] @param {string} [salt] */
  function inDuckdb(rows, more = "", salt = "SALT_OF_TOWN") {
    const folder = workspace("protect-rows");
    writeFileSync(`${folder}/cube.toml`, spec() + more);
    writeFileSync(`${folder}/people.csv`, head + rows);
    statements(folder, "cube.toml", "duckdb", "people.csv", "views", ENV, ["--protect"]);
    const { status, stderr } = python(folder, ["duckdb", "duckdb.sql", ...(salt ? [`salt=${salt}`] : [])], { ...ENV, OTHER_SALT: "00ff", ODD_SALT: "abc" });
    return { folder, status, stderr };
  }

  test("an unknown code, an impossible record and a missing salt end the statement, without a value in the message", () => {
    for (const [rows, said, more] of /** @type {[string, RegExp, string?][]} */ ([
      ["1,a,7\n915,a,8\n", /cellveil: column area: not a code of the specification; expected one of its 2 codes/],
      ["1,a,7\n1,915,8\n", /cellveil: column sex: not a code of the specification/],
      ["1,a,7\n,a,8\n", /cellveil: column area: not a code of the specification/],
      ["1,a,7\n2,b,8\n", /a record has a combination of codes that structural_zeros excludes/, '[structural_zeros]\nnever = [{ area = ["2"], sex = ["b"] }]\n'],
    ])) {
      const { status, stderr } = inDuckdb(rows, more);
      assert.notEqual(status, 0, rows);
      assert.match(stderr, said);
      assert.doesNotMatch(stderr, /915/);
    }
    assert.match(inDuckdb("1,a,7\n", "", "").stderr, /cellveil: the variable cellveil_salt is not set; expected the salt in hexadecimal digits/);
    const wrong = inDuckdb("1,a,7\n", "", "ODD_SALT").stderr;
    assert.match(wrong, /cellveil: the salt is not written in pairs of hexadecimal digits/);
    assert.doesNotMatch(wrong, /abc/);
  });

  test("a wrong salt, another specification, and other, missing, repeated and changed files are refused", () => {
    const { folder } = inDuckdb("1,a,7\n2,b,8\n".repeat(20), "", "OTHER_SALT");
    const tile = (views = "views") => ran(NATIVE, ["tile", "cube.toml", "--views", views, "--out", "cube", "--force"], { cwd: folder }).stderr;
    assert.match(tile(), /was protected with another salt than that of the specification; expected one salt, in key\.salt and as cellveil_salt of the engine/);
    const sound = inDuckdb("1,a,7\n2,b,8\n".repeat(20)).folder;
    assert.equal(sound, folder);
    assert.doesNotMatch(tile(), /expected/);
    const copy = (/** @type {string} */ name, /** @type {string} */ select) => {
      mkdirSync(`${folder}/parts`, { recursive: true });
      script(folder, `import duckdb; duckdb.execute("COPY (${select}) TO 'parts/${name}' (FORMAT parquet)")`);
    };
    const changed = (/** @type {string} */ select) => {
      rmSync(`${folder}/parts`, { recursive: true, force: true });
      copy("a.parquet", select);
      return tile("parts");
    };
    const all = "SELECT * FROM 'views/*.parquet'";
    assert.doesNotMatch(changed(all), /expected/);
    const check = () => ran(NATIVE, ["check", "cube.toml", "--views", "parts"], { cwd: folder });
    const passed = check();
    assert.deepEqual([passed.status, passed.stderr], [0, ""]);
    assert.match(passed.stdout, /^note: the engine has protected the views, so record keys were not checked[^]*\ncube\.toml: 0 errors, \d+ warnings?\n$/);
    assert.match(changed(`${all} WHERE area IS NOT NULL`), /parts: rows or values differ from the columns cellveil_rows and cellveil_sum; expected each part of one job, once/);
    assert.match(changed(`${all} UNION ALL ${all}`), /a\.parquet, row \d+: a duplicate cell; expected one row for each cell/);
    const wrong = check();
    assert.deepEqual([wrong.status, wrong.stderr], [2, "cellveil: cube.toml: 1 error; expected none\n"]);
    assert.match(wrong.stdout, /error: \S*a\.parquet, row \d+: a duplicate cell/);
    assert.match(changed("SELECT * REPLACE (7 AS cellveil_rows) FROM 'views/*.parquet'"), /rows or values differ from the columns/);
    // The values of another job, of which each cell is published too.
    assert.match(changed("SELECT * REPLACE (cellveil_value + 3 AS cellveil_value) FROM 'views/*.parquet'"), /rows or values differ from the columns/);
    assert.match(changed("SELECT * REPLACE (NULL AS cellveil_rows) FROM 'views/*.parquet'"), /parts differ in the columns cellveil_rows and cellveil_sum/);
    assert.match(changed("SELECT * REPLACE (-cellveil_value AS cellveil_value) FROM 'views/*.parquet'"), /row 1: column cellveil_value: not a protected value; expected a whole number from 0 to 2\^53/);
    assert.match(changed("SELECT * REPLACE (NULL AS cellveil_value) FROM 'views/*.parquet'"), /column cellveil_value: not a protected value/);
    assert.match(changed("SELECT * REPLACE ('x' AS sex) FROM 'views/*.parquet'"), /row 1: column "sex": not a code of the specification; expected one of its 2 codes/);
    assert.match(changed("SELECT * REPLACE (coalesce(area, '1') AS area, 'land' AS \\\"area:all\\\") FROM 'views/*.parquet'"), /row \d+: codes in the columns "area", "area:all"[^;]*, which are not those of a published view; expected codes for one view/);
    assert.match(changed("SELECT * EXCLUDE (sex) FROM 'views/*.parquet'"), /no column "sex"/);
    assert.match(changed(`${all} WHERE false`), /parts: no rows; expected at least one cell/);
    writeFileSync(`${folder}/cube.toml`, spec({ method: 'kind = "random-rounding"\nbase = 5' }));
    assert.match(tile(), /data_0\.parquet: was written for another specification or by another version; expected the statements of this specification, printed and run again/);
    renameSync(`${folder}/views`, `${folder}/cells`);
    assert.match(ran(NATIVE, ["tile", "cube.toml", "--cells", "cells", "--out", "cube", "--force"], { cwd: folder }).stderr, /no column "count"/);
  });
});
