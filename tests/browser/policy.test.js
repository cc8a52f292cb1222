// Pages whose Content-Security-Policy forbids WebAssembly or workers.

import assert from "node:assert/strict";
import { test } from "node:test";
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
  const page = await under(STRICT);
  assert.equal(await asked(page), 3);
  const { code, message } = /** @type {any} */ (await asked(page, { base: "/nowhere" }));
  assert.equal(code, "wasm");
  assert.match(message, /the server answered 404; expected the files of this package in base$/);
});
