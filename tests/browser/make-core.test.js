// `cellveil/make.js` in a page: a worker reads files in blocks, builds the cubes of the native program, and can be stopped.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { NATIVE, digests, ran } from "../js/support/commands.js";
import { listenedPage, setUp } from "./support.js";

const { server, browser } = setUp(path("pkg"));
const SAMPLE = path("demo/census2011-teaching");
const text = (/** @type {string} */ name) => readFileSync(join(SAMPLE, name), "utf8");
/** @type {string} */
let folder;

before(() => void (folder = mkdtempSync(join(tmpdir(), "cellveil-make-core-"))));
after(() => rmSync(folder, { recursive: true, force: true }));

async function opened() {
  const { page, complaints } = await listenedPage(browser);
  await page.route("**/page", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Page</title><input type=file multiple>" }));
  await page.goto(`${server.url}page`);
  return { page, complaints };
}

/**
 * Builds a cube of the files in the page's field. Returns digests, notes and the progress.
 * @param {import("playwright-core").Page} page @param {string} spec @param {{ name: string, text: string }[]} [files]
 */
const tiled = (page, spec, files = []) => page.evaluate(async ({ spec, files }) => {
  const { tile } = await import(String("/make.js"));
  const records = [.../** @type {FileList} */ (/** @type {HTMLInputElement} */ (document.querySelector("input")).files)];
  /** @type {{ stage: string, done: number, total: number }[]} */
  const heard = [];
  try {
    const made = await tile(spec, files, records, { onprogress: (/** @type {any} */ now) => heard.push(now) });
    const digests = await Promise.all(made.files.map(async (/** @type {{ path: string, bytes: Uint8Array<ArrayBuffer> }} */ { path, bytes }) => {
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      return [path, [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("")];
    }));
    return { files: Object.fromEntries(digests.sort()), notes: made.notes, heard };
  } catch (error) {
    const { code, message } = /** @type {any} */ (error);
    return { code, message };
  }
}, { spec, files });

/** @param {string} spec @param {string} records */
function native(spec, records) {
  const out = join(folder, "native");
  rmSync(out, { recursive: true, force: true });
  const done = ran(NATIVE, ["tile", spec, "--records", records, "--out", out]);
  assert.equal(done.status, 0, done.stderr);
  return digests(out);
}

test("a picked file gives the cube of the native program", async () => {
  const { page, complaints } = await opened();
  await page.setInputFiles("input", join(SAMPLE, "records.csv.gz"));
  const files = ["ptable.csv", "ptable-zeros.csv"].map((name) => ({ name, text: text(name) }));
  const made = await tiled(page, text("cube.toml"), files);
  assert.deepEqual(made.files, native(join(SAMPLE, "cube.toml"), join(SAMPLE, "records.csv.gz")));
  assert.deepEqual(complaints, []);
});

for (const ending of ["csv", "parquet"]) {
  test(`a file of many blocks (${ending}) is read in order, and its progress is heard`, async () => {
    const [records, spec] = [`people.${ending}`, "people.toml"].map((name) => join(folder, name));
    assert.equal(ran(NATIVE, ["synthesize", "--households", ending === "csv" ? "40000" : "240000", "--seed", "9", "--out", records, "--spec", spec, "--force"]).status, 0);
    const { page } = await opened();
    await page.setInputFiles("input", records);
    const made = await tiled(page, readFileSync(spec, "utf8"));
    assert.deepEqual(made.files, native(spec, records));
    assert.ok(made.heard?.some(({ stage, done, total }) => stage === `Reading people.${ending}` && done > 0 && done < total));
  });
}

test("a file that is wrong is an error with the words of the command line", async () => {
  const { page } = await opened();
  await page.setInputFiles("input", join(SAMPLE, "ptable.csv"));
  const files = ["ptable.csv", "ptable-zeros.csv"].map((name) => ({ name, text: text(name) }));
  const { code, message } = await tiled(page, text("cube.toml"), files);
  assert.equal(code, "not-made");
  assert.match(String(message), /ptable\.csv: no column "record_key"; expected it among its columns/);
});

test("a signal stops the work at once, and the next call works", async () => {
  const { page } = await opened();
  const found = await page.evaluate(async () => {
    const { run, zip } = await import(String("/make.js"));
    const content = new File([`a\n${"1\n".repeat(20_000_000)}`], "a.csv");
    const spec = '[cube]\nid = "a"\ntitle = "A"\nunit = "person"\ndata = "synthetic"\naudience = "public"\n[key]\ncolumn = "a"\n[[dimension]]\nname = "a"\n[method.default]\nkind = "none"\n';
    const stop = new AbortController();
    const files = [{ path: "a.csv", content }, { path: "a.toml", content: spec }];
    const work = run(["check", "a.toml", "--records", "a.csv"], files, { signal: stop.signal }).catch((/** @type {Error} */ error) => error.name);
    const other = zip([{ path: "a", bytes: new Uint8Array(3) }]);
    setTimeout(() => stop.abort(), 300);
    return [await work, (await other).length > 0];
  });
  assert.deepEqual(found, ["AbortError", true]);
});
