/**
 * Writes the generated part of docs/evidence/performance.md. Its rows are always the same. A missing figure is a dash.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { path } from "../../scripts/lib.js";
import { titleOf } from "./building.js";
import { growthOf } from "./growth/index.js";
import { LINKS } from "./links/profiles.js";
import { shown } from "./report.js";
import { ANSWERS, CALLS, DESIGNS, LARGE, PAGES, PEOPLE, RELEASES, RESULTS, SIZES } from "./rows.js";
import { WHOLE } from "./sizes.js";

/** @import { Result } from "./bench.js" */

const DOCUMENT = "docs/evidence/performance.md";
const BEGIN = "<!-- begin: written by npm run bench -- --markdown -->";
const END = "<!-- end -->";

/** @typedef {number | undefined} Figure */

/** @param {Partial<Result>} result */
export function markdown({ machine, cases = [], methods, tableMethods, ptable, sealed, audit, people, results, pretabular, build, peers, growth = [], links = {}, budgets = [] }) {
  const times = Object.fromEntries(cases.map(({ name, times }) => [name, times]));
  const { hypercube, ten_million: large } = times;
  const { node, chromium, bytes } = peers ?? {};
  const parts = [
    machine ? `Measured on ${machine.cores} cores (${machine.cpu}), Node ${machine.node}.` : "Not measured yet.",
    "### The reference table",
    grid(
      ["", "Node, ms", "Chromium, ms", "times the engine, Node", "Chromium"],
      Object.entries(ANSWERS).map(([name, title]) => [
        title, cell(node?.[name]), cell(chromium?.[name]), cell(over(node?.[name], node?.engine)), cell(over(chromium?.[name], chromium?.engine)),
      ]),
    ),
    grid(["the same table by cellveil", "Node, ms"], Object.entries(CALLS).map(([name, title]) => [title, cell(hypercube?.[name])])),
    "### 10 million cells",
    grid(
      ["", "ms", "times the plain read"],
      Object.entries(LARGE).map(([name, title]) => [title, cell(large?.[name]), cell(over(large?.[name], large?.plain_read_wasm))]),
    ),
    "### What a page downloads",
    grid(["", "KB with brotli"], Object.entries(SIZES).map(([name, title]) => [title, cell(over(bytes?.[name], 1000))])),
    "### To the first table of a cold page",
    grid(
      ["ms", ...Object.keys(LINKS).map((link) => (link === "none" ? "no limit" : link))],
      Object.entries(PAGES).map(([name, title]) => [title, ...Object.keys(LINKS).map((link) => cell(links[link]?.[name]))]),
    ),
    "### Growth",
    ...growthOf(WHOLE).flatMap(({ name, title, sizes, columns: [size, ...columns] }) => {
      const steps = growth.find((one) => one.name === name)?.steps;
      return [
        `With ${title}:`,
        grid(
          [size, ...columns].map((column) => column.replaceAll("_", " ")),
          sizes.map((value, at) => [value.toLocaleString("en"), ...columns.map((column) => cell(steps?.[at]?.[column]))]),
        ),
      ];
    }),
  ];
  if (methods) parts.push("### Protecting a cell", grid(["method", "ns"], Object.entries(methods).map(([name, ns]) => [name.replaceAll("_", " "), cell(ns)])));
  if (tableMethods) {
    const names = Object.keys(tableMethods).filter((name) => name.endsWith("_small")).map((name) => name.slice(0, -"_small".length));
    const rows = names.map((name) => [name.replaceAll("_", " "), ...["small", "large"].map((size) => cell(tableMethods[`${name}_${size}`]))]);
    parts.push(
      "### A whole table with a table method, per cell",
      grid(["µs", "78 cells", "2,242 cells"], rows),
      `Controlled rounding of 55,055 cells takes ${cell(tableMethods.controlled_rounding_54000)} µs per cell in wasm, and ${cell(tableMethods.controlled_rounding_54000_native)} µs with the command line, its start and the CSV included.`,
    );
  }
  if (ptable) parts.push("### Designing a p-table", grid(["", "ms"], Object.entries(DESIGNS).map(([name, title]) => [title, cell(ptable[name])])));
  if (sealed) {
    const figures = { ...sealed.count, ...sealed.bytes, ...sealed.ms };
    const row = (/** @type {string} */ what, /** @type {string} */ name) => [what, ...["sealed", "keyed"].map((kind) => cell(figures[`${name}_${kind}`]))];
    parts.push("### The hypercube sealed, all tables of up to four variables", grid(["", "sealed", "keyed"], Object.entries(RELEASES).map(([name, what]) => row(what, name))));
  }
  if (audit) {
    const rows = Object.values(audit).map(({ cells, seconds, memory_mb }) => [cells.toLocaleString("en"), cell(seconds), cell(memory_mb)]);
    parts.push("### The audit, by published cells", grid(["cells", "seconds", "peak memory, MB"], rows));
  }
  if (people) parts.push("### Synthetic people, 50,000 persons", grid(["", "ms"], Object.entries(PEOPLE).map(([name, title]) => [title, cell(people[name])])));
  if (results) parts.push("### Intervals and the Excel file of a table, 2,772 cells", grid(["", "ms"], Object.entries(RESULTS).map(([name, title]) => [title, cell(results[name])])));
  if (pretabular) {
    const groups = Object.values(pretabular).map(({ title, records, rows }) => [
      `With ${records.toLocaleString("en")} records, ${title}:`,
      grid(
        ["", "seconds", "seconds more", "times the first row", "peak memory, MB"],
        Object.values(rows).map(({ title, seconds, step_seconds, ratio, memory_mb }) => [title, cell(seconds), cell(step_seconds), cell(ratio), cell(memory_mb)]),
      ),
    ]);
    parts.push("### Steps before tabulation", ...groups.flat());
  }
  if (build) {
    const groups = Object.values(build).map(({ title, records, cells, rows }) => [
      `${records.toLocaleString("en")} records of eight columns, ${title} (${cells.toLocaleString("en")}):`,
      grid(["", "seconds", "peak memory, MB", "output, MB"], Object.entries(rows).map(([row, { seconds, memory_mb, file_mb }]) => [titleOf(row), cell(seconds), cell(memory_mb), cell(file_mb)])),
    ]);
    parts.push("### Building a cube", ...groups.flat());
  }
  if (budgets.length > 0) {
    const limits = budgets.map(({ what, found, limit, atLeast, met }) => [what, cell(found), `${atLeast ? "≥" : "≤"} ${limit}`, met ? "yes" : "no"]);
    parts.push("### Goals", grid(["", "found", "goal", "met"], limits));
  }
  return `${parts.join("\n\n")}\n`;
}

/** Replaces the generated part of the document. @param {string} text */
export function writeDocument(text) {
  const document = readFileSync(path(DOCUMENT), "utf8");
  const { from, to } = marks(document);
  writeFileSync(path(DOCUMENT), `${document.slice(0, from)}\n${text}${document.slice(to)}`);
}

/** Returns the text between the two marks. @param {string} document */
export function generatedPart(document) {
  const { from, to } = marks(document);
  return document.slice(from, to);
}

/** @param {string} document */
const marks = (document) => ({ from: document.indexOf(BEGIN) + BEGIN.length, to: document.indexOf(END) });

/** @param {string[]} head @param {string[][]} rows */
function grid(head, rows) {
  return [head, head.map((_, at) => (at === 0 ? "---" : "---:")), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** @param {Figure} value */
const cell = (value) => (value === undefined ? "–" : shown(value).trim());

/** @param {Figure} value @param {Figure} by @returns {Figure} */
const over = (value, by) => (value === undefined || by === undefined ? undefined : value / by);
