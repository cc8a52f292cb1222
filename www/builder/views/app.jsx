// The three zones of a builder: the controls, the table, and the drawer.

import { useEffect } from "preact/hooks";
import { BuildZone } from "./build-zone.jsx";
import { useBuilder } from "./context.jsx";
import { Later } from "./later.jsx";
import { Result } from "./result.jsx";

export function App() {
  const { store, bare, host, drawer, sheet, id, words } = useBuilder();
  useEffect(() => {
    const onkeydown = (/** @type {KeyboardEvent} */ event) => {
      const key = event.key.toLowerCase();
      const target = /** @type {Element} */ (event.composedPath()[0]);
      // Escape closes the topmost part only.
      const panel = host.querySelector(":popover-open, dialog[open]");
      if (key === "escape" && !panel && sheet.peek()) sheet.value = false;
      else if (key === "escape" && !panel && drawer.peek()) drawer.value = null;
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
      // Text boxes and dialogs have their own undo.
      if (target.closest("input:not([type=checkbox], [type=radio], [type=file]), textarea, [contenteditable], dialog")) return;
      event.preventDefault();
      store.go(key === "y" || event.shiftKey ? "redo" : "undo");
    };
    // With a single builder in a page, the keys work everywhere in the page.
    const place = document.querySelectorAll(host.localName).length > 1 ? host : document;
    place.addEventListener("keydown", /** @type {EventListener} */ (onkeydown));
    return () => place.removeEventListener("keydown", /** @type {EventListener} */ (onkeydown));
  }, []);
  if (bare) return <BuildZone />;
  return (
    <div class="cv-app" data-sheet={sheet.value ? "open" : "closed"} data-drawer={drawer.value ? "open" : "closed"}>
      <BuildZone />
      {sheet.value && <button type="button" class="cv-sheet-close cv-primary" aria-controls={`${id}-build`} onClick={() => { sheet.value = false; }}>{words.build.close}</button>}
      <Result />
      {drawer.value && <div class="cv-drawer" data-part="drawer"><Later part="Drawer" /></div>}
    </div>
  );
}
