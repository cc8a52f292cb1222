// Prepares a measurement: builds, cubes, peers and a browser. It is a separate program, so that the output of tools
// does not appear in the output of the benchmark.

import { existsSync } from "node:fs";
import { main, path } from "../../scripts/lib.js";
import { assemble } from "../../scripts/site.js";
import { ensureChromium } from "../browser/chromium.js";
import { makeMillionCells } from "../js/support/million-cells.js";
import { buildAudited } from "./audit.js";
import { buildBench } from "./build-bench.js";
import { casesOf } from "./cases/index.js";
import { growthOf } from "./growth/index.js";
import { installPeers } from "./peers/install.js";
import { TINY, WHOLE } from "./sizes.js";
import { assembleWeb } from "./web/assemble.js";

await main(import.meta.url, async () => {
  const wanted = new Set(process.argv.slice(2));
  const sizes = wanted.has("--tiny") ? TINY : WHOLE;
  await buildBench(sizes);
  // `npm test` has already assembled the site, which its tests share.
  if (sizes === WHOLE || !existsSync(path("target/site/cubes/index.json"))) await assemble();
  // The figures require a complete browser. Tiny inputs work in any browser.
  ensureChromium(sizes === WHOLE);
  if (wanted.has("methods")) makeMillionCells();
  for (const one of casesOf(sizes).filter(({ name }) => wanted.has(name))) one.build();
  if (wanted.has("audit")) buildAudited(sizes);
  if (wanted.has("growth")) for (const one of growthOf(sizes)) one.build();
  const ofBuilding = (/** @type {string} */ name) => name === "duckdb" || name === "polars";
  if (wanted.has("build")) installPeers(sizes.peers.filter(ofBuilding));
  if (wanted.has("peers") || wanted.has("links")) {
    installPeers(sizes.peers.filter((name) => !ofBuilding(name)));
    await assembleWeb(sizes.web);
  }
});
