/** Counts what a reader fetches for the table of one area by two variables. */

import { readFileSync } from "node:fs";
import { openCube } from "cellveil";
import { brotli } from "../../../scripts/brotli.js";
import { median } from "../measure.js";
import { areaCode } from "./population.js";
import { pairsOf } from "./specification.js";

/** What a reader fetches. `sent`: bytes, with JSON compressed by brotli. @typedef {{ requests: number, before: number, tiles: number, sent: number }} Fetched */
/** `first`: a cold reader's first table. `next`: another area and other variables, with the files so far. @typedef {{ first: Fetched, next: Fetched, most: Fetched }} Reading */

/** Number of tables that are measured. */
const TABLES = 9;

/** @param {string} folder @param {number} areas @param {string[]} names @returns {Promise<Reading>} */
export async function readTables(folder, areas, names) {
  const pairs = pairsOf(names);
  const firsts = [];
  const nexts = [];
  for (let at = 0; at < TABLES; at++) {
    const source = counted(folder);
    const cube = await openCube(source);
    const ask = async (/** @type {number} */ number) => {
      const [row, column] = pairs[among(pairs.length, number * 0.414214)];
      await cube.table({ rows: [row], columns: [column], filter: { area: [areaCode(among(areas, number * 0.618034))] } });
      return source.take();
    };
    firsts.push(await ask(at + 1));
    nexts.push(await ask(at + 1.5 + TABLES));
    cube.close();
  }
  return { first: each(median, firsts), next: each(median, nexts), most: each((values) => Math.max(...values), firsts) };
}

/** A position in a list. Multiples of an irrational number give positions in all parts of the list. @param {number} length @param {number} place */
const among = (length, place) => Math.floor((place % 1) * length);

/** A source that counts requests and bytes. @param {string} folder */
function counted(folder) {
  let fetched = none();
  return {
    get: async (/** @type {string} */ file) => {
      const bytes = readFileSync(`${folder}/${file}`);
      const isTile = file.startsWith("tiles/");
      fetched.requests++;
      fetched[isTile ? "tiles" : "before"] += bytes.length;
      fetched.sent += isTile ? bytes.length : compressed(`${folder}/${file}`, bytes);
      return new Uint8Array(bytes);
    },
    /** Returns the count so far, and starts again at 0. */
    take() {
      const taken = fetched;
      fetched = none();
      return taken;
    },
  };
}

/** @returns {Fetched} */
const none = () => ({ requests: 0, before: 0, tiles: 0, sent: 0 });

/** Compressing a large file takes seconds, and each reader fetches cube.json. @type {Map<string, number>} */
const lengths = new Map();

/** @param {string} file @param {Buffer} bytes */
function compressed(file, bytes) {
  const key = `${file} ${bytes.length}`;
  const length = lengths.get(key) ?? brotli(bytes).length;
  lengths.set(key, length);
  return length;
}

/** @param {(values: number[]) => number} work @param {Fetched[]} all @returns {Fetched} */
const each = (work, all) => /** @type {Fetched} */ (Object.fromEntries(Object.keys(none()).map((name) => [name, work(all.map((one) => one[/** @type {keyof Fetched} */ (name)]))])));
