// The element in its page: properties, attributes, events, sources, and moved elements.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CENSUS, expectComplaint, expected, page, put, set, setAttributes, shown, told } from "./element-support.js";

/** @import { CellveilTable } from "./element-support.js" */

test("properties take lists and objects, return them, and reflect to attributes", async () => {
  await put("<cellveil-table></cellveil-table>");
  assert.deepEqual(await told(), [["cellveil-error", "bad-query", "src"]]);
  await set({ src: CENSUS, rows: ["region"], columns: ["age:band", "sex"], filter: { student: ["1"], health: ["1", "2"] }, totals: false });
  assert.deepEqual(await told(), [["cellveil-ready", "10x3x2"]]);
  assert.deepEqual((await shown()).figures, expected("--rows", "region", "--columns", "age:band,sex", "--filter", "student=1", "--filter", "health=1,2", "--no-totals"));
  const read = () => page.evaluate(() => {
    const element = /** @type {CellveilTable} */ (document.querySelector("cellveil-table"));
    const { src, rows, columns, filter, groups, method, areas, totals } = element;
    const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
    return { properties: { src, rows, columns, filter, groups, method, areas, totals }, attributes };
  });
  assert.deepEqual(await read(), {
    properties: { src: CENSUS, rows: ["region"], columns: ["age:band", "sex"], filter: { student: ["1"], health: ["1", "2"] }, groups: {}, method: undefined, areas: undefined, totals: false },
    attributes: { src: CENSUS, rows: "region", columns: "age:band,sex", filter: "student=1;health=1,2", "no-totals": "" },
  });
  const groups = { region: { "North, all": ["E12000001", "E12000002", "E12000003"], South: ["E12000008", "E12000009"] } };
  await set({ columns: null, filter: {}, totals: true, groups, method: "rounding5" });
  assert.deepEqual(await told(), [["cellveil-change", "3"]]);
  const query = ["--rows", "region", "--group", '"region:North, all=E12000001,E12000002,E12000003"', "--group", "region:South=E12000008,E12000009", "--method", "rounding5"];
  assert.deepEqual((await shown()).figures, expected(...query.map((part) => part.replaceAll('"', ""))));
  const { properties, attributes } = await read();
  assert.deepEqual([properties.groups, properties.method, properties.columns, properties.filter], [groups, "rounding5", [], {}]);
  assert.deepEqual(attributes, { src: CENSUS, rows: "region", filter: "", groups: 'region:"North, all"=E12000001,E12000002,E12000003;region:South=E12000008,E12000009', method: "rounding5" });
  // A custom method as an object without an attribute, then as JSON in the attribute.
  const method = { kind: "random-rounding", base: 3 };
  await set({ groups: undefined, method });
  assert.deepEqual(await told(), [["cellveil-change", "11"]]);
  const own = expected("--rows", "region", "--method", JSON.stringify(method));
  assert.deepEqual((await shown()).figures, own);
  assert.deepEqual([(await read()).properties.method, (await read()).attributes.method], [method, undefined]);
  await setAttributes({ method: '{"kind":"random-rounding","base":5}' });
  assert.deepEqual(await told(), [["cellveil-change", "11"]]);
  assert.deepEqual((await shown()).figures, expected("--rows", "region", "--method", "rounding5"));
  assert.deepEqual((await read()).properties.method, { kind: "random-rounding", base: 5 });
  // Some frameworks set properties to the text of attributes.
  await set({ rows: "sex, age:band", method: null });
  assert.deepEqual(await told(), [["cellveil-change", "3x4"]]);
  assert.deepEqual((await read()).properties.rows, ["sex", "age:band"]);
  // Numbers are codes, and one code may replace a list.
  await set({ rows: "sex", filter: { age: [1, 2], student: 1 }, totals: false });
  assert.deepEqual(await told(), [["cellveil-change", "2"]]);
  assert.deepEqual((await shown()).figures, expected("--rows", "sex", "--filter", "age=1,2", "--filter", "student=1", "--no-totals"));
  assert.deepEqual((await read()).properties.filter, { age: ["1", "2"], student: ["1"] });
});

