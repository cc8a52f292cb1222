// In pages of other sites, both elements show the command line's figures. The browser is Chromium, or the one in
// CELLVEIL_BROWSER.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "./chromium.js";
import { launchFirefox } from "./firefox.js";
import { serveHosts } from "./hosts/server.js";
import { appFolder, built, developed } from "./hosts/vite.js";
import { commandLine } from "./support.js";

/** @import { CellveilTable } from "../../www/element/element.js" */

/** The method that Playwright's and Puppeteer's frames share. @typedef {{ evaluate<T>(look: () => T): Promise<Awaited<T>> }} Frame */

/**
 * @typedef {object} Opened
 * @property {(part?: string) => Promise<Frame>} frame  the page's own frame, or the frame with this end of its address
 * @property {((name: string) => Promise<number>) | undefined} tables
 *   number of tables with a name in the accessibility tree
 * @property {string[]} complaints
 * @property {() => Promise<void>} close
 */

const CENSUS = "site/cubes/census2011-teaching";
const SEX = ["--rows", "region", "--columns", "sex"];
const SEX_CAPTION = "Census 2011, England and Wales: teaching sample: Region by Sex";

/**
 * @typedef {object} Host
 * @property {string} name
 * @property {string} [page] relative to the server's address
 * @property {string} [frame] the frame with the elements, if they are not in the page itself
 * @property {{ caption: string, csv: () => string }[]} tables  the builders of the page show these tables too
 * @property {number} workers  number of the page's workers
 */

/** @type {Host[]} */
const HOSTS = [
  { name: "plain HTML", page: "plain/", workers: 1, tables: [{ caption: SEX_CAPTION, csv: () => commandLine(CENSUS, ...SEX) }] },
  {
    name: "strict Content-Security-Policy",
    page: "strict-csp/",
    workers: 1,
    tables: [{ caption: "Census 2011, England and Wales: teaching sample, sealed: Region by Sex", csv: () => commandLine(`${CENSUS}-sealed`, ...SEX) }],
  },
  {
    name: "strict Content-Security-Policy without workers",
    page: "no-workers/",
    workers: 0,
    tables: [{ caption: "Census 2011, England and Wales: teaching sample, sealed: Region by Sex", csv: () => commandLine(`${CENSUS}-sealed`, ...SEX) }],
  },
  { name: "a sandboxed iframe", page: "iframe/", frame: "inner.html", workers: 0, tables: [{ caption: SEX_CAPTION, csv: () => commandLine(CENSUS, ...SEX) }] },
  { name: "package and cube of another origin", page: "other-origin/", workers: 0, tables: [{ caption: SEX_CAPTION, csv: () => commandLine(CENSUS, ...SEX) }] },
  {
    name: "two elements",
    page: "two-elements/",
    workers: 1,
    tables: [
      { caption: SEX_CAPTION, csv: () => commandLine(CENSUS, ...SEX) },
      {
        caption: "Census 2011, England and Wales: teaching sample: Age band by Student, Sex (General health: Very good, Good)",
        csv: () => commandLine(CENSUS, "--rows", "age:band", "--columns", "student,sex", "--filter", "health=1,2"),
      },
    ],
  },
  { name: "an app built with Vite", page: "vite-app/", workers: 1, tables: [{ caption: SEX_CAPTION, csv: () => commandLine(CENSUS, ...SEX) }] },
  { name: "an app that Vite serves for development", workers: 1, tables: [{ caption: SEX_CAPTION, csv: () => commandLine(CENSUS, ...SEX) }] },
];

/** Runs before the page's scripts: records the elements' events and counts workers. */
function listen() {
  const told = Object.assign(globalThis, { told: /** @type {string[]} */ ([]), workers: 0 });
  for (const type of ["cellveil-ready", "cellveil-change", "cellveil-error"]) addEventListener(type, () => told.told.push(type));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    // Firefox requests the icon although no page names it.
    if (!blockedURI.endsWith("/favicon.ico")) told.told.push(`policy: ${violatedDirective}`);
  });
  if (!globalThis.Worker) return;
  globalThis.Worker = class extends Worker {
    /** @param {string | URL} url @param {WorkerOptions} [options] */
    constructor(url, options) {
      super(url, options);
      // Counts only workers that send a message, because a forbidden worker is created and then fails.
      this.addEventListener("message", () => told.workers++, { once: true });
    }
  };
}

/** Searches the codes of each cube, so that a worker starts if the page allows workers. */
async function search() {
  const elements = /** @type {CellveilTable[]} */ ([...document.querySelectorAll("cellveil-table, cellveil-builder")]);
  await Promise.all(elements.map(({ cube }) => cube?.find(cube.dimensions[0].name, "")));
}

