// What a chart says and how it looks: stacked bars, whiskers, true counts, labels in place of a legend, and the size of
// texts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CENSUS, cellsOf, charting, drawnOf } from "./charts-support.js";
import { commandLine, listenedPage, setUp } from "./support.js";

/** @import { Page } from "playwright-core" */
/** @import { Made } from "./charts-support.js" */

const { server, browser } = setUp();
const withChart = charting(server, browser);

/** Opens a page of the site that has the colours and no chart. */
async function blank(/** @type {import("playwright-core").BrowserContextOptions} */ options = {}) {
  const listened = await listenedPage(browser, options);
  // Removes the page's own scripts. A script that starts late reports an error, because the chart has replaced its controls.
  await listened.page.route("**/embed.html", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/<script[^]*?<\/script>|<link rel="(module)?preload"[^>]*>/g, "") });
  });
  await listened.page.goto(`${server.url}embed.html`);
  await listened.page.addStyleTag({ url: `${server.url}charts.css` });
  return listened;
}

const AGES = ["0 to 15", "16 to 24", "25 to 34", "35 to 44", "45 to 54", "55 to 64", "65 and over"];
const SEX = ["Male", "Female"];

/** The widths of marks and their distances from the axis. @param {Page} page */
const marksOf = (page) => page.locator("svg.chart [data-cell]").evaluateAll((all) => all.map((each) => {
  const { x, width } = /** @type {SVGGraphicsElement} */ (each).getBBox();
  return { cell: Number(each.getAttribute("data-cell")), value: Number(each.getAttribute("data-value")), missing: each.getAttribute("data-missing"), x, width, title: each.querySelector("title")?.textContent ?? "" };
}));

/** @param {Page} page */
const textsOf = (page) => page.locator("svg.chart text").evaluateAll((all) => all.map((each) => each.textContent).filter(Boolean));

test("a 100% bar shows the shares of its shown parts, their sum, and what is missing", async () => {
  const cells = cellsOf(commandLine(CENSUS, "--rows", "religion", "--columns", "ethnic_group", "--method", "suppress10"));
  const inner = cells.filter(({ codes }) => !codes.includes("_T"));
  const sums = new Map();
  for (const { codes, value } of inner) sums.set(codes[0], (sums.get(codes[0]) ?? 0) + Number(value ?? 0));
  const { page, complaints } = await withChart("#cube=census2011-teaching&rows=religion&columns=ethnic_group&method=suppress10&percent=column&picture=stacked-100");
  const drawn = await marksOf(page);
  assert.equal(drawn.length, inner.length);
  for (const { cell, codes, value } of inner) {
    const mark = drawn.find((each) => each.cell === cell) ?? assert.fail(`${cell}`);
    assert.equal(mark.missing, value === null ? "suppressed" : null);
    if (value === null) continue;
    const share = (100 * Number(value)) / sums.get(codes[0]);
    assert.ok(Math.abs(mark.value - share) < 1e-9 && mark.title.endsWith(`: ${share.toFixed(1)}%`), `${mark.title}, not ${share}`);
  }
  // All bars without a missing part end at 100%. The others continue with the mark of the missing part.
  const full = drawn.filter(({ value }) => value === 100).map(({ width }) => width);
  for (const { value, width } of drawn) if (value > 0) assert.ok(Math.abs(width - (full[0] * value) / 100) < 0.01);
  const texts = await textsOf(page);
  assert.ok(texts.includes(`of ${sums.get("2").toLocaleString("en-GB")} + [c]`) && !texts.some((text) => text?.startsWith("120%")), texts.join());
  const said = await page.locator("[data-part=chart-figure]").innerText();
  assert.match(said, /, % of its bar\n/);
  assert.match(said, /Each bar is 100% of the sum of its shown parts\. 10 of 10 bars lack parts that are not shown\./);
  assert.deepEqual(complaints, []);
});