test("unstyled and base are properties with attributes", async () => {
  await put(`<cellveil-table src="${CENSUS}" rows="sex"></cellveil-table>`);
  await told();
  const read = () => page.$eval("cellveil-table", (element) => {
    const { unstyled, base } = /** @type {CellveilTable} */ (element);
    return [unstyled, base, element.getAttribute("unstyled"), element.getAttribute("base")];
  });
  assert.deepEqual(await read(), [false, undefined, null, null]);
  await set({ unstyled: true });
  assert.deepEqual(await read(), [true, undefined, "", null]);
  await set({ unstyled: false, base: "cellveil" });
  assert.deepEqual(await told(), [["cellveil-change", "3"]]);
  assert.deepEqual(await read(), [false, "cellveil", null, "cellveil"]);
  // An empty attribute has no effect, like the other attributes.
  await set({ base: "" });
  await told();
  assert.equal((await shown()).alert, null);
  await set({ base: null });
  await told();
  assert.deepEqual(await read(), [false, undefined, null, null]);
});

test("properties count that are set before the element is defined or in the page", async () => {
  await page.evaluate(() => {
    const early = Object.assign(document.createElement("cellveil-table"), { src: "census2011-teaching/cube.json", rows: ["sex"], filter: { student: ["1"] }, totals: false });
    document.querySelector("main")?.append(early);
  });
  await put("");
  assert.deepEqual(await told(), [["cellveil-ready", "2"]]);
  assert.deepEqual((await shown()).figures, expected("--rows", "sex", "--filter", "student=1", "--no-totals"));
  assert.equal(await page.$eval("cellveil-table", (element) => element.getAttribute("filter")), "student=1");
  await page.evaluate(() => {
    const late = Object.assign(document.createElement("cellveil-table"), { src: "census2011-teaching/cube.json", rows: ["sex"] });
    document.querySelector("cellveil-table")?.replaceWith(late);
  });
  assert.deepEqual(await told(), [["cellveil-ready", "3"]]);
  // Several changes build one table, and the promise resolves with that table.
  const after = await page.evaluate(async () => {
    const element = /** @type {CellveilTable} */ (document.querySelector("cellveil-table"));
    element.rows = ["age"];
    element.columns = ["sex"];
    await element.refresh();
    return [element.table?.shape.join("x"), element.cube?.id, element.querySelectorAll("table").length];
  });
  assert.deepEqual(after, ["9x3", "census2011-teaching", 1]);
  assert.deepEqual(await told(), [["cellveil-change", "9x3"]]);
});

test("properties set before the element is defined replace its attributes", async () => {
  await page.evaluate((src) => {
    document.querySelector("main")?.insertAdjacentHTML("beforeend", `<cellveil-table src="nowhere.json" rows="age" method="default"></cellveil-table>`);
    const get = async (/** @type {string} */ name) => new Uint8Array(await (await fetch(src.replace("cube.json", name))).arrayBuffer());
    Object.assign(document.querySelector("cellveil-table") ?? {}, { src: { get }, rows: ["sex"], filter: { region: "W92000004" }, totals: undefined, method: { kind: "random-rounding", base: 5 } });
  }, CENSUS);
  await put("");
  assert.deepEqual(await told(), [["cellveil-ready", "3"]]);
  assert.deepEqual((await shown()).figures, expected("--rows", "sex", "--filter", "region=W92000004", "--method", "rounding5"));
  // The last value applies, and an empty attribute counts as absent.
  await setAttributes({ src: CENSUS, method: "default", areas: "" });
  await told();
  assert.deepEqual((await shown()).figures, expected("--rows", "sex", "--filter", "region=W92000004"));
});

