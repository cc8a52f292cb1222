// What has to be there before anything is measured: builds, cubes and a browser. A program of its own, so that what the
// tools print can be kept out of the benchmark's own output.

import { main } from "../../scripts/lib.js";
import { assemble } from "../../scripts/site.js";
import { ensureChromium } from "../browser/chromium.js";
import { buildBench } from "./build-bench.js";
import { makeMillionCells } from "../js/support/million-cells.js";
import { CASES } from "./cases/index.js";

await main(import.meta.url, () => {
  buildBench();
  assemble();
  ensureChromium();
  if (process.argv.includes("methods")) makeMillionCells();
  for (const one of CASES.filter(({ name }) => process.argv.includes(name))) one.build();
});
