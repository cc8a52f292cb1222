// The notebook and the Quarto page of docs/guide/teach.md, built and opened beside the site. Quarto is not in npm or Debian,
// so pandoc converts its page: Quarto uses pandoc for this.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { path, run } from "../../scripts/lib.js";
import { blocksOf } from "../js/support/documents.js";
import { appOf, built } from "./hosts/frameworks.js";
import { commandLine, listenedPage, setUp } from "./support.js";

const CENSUS = "census2011-teaching";
/** @type {string} */
let folder;

/** A copy of the parts of the site that the two pages use. */
function siteFolder() {
  folder = mkdtempSync(join(tmpdir(), "cellveil-teaching-"));
  cpSync(path("target/site/cellveil"), join(folder, "cellveil"), { recursive: true });
  cpSync(path(`target/site/cubes/${CENSUS}`), join(folder, "cubes", CENSUS), { recursive: true });
  return folder;
}

const { server, browser } = setUp(siteFolder);
after(() => rmSync(folder, { recursive: true, force: true }));

/** The text of a block of the guide. @param {string} start */
function block(start) {
  const found = blocksOf("docs/guide/teach.md").filter(({ text }) => text.startsWith(start));
  assert.equal(found.length, 1, start);
  return `${found[0].text}\n`;
}

/** The last value of a table of the command line. @param {string} rows @param {string} region */
const total = (rows, region) => Number(commandLine(`site/cubes/${CENSUS}`, "--rows", rows, "--filter", `region=${region}`).trim().split("\n").at(-1)?.split(",")[1]);

test("the notebook builds, and its cells follow the reader's choice", async () => {
  const app = await appOf("notebook-app");
  writeFileSync(join(app, "lesson.html"), block("<!doctype html>\n<notebook>"));
  await built(app);
  cpSync(join(app, ".observable/dist"), folder, { recursive: true });
  const { page } = await listenedPage(browser);
  await page.goto(`${server.url}lesson.html`);
  await page.getByText(`All persons in North East: ${total("sex", "E12000001")} by sex, ${total("age", "E12000001")} by age.`).waitFor({ timeout: 30_000 });
  await page.locator("select").selectOption({ label: "London" });
  await page.getByText(`All persons in London: ${total("sex", "E12000007")} by sex, ${total("age", "E12000007")} by age.`).waitFor();
  assert.equal(total("sex", "E12000007"), total("age", "E12000007"), "the same people have the same noise");
});

test("the Quarto page converts, and its table has the figures of the command line", async () => {
  if (spawnSync("pandoc", ["--version"]).status !== 0) {
    const quiet = { DEBIAN_FRONTEND: "noninteractive" };
    run("apt-get", ["update", "-q"], quiet);
    run("apt-get", ["install", "-y", "-q", "--no-install-recommends", "pandoc"], quiet);
  }
  writeFileSync(join(folder, "lesson.qmd"), block("---\ntitle: Small counts"));
  execFileSync("pandoc", ["--standalone", "--from", "markdown", "--output", "quarto.html", "lesson.qmd"], { cwd: folder });
  const { page } = await listenedPage(browser);
  await page.goto(`${server.url}quarto.html`);
  await page.locator("cellveil-table td").first().waitFor();
  assert.equal(await page.title(), "Small counts");
  const shown = (await page.locator("cellveil-table td").allInnerTexts()).map((text) => text.replaceAll(",", ""));
  const expected = commandLine(`site/cubes/${CENSUS}`, "--rows", "region", "--columns", "ethnic_group").trim().split("\n").slice(1).map((line) => line.split(",").at(-2));
  assert.deepEqual(shown, expected);
});
