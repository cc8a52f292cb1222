// A cube of 200,000 areas, and a sealed view that is protected in parts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf, tableOf, writeAreas } from "./support/areas.js";
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
