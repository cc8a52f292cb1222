// The attract screen: the title, a small table that changes slowly, and "Touch to start".

import { h } from "../dom.js";
import { siteTitle } from "../pages.js";
import { smallTables } from "./small-tables.js";

/** Seconds that each table is shown. */
const SHOWN = 8;

/** @param {{ onStart: () => void }} options */
export function createAttract({ onStart }) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let change;
  const place = h("div", { class: "kiosk-tables" });
  const start = h("button", { type: "button", class: "primary", "data-kiosk-part": "start" }, "Touch to start");
  const dialog = h("dialog", { class: "kiosk-attract", "data-kiosk-part": "attract", "aria-labelledby": "kiosk-title", "aria-describedby": "kiosk-purpose" },
    h("h2", { id: "kiosk-title" }, siteTitle()),
    h("p", { id: "kiosk-purpose" }, document.querySelector(".masthead p")?.textContent ?? ""),
    place, start,
  );

  function leave() {
    if (!dialog.isConnected) return;
    clearInterval(change);
    dialog.close();
    dialog.remove();
    onStart();
  }
  dialog.addEventListener("click", leave);
  dialog.addEventListener("cancel", leave);
  dialog.addEventListener("keydown", (event) => { if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) leave(); });

  async function showTables() {
    const tables = await smallTables();
    if (!dialog.isConnected || tables.length === 0) return;
    let at = 0;
    const draw = () => place.replaceChildren(tables[at]);
    draw();
    if (tables.length < 2 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    change = setInterval(() => {
      at = (at + 1) % tables.length;
      draw();
    }, SHOWN * 1000);
  }

  return {
    show() {
      document.body.append(dialog);
      dialog.showModal();
      start.focus();
      void showTables();
    },
  };
}
