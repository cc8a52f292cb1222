// The first table, asked for while the rest of the page's script is still on its way. A script of its own, which the page runs as soon as it
// is there, maybe before there is anything of the page; what it shares with the rest, the cubes that are open above all, the rest takes from here.

import { CHOSEN, listCubes, open, usual } from "../../shell/catalogue.js";
import { readHash } from "../../choice/address.js";
import { firstSelection, isTooLarge, queryOf } from "../../choice/state.js";

/** @import { Cube, Progress, Table } from "../../shell/types.js" */

export * from "../../shell/catalogue.js";
export * from "../../choice/address.js";
export * from "../../choice/state.js";

/** @typedef {{ signal: AbortSignal, onprogress: (progress: Progress) => void }} Listening */
/** @typedef {{ table: Table, milliseconds: number }} Answer  the time is from the request to the protected figures */

/** @type {{ of: Cube, asked: string, answer: (listening: Listening) => Promise<Answer>, stop: AbortController } | undefined} */
let early;
/** Whether the page has asked for itself. */
let late = false;

/**
 * A table, or the one that was asked for early, where that is the same.
 * @param {Cube} cube
 * @param {Parameters<Cube["table"]>[0]} query
 * @param {Listening} listening
 * @returns {Promise<Answer>}
 */
export function answer(cube, query, listening) {
  const first = early;
  early = undefined;
  late = true;
  if (first?.of === cube && first.asked === JSON.stringify(query)) return first.answer(listening);
  first?.stop.abort();
  return ask(cube, query, listening);
}

/** @param {Cube} cube @param {Parameters<Cube["table"]>[0]} query @param {Listening} listening @returns {Promise<Answer>} */
async function ask(cube, query, listening) {
  const start = performance.now();
  const table = await cube.table({ ...query, ...listening });
  return { table, milliseconds: performance.now() - start };
}

/** Asks for what the address says, as far as that is plain: the page itself knows what to do about anything else. */
async function begin() {
  const link = readHash(location.hash);
  const name = link.cube ?? (CHOSEN || usual(await listCubes()));
  const cube = await open(name);
  const wanted = link.bare ? { ...firstSelection(name, cube), method: link.method } : link;
  const known = wanted.method === null || cube.methods.some((method) => method.name === wanted.method);
  if (late || !known || wanted.rows.length === 0 || isTooLarge(wanted, cube)) return;
  const query = queryOf(wanted, cube.release === "sealed");
  const stop = new AbortController();
  /** @type {Progress | undefined} */
  let progress;
  let tell = (/** @type {Progress} */ now) => { progress = now; };
  const table = ask(cube, query, { signal: stop.signal, onprogress: (now) => tell(now) });
  // Why there is none is said by whoever takes it.
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

// What fails here fails again where it is said.
begin().catch(() => {});
