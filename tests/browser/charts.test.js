// Charts and their files show the figures of the table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CASES, CENSUS, HYPERCUBE, cellsOf, charting, saved } from "./charts-support.js";
import { TABLE, commandLine, listenedPage, press, setUp, tableBy } from "./support.js";

/** @import { Page } from "playwright-core" */

const { server, browser } = setUp();
const withChart = charting(server, browser);

/** @typedef {{ cell: number, value: string | null, missing: string | null, title: string | null, box: { x: number, y: number, width: number, height: number } }} Mark */
/** @param {Page} page @returns {Promise<Mark[]>} */
const marks = (page) => page.locator(".cv-frame svg [data-cell]").evaluateAll((all) => all.map((each) => {
  const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (each).getBBox();
  return {
    cell: Number(each.getAttribute("data-cell")), value: each.getAttribute("data-value"), missing: each.getAttribute("data-missing"),
    title: each.querySelector("title")?.textContent ?? null, box: { x, y, width, height },
  };
}));

/** Rounds ratios so that equal proportions compare equal. @param {number[]} ratios */
function assertProportional(ratios) {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  assert.ok(most - least < 1e-6 * most, `from ${least} to ${most}`);
}


for (const [kind, cube, hash, query, role] of CASES) {
  test(`${kind} of ${hash}: every figure has one mark, in proportion, and missing ones are marked`, async () => {
    const shown = cellsOf(commandLine(cube, ...query)).filter(({ codes }) => !codes.includes("_T"));
    if (shown.every(({ value }) => value === null)) {
      const { page } = await listenedPage(browser);
      await page.goto(`${server.url}#cube=${cube.split("/").at(-1)}&${hash}&picture=${kind}`);
      await page.locator("[data-part=chart-figure]").getByText(/The table shows none of the figures for this chart/).waitFor();
      return;
    }
    const { page, complaints } = await withChart(`#cube=${cube.split("/").at(-1)}&${hash}&picture=${kind}`);
    const drawn = await marks(page);
    const byCell = new Map(drawn.map((mark) => [mark.cell, mark]));
    assert.equal(drawn.length, shown.length, "a mark a figure");
    for (const { cell, value, status } of shown) {
      const mark = byCell.get(cell);
      assert.equal(mark?.value ?? null, value, `cell ${cell}`);
      assert.equal(mark?.missing ?? "", status);
      const said = value === null ? { suppressed: "[c]", blocked: "[x]" }[status] : `${Number(value).toLocaleString("en-GB")} persons`;
      assert.ok(mark?.title?.endsWith(`: ${said}`), `${mark?.title}`);
    }
    const there = drawn.filter(({ value }) => Number(value) > 0);
    if (kind === "bar" || kind === "pyramid" || kind === "stacked") {
      assertProportional(there.map(({ value, box }) => box.width / Number(value)));
    }
    if (kind === "bar" || kind === "pyramid") {
      // A missing value is drawn as a bar of fixed width.
      for (const { box, missing } of drawn) if (missing !== null) assert.ok(Math.abs(box.width - 26) < 0.01, `${box.width}`);
    }
    if (kind === "stacked") {
      // The parts of a bar follow each other without a gap. The marks of missing parts come last.
      /** @type {Map<number, Mark[]>} */
      const bars = new Map();
      for (const mark of drawn) bars.set(Math.round(mark.box.y), [...bars.get(Math.round(mark.box.y)) ?? [], mark]);
      assert.equal(bars.size, 10);
      for (const bar of bars.values()) {
        bar.sort((a, b) => a.box.x - b.box.x || a.box.width - b.box.width);
        bar.slice(1).forEach(({ box }, at) => assert.ok(Math.abs(bar[at].box.x + bar[at].box.width - box.x) < 0.01, "no gap"));
        assert.ok(bar.every(({ missing }, at) => missing === null || bar.slice(at).every((later) => later.missing !== null)));
        const lacking = bar.filter(({ missing }) => missing !== null);
        if (lacking.length > 0) assert.ok(Math.abs(lacking.reduce((sum, { box }) => sum + box.width, 0) - 26) < 0.01, JSON.stringify(lacking.map(({ box, cell }) => [cell, box.x, box.width])));
      }
    }
    if (kind === "line") {
      // Heights are measured from the mark of the largest value in each panel.
      const middle = (/** @type {Mark} */ { box }) => box.y + box.height / 2;
      const lines = await page.locator(".cv-frame svg g:has(> [data-value])").evaluateAll((groups) => groups.map((group) => [...group.querySelectorAll(":scope > [data-value]")].map((each) => {
        // The transform gives the position of a symbol. A circle has its own position.
        const at = /translate\(([\d.-]+),([\d.-]+)\)/.exec(each.getAttribute("transform") ?? "");
        return [Number(each.getAttribute("data-value")), at ? Number(at[2]) : Number(each.getAttribute("cy"))];
      })));
      const far = Math.max(...lines.flat().map(([value]) => value)) / 10;
      const slopes = lines.flatMap((points) => points.slice(1).flatMap(([value, y], at) => (Math.abs(value - points[at][0]) > far ? [(points[at][1] - y) / (value - points[at][0])] : [])));
      assert.ok(slopes.length > 3);
      assertProportional(slopes);
      assert.ok(drawn.filter(({ missing }) => missing !== null).every((mark) => middle(mark) > Math.max(...lines.flat().map(([, y]) => y))), "below every figure");
    }
    if (kind === "heat") {
      const shades = await page.locator(".cv-frame svg [data-value]").evaluateAll((all) => all.map((each) => [Number(each.getAttribute("data-value")), Number(/shade-(\d)/.exec(each.getAttribute("fill") ?? "")?.[1])]));
      shades.sort(([a], [b]) => a - b);
      shades.forEach(([value, shade], at) => assert.ok(at === 0 || shade > shades[at - 1][1] || (shade === shades[at - 1][1]), `${value}`));
    }
    const svg = page.locator(".cv-frame svg.chart");
    assert.equal(await svg.getAttribute("role"), "img");
    assert.match(await svg.getAttribute("aria-label") ?? "", new RegExp(`^${role}: Persons by `));
    assert.equal(await svg.getAttribute("aria-describedby"), await page.locator(".cv-words").getAttribute("id"));
    const words = await page.locator(".cv-words").innerText();
    assert.ok(words.startsWith(`${role} of ${shown.length} figures, by `), words);
    const sorted = shown.flatMap(({ value }) => (value === null ? [] : [Number(value)])).sort((a, b) => a - b);
    for (const value of [sorted[0], sorted[sorted.length - 1]]) assert.ok(words.includes(`, ${value.toLocaleString("en-GB")}.`), words);
    const gone = shown.filter(({ value }) => value === null).length;
    assert.equal(/Not shown: (\d+)/.exec(words)?.[1], gone > 0 ? String(gone) : undefined);
    assert.equal((await page.locator(".cv-chart-legend").allInnerTexts()).join().includes("[c] confidential"), gone > 0);
    // The chart's own table has the same figures and can be read without the chart.
    await page.locator(".cv-chart summary").click();
    await page.locator(".cv-chart .cv-scrolls").waitFor();
    const lines = await page.locator(".cv-chart .cv-scrolls td[data-cell]").evaluateAll((all) => all.map((each) => [Number(each.getAttribute("data-cell")), each.textContent]));
    assert.deepEqual(new Map(/** @type {any} */ (lines)), new Map(shown.map(({ cell, value }) => [cell, value === null ? "[c]" : Number(value).toLocaleString("en-GB")])));
    assert.deepEqual(complaints, []);
  });
}

