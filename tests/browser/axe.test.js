// axe on every page and state of the site: WCAG 2.2 AA and axe's own best practices, in light on a wide screen or in dark on a phone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import axe from "axe-core";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { launch } from "./chromium.js";
import { NARROW, PAGES, WIDE, openScene } from "./scenes.js";

/** @import { Browser, Page } from "playwright-core" */

/** @type {Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
before(async () => {
  [browser, site] = await Promise.all([launch(), serve(path("target/site"))]);
});
after(() => Promise.all([browser.close(), site.close()]));

/** Each state has one of them in turn; `LOOKS=all` takes both. */
const LOOKS = /** @type {const} */ ([["wide, light", { ...WIDE, colorScheme: "light" }], ["phone, dark", { ...NARROW, colorScheme: "dark" }]]);

/** @param {Page} page @returns {Promise<string[]>} */
async function violations(page) {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await /** @type {typeof import("axe-core")} */ (Object(globalThis).axe).run(document, {
      runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
      // Experimental in axe, but WCAG 2.5.3 all the same.
      rules: { "label-content-name-mismatch": { enabled: true } },
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)}: ${failureSummary?.split("\n").slice(1).join(" ")}`));
  });
}

let turn = 0;
for (const { page: name, scenes } of PAGES) {
  for (const scene of scenes) {
    const looks = process.env.LOOKS === "all" ? LOOKS : [LOOKS[turn++ % LOOKS.length]];
    test(`${name}, ${scene.name}: no violation`, async () => {
      const found = await Promise.all(looks.map(async ([look, options]) => {
        const page = await openScene(browser, site.url, scene, { ...options, reducedMotion: "reduce" });
        const wrong = await violations(page);
        await page.context().close();
        return wrong.map((each) => `${look}: ${each}`);
      }));
      assert.deepEqual(found.flat(), []);
    });
  }
}

test("axe finds what is wrong, where something is", async () => {
  const page = await (await browser.newContext()).newPage();
  await page.setContent('<html lang="en"><title>t</title><main><h1>h</h1><img src="x.png"><p style="color:#999;background:#aaa">pale</p></main></html>');
  const found = (await violations(page)).map((each) => each.split(":")[0]);
  assert.ok(found.includes("image-alt") && found.includes("color-contrast"), found.join());
  await page.context().close();
});
