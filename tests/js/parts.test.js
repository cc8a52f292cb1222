// A cube whose manifest is in parts. parts.long.test.js has 200,000 areas.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { writeAreas } from "./support/areas.js";
import { testParts } from "./support/parts.js";

testParts("test-parts", 9_000);

test("--force replaces a cube in parts", async () => {
  const { folder } = await writeAreas("test-parts-again", { areas: 9_000, ages: 2, release: "keyed" });
  const manifest = () => readFileSync(`${folder}/cube.json`, "utf8");
  const first = manifest();
  assert.equal(JSON.parse(first).version, 4);
  execFileSync(path("target/release/cellveil"), ["tile", "cube.toml", "--cells", "cells.csv", "--out", "cube", "--force"], { cwd: dirname(folder), stdio: "pipe" });
  assert.equal(manifest(), first);
});
