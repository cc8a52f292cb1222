// The command line and the JavaScript API in Chromium, worker and all, answer any question with the same bytes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { CUBES, assertSame, commandLineAnswers, make, questions, shown } from "../js/support/equality.js";
import { asWritten } from "../js/support/random-queries.js";
import { launch } from "./chromium.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Answer } from "../js/support/equality.js" */
/** @import { PairQuery } from "../js/support/random-queries.js" */

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {Browser} */
let browser;

before(async () => {
  server = await serve(path("target"));
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/** An empty page beside the site, with the cube open in its worker as `cube`. @param {string} folder */
async function pageWith(folder) {
  const page = await browser.newPage();
  const address = `${server.url}empty.html`;
  await page.route(address, (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><title>empty</title>" }));
  await page.goto(address);
  const worker = page.waitForEvent("worker");
  const description = await page.evaluate(async ({ api, cube }) => {
    const { openCube } = await import(api);
    const opened = await openCube(cube);
    Object.assign(globalThis, { cube: opened });
    const { dimensions, methods, defaultMethod, audience, mayReveal } = opened;
    return { dimensions, methods, defaultMethod, audience, mayReveal };
  }, { api: "/site/cellveil/www/api/index.js", cube: `/${folder}/cube.json` });
  await worker;
  return { page, description };
}

/**
 * All answers in one go, asked one after the other. The queries travel as text, because the way into the page drops keys
 * such as `__proto__` from objects.
 * @param {Page} page
 * @param {PairQuery[]} queries
 * @returns {Promise<Answer[]>}
 */
function ask(page, queries) {
  return page.evaluate(async (asked) => {
    const { cube } = /** @type {any} */ (globalThis);
    const answers = [];
    for (const query of JSON.parse(asked)) {
      try {
        answers.push({ csv: (await cube.table(query)).toCSV() });
      } catch (error) {
        const { message, fault } = /** @type {any} */ (error);
        answers.push({ error: message, fault });
      }
    }
    return answers;
  }, JSON.stringify(queries.map(asWritten)));
}

for (const how of CUBES) {
  const { folder } = how;
  test(`${folder}: the same answers in Chromium as on the command line`, async () => {
    make(how);
    const { page, description } = await pageWith(folder);
    const { random, wrong } = questions(/** @type {any} */ (description), how);
    const asked = [...random, ...wrong];
    const [expected, found] = await Promise.all([commandLineAnswers(folder, asked), ask(page, asked)]);
    assert.ok(expected.filter((answer) => "csv" in answer).length >= 0.9 * random.length, "most queries are sound");
    for (const [number, query] of asked.entries()) {
      assertSame(found[number], expected[number], shown(folder, query));
    }
    await page.close();
  });
}