/** Returns the tables of a page with their headers. */
function found() {
  const all = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  return {
    told: /** @type {any} */ (globalThis).told,
    workers: /** @type {any} */ (globalThis).workers,
    repeated: all.filter((id, place) => all.indexOf(id) !== place),
    isolated: globalThis.crossOriginIsolated,
    builders: [...document.querySelectorAll("cellveil-builder")].map((element) => {
      const figures = [...element.querySelectorAll('[data-part="table"] td')];
      const caption = element.querySelector("caption");
      return {
        busy: element.hasAttribute("aria-busy") || element.querySelector("[aria-busy]") !== null,
        text: element.textContent ?? "",
        caption: caption?.textContent ?? "",
        figures: figures.map((cell) => cell.textContent?.trim() ?? ""),
        badges: element.querySelector(".cv-badge")?.textContent ?? "",
        height: element.getBoundingClientRect().height,
        display: getComputedStyle(element).display,
        position: getComputedStyle(element).position,
        rule: figures[0] && getComputedStyle(figures[0]).borderBlockEndColor,
        color: caption && getComputedStyle(caption).color,
      };
    }),
    elements: [...document.querySelectorAll("cellveil-table")].map((element) => {
      const table = element.querySelector("table");
      const cells = [...(table?.querySelectorAll("td.cellveil-value") ?? [])];
      const heads = new Set([...(table?.querySelectorAll("th") ?? [])].map(({ id }) => id).filter(Boolean));
      return {
        busy: element.hasAttribute("aria-busy"),
        text: element.textContent ?? "",
        caption: table?.caption?.textContent,
        figures: cells.map((cell) => cell.textContent?.trim() ?? ""),
        // A cell refers only to headers of its own table.
        lost: cells.flatMap((cell) => (cell.getAttribute("headers") ?? "").split(" ")).filter((id) => id && !heads.has(id)),
        scopes: [...(table?.querySelectorAll("th") ?? [])].every((head) => head.scope || head.id),
        display: getComputedStyle(element).display,
        rule: cells[0] && getComputedStyle(cells[0]).borderBlockEndColor,
        color: table?.caption && getComputedStyle(table.caption).color,
      };
    }),
  };
}

/** @param {string} csv */
const figuresOf = (csv) => csv.trim().split("\n").slice(1).map((line) => {
  const [value, status] = line.split(",").slice(-2);
  return status ? { suppressed: "[c]", blocked: "[x]" }[status] : Number(value).toLocaleString("en-GB");
});

/** @typedef {{ open: (url: string) => Promise<Opened>, close: () => Promise<void> }} Opener */

/** @type {Record<string, (scripts: boolean) => Promise<Opener>>} */
const BROWSERS = {
  Chromium: async (scripts) => {
    const browser = await launch();
    return {
      close: () => browser.close(),
      open: async (url) => {
        const context = await browser.newContext({ javaScriptEnabled: scripts });
        const page = await context.newPage();
        /** @type {string[]} */
        const complaints = [];
        page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
        page.on("pageerror", (error) => complaints.push(error.message));
        await page.addInitScript(listen);
        await page.goto(url);
        return {
          frame: async (part) => (part ? /** @type {Frame} */ (page.frames().find((frame) => frame.url().endsWith(part))) : page.mainFrame()),
          tables: (name) => page.getByRole("table", { name, exact: true }).count(),
          complaints,
          close: () => context.close(),
        };
      },
    };
  },
  Firefox: async (scripts) => {
    const browser = await launchFirefox({ "javascript.enabled": scripts });
    return {
      close: () => browser.close(),
      open: async (url) => {
        const page = await browser.newPage();
        /** @type {string[]} */
        const complaints = [];
        page.on("console", (message) => ["error", "warn"].includes(message.type()) && complaints.push(message.text()));
        page.on("pageerror", (error) => complaints.push(String(error)));
        if (scripts) await page.evaluateOnNewDocument(listen);
        await page.goto(url);
        return {
          frame: async (part) => (part ? page.waitForFrame((frame) => frame.url().endsWith(part)) : page.mainFrame()),
          // Puppeteer evaluates a script of the page.
          tables: scripts ? async (name) => (await page.$$(`::-p-aria([name="${name}"][role="table"])`)).length : undefined,
          complaints,
          close: () => page.close(),
        };
      },
    };
  },
};

/** @type {Awaited<ReturnType<typeof serveHosts>>} */
let server;
/** @type {Awaited<ReturnType<typeof developed>>} */
let development;
/** @type {ReturnType<typeof appFolder>} */
let app;

