// The example of docs/reference/api.md draws its chart in a page: the rows of a table with Observable Plot.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { build } from "esbuild";
import { path } from "../../scripts/lib.js";
import { commandLine, listenedPage, setUp } from "./support.js";

const { server, browser } = setUp();

/** Returns the code of the example. */
function example() {
  const [, section] = readFileSync(path("docs/reference/api.md"), "utf8").split("\n## Charts and data tools\n");
  return section.split("```js\n")[1].split("```")[0];
}

/** Bundles the example with Plot. The page imports the package from the server. */
async function bundled() {
  const { outputFiles } = await build({
    stdin: { contents: example(), resolveDir: path(".") },
    bundle: true,
    format: "esm",
    write: false,
    plugins: [{ name: "the package on the server", setup: (build) => build.onResolve({ filter: /^cellveil$/ }, () => ({ path: "/cellveil/index.js", external: true })) }],
  });
  return outputFiles[0].text;
}

test("the example draws a bar for each cell, and the lengths are the command line's figures", async () => {
  const { page, complaints } = await listenedPage(browser);
  const script = await bundled();
  await page.route("**/example/**", (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/example/app.js") return route.fulfill({ contentType: "text/javascript", body: script });
    if (pathname.startsWith("/example/cube/")) return route.continue({ url: `${server.url}cubes/census2011-teaching/${pathname.slice("/example/cube/".length)}` });
    return route.fulfill({ contentType: "text/html", body: '<!doctype html><title>Page</title><link rel="icon" href="data:,"><body><script type="module" src="app.js"></script>' });
  });
  await page.goto(`${server.url}example/`);
  await page.locator("[aria-label=bar] rect").first().waitFor();
  const { widths, places, colours } = await page.evaluate(() => ({
    widths: [...document.querySelectorAll("[aria-label=bar] rect")].map((rect) => Number(rect.getAttribute("width"))),
    places: [...document.querySelectorAll("[aria-label='y-axis tick label'] text")].map((text) => text.textContent),
    colours: [...document.querySelectorAll("figure > div, [class*=swatches]")].map((legend) => legend.textContent ?? ""),
  }));
  const lines = commandLine("site/cubes/census2011-teaching", "--rows", "region", "--columns", "sex", "--no-totals").trim().split("\n").slice(1);
  const figures = lines.map((line) => Number(line.split(",")[2]));
  assert.equal(widths.length, figures.length);
  // Bars of one colour stand in the order of the table. Their lengths are in proportion to the figures.
  const drawn = [...widths].sort((a, b) => a - b);
  const scale = Math.max(...widths) / Math.max(...figures);
  [...figures].sort((a, b) => a - b).forEach((figure, at) => assert.ok(Math.abs(drawn[at] - figure * scale) < 1e-6 * drawn[at] + 0.01, `${figure}`));
  assert.equal(places.length, 10);
  assert.ok(places.includes("London") && !places.includes("Total"), places.join(", "));
  assert.match(colours.join(" "), /Female.*Male/s);
  assert.deepEqual(complaints, []);
});
