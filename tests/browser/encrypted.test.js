// An encrypted dataset on the site: the passphrase, the figures, the lock, and that nothing decrypted is stored.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { openFolder } from "../js/support/encrypted.js";
import { accessible, violations } from "./accessible.js";
import { IDLE, clockedPage, closeContext, goAway, openKiosk, part, touchToStart } from "./kiosk-support.js";
import { TABLE, figures, figuresOf, listenedPage, setUp, tableBy } from "./support.js";

/** @import { Page } from "playwright-core" */

const PASSPHRASE = "slow tin otter 4";
const folder = mkdtempSync(join(tmpdir(), "cellveil-locked-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** @param {string} id @param {string} title @param {string} kind */
const spec = (id, title, kind) => `[cube]
id = "${id}"
title = "${title}"
unit = "person"
${kind}
[key]
column = "key"
salt = "4b19e7c2805dfa36917c3e0ad4b86f25"
[[dimension]]
name = "area"
label = "Area"
codes = { A = "North", B = "South", C = "Isles" }
[[dimension]]
name = "sex"
label = "Sex"
codes = { 1 = "Male", 2 = "Female" }
[method.default]
kind = "random-rounding"
base = 3
`;

/** @param {string[]} args */
const cellveil = (...args) => execFileSync(path("target/release/cellveil"), args, { cwd: folder, encoding: "utf8", env: { ...process.env, WORDS: PASSPHRASE } });

const { server, browser } = setUp(() => {
  writeFileSync(join(folder, "cells.csv"), "area,sex,count,key\nA,1,73192,915734021\nA,2,58317,640128557\nB,1,7,2718281\nB,2,3141592,5\nC,1,12,99\n");
  writeFileSync(join(folder, "kiosk.toml"), spec("kiosk", "Visitors of the fair", 'data = "confidential"\naudience = "kiosk"'));
  writeFileSync(join(folder, "plain.toml"), spec("plain", "Invented people", 'data = "synthetic"\naudience = "public"'));
  cellveil("tile", "kiosk.toml", "--cells", "cells.csv", "--out", "cubes/kiosk", "--passphrase-env", "WORDS");
  cellveil("tile", "plain.toml", "--cells", "cells.csv", "--out", "cubes/plain");
  cellveil("site", "cubes", "--out", "site", "--archive", path("pkg/pages.zip"), "--passphrase-env", "WORDS");
  return join(folder, "site");
});

const ADDRESS = "#cube=kiosk&rows=area&columns=sex";
const dialog = (/** @type {Page} */ page) => page.getByRole("dialog", { name: "This dataset is encrypted" });

/** @param {Page} page @param {string} [passphrase] */
async function type(page, passphrase = PASSPHRASE) {
  await dialog(page).getByLabel("Passphrase").fill(passphrase);
  await dialog(page).getByRole("button", { name: "Unlock" }).click();
}

/** Opens the table and unlocks the dataset. @param {Page} page @param {string} [file] */
async function unlocked(page, file = "") {
  await page.goto(`${server.url}${file}${ADDRESS}`);
  await type(page);
  await tableBy(page, ["Area"], "Sex");
}

/** The page asks again, and has neither a table nor an engine. @param {Page} page */
async function isLocked(page) {
  await dialog(page).waitFor();
  assert.equal(await page.locator(`${TABLE} td`).count(), 0);
  assert.doesNotMatch(await page.locator("body").innerText(), /North|Isles/);
}

test("the page asks for the passphrase, and shows the figures of the command line", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(`${server.url}${ADDRESS}`);
  await dialog(page).waitFor();
  assert.match(await dialog(page).innerText(), /Visitors of the fair[^]*at rest only[^]*can see the true counts/);
  // The builder behind the dialog is busy until the dataset opens.
  assert.deepEqual(await violations(page), []);
  await type(page, "slow tin otter 5");
  await page.getByRole("alert").filter({ hasText: "The passphrase is wrong" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await type(page);
  await tableBy(page, ["Area"], "Sex");
  const csv = cellveil("table", "cubes/kiosk", "--rows", "area", "--columns", "sex", "--passphrase-env", "WORDS");
  assert.deepEqual(await figures(page), figuresOf(csv));
  await accessible(page, "an unlocked dataset");
  assert.deepEqual(complaints, []);
});

test("the page fetches only stored files of an encrypted dataset", async () => {
  const { page } = await listenedPage(browser);
  /** @type {string[]} */
  const fetched = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await unlocked(page);
  const known = new Set(["cube.json", ...readdirSync(join(folder, "cubes/kiosk/files")).map((name) => `files/${name}`)]);
  const ours = fetched.filter((name) => name.startsWith("/cubes/kiosk/")).map((name) => name.slice("/cubes/kiosk/".length));
  assert.ok(ours.length > 2);
  assert.deepEqual(ours.filter((name) => !known.has(name)), []);
});

/**
 * Everything that this origin stores, as text with a character for each byte. Also the texts of keys and names.
 * @param {Page} page
 */
const storedText = (page) => page.evaluate(async () => {
  /** @type {string[]} */
  const found = [document.cookie, JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), JSON.stringify(history.state)];
  const bytes = (/** @type {ArrayBuffer} */ buffer) => Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  const seen = async (/** @type {unknown} */ value) => {
    if (value instanceof Blob) found.push(bytes(await value.arrayBuffer()));
    else if (value instanceof ArrayBuffer) found.push(bytes(value));
    else if (ArrayBuffer.isView(value)) found.push(bytes(/** @type {ArrayBuffer} */ (value.buffer)));
    else if (value && typeof value === "object") for (const part of Object.values(value)) await seen(part);
    else found.push(String(value));
  };
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      found.push(request.url);
      await seen(await /** @type {Response} */ (await cache.match(request)).arrayBuffer());
    }
  }
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((resolve) => { const opening = indexedDB.open(String(name)); opening.onsuccess = () => resolve(opening.result); });
    for (const store of database.objectStoreNames) {
      await seen(await new Promise((resolve) => { const all = database.transaction(store).objectStore(store).getAll(); all.onsuccess = () => resolve(all.result); }));
    }
    database.close();
  }
  const root = await navigator.storage.getDirectory();
  for await (const [name, handle] of /** @type {any} */ (root).entries()) {
    found.push(name);
    if (handle.kind === "file") await seen(await handle.getFile());
  }
  return found.join("\n");
});

