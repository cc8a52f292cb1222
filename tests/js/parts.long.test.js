// A cube of 200,000 areas, a sealed view that is protected in parts, and a view of many slices.

import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { codeOf, tableOf, writeAreas } from "./support/areas.js";
import { NATIVE, digests, ran } from "./support/commands.js";
import { testParts } from "./support/parts.js";

testParts("test-parts-long", 200_000);

test("a sealed view of 10.8 million combinations has the figures of the keyed cube", async () => {
  const population = { areas: 200_000, ages: 27, empty: 0.97 };
  const [sealed, keyed] = await Promise.all(
    /** @type {const} */ (["sealed", "keyed"]).map((release) => writeAreas(`test-parts-view-${release}`, { ...population, release })),
  );
  const queries = [
    ...[0, 92_591, 92_592, 185_185, 199_999].map((area) => ["--rows", "age", "--columns", "sex", "--filter", `area=${codeOf(area)}`]),
    ["--rows", "area", "--filter", "age=26", "--filter", "sex=2"],
    ["--rows", "area:district", "--columns", "sex,age"],
    ["--rows", "sex", "--columns", "age"],
  ];
  for (const query of queries) assert.equal(tableOf(sealed.folder, query), tableOf(keyed.folder, query), query.join(" "));
});

test("the tiles of many slices are the same, whether they were modelled first or packed first", () => {
  const folder = path("target/test-parts-slices");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [areas, ages, works] = [520, 40, 28];
  const lines = ["area,age,work,count,key"];
  for (let cell = 0; cell < areas * ages * works; cell++) {
    lines.push([Math.floor(cell / (ages * works)) + 1000, (Math.floor(cell / works) % ages) + 10, (cell % works) + 10, (cell % 7) + 1, (cell * 2654435761) % 2 ** 32].join());
  }
  writeFileSync(`${folder}/cells.csv`, `${lines.join("\n")}\n`);
  // The sizes of modelled tiles decide whether a budget is kept.
  for (const [name, publish] of [["packed", ""], ["modelled", 'budget = "100 MB"']]) {
    const dimensions = ["area", "age", "work"].map((name) => `[[dimension]]\nname = "${name}"\n`).join("");
    writeFileSync(`${folder}/${name}.toml`, `[cube]\nid = "slices"\nunit = "person"\ndata = "synthetic"\naudience = "teaching"\n[key]\ncolumn = "key"\n${dimensions}[publish]\nsplit = "area"\n${publish}\n`);
    const { status, stderr } = ran(NATIVE, ["tile", `${name}.toml`, "--cells", "cells.csv", "--out", name], { cwd: folder });
    assert.equal(status, 0, stderr);
  }
  const files = digests(`${folder}/packed`);
  assert.ok(Object.keys(files).filter((name) => name.startsWith("tiles/")).length >= areas);
  assert.deepEqual(digests(`${folder}/modelled`), files);
});
