// The cells of DuckDB give the same tiles as 10 million records.

import { writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { sameTiles, script, workspace } from "./support/engines/cells.js";
import { ensureEngines, hasPython } from "./support/engines/install.js";

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
