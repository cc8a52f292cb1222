// Pages whose Content-Security-Policy forbids WebAssembly or workers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { filesOf, path } from "../../scripts/lib.js";
import { STRICT } from "./hosts/server.js";
import { listenedPage, setUp } from "./support.js";

/** @import { Page } from "playwright-core" */

const { server, browser } = setUp();
const CUBE = "/cubes/census2011-teaching/cube.json";
const FORBIDDEN = "the Content-Security-Policy forbids WebAssembly; add 'wasm-unsafe-eval' to script-src";

/**
 * Opens an empty page. The server sends the policy with every file, as the usual settings of web servers do.
 * @param {string} policy
 * @param {(file: string) => boolean} [sent] whether a file has the policy
 */
async function under(policy, sent = () => true) {
  const { page } = await listenedPage(browser);
  await page.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    /** @type {{ [name: string]: string }} */
    const headers = sent(pathname) ? { "Content-Security-Policy": policy } : {};
    if (pathname === "/page") return route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Page</title><main></main>", headers });
    const response = await route.fetch();
    return route.fulfill({ response, headers: { ...response.headers(), ...headers } });
  });
  await page.goto(`${server.url}page`);
  return page;
}

/** Opens a cube and returns the number of figures of a table, or the error. @param {Page} page @param {object} [options] */
const asked = (page, options = {}) => page.evaluate(async ({ options, cube }) => {
  const { openCube } = await import(String("/cellveil/index.js"));
  try {
    return (await (await openCube(cube, options)).table({ rows: "sex" })).values.length;
  } catch (error) {
    const { code, fault, message } = /** @type {any} */ (error);
    return { code, fault, message };
  }
}, { options, cube: CUBE });

/** The policy in the guide for web servers. */
const GUIDE = /^```\n(default-src .*)\n```$/m.exec(readFileSync(path("docs/guide/host.md"), "utf8"))?.[1] ?? assert.fail("no policy in host.md");

const WITHOUT = STRICT.replace(" 'wasm-unsafe-eval'", "");

test("a policy without wasm-unsafe-eval is the cause in the error, with what to add", async () => {
  assert.notEqual(WITHOUT, STRICT);
  for (const [policy, options] of /** @type {const} */ ([[WITHOUT, {}], [WITHOUT, { worker: false }], [`${WITHOUT}; worker-src 'none'`, {}], [WITHOUT, { simd: false }]])) {
    const page = await under(policy);
    const file = "simd" in options ? "cellveil_scalar_bg.wasm" : "cellveil_bg.wasm";
    const message = `the engine could not be started from ${server.url}cellveil/${file}: ${FORBIDDEN}`;
    assert.deepEqual(await asked(page, options), { code: "wasm", fault: "input", message }, policy);
  }
});

test("other cores name the policy too", async () => {
  const page = await under(WITHOUT);
  const message = await page.evaluate(async () => {
    const { openWorkshop } = await import(String("/cellveil/workshop.js"));
    return openWorkshop().catch((/** @type {Error} */ error) => error.message);
  });
  assert.equal(message, `the workshop could not be started from ${server.url}cellveil/cellveil_workshop_bg.wasm: ${FORBIDDEN}`);
});

test("the element shows the cause below its sentence for readers", async () => {
  const page = await under(WITHOUT);
  await page.evaluate((cube) => {
    document.querySelector("main")?.insertAdjacentHTML("beforeend", `<cellveil-table src="${cube}" rows="sex"></cellveil-table>`);
    return import(String("/cellveil/element.js"));
  }, CUBE);
  await page.locator(".cellveil-error").waitFor();
  assert.match(await page.locator(".cellveil-reason").innerText(), /the Content-Security-Policy forbids WebAssembly; add 'wasm-unsafe-eval' to script-src$/);
});

test("the worker builds tables if only the page's own policy forbids WebAssembly", async () => {
  const page = await under(WITHOUT, (file) => file === "/page");
  assert.equal(await asked(page), 3);
  assert.match(JSON.stringify(await asked(page, { worker: false })), /forbids WebAssembly/);
});

test("the documented policy is enough, and a missing core is not blamed on it", async () => {
  assert.equal(await asked(await under(STRICT)), 3);
  // All cubes in the thread of a page share one core, so the second cube needs a new page.
  const { code, message } = /** @type {any} */ (await asked(await under(STRICT), { base: "/nowhere" }));
  assert.equal(code, "wasm");
  assert.match(message, /the server answered 404; expected the files of this package in base$/);
});

/** The sources of each directive. @param {string} policy */
const directivesOf = (policy) => new Map(policy.split(/\s*;\s*/).map((each) => { const [name, ...sources] = each.split(" "); return [name, sources]; }));

test("the policy of the guide allows what each page of the site allows", () => {
  const guide = directivesOf(GUIDE);
  // Without `worker-src`, `script-src` counts. The other two forbid what the pages do not use.
  const unused = new Set(["worker-src", "base-uri", "form-action"]);
  const pages = filesOf("target/site").filter((file) => /^target\/site\/\w+\.html$/.test(file));
  assert.ok(pages.length > 7);
  for (const page of pages) {
    const own = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(path(page), "utf8"))?.[1] ?? assert.fail(page);
    for (const [name, sources] of directivesOf(own)) {
      if (!unused.has(name)) assert.deepEqual(sources.filter((source) => !guide.get(name)?.includes(source)), [], `${page}: ${name}`);
    }
  }
});

for (const [file, part] of /** @type {const} */ ([
  ["index.html#cube=census2011-teaching&rows=region&columns=sex", "[data-part=table] td"], ["maps.html", "#shown:not([hidden], [aria-busy]) svg"], ["community.html", "#result:not(:empty)"],
  ["risk.html", "#told:not([aria-busy])"], ["designer.html", "#result svg"], ["embed.html", "cellveil-table td"], ["make.html", "#make button"],
  ["learn.html#lesson=small-counts&seed=7", "[data-lesson=small-counts] [data-question]"],
])) {
  test(`a page of the site works under the policy of the guide: ${file.split("#")[0]}`, async () => {
    const { page, complaints } = await listenedPage(browser);
    await page.route("**/*", async (route) => {
      const response = await route.fetch();
      return route.fulfill({ response, headers: { ...response.headers(), "Content-Security-Policy": GUIDE } });
    });
    await page.goto(server.url + file);
    await page.locator(part).first().waitFor();
    assert.deepEqual(complaints, []);
  });
}
