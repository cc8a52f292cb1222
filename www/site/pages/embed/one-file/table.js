// One file with a finished table: the table, and buttons that save its figures and its receipt.

import { CellveilTable } from "../../../../element/element.js";
import { fileName } from "../../../../choice/file-name.js";
import { emptySelection } from "../../../../choice/state.js";
import { languageOf } from "../../../../words/words.js";
import { byId, h } from "../../../shell/dom.js";
import { query, source } from "./contents.js";
import { serveHere } from "./thread.js";
import { wordsFor } from "./words.js";

/** @param {string} content @param {string} name @param {string} type */
function save(content, name, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: url, download: name }).click();
  // Some browsers read the file only after this task. A minute is enough for all of them.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function show() {
  const { with: further, ...asked } = query();
  const language = languageOf(document.documentElement.lang);
  const words = wordsFor(language);
  document.documentElement.dir = language.direction;
  const element = new CellveilTable();
  Object.assign(element, { ...asked, ...(further.length > 0 ? { with: further } : {}), src: source(), base: "/" });
  const name = (/** @type {string} */ ending) => fileName({ ...emptySelection(), rows: asked.rows, columns: asked.columns, filter: asked.filter }, element.cube?.id ?? "", ending);
  const csv = h("button", { type: "button", id: "csv", click: () => save(element.table?.toCSV() ?? "", name("csv"), "text/csv;charset=utf-8") }, words.csv);
  const receipt = h("button", { type: "button", id: "receipt", click: () => save(element.table?.receipt ?? "", name("receipt.json"), "application/json") }, words.receipt);
  const actions = h("p", { class: "actions", hidden: true }, csv, " ", receipt);
  const origin = h("p", { class: "origin", hidden: true });
  for (const event of ["cellveil-ready", "cellveil-change"]) {
    element.addEventListener(event, () => {
      const { cube, table } = element;
      actions.hidden = origin.hidden = false;
      // Some cubes have no receipts, for example keyed cubes with a short salt.
      receipt.hidden = table?.receipt == null;
      if (cube) origin.replaceChildren(words.dataset, " ", h("bdi", {}, cube.id), `. ${words.digest} `, h("code", {}, cube.digest));
    });
  }
  element.addEventListener("cellveil-error", () => { actions.hidden = origin.hidden = true; });
  byId("place").replaceChildren(element, actions, origin);
}

if (globalThis.document) show();
else serveHere();
