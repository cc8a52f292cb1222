// One file with the lessons. The file has no dataset: each lesson invents its people, and builds their tables.

import { hashOf } from "../../learn/address.js";
import { start } from "../../learn/learn.jsx";
import { byId, h } from "../../../shell/dom.js";
import { lesson } from "./contents.js";
import { serveHere } from "./thread.js";

function show() {
  byId("place").replaceChildren(h("div", { id: "learn", class: "bench learn", tabindex: "-1" }));
  const first = lesson();
  if (first && location.hash.length < 2) history.replaceState(null, "", hashOf({ section: "lesson", lesson: first, state: {} }));
  start();
}

if (globalThis.document) show();
else serveHere();
