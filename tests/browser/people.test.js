// A browser synthesizes 50,000 persons with the bytes of the command line, and the test prints its time. The browser is
// Chromium, or the one in CELLVEIL_BROWSER.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { launch } from "./chromium.js";
import { launchFirefox } from "./firefox.js";

const HOUSEHOLDS = 21_900;
const SEED = 1;

/** @typedef {{ ms: number, persons: number, records: string, specification: string }} Synthesized digests of the files */

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {string} */
let folder;

before(async () => {
  server = await serve(path("target/site"));
  folder = mkdtempSync(join(tmpdir(), "cellveil-people-"));
});

after(async () => {
  rmSync(folder, { recursive: true });
  await server?.close();
});

/**
 * Runs in the page. The first request of a page also fetches and compiles the core, so it is not timed.
 * @param {{ base: string, households: number, seed: number }} asked
 * @returns {Promise<Synthesized>}
 */
async function synthesized({ base, households, seed }) {
  const { synthesizePeople } = await import(`${base}people.js`);
  await synthesizePeople({ households: 1, seed });
  const start = performance.now();
  const { records, specification, persons } = await synthesizePeople({ households, seed });
  const ms = performance.now() - start;
  const digest = async (/** @type {Uint8Array} */ bytes) => {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  return { ms, persons, records: await digest(records), specification: await digest(new TextEncoder().encode(specification)) };
}

/** The methods that Playwright's and Puppeteer's pages share. @typedef {{ goto(url: string): Promise<unknown>, evaluate(run: typeof synthesized, asked: Parameters<typeof synthesized>[0]): Promise<Synthesized> }} Page */

/** @type {{ name: string, start: () => Promise<{ newPage(): Promise<unknown>, close(): Promise<void> }> }[]} */
const BROWSERS = [{ name: "Chromium", start: launch }, { name: "Firefox", start: launchFirefox }];

for (const { name, start } of BROWSERS.filter(({ name }) => name === (process.env.CELLVEIL_BROWSER ?? "Chromium"))) {
  test(`${name} synthesizes 50,000 persons with the bytes of the command line`, async (t) => {
    const browser = await start();
    try {
      const page = /** @type {Page} */ (await browser.newPage());
      await page.goto(`${server.url}embed.html`);
      const found = await page.evaluate(synthesized, { base: "/cellveil/js/", households: HOUSEHOLDS, seed: SEED });
      t.diagnostic(`${found.persons} persons in ${found.ms.toFixed(0)} ms`);
      execFileSync(path("target/release/cellveil"), ["synthesize", "--households", String(HOUSEHOLDS), "--seed", String(SEED), "--out", "people.csv", "--spec", "cube.toml"], { cwd: folder });
      const digest = (/** @type {string} */ file) => createHash("sha256").update(readFileSync(join(folder, file))).digest("hex");
      assert.deepEqual([found.records, found.specification], [digest("people.csv"), digest("cube.toml")]);
      assert.ok(found.persons >= 50_000, String(found.persons));
    } finally {
      await browser.close();
    }
  });
}
