/** Writes the tables of docs/evidence/scale.md. */

import { readFileSync } from "node:fs";
import { path } from "../../../scripts/lib.js";
import { shown } from "../report.js";
import { fit } from "./growth.js";

/** @import { Computed, Result, Step } from "./scale.js" */
/** @import { Release } from "./specification.js" */

const DOCUMENT = "docs/evidence/scale.md";
const BEGIN = "<!-- begin: written by npm run scale -- --markdown -->";
const END = "<!-- end -->";

/** Limits of the builder and of the format (`src/cube/FORMAT.md`, `src/cube/published.rs`). */
const LIMITS = { views: 2 ** 17, files: 2 ** 20, manifest: 64 * 2 ** 20, combinations: 2 ** 27 };

/** What a row measures. @typedef {[title: string, of: (step: Step) => number | undefined]} Row */

/** @param {Release} release @returns {Row[]} */
const rowsOf = (release) => [
  ["views", (step) => step[release].cube.views.length],
  ["tiles", (step) => step[release].cube.tiles],
  ["files", (step) => sum(step[release].cube.files)],
  ["cube.json, KB", (step) => step[release].cube.bytes.manifest / 1e3],
  ["tiles, MB", (step) => step[release].cube.bytes.tiles / 1e6],
  ["largest tile, KB", (step) => step[release].cube.largest.tiles / 1e3],
  ["first table: KB before tiles", (step) => step[release].reading.first.before / 1e3],
  ["first table: KB of tiles", (step) => step[release].reading.first.tiles / 1e3],
  ["first table: KB of tiles, largest", (step) => step[release].reading.most.tiles / 1e3],
];

/** Costs that grow with the records in every size. @type {Row[]} */
const BUILDING = [
  ["records, MB of CSV", (step) => step.recordBytes / 1e6],
  ...["sealed", "keyed"].flatMap((release) => costRows(`${release}, native`, (step) => step[/** @type {Release} */ (release)].cost)),
  ...costRows("DuckDB, cells", ({ engines }) => engines.duckdb?.cells),
  ...costRows("sealed, from DuckDB's cells", ({ engines }) => engines.duckdb?.tile),
];
/** Spark works in a process that Python starts, whose memory is not measured. @type {Row[]} */
const SPARK = [costRows("Spark, cells", ({ engines }) => engines.spark?.cells)[0], ...costRows("sealed, from Spark's cells", ({ engines }) => engines.spark?.tile)];

/** @param {string} title @param {(step: Step) => import("./build.js").Cost | undefined} cost @returns {Row[]} */
function costRows(title, cost) {
  return [
    [`${title}: seconds`, (step) => cost(step)?.seconds],
    [`${title}: seconds of all threads`, (step) => cost(step)?.processor_seconds],
    [`${title}: peak memory, MB`, (step) => cost(step)?.memory_mb],
  ];
}

/** @param {Result} result */
export function markdown({ machine, size, prices, program, steps, wide, papers }) {
  const sizes = steps.map(({ areas }) => areas);
  const heads = sizes.map((areas) => `${areas.toLocaleString("en")} areas`);
  const figures = (/** @type {Row} */ [title, of]) => [title, ...steps.map((step) => cell(of(step)))];
  const rows = [...BUILDING, ...(steps.some(({ engines }) => engines.spark) ? SPARK : [])].filter(([, of]) => steps.every((step) => of(step) !== undefined));
  const grown = rows.map((row) => {
    const values = steps.map((step) => row[1](step) ?? 0);
    return [...figures(row), exponentOf(sizes, values), cell(fit(sizes, values).at(size.national))];
  });
  const national = { sealed: papers.sealed[papers.sealed.length - 1], keyed: papers.keyed[papers.keyed.length - 1] };
  const { built, paper } = wide;
  const check = [
    ["tiles", built.cube.tiles, paper.tiles],
    ["files", sum(built.cube.files), sum(paper.files)],
    ["cube.json, KB", built.cube.bytes.manifest / 1e3, paper.bytes.manifest / 1e3],
    ["tiles, MB", built.cube.bytes.tiles / 1e6, paper.bytes.tiles / 1e6],
    ["codes, levels and index, MB", areasMb(built.cube.bytes), areasMb(paper.bytes)],
    ["first table: requests", built.reading.first.requests, paper.first.requests],
    ["first table: KB before tiles", built.reading.first.before / 1e3, paper.first.before / 1e3],
    ["first table: KB of tiles", built.reading.first.tiles / 1e3, paper.first.tiles / 1e3],
    ["next table: requests", built.reading.next.requests, paper.next.requests],
  ].map(([title, found, computed]) => [String(title), cell(Number(found)), cell(Number(computed)), Number(found) > 0 ? (Number(computed) / Number(found)).toFixed(2) : "–"]);
  const parts = [
    `Measured on ${machine.cores} cores (${machine.cpu}), Node ${machine.node}. Each area has ${size.persons} persons with ${size.variables} variables besides the area.`,
    ...["sealed", "keyed"].flatMap((release) => [`### A ${release} cube, measured`, grid(["", ...heads], rowsOf(/** @type {Release} */ (release)).map(figures))]),
    "### The build, measured and extrapolated",
    grid(["", ...heads, "exponent", `extrapolated to ${size.national.toLocaleString("en")}`], grown),
    "### The check of the computation",
    `A sealed cube of ${wide.areas.toLocaleString("en")} areas with ${wide.variables} variables:`,
    grid(["", "measured", "computed", "ratio"], check),
    ...["sealed", "keyed"].flatMap((release) => [`### A ${release} cube of the nation, computed`, nation(papers[/** @type {Release} */ (release)], size.persons)]),
    "### Limits, computed",
    grid(["", "sealed", "keyed", "limit"], [
      ["views", ...both(national, ({ views }) => views), cell(LIMITS.views)],
      ["files", ...both(national, ({ files }) => sum(files)), cell(LIMITS.files)],
      ["cube.json, MB", ...both(national, ({ bytes }) => bytes.manifest / 1e6), cell(LIMITS.manifest / 1e6)],
      ["combinations of the largest view, millions", ...both(national, ({ combinations }) => combinations / 1e6), cell(LIMITS.combinations / 1e6)],
    ]),
    "### A million tables at a CDN, computed",
    `Assumptions: ${prices.tables} tables in a visit, a price of ${prices.gb} for a GB and of ${prices.requests} for 10,000 requests. A visit also fetches the program: ${program.requests} files, ${cell(program.sent / 1e3)} KB.`,
    grid(["", "sealed", "keyed"], [
      ["requests, millions", ...both(national, ({ million }) => million.requests / 1e6)],
      ["GB", ...both(national, ({ million }) => million.gb)],
      ["cost", ...both(national, ({ million }) => million.cost)],
    ]),
  ];
  return parts.join("\n\n");
}

