// With `base`, the package works in bundles that do not have its files. Without `base`, the error names `base`.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { BUNDLERS } from "./hosts/bundlers.js";
import { builderOf, laterParts, tableOf } from "./hosts/elements.js";
import { commandLine, figuresOf, listenedPage, setUp } from "./support.js";

/** @import { Page } from "playwright-core" */

const CENSUS = "site/cubes/census2011-teaching";
const SEX = ["--rows", "region", "--columns", "sex"];
/** @type {string} */
let folder;

/** The page `/NAME/NUMBER/` has the bundle of a bundler. The package is at `/static/package/`, and nowhere else. */
const { server, browser } = setUp(async () => {
  folder = mkdtempSync(join(tmpdir(), "cellveil-bundlers-"));
  cpSync(path("target/site/cellveil"), join(folder, "static/package"), { recursive: true });
  cpSync(path("target", CENSUS), join(folder, "census"), { recursive: true });
  const page = readFileSync(path("tests/browser/hosts/bundled/index.html"), "utf8");
  for (const [at, [name, bundle]] of Object.entries(BUNDLERS).entries()) {
    const out = join(folder, String(at));
    await bundle(out);
    const script = name.includes("classic") ? '<script defer src="app.js"></script>' : '<script type="module" src="app.js"></script>';
    writeFileSync(join(out, "index.html"), page.replace("</head>", `${script}\n</head>`));
    writeFileSync(join(out, "with-base.html"), page.replace("</head>", `${script}\n</head>`).replaceAll(/<cellveil-\w+/g, '$& base="../static/package"'));
  }
  return folder;
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the cube in the page and queries a table, or returns the error. @param {Page} page @param {object} options */
const asked = (page, options) => page.evaluate(async (options) => {
  const { openCube } = /** @type {any} */ (globalThis).cellveil;
  try {
    const cube = await openCube("/census/cube.json", options);
    const table = await cube.table({ rows: "region", columns: "sex" });
    // The full core explains values.
    const { low, high } = await table.explain(0);
    const method = { kind: "cell-key", lookup: "hash", ptable: { name: "own.csv", text: "i,j,p,v,p_int_lb,p_int_ub,type\n0,0,1,0,0,1,all\n1,1,1,0,0,1,all\n" } };
    const own = await cube.table({ rows: "sex", totals: false, method });
    cube.close();
    return { csv: table.toCSV(), holds: low <= table.values[0] && table.values[0] <= high, own: own.values.length };
  } catch (error) {
    return { code: /** @type {any} */ (error).code, message: /** @type {Error} */ (error).message };
  }
}, options);

for (const [at, name] of Object.keys(BUNDLERS).entries()) {
  describe(name, () => {
    test("with base, pages get the figures of the command line, in a worker and in the page's thread", async () => {
      const { page } = await listenedPage(browser);
      /** @type {string[]} */
      const workers = [];
      page.on("worker", (worker) => workers.push(new URL(worker.url()).pathname));
      await page.goto(`${server.url}${at}/with-base.html`);
      assert.deepEqual(await tableOf(page), { figures: figuresOf(commandLine(CENSUS, ...SEX)), error: undefined });
      assert.deepEqual(await builderOf(page), { figures: figuresOf(commandLine(CENSUS, ...SEX)), error: undefined });
      const expected = { csv: commandLine(CENSUS, ...SEX), holds: true, own: 2 };
      for (const base of ["/static/package", "/static/package/", "../static/package", `${server.url}static/package?v=1#top`]) {
        assert.deepEqual(await asked(page, { base }), expected, base);
      }
      assert.deepEqual(new Set(workers), new Set(["/static/package/js/worker.js"]));
      assert.deepEqual(await asked(page, { base: "/static/package", worker: false }), expected);
      assert.deepEqual(await asked(page, { base: "/static/package", simd: false, worker: false }), expected);
    });

    test("with base, the builder's drawer, charts and files load", async () => {
      const { page, complaints } = await listenedPage(browser);
      await page.goto(`${server.url}${at}/with-base.html`);
      await builderOf(page);
      await laterParts(page);
      assert.deepEqual(complaints, []);
    });

    test("with base, every entry point works", async () => {
      const { page } = await listenedPage(browser);
      await page.goto(`${server.url}${at}/with-base.html`);
      await tableOf(page);
      const done = await page.evaluate(async () => {
        const { audit, exportTable, openCube, openWorkshop, synthesizePeople } = /** @type {any} */ (globalThis).cellveil;
        const base = new URL("/static/package", location.href);
        const cube = await openCube("/census/cube.json", { base });
        const table = await cube.table({ rows: ["sex"] });
        const files = [];
        for (const format of ["px", "xlsx"]) files.push((await exportTable(table, format, { base })).bytes.length > 0);
        const { rows } = (await openWorkshop({ base })).design({ maxChange: 2, variance: 1 });
        const { persons } = await synthesizePeople({ households: 10, seed: 1, base });
        const audited = [];
        for (const worker of [true, false]) audited.push((await audit("/census/cube.json", { publish: { maxDimensions: 1, axes: ["sex"] }, base, worker })).report.cube);
        return { files, rows: rows.length > 0, persons: persons > 0, audited };
      });
      assert.deepEqual(done, { files: [true, true], rows: true, persons: true, audited: ["census2011-teaching", "census2011-teaching"] });
    });

    test("without base, errors name base", async () => {
      const { page } = await listenedPage(browser);
      await page.goto(`${server.url}${at}/`);
      const named = /^the engine could not be started.*; in a bundle, pass the folder of this package's files as base$/;
      assert.match((await tableOf(page)).error ?? "", named);
      assert.match((await builderOf(page)).error ?? "", /^wasm: the engine could not be started.*; in a bundle, pass the folder/);
      for (const options of [{}, { worker: false }, { base: undefined }]) {
        const { code, message } = await asked(page, options);
        assert.equal(code, "wasm");
        assert.match(message ?? "", named);
      }
      const others = await page.evaluate(async () => {
        const { openWorkshop, synthesizePeople } = /** @type {any} */ (globalThis).cellveil;
        const calls = [openWorkshop(), synthesizePeople({ households: 10, seed: 1 })];
        return Promise.all(calls.map((call) => call.then(() => "", (/** @type {Error} */ { message }) => message)));
      });
      for (const message of others) assert.match(message, /could not be started.*; in a bundle, pass the folder/);
      // A correction helps at once.
      for (const tag of ["cellveil-table", "cellveil-builder"]) await page.locator(tag).evaluate((element) => Object.assign(element, { base: new URL("/static/package/", location.href) }));
      await page.locator("cellveil-table table").waitFor();
      assert.deepEqual((await tableOf(page)).figures, figuresOf(commandLine(CENSUS, ...SEX)));
      await page.locator('[data-part="table"] td').first().waitFor();
      assert.deepEqual(await builderOf(page), { figures: figuresOf(commandLine(CENSUS, ...SEX)), error: undefined });
      assert.equal((await asked(page, { base: "/static/package" })).csv, commandLine(CENSUS, ...SEX));
    });
  });
}

test("a wrong base is named, and what was expected", async () => {
  /** @param {string} core */
  const missing = (core) => ({ code: "wasm", message: `the engine could not be started from ${server.url}nowhere/cellveil${core}_bg.wasm: the server answered 404; expected the files of this package in base` });
  const { page: bare } = await listenedPage(browser);
  await bare.addInitScript(() => { customElements.define = () => {}; });
  await bare.goto(`${server.url}0/with-base.html`);
  assert.deepEqual(await asked(bare, { base: "/nowhere" }), missing(""));
  const { page } = await listenedPage(browser);
  await page.goto(`${server.url}0/with-base.html`);
  await tableOf(page);
  // The first core of this page runs already.
  assert.deepEqual(await asked(page, { base: "/nowhere" }), missing("_full"));
  for (const base of ["", "data:text/plain,", "http://", 5, true, {}, []]) {
    const { code, message } = await asked(page, { base });
    assert.equal(code, "bad-base", String(base));
    assert.match(message ?? "", /^base: .* is not the address of a folder; expected the folder of this package's files, such as "\/cellveil\/"$/);
  }
  await page.locator("cellveil-table").evaluate((element) => element.setAttribute("base", "http://"));
  await page.locator(".cellveil-error").waitFor();
  assert.match(await page.locator(".cellveil-plain").innerText(), /attribute “base”/);
});
