// What visitors do on a kiosk: they open each page, choose, and try to leave.

import assert from "node:assert/strict";
import { accessible } from "./accessible.js";
import { KIOSK, expectLargeTargets, leftovers, openKiosk, part, touchToStart } from "./kiosk-support.js";
import { listenedPage, tableBy } from "./support.js";

/** @import { Page } from "playwright-core" */
/** @typedef {import("./support.js").Chromium} Chromium */

/** When a page is complete. @type {Record<string, (page: Page) => Promise<unknown>>} */
export const PAGES = {
  index: (page) => tableBy(page, ["Region"]),
  maps: (page) => page.locator("#shown:not([hidden], [aria-busy])").waitFor(),
  community: (page) => page.locator("#invitation:not([hidden])").waitFor(),
  risk: (page) => page.locator("#map svg").waitFor(),
  designer: (page) => page.locator("#bars svg").waitFor(),
  embed: (page) => page.waitForFunction(() => document.querySelectorAll("cellveil-table table").length === 4),
  make: (page) => page.locator(".make-example").waitFor(),
  learn: (page) => page.locator("main h2").first().waitFor(),
};

/** Controls that save, print, copy or open files. Kiosk mode shows none of them. */
const FILES = /^(save|download|print|copy|export|receipt|choose (a )?file|open an outline|csv$|png$|svg$)/i;

/** The ways out that a test tries on a page. Returns what left the page. @param {Page} page */
async function tryToLeave(page) {
  /** @type {string[]} */
  const left = [];
  page.context().on("page", () => left.push("a new page"));
  page.on("download", (file) => left.push(`a file: ${file.suggestedFilename()}`));
  page.on("filechooser", () => left.push("a dialog for files"));
  const before = page.url();
  const close = async () => {
    const dialog = part(page, "take");
    const shown = await dialog.isVisible() ? await dialog.locator("h2").innerText() : "";
    if (shown) await dialog.getByRole("button", { name: "Close" }).click();
    if (page.url() !== before) left.push(page.url());
    return shown;
  };
  await page.evaluate(() => {
    const ways = document.createElement("div");
    ways.id = "ways-out";
    ways.innerHTML = `<a href="https://outside.example/">Outside</a> <a href="https://outside.example/" target="_blank">New</a> <a href="mailto:a@outside.example">Mail</a>
      <a href="maps.html" target="_blank" id="new-page">Page</a> <a href="data:text/csv,a" download="a.csv">File</a> <a href="cubes/index.json">Raw</a> <input type="file">`;
    ways.style.cssText = "position: fixed; inset: auto 0 0; z-index: 99; background: white";
    document.body.append(ways);
  });
  const said = [];
  for (const name of ["Outside", "New", "Mail", "File", "Raw"]) {
    await page.locator("#ways-out").getByText(name, { exact: true }).click();
    said.push(await close());
  }
  assert.deepEqual(said, ["This link leaves the kiosk", "This link leaves the kiosk", "This link leaves the kiosk", "Take it with you", "This link leaves the kiosk"]);
  await page.locator("#ways-out").getByText("Outside").click({ modifiers: ["ControlOrMeta"] });
  assert.notEqual(await close(), "");
  await page.locator("#ways-out").getByText("Outside").click({ button: "middle" });
  assert.notEqual(await close(), "");
  await page.locator("#ways-out").getByText("Outside").focus();
  await page.keyboard.press("Enter");
  assert.notEqual(await close(), "");
  const prevented = await page.evaluate(() => {
    const outcomes = [];
    const fire = (/** @type {Event} */ event) => outcomes.push([event.type, /** @type {any} */ (event).key ?? "", !document.querySelector("#ways-out a")?.dispatchEvent(event)]);
    for (const type of ["contextmenu", "dragstart", "copy", "cut"]) fire(new Event(type, { bubbles: true, cancelable: true }));
    for (const key of ["p", "s", "o", "u"]) fire(new KeyboardEvent("keydown", { key, ctrlKey: true, bubbles: true, cancelable: true }));
    document.querySelector("input")?.dispatchEvent(new Event("contextmenu", { bubbles: true, cancelable: true }));
    /** @type {HTMLInputElement} */ (document.querySelector("#ways-out input")).click();
    const file = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob(["a"])), download: "a.csv" });
    file.click();
    outcomes.push(["open", "", window.open("https://outside.example/") === null]);
    print();
    return outcomes.filter(([, , stopped]) => !stopped);
  });
  assert.deepEqual(prevented, []);
  await close();
  await page.evaluate(() => document.querySelector("#ways-out")?.remove());
  return left;
}

/**
 * Opens a page as a kiosk, and checks its screens, targets and ways out.
 * @param {Chromium} browser
 * @param {string} site
 * @param {string} name  of the page
 */
export async function checkPage(browser, site, name) {
  const { page, complaints } = await listenedPage(browser);
  await openKiosk(page, `${site}${name}.html${KIOSK}`);
  await PAGES[name](page);
  await accessible(page, "attract screen");
  await expectLargeTargets(page, "attract screen");
  await touchToStart(page);
  await expectLargeTargets(page, "visit");
  const controls = await page.locator("button, a, label, summary").filter({ visible: true }).allInnerTexts();
  assert.deepEqual(controls.filter((text) => FILES.test(text.trim())), []);
  assert.deepEqual(await tryToLeave(page), []);
  assert.deepEqual(complaints, []);
}

/** A visitor's choice in every place where the site keeps one: a table, an area, a filter, a method, a name, a drawing. */
export const WORDS = ["Zzyzx", "student", "designed:", "unemployment"];
const CHOICE = `#cube=census2011-teaching&rows=region&columns=sex&group=region,Zzyzx,E12000001,E12000002&filter=student=2&method=designed:max-change=5,variance=3,blocked=2`;

/** A visit that leaves a trace in every place. @param {Page} page @param {string} site */
export async function visit(page, site) {
  await openKiosk(page, `${site}index.html${KIOSK}`);
  await touchToStart(page);
  // A link of the builder changes the address in the same way.
  await page.evaluate((hash) => { location.hash = hash; }, CHOICE);
  await page.locator("[data-part=table]").getByText("Zzyzx").waitFor();
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await page.locator('[data-part="name"]').fill("Zzyzx");
  await page.waitForFunction(() => JSON.stringify(localStorage).includes("Zzyzx"));
  await page.getByRole("link", { name: "Community tables", exact: true }).click();
  await PAGES.community(page);
  await page.evaluate(() => { location.hash = "#cube=tidewell&area=Zzyzx,TW0101,TW0102"; });
  await page.locator("#profile:not([hidden])").waitFor();
  await page.getByRole("link", { name: "Maps", exact: true }).click();
  await PAGES.maps(page);
  await page.evaluate(() => { location.hash = "#cube=tidewell&indicator=unemployment&filter=sex=2"; });
  await page.waitForFunction(() => JSON.stringify(sessionStorage).includes("unemployment"));
  const found = await leftovers(page, WORDS);
  for (const trace of ["fields: unemployment", "address: unemployment", "session: unemployment", "local: Zzyzx", ...["Zzyzx", "designed:", "student", "unemployment"].map((word) => `history: ${word}`)]) {
    assert.ok(found.includes(trace), `${trace} is there before the reset: ${found}`);
  }
}
