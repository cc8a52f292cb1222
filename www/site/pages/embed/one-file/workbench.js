// One file with the workbench: the builder with the whole cube.

import { CellveilBuilder } from "../../../../builder/builder.jsx";
import { languageOf } from "../../../../words/words.js";
import { byId } from "../../../shell/dom.js";
import { query, source } from "./contents.js";
import { serveHere } from "./thread.js";

function show() {
  const { rows, columns, filter, groups, method, totals } = query();
  document.documentElement.dir = languageOf(document.documentElement.lang).direction;
  const builder = new CellveilBuilder();
  // Without rows, the builder chooses its first table.
  Object.assign(builder, { src: source(), base: "/", method, totals }, rows.length > 0 ? { rows, columns, filter, groups } : {});
  byId("place").replaceChildren(builder);
}

if (globalThis.document) show();
else serveHere();