before(async () => {
  app = appFolder();
  server = await serveHosts(await built(app.folder));
  development = await developed(app.folder, server.url);
});

after(async () => {
  await development?.close();
  await server?.close();
  app?.remove();
});

for (const [name, start] of Object.entries(BROWSERS).filter(([name]) => name === (process.env.CELLVEIL_BROWSER ?? "Chromium"))) {
  describe(name, () => {
    /** @type {Opener} */
    let browser;
    before(async () => {
      browser = await start(true);
    });
    after(() => browser?.close());

    for (const host of HOSTS) {
      test(host.name, async () => {
        const opened = await browser.open(host.page ? server.url + host.page : development.url);
        const frame = await opened.frame(host.frame);
        await shown(frame, 2 * host.tables.length);
        await frame.evaluate(search);
        const { told, workers, repeated, isolated, elements, builders } = await frame.evaluate(found);
        const policies = host.page === "no-workers/" ? ["policy: worker-src"] : [];
        assert.deepEqual([...told].sort(), [...host.tables.flatMap(() => ["cellveil-ready", "cellveil-ready"]), ...policies].sort());
        assert.equal(workers, host.workers);
        assert.equal(isolated, false, "without COOP and COEP");
        assert.deepEqual(repeated, [], "ids are unique");
        assert.equal(elements.length, host.tables.length);
        for (const [place, { caption, csv }] of host.tables.entries()) {
          const { busy, figures, lost, scopes, display, caption: shown, text } = elements[place];
          assert.deepEqual(figures, figuresOf(csv()));
          assert.equal(shown, caption);
          assert.deepEqual([busy, lost, scopes, display], [false, [], true, "block"]);
          assert.doesNotMatch(text, /Shown until/, "what stood there before is gone");
          assert.match(text, /small random amount.*Source: Office for National Statistics/s);
          // Firefox's driver cannot read the accessibility tree of a frame.
          if (!host.frame) assert.equal(await opened.tables?.(caption), 1, "the caption names the table");
        }
        assert.deepEqual(builders.map(({ figures }) => figures), host.tables.map(({ csv }) => figuresOf(csv())));
        for (const { busy, caption, text, display, position, height, badges } of builders) {
          assert.deepEqual([busy, display, position], [false, "block", "relative"], "the builder has its style");
          assert.ok(height >= 500, `the builder fills ${height} pixels`);
          assert.match(caption, /^Persons by (Region and Sex|Age band, Student and Sex, where General health is Very good or Good)$/);
          assert.match(badges, /^(keyed|sealed)$/);
          assert.doesNotMatch(text, /Shown until/, "what stood there before is gone");
        }
        // The browser reports a forbidden worker. Firefox reports its own request for an icon.
        const own = opened.complaints.filter((said) => !/favicon\.ico/.test(said) && !(host.workers === 0 && /worker/i.test(said)));
        assert.deepEqual(own, []);
        await opened.close();
      });
    }

    test("the page's own styles win over the elements'", async () => {
      const opened = await browser.open(`${server.url}plain/`);
      const frame = await opened.frame();
      await shown(frame, 2);
      const { elements, builders } = await frame.evaluate(found);
      for (const { rule, color } of [...elements, ...builders]) assert.deepEqual([rule, color], ["rgb(1, 2, 3)", "rgb(4, 5, 6)"]);
      assert.equal(builders[0].height, 640, "the block size of the page");
      await opened.close();
    });

    test("scripts off", async () => {
      const without = await start(false);
      const before = server.asked.length;
      const opened = await without.open(`${server.url}scripts-off/`);
      const frame = await opened.frame();
      const { elements: [{ caption, text }], builders: [builder] } = await frame.evaluate(found);
      assert.match(builder.text, /All tables are in the yearbook/);
      assert.equal(caption, "Residents by sex, as of last year");
      assert.match(text, /5,100.*The figures as a file/s);
      assert.equal((await opened.tables?.(caption)) ?? 1, 1);
      assert.deepEqual(server.asked.slice(before), ["/scripts-off/"], "nothing else is fetched");
      assert.deepEqual(opened.complaints, []);
      await without.close();
    });
  });
}

/** Waits until so many elements show a table or an error. @param {Frame} frame @param {number} tables */
async function shown(frame, tables) {
  for (;;) {
    const told = await frame.evaluate(() => /** @type {string[]} */ (/** @type {any} */ (globalThis).told ?? []).filter((type) => type.startsWith("cellveil-")));
    if (told.length >= tables) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
