// Every page of the site and its states, for the screenshots and for axe.

import { TABLE, downloaded, openAdd, openChip, press, tableBy } from "./support.js";

/** @import { Page } from "playwright-core" */

/**
 * @typedef {object} Scene
 * @property {string} name of the picture's files
 * @property {string} title description of the picture
 * @property {string} address relative to the site
 * @property {(page: Page) => Promise<unknown>} ready the actions of a user, until the scene is complete
 * @property {string} [from] selector of the first visible part
 * @property {(page: Page) => Promise<unknown>} [before] actions before the page loads
 */

const CENSUS = "#cube=census2011-teaching";
const HYPERCUBE = "#cube=hypercube";

/** Opens the sheet with the controls, which is closed on a phone. @param {Page} page */
async function openSheet(page) {
  const button = page.locator(".cv-sheet-button");
  if (await button.isVisible()) await button.click();
}

/** @type {[name: string, title: string, address: string][]} */
const PICTURES = [
  ["picture-bar", "Bars", `${CENSUS}&rows=region&columns=sex&picture=bar`],
  ["picture-line", "Lines, with suppressed figures", `${CENSUS}&rows=age&columns=marital_status&picture=line&method=suppress10`],
  ["picture-lines", "Lines in panels", `${CENSUS}&rows=age&columns=region&picture=line`],
  ["picture-heat", "A heat map, with suppressed figures", `${CENSUS}&rows=religion&columns=ethnic_group&picture=heat&method=suppress10`],
  ["picture-share", "A heat map of shares", `${HYPERCUBE}&rows=occupation&columns=education&picture=heat&percent=row`],
  ["picture-pyramid", "A population pyramid", `${HYPERCUBE}&rows=age&columns=sex&picture=pyramid`],
];

/** @param {string} name @param {string} title @param {string} address @param {string} [wait] @returns {Scene} */
const map = (name, title, address, wait = "#shown:not([hidden], [aria-busy])") => ({ name, title, address: `maps.html#${address}`, ready: (page) => page.locator(wait).waitFor() });
/** @param {string} name @param {string} title @param {string} address @param {string} [wait] @returns {Scene} */
const community = (name, title, address, wait = "#profile:not([hidden])") => ({ name, title, address: `community.html#${address}`, ready: (page) => page.locator(wait).waitFor() });
const AREAS = "area=Riverside,TW0101,TW0102,TW0103,TW0201,TW0202&area=East,TW0401,TW0402";
/** A step of the page that makes datasets, with invented people. @param {string} name @param {string} title @param {string} step @param {(page: Page) => Promise<unknown>} [further] @returns {Scene} */
const make = (name, title, step, further = async () => {}) => ({
  name, title, address: "make.html",
  async ready(page) {
    await press(page, "Try it with invented people");
    await page.locator('[data-part="next"]').waitFor();
    await page.waitForFunction(() => !document.querySelector('[data-part="progress"]'));
    await page.locator(`[data-go="${step}"]`).click();
    await further(page);
  },
});

/** Builds the dataset. Invented people have keys. @param {Page} page @param {string} step  the step to show then */
async function buildDataset(page, step) {
  await page.locator('[data-go="build"]').click();
  await page.locator('[data-part="build"]').click();
  await page.locator('[data-part="built"] .make-good').waitFor();
  await page.locator(`[data-go="${step}"]`).click();
}

/** @param {string} name @param {string} title @param {string} address @returns {Scene} */
const embed = (name, title, address) => ({ name, title, address, ready: (page) => page.waitForFunction(() => document.querySelectorAll("cellveil-table table").length === 4) });

