// axe checks every page and state of the site against WCAG 2.2 AA, on a wide screen in light colours and on a phone in
// dark colours.

import assert from "node:assert/strict";
import { violations } from "./accessible.js";
import { test } from "./first.js";
import { NARROW, PAGES, WIDE, openScene } from "./scenes.js";
import { listenedPage, setUp } from "./support.js";

const { server, browser } = setUp();

const LOOKS = /** @type {const} */ ([["wide, light", { ...WIDE, colorScheme: "light" }], ["phone, dark", { ...NARROW, colorScheme: "dark" }]]);

for (const { page: name, scenes } of PAGES) {
  for (const scene of scenes) {
    test(`${name}, ${scene.name}: no violation`, async () => {
      const found = await Promise.all(LOOKS.map(async ([look, options]) => {
        const { page } = await listenedPage(browser, options);
        await openScene(page, server.url, scene);
        return (await violations(page)).map((each) => `${look}: ${each}`);
      }));
      assert.deepEqual(found.flat(), []);
    });
  }
}

test("axe finds planted violations", async () => {
  const { page } = await listenedPage(browser);
  await page.setContent('<html lang="en"><title>t</title><main><h1>h</h1><img src="x.png"><p style="color:#999;background:#aaa">pale</p></main></html>');
  const found = (await violations(page)).map((each) => each.split(":")[0]);
  assert.ok(found.includes("image-alt") && found.includes("color-contrast"), found.join());
});
