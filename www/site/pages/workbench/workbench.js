// The workbench: the builder with the site's datasets. The address has the reader's choice.

import "../../cellveil/js/builder.js";
import { firstAnswer, listCubes, open, readHash, usual, writeHash } from "./first.js";
import { hashOfMethod, isDesigned } from "../../../choice/designed.js";
import { unreadIn } from "../../../choice/repair.js";
import { createHistory } from "./history.js";
import { byId, keepSkipLink } from "../../shell/dom.js";
import { carryChoice } from "../../shell/pages.js";

/** @import { CellveilBuilder } from "../../../builder/builder.jsx" */
/** @import { Selection } from "../../../choice/types.js" */
/** @import { Dataset } from "../../../builder/store.js" */

/** Maximum datasets with a title in the list, because each title costs a request. Others show the name of their folder. */
const TITLED = 12;

/** A builder starts when it is connected. The page first gives it the datasets and the history. */
const builder = /** @type {CellveilBuilder} */ (/** @type {unknown} */ (document.createElement("cellveil-builder")));

/** The address of the designer, with the way back to the reader's table. @param {Selection} choice */
function designer(choice) {
  const back = `back=${encodeURIComponent(writeHash({ ...choice, method: null }).slice(1))}`;
  return `designer.html#${isDesigned(choice.method) ? `${hashOfMethod(choice.method ?? "")}&` : ""}${back}`;
}

/** @param {string} name @param {string} [title] @param {string} [release] @returns {Dataset} */
const datasetOf = (name, title = name, release = undefined) => ({ name, title, release, open: () => open(name) });

const trail = createHistory();
let datasets = [datasetOf(document.documentElement.dataset.cube ?? "")];
const page = { datasets, trail, ask: firstAnswer, links: { designer, measures: (/** @type {Selection} */ choice) => `risk.html${writeHash(choice)}`, ...(navigator.clipboard ? { link: () => location.href } : {}) } };

/** The choice in the address. */
function wanted() {
  const { bare, ...choice } = readHash(location.hash);
  return { ...choice, bare, cube: choice.cube ?? usual(datasets.map(({ name }) => name)), unread: unreadIn(location.hash) };
}

/** Fetches the titles of the other datasets when the browser is idle. */
async function entitle() {
  await new Promise((go) => (globalThis.requestIdleCallback ?? setTimeout)(go));
  for (const { name } of datasets.slice(0, TITLED)) {
    const cube = await open(name).catch(() => undefined);
    if (!cube) continue;
    datasets = datasets.map((each) => (each.name === name ? datasetOf(name, cube.title, cube.release) : each));
    builder.configure({ ...page, datasets });
  }
}

builder.addEventListener("cellveil-change", titled);
builder.addEventListener("cellveil-ready", titled);
function titled() {
  const caption = builder.querySelector("caption")?.textContent;
  if (caption) document.title = `${caption} – cellveil`;
  carryChoice(location.hash);
}

async function start() {
  try {
    datasets = (await listCubes()).map((name) => datasetOf(name));
  } catch (error) {
    builder.configure({ ...page, datasets: [] });
    return builder.fail(error);
  }
  builder.configure({ ...page, datasets });
  await builder.arrive(wanted(), "replace");
  await entitle();
}

trail.read = wanted;
builder.configure(page);
byId("workbench").append(builder);
// A refusal stands in the result, without a table.
keepSkipLink(() => builder.querySelector(".cv-table:has(table)") ?? builder.querySelector(".cv-result"));
void start();
