// In apps of webpack, Next and Astro, both elements show the same figures as the command line. The apps have no settings
// for the package.

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { serve } from "../../scripts/serve.js";
import { builderOf, laterParts, tableOf } from "./hosts/elements.js";
import { appOf, astroServer, built, builtByAstro, started } from "./hosts/frameworks.js";
import { commandLine, figuresOf, listenedPage, setUp } from "./support.js";

/** @typedef {{ url: string, close: () => unknown }} Server */

/**
 * @typedef {object} Framework
 * @property {import("./hosts/frameworks.js").App} app
 * @property {Record<string, (folder: string) => Promise<Server>>} ways  to build and serve the app
 */

const NEXT = [process.execPath, "node_modules/next/dist/bin/next"];
/** @param {number} port */
const local = (port) => ["--hostname", "127.0.0.1", "--port", String(port)];

/** @type {Record<string, Framework>} */
const FRAMEWORKS = {
  webpack: {
    app: "webpack-app",
    ways: {
      "a build": async (folder) => {
        await built(folder);
        return served(folder, "public");
      },
      "a build for development": async (folder) => {
        await built(folder, "--mode", "development");
        return served(folder, "public");
      },
    },
  },
  Next: {
    app: "next-app",
    ways: {
      "a static export": async (folder) => {
        await built(folder);
        return served(folder, "out");
      },
      "a server for development": (folder) => started(folder, (port) => [...NEXT, "dev", ...local(port)]),
      "a server, built with webpack": async (folder) => {
        for (const name of [".next", "out"]) rmSync(join(folder, name), { recursive: true, force: true });
        writeFileSync(join(folder, "next.config.ts"), "export default {};\n");
        await built(folder, "--webpack");
        return started(folder, (port) => [...NEXT, "start", ...local(port)]);
      },
    },
  },
  Astro: {
    app: "astro-app",
    ways: {
      "a build": async (folder) => {
        await builtByAstro(folder);
        return served(folder, "dist");
      },
      "a server for development": (folder) => started(folder, astroServer),
    },
  },
};

const { browser } = setUp();

/** @param {string} folder @param {string} name */
const served = (folder, name) => serve(join(folder, name));

for (const [name, { app, ways }] of Object.entries(FRAMEWORKS)) {
  describe(name, () => {
    let folder = "";
    before(async () => {
      folder = await appOf(app);
    });

    for (const [way, start] of Object.entries(ways)) {
      describe(way, () => {
        /** @type {Server} */
        let server;
        before(async () => {
          server = await start(folder);
        });
        after(() => server?.close());

        test("both elements show the command line's figures, and later parts load", async () => {
          const { page, complaints } = await listenedPage(browser);
          await page.goto(server.url);
          const shown = { figures: figuresOf(commandLine("site/cubes/census2011-teaching", "--rows", "region", "--columns", "sex")), error: undefined };
          assert.deepEqual(await tableOf(page), shown);
          assert.deepEqual(await builderOf(page), shown);
          assert.equal(page.workers().length, 1, "both elements share one worker");
          await laterParts(page);
          await page.locator("cellveil-builder").evaluate((builder) => builder.setAttribute("lang", "fr"));
          await page.locator("cellveil-builder").getByText("Lignes", { exact: true }).first().waitFor();
          if (name === "Next") assert.deepEqual(JSON.parse(await page.locator("output").innerText()), { rows: ["region"], columns: ["sex"], view: { chart: "bar" } });
          assert.deepEqual(complaints, []);
        });
      });
    }
  });
}
