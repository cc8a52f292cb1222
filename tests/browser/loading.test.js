// A page requests the files for its first table in parallel if possible, and respects its policy.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import sirv from "sirv";
import { path } from "../../scripts/lib.js";
import { launch } from "./chromium.js";
import { commandLine, figures, figuresOf, listenedPage, tableBy } from "./support.js";

/** @import { AddressInfo } from "node:net" */
/** @import { Browser } from "playwright-core" */

const CUBE = "cubes/census2011-teaching";
const ELEMENT = `<script type="module" src="/cellveil/element.js"></script>
<cellveil-table src="/${CUBE}/cube.json" rows="region" columns="sex"></cellveil-table>`;

/**
 * Groups of files. The server answers a group after all its files were requested. A page that requests the files one
 * after another never loads.
 */
const TOGETHER = [
  [/cellveil\/js\/index\.js$/, /cellveil\/js\/element\.js$/],
  [/cellveil_bg\.wasm$/, /\/cube\.json$/],
  [/tiles\/.*\.cvt$/, /ptables\/.*\.cvp$/],
];

/** @type {import("node:http").Server} */
let server;
/** @type {string} */
let url;
/** @type {Browser} */
let browser;
/** The page to send, and the groups with unrequested files. */
let served = { page: "", rest: "", policy: "", groups: /** @type {{ missing: Set<RegExp>, all: Promise<void>, come: () => void }[]} */ ([]) };

/** @param {string} page @param {{ policy?: string, together?: RegExp[][], rest?: string }} [how] `rest`: sent after the tiles, when a page could show its table */
function serve(page, { policy = "", together = [], rest = "" } = {}) {
  const groups = together.map((names) => {
    let come = () => {};
    const all = /** @type {Promise<void>} */ (new Promise((resolve) => (come = resolve)));
    return { missing: new Set(names), all, come };
  });
  served = { page: `<!doctype html><title>page</title><link rel="icon" href="data:,">${page}`, rest, policy, groups };
}

before(async () => {
  const files = sirv(path("target/site"), { dev: true, etag: true });
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://server");
    for (const { missing, all, come } of served.groups) {
      const name = [...missing].find((name) => name.test(pathname));
      if (name) missing.delete(name);
      if (missing.size === 0) come();
      if (name) await all;
    }
    if (/\/tiles\//.test(pathname)) response.once("close", () => server.emit("tiles"));
    if (pathname !== "/page.html") return files(request, response);
    response.setHeader("Content-Security-Policy", served.policy);
    response.setHeader("Content-Type", "text/html").write(served.page);
    if (served.rest) {
      // Waits until the tiles have been sent, plus some time.
      await once(server, "tiles");
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    response.end(served.rest);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}/page.html`;
  browser = await launch();
});

after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

/** Returns the element's table in the form of the CSV. */
async function shown() {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForSelector("cellveil-table table");
  await page.waitForLoadState();
  const figures = await page.$$eval("cellveil-table td", (cells) => cells.map((cell) => cell.textContent?.replaceAll(",", "")));
  const text = await page.$eval("cellveil-table", (element) => element.textContent ?? "");
  const workers = page.workers().length;
  await page.context().close();
  return { figures, text, workers, complaints };
}

/** @param {...string} method */
const expected = (...method) => commandLine(`site/${CUBE}`, "--rows", "region", "--columns", "sex", ...method).trim().split("\n").slice(1).map((line) => line.split(",")[2]);

test("a page requests the API at once, then core and cube, then tiles and p-table", async () => {
  serve(ELEMENT, { together: TOGETHER });
  const { figures, workers, complaints } = await shown();
  assert.deepEqual(figures, expected());
  assert.equal(workers, 0);
  assert.deepEqual(complaints, []);
});

test("a page that needs a larger core requests it at the same time as the worker", async () => {
  serve(ELEMENT.replace("rows=", 'method="small-cell" rows='), { together: [...TOGETHER.slice(0, 2), [/cellveil\/js\/worker\.js$/, /cellveil_full_bg\.wasm$/]] });
  const { figures, workers, complaints } = await shown();
  assert.deepEqual(figures, expected("--method", "small-cell"));
  assert.equal(workers, 1);
  assert.deepEqual(complaints, []);
});

test("the documented preloads are used, and each file is requested once", async () => {
  serve(`<link rel="modulepreload" href="/cellveil/js/index.js">
    <link rel="modulepreload" href="/cellveil/js/element.js">
    <link rel="preload" as="fetch" href="/cellveil/cellveil_bg.wasm" crossorigin>
    <link rel="preload" as="fetch" href="/${CUBE}/cube.json" crossorigin>
    ${ELEMENT}`, { together: [[/cellveil\/js\/index\.js$/, /cellveil\/js\/element\.js$/, /cellveil_bg\.wasm$/, /\/cube\.json$/]] });
  /** @type {string[]} */
  const asked = [];
  const listen = (/** @type {import("node:http").IncomingMessage} */ request) => asked.push(request.url ?? "");
  server.on("request", listen);
  const { figures, complaints } = await shown();
  server.off("request", listen);
  assert.deepEqual(figures, expected());
  assert.deepEqual(asked.filter((name, i) => asked.indexOf(name) !== i), []);
  assert.deepEqual(complaints, []);
});

test("the table replaces the text between its tags even when the script runs early", async () => {
  const [before, after] = ELEMENT.replace("<script", "<script async").split("</cellveil-table>");
  serve(`${before}<p>Shown before</p>`, { rest: `<p>Shown before</p></cellveil-table>${after}` });
  const { figures, text } = await shown();
  assert.deepEqual(figures, expected());
  assert.doesNotMatch(text, /Shown before/);
});

test("a page that forbids workers gets the table on its own thread", async () => {
  // This method needs a larger core, which a page runs in a worker if it may start one.
  serve(ELEMENT.replace("rows=", 'method="small-cell" rows='), { policy: "worker-src 'none'; script-src 'self' 'wasm-unsafe-eval'" });
  const { figures, workers } = await shown();
  assert.deepEqual(figures, expected("--method", "small-cell"));
  assert.equal(workers, 0);
});

test("the workbench requests its first table before its own script and the list of cubes arrive", async () => {
  serve("", { together: [[/\/workbench\.js$/, /\/cubes\/index\.json$/, /\/tiles\//]] });
  const { page, complaints } = await listenedPage(browser);
  await page.goto(new URL("/index.html", url).href, { waitUntil: "commit" });
  await tableBy(page, ["Region"]);
  assert.deepEqual(figuresOf(commandLine(`site/${CUBE}`, "--rows", "region", "--columns", "age:band")), await figures(page));
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("an early table is the link's table, even when it is refused, unknown or designed", async () => {
  serve("");
  for (const [link, said] of /** @type {const} */ ([
    ["#cube=tidewell&rows=birthplace&columns=education,activity", /^No table was built\./],
    ["#cube=tidewell&rows=shoe", /^No table was built\./],
    ["#cube=census2011-teaching&rows=region&method=designed:max-change=5,variance=3", /built in/],
    ["#cube=census2011-teaching&rows=region&filter=sex=1&totals=no", /^10 cells, built in/],
  ])) {
    const { page } = await listenedPage(browser);
    /** @type {string[]} */
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(new URL(`/index.html${link}`, url).href);
    await page.waitForFunction(({ source }) => new RegExp(source).test(document.querySelector('[data-part="status"]')?.textContent ?? ""), { source: said.source });
    assert.deepEqual(asked.filter((one, i) => asked.indexOf(one) !== i && !one.endsWith("favicon.svg")), [], link);
    await page.context().close();
  }
});