test("stacked bars say how many published totals differ, unless the groups are the reader’s", async () => {
  const { page, complaints } = await blank();
  /** @type {Made} */
  const made = { axes: { area: ["a", "b", "c"], sex: SEX }, values: [10, 30, 41, 5, 7, 12, 20, 20, 36, 35, 57, 90] };
  const drawn = await drawnOf(page, made, "stacked");
  assert.match(drawn.words, /2 of 3 published totals differ from the sum of the parts\./);
  assert.ok(drawn.notes.includes("A published total differs from the sum of its parts by up to 4: protection changes them separately."), drawn.notes.join());
  assert.ok(drawn.file.includes("by up to 4: protection changes them separately"));
  const texts = await textsOf(page);
  assert.ok(["40", "12"].every((sum) => texts.includes(sum)) && !["41", "36"].some((total) => texts.includes(total)), "sums, not totals");
  const same = await drawnOf(page, { ...made, values: [10, 30, 40, 5, 7, 12, 20, 20, 40, 35, 57, 92] }, "stacked");
  assert.doesNotMatch(same.words + same.notes.join(" "), /differ/);
  const grouped = await drawnOf(page, made, "stacked", { groups: [["sex", [["Male", ["1"]], ["Female", ["2"]]]]] });
  assert.doesNotMatch(grouped.words, /differ/);
  assert.ok(grouped.notes.includes("The groups of The sex may leave out categories that the published totals include."));
  const lacking = await drawnOf(page, { ...made, values: [10, null, 41, null, null, 12, 20, 20, 36, 35, 57, 90] }, "stacked");
  assert.match(lacking.words, /1 of 1 published total differs/);
  assert.ok(lacking.notes.includes("2 of 3 bars lack parts that are not shown."));
  const marked = await textsOf(page);
  for (const text of ["10 + [c]", "2 [c]"]) assert.ok(marked.includes(text), marked.join());
  // A bar of zeros has no shares.
  await drawnOf(page, { ...made, values: [10, 30, 41, 0, 0, 0, 20, 20, 36, 30, 50, 77] }, "stacked-100");
  assert.ok((await textsOf(page)).includes("2 [z]"));
  assert.deepEqual(complaints, []);
});

test("whiskers stand at the ends of their interval, widen the axis, and are explained", async () => {
  const { page, complaints } = await blank();
  /** @type {Made} */
  const made = { axes: { age: AGES, sex: SEX }, values: Array.from({ length: 24 }, (_, cell) => (cell === 4 ? null : 100 + cell)) };
  for (const kind of ["bar", "line", "pyramid"]) {
    const without = await drawnOf(page, made, kind);
    const marks = await marksOf(page);
    assert.doesNotMatch(without.words + without.legend.join() + without.notes.join(), /hisker/);
    const drawn = await drawnOf(page, made, kind, { interval: [-30, 60, 0.9] });
    assert.match(drawn.words, /Whiskers: 9 in 10 contain the figure before protection\.$/);
    assert.ok(drawn.legend.includes("Whiskers: 9 in 10 contain the figure before protection."));
    assert.ok(drawn.file.includes(">Whiskers: 9 in 10 contain the figure before protection.<"));
    const now = await marksOf(page);
    assert.equal(now.length, marks.length);
    for (const { title, missing, value } of now) assert.ok(missing ? title.endsWith(": [c]") : title.endsWith(` persons; 9 in 10: ${value - 30} to ${value + 60}`), title);
    // Rules of the whiskers: the outline on bars, then the line; none for the missing figure.
    const rules = await page.locator("svg.chart g[stroke-width='1.5'] line").evaluateAll((all) => all.map((each) => ["x1", "x2", "y1", "y2"].map((name) => Number(each.getAttribute(name)))));
    assert.equal(rules.length, 3 * 13, kind);
    const inside = await page.locator("svg.chart").evaluate((svg) => {
      const frame = svg.getBoundingClientRect();
      return [...svg.querySelectorAll("line, text")].every((each) => { const { left, right, top, bottom } = each.getBoundingClientRect(); return left >= frame.left - 1 && right <= frame.right + 1 && top >= frame.top - 1 && bottom <= frame.bottom + 1; });
    });
    assert.ok(inside, `${kind}: everything stays inside`);
    if (kind === "bar") {
      const [zero] = now.map(({ x }) => x).sort((a, b) => a - b);
      const perUnit = now[0].width / now[0].value;
      const first = rules.find(([x1, x2]) => x2 - x1 > 5) ?? assert.fail("no whisker");
      assert.ok(Math.abs(first[0] - zero - 70 * perUnit) < 0.6 && Math.abs(first[1] - zero - 160 * perUnit) < 0.6, `${first}`);
    }
  }
  for (const kind of ["stacked", "stacked-100"]) {
    const { words, legend } = await drawnOf(page, made, kind, { interval: [-3, 6, 0.9] });
    assert.match(words, /Stacked bars have no whiskers: the ends of a part depend on the errors of all parts before it\.$/);
    assert.doesNotMatch(legend.join(), /hisker/);
  }
  const below = await drawnOf(page, { ...made, values: made.values?.map(() => 1) }, "bar", { interval: [-2, 2, 0.95] });
  assert.match(below.words, /Whiskers: 19 in 20/);
  assert.ok((await textsOf(page)).includes("−1"), "the axis reaches below zero");
  const wrong = await drawnOf(page, made, "bar", { interval: [5, -5, 0.9] });
  assert.doesNotMatch(wrong.words + wrong.legend.join(), /hisker/);
  assert.deepEqual(complaints, []);
});