/** The decrypted files. @type {Map<string, Buffer> | undefined} */
let decrypted;
const opened = () => (decrypted ??= openFolder(join(folder, "cubes/kiosk"), PASSPHRASE));

/** The true counts, and a record key, that no table of the test shows. */
const NUMBERS = ["73192", "58317", "3141592", "915734021"];

/** What must not be stored: the passphrase, each decrypted file in several forms, true counts, the salt and a label inside. */
function secrets() {
  const forms = [...opened().values()].flatMap((bytes) => [bytes.toString("latin1"), bytes.toString("base64"), bytes.toString("hex"), JSON.stringify([...bytes])]);
  return [PASSPHRASE, ...forms, ...NUMBERS, "4b19e7c2805dfa36917c3e0ad4b86f25", "Isles"];
}

/** @param {Page} page */
async function leaks(page) {
  const text = await storedText(page);
  return secrets().filter((secret) => text.includes(secret)).length;
}

test("nothing decrypted is stored, and the check sees a page that stores a decrypted tile", async () => {
  const { page } = await listenedPage(browser);
  await unlocked(page);
  assert.equal(await leaks(page), 0);
  const [tile] = [...opened()].filter(([name]) => name.startsWith("tiles/")).map(([, bytes]) => [...bytes]);
  // The planted faults, for each kind of storage and each form.
  const faults = [
    async (/** @type {number[]} */ tile) => { await (await caches.open("tiles")).put("/tile", new Response(new Uint8Array(tile))); },
    async (/** @type {number[]} */ tile) => localStorage.setItem("tile", btoa(String.fromCharCode(...tile))),
    async (/** @type {number[]} */ tile) => localStorage.setItem("tile", JSON.stringify(tile)),
    async () => localStorage.setItem("cell", JSON.stringify({ count: 73192 })),
    async (/** @type {number[]} */ tile) => sessionStorage.setItem("tile", tile.map((byte) => byte.toString(16).padStart(2, "0")).join("")),
    (/** @type {number[]} */ tile) => new Promise((done) => {
      const opening = indexedDB.open("tiles", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("tiles", { autoIncrement: true }).add({ bytes: new Uint8Array(tile) });
      opening.onsuccess = () => { opening.result.close(); done(undefined); };
    }),
  ];
  for (const fault of faults) {
    await page.evaluate(fault, tile);
    assert.ok(await leaks(page) > 0, String(fault));
    await page.evaluate(async () => {
      localStorage.clear();
      sessionStorage.clear();
      for (const name of await caches.keys()) await caches.delete(name);
      await new Promise((done) => { indexedDB.deleteDatabase("tiles").onsuccess = done; });
    });
    assert.equal(await leaks(page), 0);
  }
});

test("the button, a kiosk's reset and another page lock the dataset", async () => {
  const { page, complaints } = await listenedPage(browser);
  await unlocked(page);
  await page.getByRole("button", { name: "Lock", exact: true }).click();
  await isLocked(page);
  await type(page);
  await tableBy(page, ["Area"], "Sex");
  await page.evaluate(() => { document.dispatchEvent(new Event("cellveil-idle")); });
  await isLocked(page);
  await type(page);
  await tableBy(page, ["Area"], "Sex");
  // The table of the page is not shown again by the button "Back".
  await page.goto(`${server.url}embed.html#cube=plain`);
  await page.goBack();
  await isLocked(page);
  assert.deepEqual(complaints, []);
});

test("ten minutes without input lock the dataset, and input before keeps it open", async () => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  try {
    const page = await context.newPage();
    await page.clock.install();
    await unlocked(page);
    await page.clock.fastForward("09:00");
    await page.keyboard.press("Shift");
    await page.clock.fastForward("09:00");
    assert.equal(await page.locator(`${TABLE} td`).count() > 0, true);
    await page.clock.fastForward("01:10");
    await isLocked(page);
  } finally {
    await context.close();
  }
});