test("after quick changes every waiting call gets the last table, and late answers leave nothing", async () => {
  /** @type {(value?: unknown) => void} */
  let answer = () => {};
  const answered = new Promise((resolve) => (answer = resolve));
  await page.route("**/slow/cube.json", async (route) => {
    await answered;
    await route.abort().catch(() => {});
  });
  await put(`<cellveil-table src="${CENSUS}" rows="sex"></cellveil-table>`);
  await told();
  const after = await page.evaluate(async (src) => {
    const element = /** @type {CellveilTable} */ (document.querySelector("cellveil-table"));
    /** @type {boolean[]} */
    const busy = [];
    element.addEventListener("cellveil-change", () => busy.push(element.hasAttribute("aria-busy")));
    element.src = "slow/cube.json";
    const overtaken = element.refresh();
    await new Promise((resolve) => setTimeout(resolve, 20));
    Object.assign(element, { src, rows: ["age"] });
    await overtaken;
    const shape = element.table?.shape.join();
    // The wait is longer than the delay of the progress bar.
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { shape, busy, bars: element.querySelectorAll("progress").length };
  }, CENSUS);
  answer();
  assert.deepEqual(after, { shape: "9", busy: [false], bars: 0 });
  assert.deepEqual(await told(), [["cellveil-change", "9"]]);
  expectComplaint("ERR_FAILED");
});

test("the element takes a custom source and an open cube", async () => {
  await put('<cellveil-table rows="sex"></cellveil-table>');
  await told();
  await page.evaluate(() => {
    const get = async (/** @type {string} */ name) => new Uint8Array(await (await fetch(`census2011-teaching/${name}`)).arrayBuffer());
    Object.assign(document.querySelector("cellveil-table") ?? {}, { src: { get } });
  });
  assert.deepEqual(await told(), [["cellveil-ready", "3"]]);
  assert.equal(await page.evaluate(() => "get" in Object(/** @type {CellveilTable} */ (document.querySelector("cellveil-table")).src)), true);
  await page.evaluate(async () => {
    const { openCube } = await import(String("/cellveil/index.js"));
    const cube = await openCube("census2011-teaching/cube.json");
    const element = /** @type {CellveilTable} */ (document.querySelector("cellveil-table"));
    element.cube = cube;
    element.rows = ["age"];
  });
  assert.deepEqual(await told(), [["cellveil-change", "9"]]);
  // The cube belongs to the page and stays open without the element.
  const after = await page.evaluate(async () => {
    const element = /** @type {CellveilTable} */ (document.querySelector("cellveil-table"));
    const { cube } = element;
    element.remove();
    await new Promise((resolve) => setTimeout(resolve));
    return (await cube?.table({ rows: ["sex"] }))?.shape;
  });
  assert.deepEqual(after, [3]);
});

test("elements can be moved, removed and put back", async () => {
  await put(`<section></section><cellveil-table src="${CENSUS}" rows="region"></cellveil-table><cellveil-table src="${CENSUS}" rows="sex"></cellveil-table>`);
  await told(2);
  const after = await page.evaluate(async () => {
    const [first, second] = /** @type {CellveilTable[]} */ ([...document.querySelectorAll("cellveil-table")]);
    const { cube } = first;
    document.querySelector("section")?.append(first);
    await first.refresh();
    const moved = first.cube === cube;
    second.remove();
    first.rows = ["age"];
    first.remove();
    first.refresh();
    // Nothing is drawn, because the last element has closed the cube.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const given = [first.cube, first.hasAttribute("aria-busy")];
    const closed = await cube?.table({ rows: ["sex"] }).then(() => "open", (error) => error.code);
    document.querySelector("section")?.append(first);
    await first.refresh();
    return [moved, given, closed, first.table?.shape.join(), first.cube === cube, first.querySelectorAll("table").length];
  });
  assert.deepEqual(after, [true, [undefined, false], "closed", "9", false, 1]);
  // The test clones the element and then moves the clone to another document.
  const elsewhere = await page.evaluate(async () => {
    const first = /** @type {CellveilTable} */ (document.querySelector("cellveil-table"));
    first.columns = ["sex", "student"];
    await first.refresh();
    const copy = /** @type {CellveilTable} */ (first.cloneNode(true));
    first.after(copy);
    await copy.refresh();
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    const frame = document.body.appendChild(document.createElement("iframe"));
    frame.contentDocument?.body.append(copy);
    await copy.refresh();
    const display = frame.contentWindow?.getComputedStyle(copy).display;
    return [ids.length > 20, ids.length - new Set(ids).size, copy.querySelectorAll("table").length, copy.ownerDocument === frame.contentDocument, display];
  });
  assert.deepEqual(elsewhere, [true, 0, 1, true, "block"]);
});
