// The drawer beside the table: "Why this number", or the facts about the table.

import { useLayoutEffect, useRef } from "preact/hooks";
import { focusedNear } from "../../element/focus.js";
import { useBuilder } from "../views/context.jsx";
import { AboutPanel } from "./about.jsx";
import { Why } from "./why-panel.jsx";

export function Drawer() {
  const { drawer, id, host, words } = useBuilder();
  const now = drawer.value;
  const aside = useRef(/** @type {HTMLElement | null} */ (null));
  const about = now?.kind === "about";
  // Readers who open the facts go on there. A reader of figures stays in the table.
  useLayoutEffect(() => { if (about) aside.current?.focus({ preventScroll: true }); }, [about]);
  if (!now) return null;
  const close = () => {
    const within = aside.current?.contains(focusedNear(aside.current));
    drawer.value = null;
    const back = /** @type {HTMLElement | null} */ (host.querySelector(now.kind === "why" ? '.cv-table td[tabindex="0"]' : '[data-part="about"]'));
    if (within) back?.focus({ preventScroll: true });
  };
  const title = about ? words.about.title : words.why.title;
  return (
    <aside id={`${id}-drawer`} ref={aside} tabIndex={-1} aria-label={title} onKeyDown={(event) => { if (event.key === "Escape") close(); }}>
      <header><h2>{title}</h2><button type="button" class="cv-icon cv-remove" aria-label={words.about.close} title={words.about.close} onClick={close} /></header>
      {now.kind === "why" ? <Why line={now.line} column={now.column} /> : <AboutPanel />}
    </aside>
  );
}