test("the keyboard chooses a chart, and the address restores it after a reload and a step back", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(`${server.url}#cube=census2011-teaching&rows=age&columns=sex`);
  await tableBy(page, ["Age"], "Sex");
  const list = page.locator("[data-part=chart]");
  const figure = page.locator("[data-part=chart-figure]");
  assert.equal(await figure.count(), 0);
  await list.focus();
  await page.keyboard.press("ArrowDown");
  await page.waitForSelector(".cv-frame svg.chart");
  assert.match(page.url(), /&picture=bar$/);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-part")), "chart", "the focus stays");
  await list.selectOption("line");
  await page.waitForSelector(".cv-frame svg.chart[aria-label^=Line]");
  await page.reload();
  await page.waitForSelector(".cv-frame svg.chart[aria-label^=Line]");
  assert.equal(await list.inputValue(), "line");
  await page.goBack();
  await page.waitForSelector(".cv-frame svg.chart[aria-label^=Bar]");
  // With another table, the page redraws the chart or explains why the chart does not fit. The choice stays.
  await list.selectOption("pyramid");
  await page.waitForSelector(".cv-frame svg.chart[aria-label^=Population]");
  await press(page, "Remove Sex from columns");
  await tableBy(page, ["Age"]);
  await figure.getByText(/^Population pyramid: .*two categories/).waitFor();
  assert.equal(await figure.locator("svg").count(), 0);
  assert.equal(await list.inputValue(), "pyramid");
  await list.selectOption("");
  await page.waitForFunction(() => !location.hash.includes("picture"));
  assert.equal(await figure.count(), 0);
  assert.deepEqual(complaints, []);
});

