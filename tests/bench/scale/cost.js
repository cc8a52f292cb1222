/** The cost of a million tables at a CDN that charges for requests and for the bytes that it sends. */

import { readFileSync } from "node:fs";
import { path } from "../../../scripts/lib.js";
import { brotli } from "../../../scripts/brotli.js";

/** What the reader's page fetches: requests, and bytes with brotli. @typedef {{ requests: number, sent: number }} Traffic */
/** `gb`, `requests`: prices of a gigabyte and of 10,000 requests. `tables`: of one visit. @typedef {{ gb: number, requests: number, tables: number }} Prices */

const MILLION = 1e6;

/** The files of the package that a page fetches for a cube in parts. */
const PROGRAM = ["js/index.js", "js/worker.js", "cellveil_bg.wasm", "cellveil_full_bg.wasm"];

/** The package's traffic of one visit. @returns {Traffic} */
export const program = () => ({ requests: PROGRAM.length, sent: PROGRAM.reduce((sum, file) => sum + brotli(readFileSync(path("pkg", file))).length, 0) });

/**
 * A visit fetches the program, a first table and further tables.
 * @param {{ program: Traffic, first: Traffic, next: Traffic }} visit
 * @param {Prices} prices
 */
export function millionTables({ program, first, next }, prices) {
  const ofVisit = (/** @type {keyof Traffic} */ name) => program[name] + first[name] + (prices.tables - 1) * next[name];
  const requests = (MILLION / prices.tables) * ofVisit("requests");
  const gb = ((MILLION / prices.tables) * ofVisit("sent")) / 1e9;
  return { requests, gb, cost: (requests / 10_000) * prices.requests + gb * prices.gb };
}
