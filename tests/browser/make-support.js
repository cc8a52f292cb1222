// Shared helpers for the tests of the page "Make a dataset": files to drop, steps, and saved ZIP files.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { gunzipSync, inflateRawSync } from "node:zlib";
import { path } from "../../scripts/lib.js";

/** @import { Page } from "playwright-core" */

/** The census sample without its record keys. */
export function censusWithoutKeys() {
  const text = gunzipSync(readFileSync(path("demo/census2011-teaching/records.csv.gz"))).toString("utf8");
  return `${text.trim().split("\n").map((line) => line.slice(0, line.lastIndexOf(","))).join("\n")}\n`;
}

/** @param {string} name @param {string | Buffer} text */
export const chosen = (name, text) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** Opens the page. @param {Page} page @param {string} url */
export async function openMake(page, url) {
  await page.goto(`${url}make.html`);
  await page.locator(".make-drop").waitFor();
}

/** Chooses files and waits until the page proposes a use for each column. @param {Page} page @param {...{ name: string, mimeType: string, buffer: Buffer }} files */
export async function choose(page, ...files) {
  await page.locator("input[type=file]").first().setInputFiles(files);
  await page.locator('[data-part="next"]').waitFor({ timeout: 60_000 });
  await rest(page);
}

/** Waits until no work runs. @param {Page} page */
export const rest = (page) => page.waitForFunction(() => !document.querySelector('[data-part="progress"]'), undefined, { timeout: 120_000 });

/** Goes to a step. @param {Page} page @param {string} step */
export async function go(page, step) {
  await page.locator(`[data-go="${step}"]`).click();
  await page.locator(`[data-step="${step}"]`).waitFor();
}

/** Checks and builds, and waits for the dataset. @param {Page} page */
export async function build(page) {
  await go(page, "build");
  await page.locator('[data-part="build"]').click();
  await page.locator('[data-part="built"] .make-good').waitFor({ timeout: 120_000 });
  await rest(page);
}

/** The files of a ZIP archive, by path. @param {Buffer} bytes @returns {Map<string, Buffer>} */
export function unzipped(bytes) {
  const files = new Map();
  // The end record names the place of the central directory (APPNOTE.TXT 4.3.16).
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  for (let at = bytes.readUInt32LE(end + 16), left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size, name, extra, comment, local] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32), bytes.readUInt32LE(at + 42)];
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + size);
    files.set(bytes.toString("utf8", at + 46, at + 46 + name), method === 0 ? packed : inflateRawSync(packed));
    at += 46 + name + extra + comment;
  }
  return files;
}

/**
 * Runs `cellveil tile` on a saved specification and returns the files of the cube.
 * @param {Map<string, Buffer>} specification
 * @param {{ name: string, bytes: Buffer }} records
 * @param {string} [spec]
 */
export function tiledByCommand(specification, records, spec = "cube.toml") {
  const folder = mkdtempSync(join(tmpdir(), "cellveil-make-"));
  try {
    for (const [name, bytes] of [...specification, [records.name, records.bytes]]) {
      const file = join(folder, /** @type {string} */ (name));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, /** @type {Buffer} */ (bytes));
    }
    execFileSync(path("target/release/cellveil"), ["tile", join(folder, spec), "--records", join(folder, records.name), "--out", join(folder, "out")], { stdio: ["ignore", "ignore", "pipe"] });
    return new Map(below(join(folder, "out")).map((file) => [relative(join(folder, "out"), file), readFileSync(file)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The CSV of `cellveil table` for the files of a cube.
 * @param {Map<string, Buffer>} cube
 * @param {...string} query
 */
export function tableByCommand(cube, ...query) {
  const folder = mkdtempSync(join(tmpdir(), "cellveil-make-"));
  try {
    for (const [name, bytes] of cube) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    return execFileSync(path("target/release/cellveil"), ["table", folder, ...query], { encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** All files below a folder. @param {string} folder @returns {string[]} */
const below = (folder) => readdirSync(folder).flatMap((name) => (statSync(join(folder, name)).isDirectory() ? below(join(folder, name)) : [join(folder, name)]));
