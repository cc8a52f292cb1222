/**
 * Measures cold pages over simulated links: cellveil's until their first table, peers' until a value of the reference
 * table.
 */

import { path } from "../../../scripts/lib.js";
import { serve } from "../../../scripts/serve.js";
import { launch, wholeChromium } from "../../browser/chromium.js";
import { median } from "../measure.js";
import { installedPeers } from "../peers/install.js";
import { travels } from "../web/assemble.js";
import { coldPage } from "./cold-page.js";
import { LINKS } from "./profiles.js";
import { checkThrottle } from "./throttle.js";

/** @import { Times } from "../bench.js" */
/** @import { Sizes } from "../sizes.js" */

/** A page that takes longer is sampled less often, such as DuckDB's over 3G. */
const SLOW_MS = 5000;
const SLOW_SAMPLES = 3;

/** A large file for the check of a link. */
const PROBE = "ptable.csv";

/** @param {Sizes} sizes @returns {Promise<Record<string, Times>>} milliseconds by link and page */
export async function measureLinks({ links, linkPages, web }) {
  const pages = ["plain", "element-written", "element-preloaded", "element-only", "reference", "", ...(installedPeers().npm ? ["arquero", "duckdb"] : [])];
  const server = await serve(path(web.folder), 0, { brotli: true });
  const browser = await launch({ executablePath: wholeChromium() });
  try {
    /** @type {Record<string, Times>} */
    const found = {};
    for (const name of links) {
      const conditions = LINKS[name];
      console.error(`cellveil: cold pages, link ${name}`);
      if (conditions) await checkThrottle(browser, `${server.url}empty.html`, { path: PROBE, bytes: travels(web, PROBE) }, conditions);
      /** @type {Map<string, number[]>} */
      const samples = new Map(pages.map((page) => [page, []]));
      // Alternates, so that other load of the machine affects all pages equally.
      for (let round = 0; round < linkPages; round++) {
        for (const [page, taken] of samples) {
          if (round >= SLOW_SAMPLES && taken[0] > SLOW_MS) continue;
          taken.push(await coldPage(browser, `${server.url}${page && `${page}.html`}`, conditions));
        }
      }
      found[name] = Object.fromEntries([...samples].map(([page, taken]) => [page.replace("-", "_") || "site", median(taken)]));
    }
    return found;
  } finally {
    await browser.close();
    await server.close();
  }
}
