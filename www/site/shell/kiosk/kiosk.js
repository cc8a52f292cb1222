// Kiosk mode: a page for visitors of an unattended screen. docs/guide/kiosk.md is the guide.

import css from "./kiosk.css";
import { h } from "../dom.js";
import { createAttract } from "./attract.js";
import { closeExits } from "./exits.js";
import { createIdleWatch } from "./idle.js";
import { readOptions } from "./options.js";
import { beginVisit } from "./presence.js";
import { showOutside, takeChoice } from "./take.js";
import { createVisit } from "./visit.js";

let filling = false;

/** Fills the screen. A browser permits this only after a touch, and `chromium --kiosk` fills the screen already. */
function fillScreen() {
  const root = document.documentElement;
  if (filling || document.fullscreenElement || matchMedia("(display-mode: fullscreen)").matches || !root.requestFullscreen) return;
  // Full screen would hide an open panel.
  if (document.querySelector("dialog[open], :popover-open")) return;
  filling = true;
  root.requestFullscreen({ navigationUI: "hide" }).catch(() => {}).finally(() => { filling = false; });
}

export function startKiosk() {
  const root = document.documentElement;
  const options = readOptions(root.dataset.kiosk ?? "");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  const visit = createVisit();
  if (visit.isLeaving()) return;
  const idle = createIdleWatch({ seconds: options.idle, onIdle: visit.end });
  function attend() {
    idle.start();
    beginVisit();
  }
  const attract = createAttract({ onStart() {
    visit.begin();
    attend();
    fillScreen();
  } });
  const take = () => takeChoice(options.link);
  closeExits({
    onPage: (url) => location.assign(visit.address(url)),
    onOutside: showOutside,
    onFile: take,
  });
  document.querySelector(".ways")?.before(h("div", { class: "kiosk-bar" },
    ...(options.link === null ? [] : [h("button", { type: "button", "data-kiosk-part": "open-take", click: take }, "Take it with you")]),
    h("button", { type: "button", "data-kiosk-part": "restart", click: visit.end }, "Finish"),
  ));
  addEventListener("click", fillScreen);
  // A page that the browser had put aside has an old time of the last input.
  addEventListener("pageshow", ({ persisted }) => { if (persisted && visit.isOn()) idle.start(); });

  // The page becomes visible, and the attract screen covers the page in the same frame.
  root.classList.add("kiosk-on");
  if (visit.isOn()) attend();
  else attract.show();
}