test("a chart draws and names the chosen category of a layer", async () => {
  const { page, complaints } = await withChart("#cube=census2011-teaching&rows=age&columns=sex&wafer=region=E12000007&picture=pyramid");
  const expected = cellsOf(commandLine(CENSUS, "--rows", "region,age", "--columns", "sex")).filter(({ codes }) => codes[0] === "E12000007" && !codes.includes("_T"));
  assert.equal(expected.length, 16);
  assert.deepEqual((await marks(page)).map(({ cell, value }) => [cell, value]).sort(([a], [b]) => Number(a) - Number(b)), expected.map(({ cell, value }) => [cell, value]));
  assert.equal(await page.locator(".cv-chart figcaption p").innerText(), "Region: London");
  assert.equal(await page.locator(".cv-chart h3").innerText(), "Persons by Age and Sex");
  assert.deepEqual(complaints, []);
});

test("charts that do not fit say why, and no chart stays beside an error", async () => {
  const { page, complaints } = await withChart("#cube=census2011-teaching&rows=region&columns=sex&picture=bar");
  for (const [kind, why] of [
    ["line", "Lines: A line needs an ordered variable with at least three categories, such as time or age."],
    ["pyramid", "Population pyramid: A population pyramid needs an ordered variable, such as age, and a variable with two categories."],
  ]) {
    // The list says why before a reader chooses. A link still leads to the reason.
    const option = page.locator(`[data-part=chart] option[value=${kind}]`);
    assert.ok(await option.isDisabled());
    assert.equal(await option.innerText(), why.replace(/^(.*?): (.*)\.$/, "$1 ($2)"));
    await page.goto(`${server.url}#cube=census2011-teaching&rows=region&columns=sex&picture=${kind}`);
    await page.locator("[data-part=chart-figure]").getByText(why).waitFor();
    assert.equal(await page.locator(".cv-frame svg").count(), 0);
    assert.ok(await page.locator(TABLE).isVisible());
  }
  await page.goto(`${server.url}#cube=census2011-teaching&rows=nonsense&picture=bar`);
  await page.getByRole("alert").waitFor();
  assert.equal(await page.locator("[data-part=chart-figure]").count(), 0);
  assert.deepEqual(complaints, []);
});

test("the page says when the chart code does not load, and keeps the table", async () => {
  const { page } = await listenedPage(browser);
  await page.route(/builder-charts\.js/, (route) => route.abort());
  await page.goto(`${server.url}#cube=census2011-teaching&rows=region&columns=sex&picture=bar`);
  await page.getByText(/^The charts did not load\./).waitFor();
  assert.ok(await page.locator(TABLE).isVisible());
  assert.equal(await page.locator(".cv-frame svg").count(), 0);
});

test("a chart of too many bars shows the largest in order, and says so", async () => {
  const { page, complaints } = await listenedPage(browser);
  await page.goto(`${server.url}designer.html`);
  const drawn = await page.evaluate(async () => {
    const { drawChart } = await import(/** @type {any} */ (`${location.origin}/lazy/charts.js`));
    const codes = [...Array.from({ length: 70 }, (_, at) => ({ code: `c${at}`, label: `Category ${at}` })), { code: "_T", label: "Total" }];
    const values = codes.map((_, at) => (at === 3 ? null : (at * 29) % 71));
    const table = {
      dimensions: [{ name: "kind", label: "Kind", axis: "row", codes }], values, status: values.map((value) => (value === null ? "suppressed" : "")),
      filter: [], cube: { unit: "person", title: "T", source: null, licence: null, notes: [] }, method: { text: "" },
    };
    const { drawn, notes } = drawChart(table, "bar", { width: 700 });
    return { drawn: drawn.map((/** @type {any} */ { value }) => value), notes, expected: values.slice(0, 70).map((value) => value ?? 0).sort((a, b) => b - a).slice(0, 60) };
  });
  assert.deepEqual(drawn.drawn, drawn.expected);
  assert.match(drawn.notes[0], /^The chart shows the 60 largest of 70 categories of Kind\. .* Withheld figures add nothing to the sum\.$/);
  assert.deepEqual(complaints, []);
});

