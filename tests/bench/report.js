/** Formats the result for a terminal. */

import { titleOf } from "./building.js";

/** @import { Result } from "./bench.js" */

/** @param {Result} result */
export function* report({ machine, cases, ratios, methods, tableMethods, ptable, sealed, audit, people, results, pretabular, build, peers, growth, links, budgets }) {
  yield Object.entries(machine).map(([name, value]) => `${name}: ${value}`).join(", ");
  for (const { name, title, times } of cases) {
    yield `\n${title}`;
    yield* lines(times, "ms");
    yield* lines(ratios[name]);
  }
  if (methods) yield "\nprotecting a cell, by method";
  yield* lines(methods, "ns");
  if (tableMethods) yield "\na whole table with a table method, per cell";
  yield* lines(tableMethods, "µs");
  if (ptable) yield "\ndesigning a p-table";
  yield* lines(ptable, "ms");
  if (sealed) yield "\nthe sealed cube of the hypercube, beside the keyed one";
  yield* lines(sealed?.count);
  yield* lines(sealed?.bytes, "bytes");
  yield* lines(sealed?.ms, "ms");
  for (const { cells, seconds, memory_mb } of Object.values(audit ?? {})) {
    yield `\nauditing ${cells.toLocaleString("en")} published cells`;
    yield* lines({ seconds, ...(memory_mb === undefined ? {} : { memory_mb }) });
  }
  if (people) yield "\nsynthesizing people";
  yield* lines(people, "ms");
  if (results) yield "\nthe intervals and the Excel file of a table of 2,772 cells";
  yield* lines(results, "ms");
  for (const { title, records, rows } of Object.values(pretabular ?? {})) {
    yield `\nsteps before tabulation: ${title}`;
    yield `  ${"".padEnd(36)}${["records", "seconds", "more, s", "ratio", "MB"].map((head) => head.padStart(12)).join("")}`;
    for (const { title, seconds, step_seconds = 0, ratio = 1, memory_mb } of Object.values(rows)) {
      const figures = [records, seconds, step_seconds, ratio, memory_mb];
      yield `  ${title.padEnd(36)}${figures.map((figure) => (figure === undefined ? "–" : shown(figure)).padStart(12)).join("")}`;
    }
  }
  for (const { title, records, cells, rows } of Object.values(build ?? {})) {
    yield `\nbuilding a cube, ${title}: ${records.toLocaleString("en")} records, ${cells.toLocaleString("en")} cells`;
    yield `  ${"".padEnd(42)}${["seconds", "memory MB", "output MB"].map((head) => head.padStart(12)).join("")}`;
    for (const [row, { seconds, memory_mb, file_mb }] of Object.entries(rows)) {
      yield `  ${titleOf(row).padEnd(42)}${[seconds, memory_mb, file_mb].map((figure) => (figure === undefined ? "–" : shown(figure)).padStart(12)).join("")}`;
    }
  }
  if (peers) {
    yield "\nthe reference table by every peer, in one thread of Node";
    yield* lines(peers.node, "ms");
    yield* lines(ratios.peers_node);
    yield "\nthe same in one thread of Chromium";
    yield* lines(peers.chromium, "ms");
    yield* lines(ratios.peers_chromium);
    yield "\nwhat a page downloads of it, with brotli";
    yield* lines(peers.bytes, "bytes");
  }
  for (const { title, columns, steps } of growth ?? []) {
    yield `\ngrowth: ${title}`;
    const widths = columns.map((column) => Math.max(column.length, 12) + 2);
    yield columns.map((column, at) => column.padStart(widths[at])).join("");
    for (const step of steps) yield columns.map((column, at) => shown(step[column]).trim().padStart(widths[at])).join("");
  }
  for (const [link, times] of Object.entries(links ?? {})) {
    yield `\nto the first table of a cold page, link: ${link}`;
    yield* lines(times, "ms");
  }
  yield "\nbudgets";
  for (const { what, found, limit, atLeast, met } of budgets) {
    yield `  ${what.padEnd(58)}${shown(found)} of ${atLeast ? "at least" : "at most"} ${limit}${met ? "" : "  MISSED"}`;
  }
}

/** @param {Record<string, number> | undefined} values @param {string} [unit] */
function* lines(values, unit = "") {
  for (const [name, value] of Object.entries(values ?? {})) yield `  ${name.padEnd(36)}${shown(value)} ${unit}`.trimEnd();
}

/** Formats three significant digits, or all digits of a whole number. @param {number} value */
export function shown(value) {
  const digits = Number.isInteger(value) ? {} : { maximumSignificantDigits: 3 };
  return value.toLocaleString("en", digits).padStart(10);
}
