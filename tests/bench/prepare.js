// What has to be there before anything is measured: builds, cubes, peers and a browser. A program of its own, so that what the
// tools print can be kept out of the benchmark's own output.

import { main } from "../../scripts/lib.js";
import { assemble } from "../../scripts/site.js";
import { ensureChromium } from "../browser/chromium.js";
import { makeMillionCells } from "../js/support/million-cells.js";
import { buildBench } from "./build-bench.js";
import { CASES } from "./cases/index.js";
import { GROWTH } from "./growth/index.js";
import { installPeers } from "./peers/install.js";
import { assembleWeb } from "./web/assemble.js";

await main(import.meta.url, async () => {
  const wanted = new Set(process.argv.slice(2));
  buildBench();
  assemble();
  ensureChromium();
  if (wanted.has("methods")) makeMillionCells();
  for (const one of CASES.filter(({ name }) => wanted.has(name))) one.build();
  if (wanted.has("growth")) for (const one of GROWTH) one.build();
  if (wanted.has("peers") || wanted.has("links")) {
    installPeers();
    await assembleWeb();
  }
});