test("a chart draws shares as the table shows them, marks low values, and says that they are derived", async () => {
  const { page, complaints } = await withChart("#cube=hypercube&rows=occupation&columns=education&percent=row&picture=heat");
  const cells = cellsOf(commandLine(HYPERCUBE, "--rows", "occupation", "--columns", "education"));
  const wholes = new Map(cells.filter(({ codes }) => codes[1] === "_T").map(({ codes, value }) => [codes[0], Number(value)]));
  const expected = new Map(cells.filter(({ codes }) => !codes.includes("_T")).map(({ cell, codes, value }) => [cell, (100 * Number(value)) / (wholes.get(codes[0]) ?? NaN)]));
  const drawn = await marks(page);
  assert.deepEqual(new Map(drawn.map(({ cell, value }) => [cell, Number(value)])), expected);
  const written = (/** @type {number} */ share) => (share > 0 && share < 0.05 ? "[low]" : `${share.toLocaleString("en-GB", { minimumFractionDigits: 1, maximumFractionDigits: 1 })}%`);
  for (const { cell, title } of drawn) assert.ok(title?.endsWith(`: ${written(expected.get(cell) ?? NaN)}`), `${title}`);
  assert.ok([...expected.values()].map(written).includes("[low]"));
  assert.match(await page.locator(".cv-chart-legend").innerText(), /\[low\] low: more than zero/);
  assert.match(await page.locator(".cv-chart").innerText(), /Shares are computed from protected figures and their protected totals\. They may not add up to 100%\./);
  assert.match(await page.locator(".cv-chart h3").innerText(), /, % of its row$/);
  assert.deepEqual(complaints, []);
});

test("a heat map classes ratios by the decimals shown", async () => {
  const { page, complaints } = await withChart("#cube=census2011-teaching&rows=region&columns=sex,student&ratio=sex,2,1,1&picture=heat");
  const texts = await page.locator(".cv-chart-legend li").allInnerTexts();
  assert.ok(texts.length > 2, texts.join());
  for (const text of texts) assert.match(text, /^\s*\d\.\d{3}( to \d\.\d{3})?/);
  assert.deepEqual(complaints, []);
});

test("a chart draws ratios and averages as the table shows them, with gaps for missing parts", async () => {
  const query = ["--rows", "religion", "--columns", "sex", "--filter", "age=7", "--method", "suppress10"];
  const cells = cellsOf(commandLine(CENSUS, ...query));
  const count = (/** @type {string} */ row, /** @type {string} */ column) => Number(cells.find(({ codes }) => codes.join() === `${row},${column}`)?.value ?? NaN);
  const rows = [...new Set(cells.map(({ codes }) => codes[0]))].filter((code) => code !== "_T");
  const { page, complaints } = await withChart("#cube=census2011-teaching&rows=religion&columns=sex&filter=age=7&method=suppress10&ratio=sex,2,1,100&picture=bar");
  const drawn = await marks(page);
  assert.equal(drawn.length, rows.length);
  rows.forEach((code, at) => {
    const ratio = (100 * count(code, "2")) / count(code, "1");
    const mark = drawn.find(({ cell }) => cell === at);
    assert.equal(mark?.value ?? null, Number.isNaN(ratio) ? null : String(ratio), code);
    assert.equal(mark?.missing ?? "", Number.isNaN(ratio) ? "suppressed" : "");
    assert.ok(mark?.title?.endsWith(Number.isNaN(ratio) ? ": [c]" : `: ${ratio.toFixed(1)} Female for each 100 Male`), `${mark?.title}`);
  });
  assert.ok(drawn.some(({ missing }) => missing) && drawn.some(({ value }) => value));
  assert.equal(await page.locator(".cv-chart h3").innerText(), "Ratio of Female to Male, by Religion, where Age is 65 to 74");
  assert.match(await page.locator(".cv-chart").innerText(), /Each ratio is computed from protected figures of the table.*varies by chance/);
  const { text } = await saved(page, "chart-svg");
  for (const part of ["Ratio of Female to Male, by Religion, where Age is 65 to 74", "Each ratio is computed from protected figures"]) assert.ok(text.includes(part), part);
  // The chart shows averages of one region at a time.
  await page.goto("about:blank");
  await page.goto(`${server.url}#cube=census2011-teaching&rows=marital_status,sex&columns=age&wafer=region=E12000007&average=age,1,8,2,20,3,30,4,40,5,50,6,60,7,70,8,82&picture=heat`);
  await page.waitForSelector(".cv-frame svg.chart");
  const numbers = [8, 20, 30, 40, 50, 60, 70, 82];
  const ages = cellsOf(commandLine(CENSUS, "--rows", "region,marital_status,sex", "--columns", "age")).filter(({ codes }) => codes[0] === "E12000007");
  const expected = ["1", "2", "3", "4", "5"].flatMap((status) => ["1", "2"].map((sex) => {
    const counts = numbers.map((_, at) => Number(ages.find(({ codes }) => codes.join() === `E12000007,${status},${sex},${at + 1}`)?.value));
    const people = counts.reduce((a, b) => a + b);
    return people > 0 ? counts.reduce((sum, each, at) => sum + each * numbers[at], 0) / people : null;
  }));
  const averages = await marks(page);
  assert.deepEqual(averages.map(({ value }) => value && Number(value).toFixed(9)), expected.map((value) => value && value.toFixed(9)));
  assert.equal(await page.locator(".cv-chart h3").innerText(), "Average of Age, by Marital status and Sex");
  assert.equal(await page.locator(".cv-chart figcaption p").innerText(), "Region: London");
  assert.match(await page.locator(".cv-chart").innerText(), /Each average is computed from protected figures.*Age: 0 to 15 counts as 8;/);
  assert.deepEqual(complaints, []);
});