/** @param {Computed[]} papers @param {number} persons */
function nation(papers, persons) {
  /** @type {[string, (paper: Computed) => number][]} */
  const rows = [
    ["persons, millions", ({ areas }) => (areas * persons) / 1e6],
    ["views", ({ views }) => views],
    ["tiles", ({ tiles }) => tiles],
    ["files", ({ files }) => sum(files)],
    ["cube.json, KB", ({ bytes }) => bytes.manifest / 1e3],
    ["tiles, MB", ({ bytes }) => bytes.tiles / 1e6],
    ["lists of tiles, MB", ({ bytes }) => bytes.lists / 1e6],
    ["files of tile entries, KB", ({ bytes }) => bytes.views / 1e3],
    ["codes, levels and index, MB", ({ bytes }) => areasMb(bytes)],
    ["first table: requests", ({ first }) => first.requests],
    ["first table: KB before tiles", ({ first }) => first.before / 1e3],
    ["first table: KB of tiles", ({ first }) => first.tiles / 1e3],
    ["first table: KB with brotli", ({ sent }) => sent.first.sent / 1e3],
    ["next table: requests", ({ next }) => next.requests],
    ["next table: KB", ({ next }) => (next.before + next.tiles) / 1e3],
    ["next table: KB with brotli", ({ sent }) => sent.next.sent / 1e3],
  ];
  const sizes = papers.map(({ areas }) => areas);
  const body = rows.map(([title, of]) => [title, ...papers.map((paper) => cell(of(paper))), exponentOf(sizes, papers.map(of))]);
  return grid(["", ...sizes.map((areas) => `${areas.toLocaleString("en")} areas`), "exponent"], body);
}

/** A figure of 0 has no exponent. @param {number[]} sizes @param {number[]} values */
const exponentOf = (sizes, values) => (values.some((value) => value <= 0) ? "–" : fit(sizes, values).exponent.toFixed(2));

/** The text between the two marks of the document. */
export function generatedPart() {
  const document = readFileSync(path(DOCUMENT), "utf8");
  return document.slice(document.indexOf(BEGIN) + BEGIN.length, document.indexOf(END));
}

/** @param {Record<string, number>} values */
const sum = (values) => Object.values(values).reduce((sum, value) => sum + value, 0);

/** @param {Record<"codes" | "index" | "levels", number>} bytes */
const areasMb = ({ codes, index, levels }) => (codes + index + levels) / 1e6;

/** @param {Record<Release, Computed>} national @param {(paper: Computed) => number} of */
const both = (national, of) => [cell(of(national.sealed)), cell(of(national.keyed))];

/** @param {string[]} head @param {string[][]} rows */
const grid = (head, rows) => [head, head.map((_, at) => (at === 0 ? "---" : "---:")), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** @param {number | undefined} value */
const cell = (value) => (value === undefined ? "–" : shown(value).trim());
