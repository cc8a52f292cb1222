// Assistive technology, phones and narrow windows show the complete result.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, HASH, opened } from "./result-support.js";
import { figures, handBack, tableBy } from "./support.js";

/** @import { BrowserContextOptions } from "playwright-core" */

test("the accessibility tree has a nested table in reading order, each figure with its headers", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region:country,sex&columns=age:band,student`);
  const ids = await page.evaluate(() => {
    const all = [...document.querySelectorAll("[id]")].map((each) => each.id);
    return { repeated: all.filter((id, i) => all.indexOf(id) !== i), cells: [...document.querySelectorAll("[data-part=table] td")].map((cell) => (cell.getAttribute("headers") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent)) };
  });
  assert.deepEqual(ids.repeated, []);
  const bands = ["0 to 15", "16 to 64", "65 and over", "Total"];
  const expected = ["England", "Wales", "Total"].flatMap((country) => ["Male", "Female", "Total"].flatMap((sex) => bands.flatMap((band) => ["Yes", "No", "Total"].map((student) => [country, sex, band, student]))));
  assert.deepEqual(ids.cells, expected);
  // The accessibility tree of Chromium.
  const client = await page.context().newCDPSession(page);
  const { nodes } = /** @type {{ nodes: any[] }} */ (await client.send("Accessibility.getFullAXTree"));
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  /** @type {{ role: string, name: string }[]} */
  const read = [];
  const walk = (/** @type {any} */ node) => {
    const role = node.role?.value;
    if (["caption", "Caption", "columnheader", "rowheader", "cell"].includes(role)) read.push({ role: role.toLowerCase(), name: node.name?.value || [...names(node)].join(" ") });
    for (const id of node.childIds ?? []) if (byId.has(id)) walk(byId.get(id));
  };
  /** @type {(node: any) => Generator<string>} */
  function* names(node) {
    if (node.role?.value === "StaticText") yield node.name.value;
    else for (const id of node.childIds ?? []) if (byId.has(id)) yield* names(byId.get(id));
  }
  walk(nodes.find((node) => node.role?.value === "table" && names(node).next().value?.startsWith("Persons by")) ?? assert.fail("no table"));
  const shown = await figures(page);
  assert.equal(read[0].role, "caption");
  const columns = read.filter(({ role }) => role === "columnheader").map(({ name }) => name);
  assert.deepEqual(columns, ["Country", "Sex", "Age band, Student", ...bands, ...bands.flatMap(() => ["Yes", "No", "Total"])]);
  assert.deepEqual(read.filter(({ role }) => role === "cell").map(({ name }) => name), shown);
  assert.deepEqual(read.filter(({ role }) => role === "rowheader").map(({ name }) => name), ["England", "Wales", "Total"].flatMap((country) => [country, "Male", "Female", "Total"]));
  // Headers come before their cells.
  const line = read.slice(1 + columns.length, 1 + columns.length + 14);
  assert.deepEqual(line.map(({ name }) => name), ["England", "Male", ...shown.slice(0, 12)]);
  assert.deepEqual(complaints, []);
});

test("axe finds no violation in common states: first table, many levels, phone, dark", async () => {
  for (const [hash, options] of /** @type {[string, BrowserContextOptions][]} */ ([
    ["", {}], [`${HASH}&rows=region:country,age&columns=sex,health`, { colorScheme: "dark" }],
    [`${HASH}&rows=region&columns=sex&wafer=age:band`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
    ["#cube=hypercube&rows=region,sex&columns=occupation&percent=row&method=threshold10", { colorScheme: "dark" }],
  ])) {
    const { page, complaints } = await opened(hash, options);
    await accessible(page, hash || "first");
    await page.locator("[data-part=table] td").first().click();
    await page.locator("[data-part=drawer]").waitFor();
    await accessible(page, `${hash}, why`);
    assert.deepEqual(complaints, []);
    await handBack(page);
  }
});

test("on a phone two levels of row headings leave room for figures and stay in place", async () => {
  const { page } = await opened(`${HASH}&rows=region,health:summary&columns=sex,age:band`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const region = page.locator("[data-part=table]");
  const places = () => region.evaluate((region) => {
    const { left, right } = region.getBoundingClientRect();
    const row = /** @type {HTMLTableRowElement} */ (region.querySelector("tbody tr"));
    const [outer, inner] = [...row.querySelectorAll("th")].map((header) => header.getBoundingClientRect());
    const seen = [...row.querySelectorAll("td")].filter((cell) => cell.getBoundingClientRect().left >= inner.right - 1 && cell.getBoundingClientRect().right <= right);
    return { from: Math.round(outer.left - left), share: (inner.right - left) / (right - left), seen: seen.length };
  });
  const before = await places();
  assert.ok(before.seen >= 2 && before.share < 0.55, JSON.stringify(before));
  await region.evaluate((region) => region.scrollTo({ left: 150, behavior: "instant" }));
  const after = await places();
  assert.deepEqual([after.from, after.seen >= 1], [before.from, true], "the headings stay");
});

test("on a phone a tap explains a figure, and nothing is wider than the screen", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region&columns=sex`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await tableBy(page, ["Region"], "Sex");
  await page.locator("[data-part=table] tbody td").nth(1).tap();
  await page.locator("[data-part=drawer]").waitFor();
  const { left, right, wide } = await page.evaluate(() => {
    const { left, right } = /** @type {Element} */ (document.querySelector("[data-part=drawer]")).getBoundingClientRect();
    return { left, right, wide: document.documentElement.scrollWidth };
  });
  assert.ok(left >= 0 && right <= 390 && wide <= 390, `${left} to ${right}, page ${wide}`);
  assert.deepEqual(complaints, []);
});

test("at 320 pixels (400 % zoom) only the table scrolls sideways, and figures stay whole", async () => {
  const { page, complaints } = await opened(`${HASH}&rows=region,age:band&columns=sex,health&wafer=student`, { viewport: { width: 320, height: 640 } });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  await page.locator("[data-part=table] td[tabindex='0']").focus();
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("ArrowRight");
    const { left, right, from, to } = await page.evaluate(() => {
      const { left, right } = /** @type {Element} */ (document.activeElement).getBoundingClientRect();
      const region = /** @type {Element} */ (document.querySelector("[data-part=table]")).getBoundingClientRect();
      return { left, right, from: region.left, to: region.right };
    });
    assert.ok(left >= from && right <= to, `${i}: ${left} to ${right} within ${from} to ${to}`);
  }
  assert.deepEqual(complaints, []);
});
