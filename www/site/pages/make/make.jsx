// Draws the page again after each change of its state.

import { effect } from "@preact/signals-core";
import { render } from "preact";
import { byId, keepSkipLink } from "../../shell/dom.js";
import { createActions } from "./actions.js";
import { createStore } from "./store.js";
import { App } from "./views/app.jsx";
import { PageContext } from "./views/context.jsx";

export function start() {
  const store = createStore();
  const actions = createActions(store);
  const { step, records, codebook, opening, preview, draft, own, version, checked, work, failure, built, sealed, audited, most, open, said, design, designWrong, savedVersion } = store;
  const signals = [step, records, codebook, opening, preview, draft, own, version, checked, work, failure, built, sealed, audited, most, open, said, design, designWrong, savedVersion];
  const place = byId("make");
  effect(() => {
    for (const each of signals) void each.value;
    render(<PageContext.Provider value={{ store, actions }}><App /></PageContext.Provider>, place);
  });
  // The page stores nothing, so a reload would lose the draft and the drawn keys.
  addEventListener("beforeunload", (event) => {
    if (store.records.value && (savedVersion.value !== version.value || !store.keysSaved.value) && store.records.value.origin !== "example") event.preventDefault();
  });
  // A file that misses the drop zone would replace the page.
  for (const name of /** @type {const} */ (["dragover", "drop"])) addEventListener(name, (event) => event.preventDefault());
  keepSkipLink();
}
