// The number of parts and of people in a selection, while the reader still selects. The number of people is a protected
// figure: the page queries the selection as a group, like the tables.

import { emptySelection, queryOf } from "../../../choice/state.js";
import { createDelays } from "../../shell/delays.js";
import { h } from "../../shell/dom.js";
import { methodOf } from "../../shell/methods.js";
import { createAttempts } from "../../shell/page.js";
import { isRandom, number, plural } from "../../shell/words.js";
import { shownNumber } from "./figures.js";
import { queryOfPopulation, sumsOf } from "./tables.js";
import { wayOf } from "./words.js";

/** @import { Data } from "../../result/map/data.js" */
/** @import { Selection, Table } from "../../shell/types.js" */
/** @import { Terms } from "./tables.js" */

/** The query waits this many milliseconds, so that a fast stroke does not query each of its steps. */
const SETTLE_MS = 90;
/** A long stroke without a pause is queried after this many milliseconds. */
const LONGEST_MS = 350;

/**
 * @param {HTMLElement} line  shows the numbers
 * @param {() => void} onShown  called after the figure of the latest selection is shown, or has failed
 */
export function createLive(line, onShown) {
  const delays = createDelays();
  const attempts = createAttempts();
  const name = h("strong", { class: "live-name" });
  const parts = h("span", { class: "live-parts" });
  const people = h("strong", { class: "live-people" });
  const how = h("span", { class: "hint" });
  /** The time of the first selection that waits for its query. */
  let since = 0;
  line.replaceChildren(name, " ", parts, " ", people, " ", how);

  return {
    /**
     * Shows the selection: the parts at once, the people after a short pause.
     * @param {Data} of
     * @param {{ label: string, codes: string[], choice: Pick<Selection, "method" | "filter"> }} selection
     */
    follow({ cube, levels: [level] }, { label, codes, choice }) {
      const all = level.codes.length;
      name.textContent = `${codes.length ? label : "All parts"}:`;
      parts.textContent = codes.length ? `${number(codes.length)} of ${number(all)} parts,` : `${number(all)} parts,`;
      line.setAttribute("aria-busy", "true");
      if (!delays.isWaiting("count")) since = performance.now();
      delays.start("count", Math.max(Math.min(SETTLE_MS, since + LONGEST_MS - performance.now()), 0), async () => {
        const signal = attempts.begin();
        try {
          // Without a selection, the last cell is the number of all people.
          const sealed = cube.release === "sealed";
          const method = await methodOf(choice.method, cube);
          const whole = { ...queryOf({ ...emptySelection(), filter: choice.filter, rows: [level.name] }, sealed), ...(method ? { method } : {}) };
          const query = codes.length ? queryOfPopulation(level.name, [[label, codes]], { ...choice, method }, sealed) : whole;
          const table = await cube.table({ ...query, signal });
          const noise = codes.length ? await noiseInWords(cube, method, table, level.name) : "";
          if (signal.aborted) return;
          people.textContent = `${shownNumber(table, codes.length ? 0 : table.values.length - 1)} ${plural(cube.unit).toLowerCase()}`;
          how.textContent = noise;
        } catch {
          // The tables of the same selection report the error.
          if (signal.aborted) return;
          people.textContent = "";
          how.textContent = "";
        }
        // The figure of an earlier part of a stroke stays pale.
        if (delays.isWaiting("count")) return;
        line.removeAttribute("aria-busy");
        onShown();
      });
    },
    /** Shows nothing, because no dataset is open. */
    stop() {
      delays.cancel("count");
      attempts.stop();
      line.removeAttribute("aria-busy");
      for (const each of [name, parts, people, how]) each.textContent = "";
    },
  };
}

/**
 * States how the figure of a selection differs from the true count.
 * @param {Data["cube"]} cube
 * @param {Terms["method"]} method
 * @param {Table} table
 * @param {string} dimension
 */
async function noiseInWords(cube, method, table, dimension) {
  const way = wayOf(cube, method);
  if (table.status[0]) return "(withheld)";
  if (way === "bare") return "(true count, not protected)";
  if (!isRandom(table.method)) return "(rounded)";
  const { blocks, variance } = [...sumsOf(table, dimension).values()][0] ?? { blocks: 1, variance: 1 };
  if (blocks > 1) return `(sum of ${number(blocks)} published figures; its noise has ${number(Math.round(variance * 10) / 10)} times the variance of one)`;
  if (!cube.explains) return "(with noise)";
  // A method that looks at the whole table has no explanation of one figure.
  const { least, most } = await table.explain(0).catch(() => ({ least: undefined, most: undefined }));
  if (least === undefined || most === undefined) return "(with noise)";
  return least === most ? "" : `(with noise; the true count is from ${number(least)} to ${number(most)})`;
}
