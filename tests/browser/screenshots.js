// npm run screenshots: pictures of every page and state for docs/screens, and the page that shows them. With a folder named, all
// four of each (wide and narrow, light and dark) go there instead, to be looked at.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { main, path, say } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { ensureChromium, launch } from "./chromium.js";
import { NARROW, PAGES, WIDE, openScene } from "./scenes.js";

/** @import { Page } from "playwright-core" */

const ALL = /** @type {const} */ ([["wide", "light"], ["wide", "dark"], ["narrow", "light"], ["narrow", "dark"]]);
/** Both widths and both schemes, in half the pictures. */
const SHOWN = [ALL[0], ALL[3]];
/** A long page is cut there. */
const TALLEST = 1500;

/** @param {Page} page @param {string} file @param {string} [from] */
async function picture(page, file, from) {
  const session = await page.context().newCDPSession(page);
  const { cssContentSize } = await session.send("Page.getLayoutMetrics");
  const y = from ? Math.max(0, await page.locator(from).evaluate((part) => part.getBoundingClientRect().top + scrollY - 20)) : 0;
  const clip = { x: 0, y, width: cssContentSize.width, height: Math.min(cssContentSize.height - y, TALLEST), scale: 1 };
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 55, clip, captureBeyondViewport: true });
  writeFileSync(file, Buffer.from(data, "base64"));
}

/** @param {string} out @param {readonly (readonly ["wide" | "narrow", "light" | "dark"])[]} wanted @param {string[]} names */
async function take(out, wanted, names) {
  mkdirSync(out, { recursive: true });
  const server = await serve(path("target/site"));
  const browser = await launch();
  try {
    for (const scene of PAGES.flatMap(({ scenes }) => scenes)) {
      if (names.length && !names.includes(scene.name)) continue;
      for (const [width, colorScheme] of wanted) {
        const page = await browser.newPage({ ...(width === "wide" ? WIDE : NARROW), colorScheme, reducedMotion: "reduce" });
        await openScene(page, server.url, scene);
        await page.waitForTimeout(300);
        const file = join(out, `${scene.name}-${width}-${colorScheme}.webp`);
        await picture(page, file, scene.from);
        say(file);
        await page.context().close();
      }
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

/** The page that shows them. */
function gallery() {
  const lines = ["# What the site looks like", "", "Every page and state, on a wide screen in light colours and on a phone in dark ones. `npm run screenshots` takes these pictures anew; `tests/browser/scenes.js` lists what they show."];
  for (const { page, title, scenes } of PAGES) {
    lines.push("", `## ${title} (\`${page}\`)`);
    for (const { name, title } of scenes) {
      lines.push("", `### ${title}`, "", `<img src="screens/${name}-wide-light.webp" alt="${title}, wide" width="620"> <img src="screens/${name}-narrow-dark.webp" alt="${title}, on a phone" width="190">`);
    }
  }
  writeFileSync(path("docs/screens.md"), `${lines.join("\n")}\n`);
}

await main(import.meta.url, async () => {
  const [out, ...names] = process.argv.slice(2);
  ensureChromium();
  if (out) return take(out, ALL, names);
  const folder = path("docs/screens");
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  await take(folder, SHOWN, []);
  gallery();
});
