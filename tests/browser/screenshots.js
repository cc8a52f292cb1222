// `npm run screenshots`: writes pictures of every page and state to target/screens. Also writes the scenes of the
// gallery to docs/screens, and the page docs/screens.md that shows them. `npm run screenshots gallery`: writes only the
// gallery. `npm run screenshots FOLDER [SCENE]...`: writes all four screenshots of each scene (wide and narrow, light
// and dark) to FOLDER only.

import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, main, path, say } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { ensureChromium, launch, wholeChromium } from "./chromium.js";
import { NARROW, PAGES, WIDE, openScene } from "./scenes.js";

/** @import { Page } from "playwright-core" */

const ALL = /** @type {const} */ ([["wide", "light"], ["wide", "dark"], ["narrow", "light"], ["narrow", "dark"]]);
/** Two screenshots that cover both widths and both colour schemes. */
const SHOWN = [ALL[0], ALL[3]];
/**
 * The scenes in the repository: every page, and the states that a new user should see. A test allows at most 24 files.
 */
const GALLERY = ["first", "nested", "groups", "why", "refused", "picture-pyramid", "downloads", "maps", "community", "risk", "designer", "embed"];
/** Largest height of a picture. A longer page is cut. */
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
  const browser = await launch({ executablePath: wholeChromium() });
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

/** Copies the scenes of the gallery from `from` to docs/screens, and writes docs/screens.md. @param {string} from */
function gallery(from) {
  const scenes = PAGES.flatMap(({ scenes }) => scenes.map(({ name }) => name));
  const unknown = GALLERY.filter((name) => !scenes.includes(name));
  if (unknown.length) throw new Failure(`the gallery names scenes that tests/browser/scenes.js lacks: ${unknown.join(", ")}`);
  const folder = path("docs/screens");
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  const lines = ["# What the site looks like", "",
    "Each scene is shown on a wide screen in light colours and on a phone in dark colours. `npm run screenshots` takes these screenshots again and writes",
    "all other pages and states to `target/screens`. `tests/browser/scenes.js` lists every scene."];
  for (const { page, title, scenes } of PAGES) {
    const shown = scenes.filter(({ name }) => GALLERY.includes(name));
    if (shown.length) lines.push("", `## ${title} (\`${page}\`)`);
    for (const { name, title } of shown) {
      const [wide, narrow] = SHOWN.map((variant) => `${name}-${variant.join("-")}.webp`);
      for (const file of [wide, narrow]) copyFileSync(join(from, file), join(folder, file));
      lines.push("", `### ${title}`, "", `<img src="screens/${wide}" alt="${title}, wide" width="620"> <img src="screens/${narrow}" alt="${title}, on a phone" width="190">`);
    }
  }
  writeFileSync(path("docs/screens.md"), `${lines.join("\n")}\n`);
}

await main(import.meta.url, async () => {
  const [out, ...names] = process.argv.slice(2);
  ensureChromium(true);
  if (out && out !== "gallery") return take(out, ALL, names);
  const folder = path("target/screens");
  rmSync(folder, { recursive: true, force: true });
  await take(folder, SHOWN, out ? GALLERY : []);
  gallery(folder);
});
