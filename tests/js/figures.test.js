// The figures of the papers on the page "Learn": their data equal the output of the commands, and every figure has what
// the page shows.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { FOLDER, computed, draws, shortened } from "../../scripts/figures.js";
import { path } from "../../scripts/lib.js";
import { roundNumbers, scaleOf } from "../../www/site/pages/learn/figures/charts/scales.js";
import { figures } from "../../www/site/pages/learn/figures/lazy/figures-data.js";
import { numberOf } from "../../www/site/pages/learn/figures/model.js";
import { WEIGHTS, riskSeries } from "../../www/site/pages/learn/figures/model-risk.js";

const read = (/** @type {string} */ name) => readFileSync(path(FOLDER, name), "utf8");
const figure = (/** @type {string} */ id) => figures.find((each) => each.id === id) ?? assert.fail(`no figure ${id}`);
const IDS = ["shlomo-2015-1", "shlomo-2015-2", ...Array.from({ length: 10 }, (_, at) => `ons-2024-${at + 1}`), "scad-2011-2"];

test("the files equal what the commands print; otherwise run node scripts/figures.js", () => {
  const fresh = computed();
  assert.deepEqual(readdirSync(path(FOLDER)).sort(), Object.keys(fresh).sort());
  for (const [name, text] of Object.entries(fresh)) assert.ok(read(name) === text, `${name} is stale; run node scripts/figures.js`);
});

test("every figure has its series, units, source and comparison", () => {
  assert.deepEqual(figures.map(({ id }) => id), IDS);
  for (const { id, number, title, about, x, y, series, agrees, differs, unknown, source, commands, data } of figures) {
    assert.ok(id.endsWith(`-${number}`) && title && about && data, id);
    assert.ok(title.split(" ").length <= 5, `${id}: ${title}`);
    assert.ok(x.label && y.label && typeof x.unit === "string" && typeof y.unit === "string", id);
    assert.ok(series.length > 0 && series.every(({ points, label }) => points.length > 0 && label), id);
    assert.ok(series.every(({ points }) => points.every((point) => Number.isFinite(point.x) && Number.isFinite(point.y) && point.text)), id);
    assert.ok(agrees.length + differs.length + unknown.length > 0, `${id}: a comparison`);
    assert.ok([...agrees, ...differs, ...unknown].every((line) => /\w.*\.$/.test(line)), id);
    assert.match(source.place, /^Section \d/);
    assert.ok(source.paper && commands.length > 0, id);
    assert.equal(new Set([...agrees, ...differs, ...unknown]).size, agrees.length + differs.length + unknown.length, `${id}: each line once`);
  }
});

test("bars are the figures of the study, row by row", () => {
  const { parts } = JSON.parse(read("ons-2024.json"));
  assert.equal(parts.length, 10);
  for (const [at, part] of parts.entries()) {
    const points = figure(`ons-2024-${at + 1}`).series.filter(({ isOn, from }) => isOn && from === "ours").flatMap(({ points }) => points);
    const rows = part.rows.filter((/** @type {{ ours: (string | null)[] }} */ row) => row.ours[0] !== null);
    assert.deepEqual(Object.fromEntries(points.map(({ name, y }) => [name, y])), Object.fromEntries(rows.map((/** @type {{ label: string, ours: string[] }} */ { label, ours }) => [label, numberOf(ours[0])])), part.title);
    const { agrees, differs, unknown } = figure(`ons-2024-${at + 1}`);
    for (const { text, holds } of part.claims) assert.ok((holds === null ? unknown : holds ? agrees : differs).includes(text), text);
  }
});

test("the map has 16 tables here and 16 in the paper, from Table 5", () => {
  const [table] = JSON.parse(read("shlomo-2015.json")).parts;
  const { series, agrees, differs } = figure("shlomo-2015-2");
  for (const from of ["ours", "paper"]) assert.equal(series.filter((each) => each.from === from && each.isOn).flatMap(({ points }) => points).length, 16);
  const swapped = table.rows.find((/** @type {{ label: string }} */ { label }) => label === "Table 2, perturbed input: Record swapping");
  const point = (/** @type {string} */ id) => series.find((each) => each.id === id)?.points.find(({ name }) => name === "Table 2");
  assert.deepEqual([point("RS-ours")?.y, point("RS-ours")?.x].map(String), swapped.ours.map(Number).map(String));
  assert.deepEqual([point("RS-paper")?.y, point("RS-paper")?.x].map(String), swapped.paper.map(Number).map(String));
  assert.ok(agrees.some((line) => line.includes("with a risk of at most 15 per cent")), "the statement stands alone");
  assert.ok(![...agrees, ...differs].some((line) => line.includes("at most this risk")));
});

test("the risk with the default weights is the risk that the engine measures", () => {
  const { byEmpty, byPersons } = JSON.parse(read("components.json"));
  for (const [at, tables] of [byEmpty, byPersons].entries()) {
    const { points } = riskSeries(figure("shlomo-2015-1").variants[at].series, WEIGHTS);
    points.forEach(({ y }, table) => assert.ok(Math.abs(y - tables[table].risk) < 1e-12, `${y}, ${tables[table].risk}`));
  }
});

test("the draws give the figures of the study's tests", () => {
  const numbers = draws();
  const { rows } = JSON.parse(execFileSync(path("target/release/cellveil"), ["study", "scad-2011", "--format", "json"], { encoding: "utf8" })).parts.find((/** @type {{ title: string }} */ { title }) => title.startsWith("Figure 2"));
  const ours = Object.fromEntries(rows.map((/** @type {{ label: string, ours: string[] }} */ { label, ours }) => [label.split(",")[0].split(" (")[0], ours[0]]));
  const expected = numbers.length / 100;
  const counts = Array.from({ length: 100 }, () => 0);
  for (const number of numbers) counts[Math.floor(number * 100)] += 1;
  assert.equal(counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0).toFixed(2), rows[0].ours[0]);
  const sorted = numbers.toSorted((a, b) => a - b);
  const distance = Math.max(...sorted.map((number, at) => Math.max(number - at / sorted.length, (at + 1) / sorted.length - number)));
  assert.equal(distance.toFixed(5), ours["largest distance from the uniform distribution"]);
  assert.equal(Math.max(...sorted.slice(1).map((number, at) => number - sorted[at])).toFixed(6), ours["longest gap"]);
  // The rounded numbers keep their order and their hundredths.
  const { scale, numbers: rounded } = shortened(numbers);
  assert.ok(rounded.every((number, at) => number <= numbers[at] * scale && number + 1 > numbers[at] * scale));
});

test("axes have round numbers within their range", () => {
  for (const [low, high, most, expected] of /** @type {[number, number, number, number[]][]} */ ([[0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]], [0, 2589, 6, [0, 500, 1000, 1500, 2000, 2500]], [0.97, 1.002, 4, [0.97, 0.98, 0.99, 1]]])) {
    assert.deepEqual(roundNumbers(low, high, most), expected);
  }
  const { at, ticks } = scaleOf([10, 1000], [0, 100], { scale: "log" });
  assert.deepEqual([ticks, at(100)], [[10, 100, 1000], 50]);
});
