// A browser writes the command line's bytes in every format. The browser is Chromium, or the one in CELLVEIL_BROWSER.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { launch } from "./chromium.js";
import { launchFirefox } from "./firefox.js";

/** @typedef {{ format: string, digest: string }} Exported */

const CUBE = "cubes/census2011-teaching";
const ROWS = ["region:country", "marital_status"];
const COLUMNS = ["sex"];

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;

before(async () => {
  server = await serve(path("target/site"));
});

after(() => server?.close());

/**
 * Runs in the page.
 * @param {{ base: string, cube: string, rows: string[], columns: string[] }} asked
 * @returns {Promise<Exported[]>}
 */
async function exported({ base, cube, rows, columns }) {
  const { openCube } = await import(`${base}index.js`);
  const { FORMATS, exportTable } = await import(`${base}export.js`);
  const opened = await openCube(cube);
  const table = await opened.table({ rows, columns });
  const files = [];
  for (const { format } of FORMATS) {
    const { bytes } = await exportTable(table, format);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    files.push({ format, digest: Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") });
  }
  opened.close();
  return files;
}

/** The methods that Playwright's and Puppeteer's pages share. @typedef {{ goto(url: string): Promise<unknown>, evaluate(run: typeof exported, asked: Parameters<typeof exported>[0]): Promise<Exported[]> }} Page */

/** @type {{ name: string, start: () => Promise<{ newPage(): Promise<unknown>, close(): Promise<void> }> }[]} */
const BROWSERS = [{ name: "Chromium", start: launch }, { name: "Firefox", start: launchFirefox }];

for (const { name, start } of BROWSERS.filter(({ name }) => name === (process.env.CELLVEIL_BROWSER ?? "Chromium"))) {
  test(`${name} writes the same bytes as the command line, in every format`, async () => {
    const browser = await start();
    try {
      const page = /** @type {Page} */ (await browser.newPage());
      await page.goto(`${server.url}embed.html`);
      const asked = { base: "/cellveil/js/", cube: `/${CUBE}/cube.json`, rows: ROWS, columns: COLUMNS };
      const files = await page.evaluate(exported, asked);
      assert.deepEqual(files.map(({ format }) => format), ["csv", "xlsx", "json-stat", "sdmx-csv", "px", "csvw"]);
      for (const { format, digest } of files) {
        const question = ["--rows", ROWS.join(","), "--columns", COLUMNS.join(","), "--format", format];
        const bytes = execFileSync(path("target/release/cellveil"), ["table", path("target/site", CUBE), ...question]);
        assert.equal(digest, createHash("sha256").update(bytes).digest("hex"), format);
      }
    } finally {
      await browser.close();
    }
  });
}