test("a half-typed passphrase is cleared after a minute without input", async () => {
  const { page } = await clockedPage(browser);
  await page.goto(`${server.url}${ADDRESS}`);
  const field = dialog(page).getByLabel("Passphrase");
  await field.fill("slow tin");
  await page.clock.fastForward(50_000);
  await field.pressSequentially(" o");
  await page.clock.fastForward(50_000);
  assert.equal(await field.inputValue(), "slow tin o");
  await page.clock.fastForward(12_000);
  await page.getByRole("alert").filter({ hasText: "The passphrase was cleared" }).waitFor();
  assert.equal(await field.inputValue(), "");
  await type(page);
  await tableBy(page, ["Area"], "Sex");
  await closeContext(page);
});

test("a kiosk asks only after the attract screen, and its reset forgets the key", async () => {
  cellveil("site", "cubes/kiosk", "--out", "kiosk-site", "--kiosk", "--kiosk-idle", String(IDLE), "--archive", path("pkg/pages.zip"), "--passphrase-env", "WORDS");
  const kiosk = await serve(join(folder, "kiosk-site"));
  const { page, complaints } = await clockedPage(browser, { serviceWorkers: "allow" });
  let loaded = 0;
  let expected = 0;
  page.on("requestfinished", (request) => { if (request.url().endsWith("/passphrase.js")) loaded += 1; });
  /** The attract screen is there, the page has loaded the dialog's module, and the dialog does not appear. */
  const onlyAttracts = async () => {
    expected += 1;
    for (const deadline = Date.now() + 20_000; loaded < expected && Date.now() < deadline;) await page.waitForTimeout(100);
    assert.equal(loaded, expected);
    await page.waitForTimeout(1000);
    assert.equal(await part(page, "attract").count(), 1);
    assert.equal(await dialog(page).count(), 0);
    assert.equal(await page.locator(`${TABLE} td`).count(), 0);
    assert.doesNotMatch(await page.locator("body").innerText(), /North|Isles/);
  };
  try {
    await openKiosk(page, `${kiosk.url}${ADDRESS}`);
    await onlyAttracts();
    await touchToStart(page);
    await type(page);
    await tableBy(page, ["Area"], "Sex");
    await page.locator("html[data-kept]").waitFor({ state: "attached" });
    assert.equal(await leaks(page), 0);
    await goAway(page);
    await onlyAttracts();
    assert.equal(await leaks(page), 0);
    await touchToStart(page);
    await isLocked(page);
    // A visitor leaves a half-typed passphrase.
    await dialog(page).getByLabel("Passphrase").fill("slow tin");
    await goAway(page);
    await onlyAttracts();
    await touchToStart(page);
    await isLocked(page);
    assert.equal(await dialog(page).getByLabel("Passphrase").inputValue(), "");
    assert.deepEqual(await violations(page), []);
    await type(page);
    await tableBy(page, ["Area"], "Sex");
    assert.deepEqual(complaints, []);
  } finally {
    await closeContext(page);
    await kiosk.close();
  }
});

test("other datasets of the site open without a passphrase, and a cancelled dialog leaves an error", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(`${server.url}#cube=plain&rows=area&columns=sex`);
  await tableBy(page, ["Area"], "Sex");
  // The titles are fetched when the browser is idle. The locked dataset keeps the name of its folder.
  await page.waitForFunction(() => document.querySelector("[data-part=dataset]")?.textContent?.includes("Invented people (keyed)"));
  assert.equal(await dialog(page).count(), 0);
  await page.goto(`${server.url}?again${ADDRESS}`);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByText("This dataset is locked. Try again, and type the passphrase.").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await type(page);
  await tableBy(page, ["Area"], "Sex");
  assert.deepEqual(complaints, []);
});

test("a damaged file is an error of the page, after the right passphrase", async () => {
  const { page } = await listenedPage(browser);
  const { index, files } = JSON.parse(readFileSync(join(folder, "cubes/kiosk/cube.json"), "utf8"));
  const others = files.map((/** @type {[string, number]} */ [name]) => name).filter((/** @type {string} */ name) => name !== index);
  await page.route(new RegExp(others.join("|")), async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    body[100] ^= 1;
    await route.fulfill({ response, body });
  });
  await page.goto(`${server.url}${ADDRESS}`);
  await type(page);
  await page.getByText("A data file arrived damaged").waitFor();
});
