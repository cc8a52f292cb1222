// Queries the first table while the rest of the page's script is still loading. This script may run before the page has
// any content. The rest of the script imports shared modules from here, so that both have the same open cubes.

import { CHOSEN, listCubes, open, usual } from "../../shell/catalogue.js";
import { readHash } from "../../../choice/address.js";
import { excessOf, firstSelection, queryOf } from "../../../choice/state.js";

/** @import { Progress } from "../../shell/types.js" */
/** @import { Cube } from "../../../choice/types.js" */
/** @import { Answer, Listening } from "../../../builder/store.js" */

export * from "../../shell/catalogue.js";
export * from "../../../choice/address.js";
export * from "../../../choice/state.js";

/** @type {{ of: Cube, asked: string, answer: (listening: Listening) => Promise<Answer>, stop: AbortController } | undefined} */
let early;
/** Whether the rest of the page has queried a table. */
let late = false;

/**
 * Returns the table of a query. Uses the early table if it has the same query.
 * @param {Cube} cube
 * @param {Parameters<Cube["table"]>[0]} query
 * @param {Listening} listening
 * @returns {Promise<Answer>}
 */
export function firstAnswer(cube, query, listening) {
  const first = early;
  early = undefined;
  late = true;
  if (first?.of === cube && first.asked === JSON.stringify(query)) return first.answer(listening);
  first?.stop.abort();
  return ask(cube, query, listening);
}

/**
 * @param {Cube} cube
 * @param {Parameters<Cube["table"]>[0]} query
 * @param {Listening} listening
 * @returns {Promise<Answer>}
 */
async function ask(cube, query, listening) {
  const start = performance.now();
  const table = await cube.table({ ...query, ...listening });
  return { table, milliseconds: performance.now() - start };
}

/** Queries the table of a simple address. The rest of the page handles other addresses. */
async function begin() {
  const link = readHash(location.hash);
  const name = link.cube ?? (CHOSEN || usual(await listCubes()));
  const cube = await open(name, { whole: false });
  // The builder asks before it loads all codes of a long dimension.
  if (cube.dimensions.some(({ size }) => size)) return;
  const wanted = link.bare ? { ...firstSelection(name, cube), filter: link.filter, method: link.method } : link;
  const known = wanted.method === null || cube.methods.some((method) => method.name === wanted.method);
  if (late || !known || wanted.rows.length === 0 || excessOf(wanted, cube)) return;
  const query = queryOf(wanted, cube.release === "sealed");
  const stop = new AbortController();
  /** @type {Progress | undefined} */
  let progress;
  let tell = (/** @type {Progress} */ now) => { progress = now; };
  const table = ask(cube, query, { signal: stop.signal, onprogress: (now) => tell(now) });
  // `firstAnswer` returns the same promise, and its caller reports the error.
  table.catch(() => {});
  early = {
    of: cube,
    asked: JSON.stringify(query),
    stop,
    answer({ signal, onprogress }) {
      signal.addEventListener("abort", () => stop.abort(signal.reason));
      if (progress) onprogress(progress);
      tell = onprogress;
      return table;
    },
  };
}

// The rest of the page repeats a failed step, and reports the error.
begin().catch(() => {});