test("true counts are marked above the chart, in the words and in files", async () => {
  const { page, complaints } = await blank();
  /** @type {Made} */
  const made = { axes: { age: AGES, sex: SEX }, method: "none" };
  for (const kind of ["bar", "stacked", "stacked-100", "line", "heat", "pyramid"]) {
    const { subtitle, words, label, file } = await drawnOf(page, made, kind);
    assert.equal(subtitle, "True counts, unprotected");
    assert.match(words, /^True counts, unprotected\. /);
    assert.match(label, /\. True counts, unprotected$/);
    const texts = await page.evaluate((file) => [...new DOMParser().parseFromString(file, "image/svg+xml").querySelectorAll("text, desc")].map((each) => each.textContent), file);
    assert.ok(texts.includes("True counts, unprotected") && texts.some((text) => text?.startsWith("True counts, unprotected. ")), kind);
  }
  for (const drawn of [await drawnOf(page, { ...made, method: "cell-key" }, "bar"), await drawnOf(page, made, "bar", { preprotected: true })]) {
    assert.doesNotMatch([drawn.subtitle, drawn.words, drawn.label, drawn.file].join(), /True counts/);
  }
  await page.goto(`${server.url}#cube=census2011-teaching&rows=region&columns=sex&method=none&wafer=age=1&picture=bar`);
  await page.waitForSelector(".cv-frame svg.chart");
  assert.equal(await page.locator(".cv-chart figcaption p").innerText(), "True counts, unprotected; Age: 0 to 15");
  assert.deepEqual(complaints, []);
});