/** @type {{ page: string, title: string, scenes: Scene[] }[]} */
export const PAGES = [
  {
    page: "index.html",
    title: "Tables",
    scenes: [
      { name: "first", title: "The first table, without a click", address: "", ready: (page) => tableBy(page, ["Region"]) },
      {
        name: "filter",
        title: "A filter, open",
        address: `${CENSUS}&rows=region&columns=sex&filter=health=1,2`,
        async ready(page) {
          await tableBy(page, ["Region"], "Sex");
          await openSheet(page);
          await openChip(page, "General health", "filters");
        },
      },
      { name: "nested", title: "Two dimensions on rows, two on columns", address: `${CENSUS}&rows=region:country,age&columns=sex,health`, ready: (page) => tableBy(page, ["Country", "Age"]) },
      { name: "withheld", title: "Figures suppressed below a threshold", address: `${HYPERCUBE}&rows=age&columns=education&method=threshold10`, ready: (page) => tableBy(page, ["Age"], "Education") },
      {
        name: "check",
        title: "A table, verified by its receipt",
        address: `${CENSUS}&rows=region&columns=sex`,
        async ready(page) {
          await tableBy(page, ["Region"], "Sex");
          const [table, receipt] = [await downloaded(page), await downloaded(page, "receipt")];
          const chosen = (/** @type {{ name: string, text: string }} */ { name, text }) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
          await page.locator("[data-part=about]").click();
          await page.locator("[data-part=check-table]").setInputFiles(chosen(table));
          await page.locator("[data-part=check-receipt]").setInputFiles(chosen(receipt));
          await press(page, "Check");
          await page.getByText("The table is genuine.").waitFor();
        },
      },
      {
        name: "damaged",
        title: "A damaged file",
        address: `${CENSUS}&rows=region&columns=sex`,
        before: (page) => page.route("**/tiles/**", (route) => route.fulfill({ body: "not a tile" })),
        async ready(page) {
          await page.getByRole("alert").waitFor();
          await page.getByText("Technical message").click();
        },
      },
      {
        name: "groups",
        title: "Custom groups, a layer and a filter",
        address: `${CENSUS}&rows=region&columns=sex,age:band&wafer=health&group=region,North,E12000001,E12000002&filter=student=2`,
        async ready(page) {
          await tableBy(page, ["Region"]);
          await openSheet(page);
          await openChip(page, "Region", "rows");
          await press(page, "Group areas …");
          await page.locator("dialog[open]").waitFor();
        },
      },
      {
        name: "chip-menu",
        title: "The panel of a variable",
        address: `${CENSUS}&rows=region&columns=sex&wafer=age:band`,
        async ready(page) {
          await tableBy(page, ["Region"]);
          await openSheet(page);
          await openChip(page, "Sex", "columns");
          await page.getByText("Move to").waitFor();
        },
      },
      {
        name: "search",
        title: "A search by category",
        address: `${CENSUS}&rows=region`,
        async ready(page) {
          await tableBy(page, ["Region"]);
          await openSheet(page);
          const panel = await openAdd(page, "Rows");
          await panel.getByRole("searchbox").fill("wid");
          await page.getByText("Widowed").first().waitFor();
        },
      },
      { name: "broken-link", title: "A link with unknown names", address: `${CENSUS}&rows=region,shoe&filter=sex=9`, ready: (page) => page.locator(".cv-ways").waitFor() },
      { name: "not-published", title: "A table that is not published", address: `${CENSUS}-sealed&rows=region&columns=sex,age`, ready: (page) => page.locator(".cv-ways").waitFor() },
      { name: "refused", title: "A refused table", address: "#cube=tidewell&rows=birthplace&columns=education,activity", ready: (page) => page.locator(".cv-ways").waitFor() },
      {
        name: "why",
        title: "Percentages, and the reasons for a number",
        address: `${CENSUS}&rows=region:country,age&columns=sex,health&percent=row`,
        async ready(page) {
          await tableBy(page, ["Country", "Age"]);
          await page.locator(`${TABLE} tbody td`).nth(23).click();
          await page.getByText("Computed from").last().waitFor();
        },
      },
      { name: "wafer", title: "One layer, sorted by a column", address: `${CENSUS}&rows=region&columns=health&wafer=sex&sort=descending,1`, ready: (page) => tableBy(page, ["Region"]) },
      {
        name: "average",
        title: "An average, with the number of each category",
        address: `${CENSUS}&rows=region&columns=age&average=age,1,8,2,20,3,30,4,40,5,50,6,60,7,70,8,80`,
        async ready(page) {
          await tableBy(page, ["Region"]);
          await page.locator("[data-part=numbers]").click();
        },
      },
      { name: "ratio", title: "A ratio", address: `${CENSUS}&rows=region&columns=sex&wafer=age:band&ratio=sex,2,1,100`, ready: (page) => tableBy(page, ["Region"]) },
      {
        name: "steps",
        title: "The five steps with measures, and collapsed rows",
        address: `${CENSUS}&rows=region:country,sex&columns=health&collapsed=E92000001`,
        async ready(page) {
          await tableBy(page, ["Country", "Sex"]);
          await page.locator("[data-part=about]").click();
          await page.locator("[data-part=measure]").click();
          await page.locator(".cv-steps").waitFor();
        },
      },
      {
        name: "downloads",
        title: "The menu of files",
        address: `${CENSUS}&rows=region&columns=sex`,
        async ready(page) {
          await tableBy(page, ["Region"], "Sex");
          await page.locator("[data-part=save]").click();
          await page.locator("[data-save=csv]").waitFor();
        },
      },
      { name: "virtual", title: "A large table, with only the visible rows in the page", address: `${HYPERCUBE}&rows=age,activity,occupation&columns=education,citizenship`, ready: (page) => page.getByText("built in").waitFor() },
      { name: "wide", title: "A table with many columns", address: `${HYPERCUBE}&rows=sex&columns=age,activity,education`, ready: (page) => page.locator(".cv-wide").waitFor() },
      { name: "too-large", title: "A table too large to show", address: `${CENSUS}&rows=region,age,religion&columns=economic_activity,ethnic_group,country_of_birth,sex`, ready: (page) => page.locator("[data-part=refusal]").waitFor() },
      ...PICTURES.map(([name, title, address]) => ({ name, title, address, ready: (/** @type {Page} */ page) => page.locator(".cv-frame svg.chart").waitFor() })),
      { name: "nothing", title: "Nothing chosen yet", address: `${CENSUS}&rows=`, ready: (page) => page.getByText("Add a variable to rows or columns").waitFor() },
      { name: "designed", title: "A custom p-table as the method", address: `${CENSUS}&rows=region&columns=sex&method=designed:max-change=5,variance=3,blocked=2`, ready: (page) => tableBy(page, ["Region"], "Sex") },
      {
        name: "slow",
        title: "Files are loading",
        address: `${HYPERCUBE}&rows=region&columns=sex`,
        before: (page) => page.route("**/tiles/**", () => {}),
        ready: (page) => page.getByText("Loading data").waitFor(),
      },
      {
        name: "outdated",
        title: "The old table while another dataset is loading",
        address: `${CENSUS}&rows=region&columns=sex`,
        before: (page) => page.route("**/cubes/tidewell/**", () => {}),
        async ready(page) {
          await tableBy(page, ["Region"], "Sex");
          await openSheet(page);
          await page.locator("[data-part=dataset]").selectOption("tidewell");
          await page.locator("[data-part=table][aria-busy] td").first().waitFor();
          await page.locator("[data-part=progress]").waitFor();
        },
      },
      { name: "no-cube", title: "A dataset that cannot be opened", address: "#cube=nowhere", ready: (page) => page.getByRole("alert").waitFor() },
    ],
  },
  {
    page: "maps.html",
    title: "Maps",
    scenes: [
      map("maps", "An indicator of an invented town, block by block", "cube=tidewell&indicator=born-abroad"),
      map("maps-ward", "An average by ward, one of them chosen", "cube=tidewell&indicator=mean-age&level=area:ward&selected=TW10"),
      map("maps-gaps", "Figures withheld", "cube=tidewell&indicator=unemployment&level=area&method=suppress10"),
      map("maps-own", "A share of one’s own, of some of the people", "cube=tidewell&of=birthplace&codes=3,4&as=share&level=area:ward&filter=sex%3D2"),
      map("maps-tiles", "Tiles, where there are no boundaries", "cube=census2011-teaching"),
      {
        ...map("maps-boundaries", "Boundaries without the codes of the areas", "cube=tidewell&indicator=born-abroad"),
        from: "#boundaries",
        async ready(page) {
          await page.locator("#shown:not([hidden], [aria-busy])").waitFor();
          if (!(await page.locator("#boundaries").isVisible())) await page.locator("#more summary").click();
          const feature = { type: "Feature", properties: { name: "Somewhere" }, geometry: { type: "Polygon", coordinates: [[[0, 50], [1, 50], [1, 51], [0, 50]]] } };
          await page.locator("#boundaries").setInputFiles({ name: "bare.geojson", mimeType: "application/geo+json", buffer: Buffer.from(JSON.stringify({ type: "FeatureCollection", features: [feature] })) });
          await page.locator(".said.wrong").waitFor();
        },
      },
      {
        ...map("maps-outdated", "The map that was, while other data are on their way", "cube=tidewell-sealed&indicator=born-abroad"),
        before: (page) => page.route("**/cubes/census2011-teaching/**", () => {}),
        async ready(page) {
          await page.locator("#shown:not([hidden], [aria-busy])").waitFor();
          await page.locator("#cube").selectOption("census2011-teaching");
          await page.locator("#shown[aria-busy]").waitFor();
        },
      },
      map("maps-refused", "What is not published", "cube=tidewell-sealed&indicator=born-abroad&filter=tenure%3D1", "#error:not([hidden])"),
    ],
  },
  {
    page: "community.html",
    title: "Community tables",
    scenes: [
      community("community-empty", "No area yet", "cube=tidewell", "#invitation:not([hidden])"),
      community("community", "Two drawn areas and their tables", `cube=tidewell&${AREAS}`),
      community("community-sealed", "A drawn area as a sum of published figures", `cube=tidewell-sealed&${AREAS}`),
    ],
  },
  {
    page: "risk.html",
    title: "Risk and utility",
    scenes: [
      { name: "risk", title: "Five steps, measures and the map of one table by all methods", address: "risk.html", ready: (page) => page.locator("#map svg").waitFor() },
      {
        name: "risk-tables",
        title: "Two tables by six methods",
        address: `risk.html${CENSUS}&rows=region&columns=age,religion&keep=rows%3Dregion%26columns%3Dsex,health&methods=default,none,rounding5,ten-five,~rounding-3,~standard`,
        ready: (page) => page.locator("#map svg").first().waitFor(),
      },
      {
        name: "risk-outdated",
        title: "Old measures while the weights do not add up",
        address: `risk.html${CENSUS}&rows=region&columns=religion&methods=default`,
        async ready(page) {
          await page.locator("#map svg").waitFor();
          // On a phone the controls are a sheet.
          const sheet = page.locator(".open-sheet");
          const narrow = await sheet.isVisible();
          if (narrow) await sheet.click();
          await page.locator(".measuring summary").click();
          await page.locator("#weight-0").fill("0.5");
          if (narrow) await page.locator(".close-sheet").click();
          await page.locator("#told.stale").waitFor();
        },
      },
      { name: "risk-sealed", title: "A dataset with confidential true counts", address: `risk.html${CENSUS}-sealed&rows=region&columns=sex`, ready: (page) => page.getByRole("link", { name: /^Measure/ }).waitFor() },
    ],
  },
  {
    page: "designer.html",
    title: "P-table designer",
    scenes: [
      { name: "designer", title: "A design and what it reveals", address: "designer.html", ready: (page) => page.locator("#bars svg").waitFor() },
      { name: "designer-large", title: "A wide design of another shape", address: "designer.html#max-change=50&variance=30&blocked=3&nearest&shape=laplace", ready: (page) => page.locator("#bars svg").waitFor() },
      { name: "designer-infeasible", title: "An impossible design", address: "designer.html#max-change=5&variance=7.5", ready: (page) => page.getByRole("alert").waitFor() },
    ],
  },
  {
    page: "embed.html",
    title: "Embed",
    scenes: [
      embed("embed", "The element and the lines to copy", "embed.html"),
      embed("embed-arabic", "From right to left, in a custom style", "embed.html#cube=tidewell&rows=area:district&columns=sex,tenure&lang=ar&look=banner"),
      embed("embed-french", "In French", "embed.html#cube=tidewell&rows=age:band&columns=sex&lang=fr&look=airy"),
    ],
  },
  {
    page: "make.html",
    title: "Make",
    scenes: [
      { name: "make", title: "A place for a file", address: "make.html", ready: (page) => page.locator(".make-drop").waitFor() },
      make("make-file", "The first rows of a file", "file"),
      make("make-columns", "The columns, with an editor", "columns", (page) => page.getByRole("button", { name: /^Edit / }).first().click()),
      make("make-keys", "Record keys", "keys"),
      make("make-method", "The dataset and its method", "method"),
      make("make-limits", "Limits", "limits"),
      make("make-build", "A dataset, built on the page", "build", (page) => buildDataset(page, "build")),
      make("make-try", "The builder on the new dataset", "try", async (page) => {
        await buildDataset(page, "try");
        await page.locator("cellveil-builder [data-part=table] td").first().waitFor();
      }),
      make("make-save", "The files to save", "save", (page) => buildDataset(page, "save")),
    ],
  },
];

export const WIDE = { viewport: { width: 1280, height: 900 } };
export const NARROW = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Opens a scene. @param {Page} page @param {string} site @param {Scene} scene */
export async function openScene(page, site, { address, before, ready }) {
  page.setDefaultTimeout(30_000);
  await before?.(page);
  await page.goto(site + address);
  await ready(page);
}