test("a map classes each area by its value, explains missing values, follows the choice, and refuses a table without areas", async () => {
  const { page, complaints } = await listenedPage(browser, { viewport: { width: 900, height: 900 } });
  await page.goto(`${server.url}designer.html`);
  const seen = await page.evaluate(async () => {
    const lib = await import(/** @type {any} */ (`${location.origin}/lazy/charts.js`));
    const square = (/** @type {string} */ code, /** @type {number} */ x, /** @type {number} */ y) => ({
      type: "Feature", properties: { code }, geometry: { type: "Polygon", coordinates: [[[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1], [x, y]]] },
    });
    const features = [square("a", 0, 50), square("b", 1, 50), square("c", 0, 51), square("d", 1, 51), square("e", 2, 50), { type: "Feature", properties: { code: "f" }, geometry: null }, { type: "Feature", properties: {}, geometry: square("", 5, 50).geometry }, square("b", 3, 51)];
    const values = new Map([["a", 10], ["b", 2000], ["c", null], ["d", null], ["z", 4]]);
    const options = { values, statuses: new Map([["d", "blocked"]]), label: (/** @type {string} */ code) => `Area ${code}`, unit: "persons", title: "Persons by area" };
    const box = () => { const div = document.createElement("div"); div.style.width = "500px"; document.body.append(div); return div; };
    /** @type {string[]} */
    const clicked = [];
    const container = box();
    const map = lib.drawMap(container, { ...options, features, selected: new Set(["a"]), onSelect: (/** @type {string} */ code) => clicked.push(code) });
    const read = (/** @type {Element} */ root) => [...root.querySelectorAll("[data-code]")].map((/** @type {any} */ each) => [each.dataset.code, each.dataset.value ?? each.dataset.missing, each.getAttribute("fill").replace(/chart-\d+/, "chart")]);
    const boxOf = (/** @type {string} */ code) => { const { x, y, width, height } = container.querySelector(`[data-code="${code}"]`)?.getBoundingClientRect() ?? new DOMRect(); return { x, y, width, height }; };
    const places = { a: boxOf("a"), b: boxOf("b"), c: boxOf("c") };
    const outlines = () => container.querySelectorAll(".map-selected path").length;
    const before = outlines();
    map.select(new Set(["a", "b", "nowhere"]));
    const after = outlines();
    container.querySelector('[data-code="b"]')?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    container.querySelector('[data-code="d"]')?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    const readout = container.querySelector(".map-readout")?.textContent;
    const legend = [...container.querySelectorAll(".chart-legend li")].map((each) => each.textContent);
    const file = lib.svgFile(map.drawing(700), { title: "T", subtitle: "", lines: [], receipt: "0".repeat(64) }).text;
    const grid = lib.drawTileGrid(box(), { ...options, tiles: [{ code: "a", label: "Area a", column: 0, row: 0 }, { code: "b", label: "Area b", column: 2, row: 1 }, { code: "c", label: "Area c", column: 1, row: 1 }] });
    const failed = (/** @type {() => void} */ work) => { try { work(); return ""; } catch (error) { return /** @type {any} */ (error).code; } };
    return {
      drawn: read(map.svg), words: map.words, without: map.without, places, before, after, clicked, readout, legend, file, tiles: read(grid.svg), texts: [...grid.svg.querySelectorAll("text")].map((each) => each.textContent),
      failures: [failed(() => lib.drawMap(box(), { ...options, features: [] })), failed(() => lib.drawMap(box(), { ...options, features: [features[5]] })), failed(() => lib.drawMap(box(), { ...options, features: [square("q", 0, 0), features[6]] })), failed(() => lib.drawTileGrid(box(), { ...options, tiles: [] })), failed(() => lib.drawTileGrid(box(), { ...options, tiles: [{ code: "q", label: "Q", column: 0, row: 0 }] }))],
    };
  });
  assert.deepEqual(seen.drawn, [["a", "10", "var(--shade-1)"], ["b", "2000", "var(--shade-5)"], ["c", "suppressed", "url(#chart-suppressed)"], ["d", "blocked", "url(#chart-blocked)"], ["e", "none", "url(#chart-none)"], ["b", "2000", "var(--shade-5)"]]);
  // An area with two separate parts counts as one area.
  assert.equal(seen.words, "Map of 5 areas: Persons by area, persons. Largest: Area b, 2,000. Smallest: Area a, 10. Without a figure: 3.");
  assert.deepEqual(seen.without, ["z"]);
  // North is at the top, and a degree of latitude is longer than a degree of longitude.
  assert.ok(seen.places.c.y + seen.places.c.height <= seen.places.a.y + 3 && seen.places.b.x > seen.places.a.x);
  assert.ok(seen.places.a.height > 1.4 * seen.places.a.width);
  assert.deepEqual([seen.before, seen.after, seen.clicked], [2, 6, ["b"]]);
  assert.equal(seen.readout, "Area d: [x] not available in this table");
  assert.deepEqual(seen.legend, ["Persons", "101 area", "2,0001 area", "[c] confidential: withheld, to protect the people it would describe", "[x] not available in this table", "– no figure in this table"]);
  assert.match(seen.file, /<title>Area b: 2,000<\/title>/);
  assert.doesNotMatch(seen.file, /var\(|map-selected/);
  assert.deepEqual(seen.tiles, [["a", "10", "var(--shade-1)"], ["b", "2000", "var(--shade-5)"], ["c", "suppressed", "url(#chart-suppressed)"]]);
  for (const text of ["10", "2,000", "[c]"]) assert.ok(seen.texts.includes(text), text);
  assert.deepEqual(seen.failures, ["no-areas", "no-areas", "no-codes", "no-areas", "no-codes"]);
  assert.deepEqual(complaints, []);
});

test("chart texts stay inside the chart with large letters and from right to left", async () => {
  const { page, complaints } = await withChart("#cube=census2011-teaching&rows=religion&columns=sex&picture=bar");
  const read = () => page.locator(".cv-frame svg.chart").evaluate((svg) => {
    const frame = svg.getBoundingClientRect();
    const all = [...svg.querySelectorAll("text")].filter((each) => each.textContent).map((each) => each.getBoundingClientRect());
    return { scale: frame.width / /** @type {SVGSVGElement} */ (svg).viewBox.baseVal.width, out: all.filter(({ left, right }) => left < frame.left - 1 || right > frame.right + 1).length };
  });
  const before = await read();
  assert.ok(before.out === 0 && Math.abs(before.scale - 1) < 0.01, JSON.stringify(before));
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
    document.documentElement.style.fontSize = "24px";
  });
  for (const kind of ["heat", "bar"]) {
    await page.locator("[data-part=chart]").selectOption(kind);
    await page.waitForSelector(`.cv-frame svg.chart[aria-label^=${kind === "bar" ? "Bar" : "Heat"}]`);
    assert.equal((await read()).out, 0, kind);
  }
  const { scale } = await read();
  assert.ok(Math.abs(scale - 1.5) < 0.01, `${scale} times as large`);
  assert.deepEqual(complaints, []);
});