test("names stand beside the marks where they fit, and in a legend elsewhere", async () => {
  const { page, complaints } = await blank();
  /** @type {Made} */
  const short = { axes: { age: AGES, sex: SEX } };
  /** @type {Made} */
  const long = { axes: { age: AGES, status: ["Married or in a civil partnership", "Formerly in a civil partnership"] } };
  for (const kind of ["line", "stacked-100"]) {
    assert.deepEqual((await drawnOf(page, short, kind)).legend, [], kind);
    const texts = await textsOf(page);
    for (const name of SEX) assert.ok(texts.includes(name), `${kind}: ${texts}`);
    assert.deepEqual((await drawnOf(page, long, kind, { width: 320 })).legend, long.axes.status, kind);
    assert.ok(!(await textsOf(page)).some((text) => text?.includes("civil")), `${kind}: no name is cut`);
    assert.equal(await page.locator("svg.chart-swatch").count(), 2);
  }
  const { legend, file } = await drawnOf(page, { axes: { ...long.axes, status: [...long.axes.status, "Separated from a civil partner, but still married to someone else"] } }, "line", { width: 320 });
  assert.equal(legend.length, 3);
  assert.doesNotMatch(file, /var\(|color-mix|class=/);
  // The names of lines have the symbols of the lines.
  assert.equal(await page.locator("svg.chart-swatch path[d]").count() >= 3, true);
  assert.deepEqual(complaints, []);
});

/** @type {[name: string, made: Made][]} */
const TABLES = [
  ["few", { axes: { area: ["North East", "Yorkshire and the Humber", "London"], sex: SEX } }],
  ["ages", { axes: { age: AGES, sex: SEX } }],
  ["single years", { axes: { age: Array.from({ length: 60 }, (_, year) => `${year}`), sex: SEX } }],
  ["many", { axes: { age: AGES, area: Array.from({ length: 12 }, (_, at) => `Area with a long name, number ${at + 1}`) } }],
  ["large and missing", { axes: { age: AGES, kind: ["Agriculture", "Manufacturing", "Services", "Other"] }, values: Array.from({ length: 40 }, (_, cell) => (cell % 7 === 3 ? null : 1_234_567 + 90_001 * cell)) }],
];
const WIDTHS = [258, 288, 320, 358, 480, 640, 768, 900, 1100];

test("all texts of charts and of their files have at least 12 pixels, stay inside and do not overlap", async () => {
  const { page, complaints } = await blank({ viewport: { width: 1200, height: 900 } });
  /** Measures the texts of all drawings on the page. */
  const measured = () => page.evaluate(() => [...document.querySelectorAll("svg.chart, svg.file")].map((svg) => {
    const frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].filter((each) => each.textContent && !each.querySelector("tspan")).concat(/** @type {any} */ ([...svg.querySelectorAll("text > tspan")]));
    const read = texts.map((each) => {
      const scale = /** @type {SVGGraphicsElement} */ (each.closest("text")).getScreenCTM() ?? new DOMMatrix();
      const { left, right, top, bottom } = each.getBoundingClientRect();
      return { text: each.textContent, size: parseFloat(getComputedStyle(each).fontSize) * Math.hypot(scale.a, scale.b), turned: Math.abs(scale.b) > 0.01, left, right, top, bottom };
    });
    const flat = read.filter(({ turned }) => !turned);
    return {
      count: read.length,
      small: read.filter(({ size }) => size < 11.99).map(({ text, size }) => `${text}: ${size}`),
      out: read.filter(({ left, right, top, bottom }) => left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1).map(({ text }) => text),
      over: flat.flatMap((a, at) => flat.slice(at + 1).filter((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4).map((b) => `${a.text} | ${b.text}`)),
    };
  }));
  /** @type {string[]} */
  const wrong = [];
  for (const [name, made] of TABLES) {
    const kinds = ["bar", "stacked", "stacked-100", "heat", ...(name === "few" ? [] : ["line"]), ...(Object.values(made.axes)[1].length === 2 && name !== "few" ? ["pyramid"] : [])].filter((kind) => name !== "many" || !kind.startsWith("stacked"));
    for (const kind of kinds) {
      for (const width of WIDTHS) {
        const { file } = await drawnOf(page, made, kind, { width, interval: [-5, 5, 0.9] });
        if (width === 900) {
          await page.evaluate((file) => {
            const root = /** @type {any} */ (document.importNode(new DOMParser().parseFromString(file, "image/svg+xml").documentElement, true));
            root.classList.add("file");
            document.body.append(root);
          }, file);
        }
        for (const { count, small, out, over } of await measured()) {
          assert.ok(count > 4, `${name}, ${kind}, ${width}`);
          for (const [problem, texts] of Object.entries({ small, out, over })) if (texts.length > 0) wrong.push(`${name}, ${kind}, ${width}: ${problem}: ${texts.slice(0, 4).join("; ")}`);
        }
      }
    }
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual(complaints, []);
});
