// The frame of a map on the page: buttons, the tooltip, the figure of the area under the pointer, and the legend.

import { h } from "../../shell/dom.js";
import { commandOf, STEP, zoomsByWheel } from "./gestures.js";

/** @import { Command } from "./gestures.js" */

/** The distance of a tooltip from the pointer, in pixels. */
const BESIDE = 14;
/** The hint about the wheel stays for this time, in milliseconds. */
const HINT_MS = 2500;

/**
 * @param {HTMLElement} container
 * @param {object} how
 * @param {(() => boolean) | null} how.whole  whether the map shows everything; null for a map without zoom
 * @param {(command: Command) => void} how.run
 */
export function createFrame(container, { whole, run }) {
  const sheet = h("div", { class: "map-sheet" });
  // The readout and the table beside the map have the same words for assistive technology.
  const tip = h("div", { class: "map-tip", "aria-hidden": "true", hidden: true });
  const hint = h("p", { class: "map-hint", "aria-hidden": "true", hidden: true }, "Hold Ctrl or ⌘ to zoom with the wheel, or click the map first.");
  /** @param {string} text @param {string} name @param {Command} command */
  const button = (text, name, command) => h("button", { type: "button", "aria-label": name === text ? undefined : name, click: () => act(command) }, text);
  const [closer, farther, all] = [button("+", "Zoom in", { zoom: STEP }), button("−", "Zoom out", { zoom: 1 / STEP }), button("Whole map", "Whole map", { whole: true })];
  const frame = h("div", { class: "map-frame", ...(whole ? { tabindex: 0, role: "group", "aria-label": "Map. Plus and minus zoom, arrow keys move, 0 shows the whole map." } : {}) },
    sheet, ...(whole ? [h("div", { class: "map-buttons" }, closer, farther, all), hint] : []), tip);
  const readout = h("p", { class: "map-readout", "aria-hidden": "true" });
  const legend = h("ul", { class: "chart-legend", "aria-label": "Legend" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fading;

  /** @param {Command} command */
  function act(command) {
    hideTip();
    run(command);
    mark();
  }
  /** A disabled button would lose the focus, so the buttons only say that they do nothing. */
  function mark() {
    const at = whole?.() ?? true;
    for (const each of [farther, all]) each.setAttribute("aria-disabled", String(at));
    all.hidden = at && document.activeElement !== all;
    frame.classList.toggle("map-closer", !at);
  }
  const hideTip = () => { tip.hidden = true; };

  if (whole) {
    frame.addEventListener("keydown", (event) => {
      if (event.key === "Escape") return hideTip();
      // The buttons keep their own keys. The other keys work there too.
      const command = commandOf(event, whole());
      if (!command) return;
      event.preventDefault();
      act(command);
    });
    frame.addEventListener("wheel", (event) => {
      if (frame.contains(document.activeElement) || zoomsByWheel(event, { whole: whole(), focused: false, drag: true })) return;
      hint.hidden = false;
      clearTimeout(fading);
      fading = setTimeout(() => { hint.hidden = true; }, HINT_MS);
    }, { passive: true, capture: true });
    mark();
  }

  container.replaceChildren(frame, readout, legend);
  return {
    frame, sheet, readout, legend, mark, hideTip,
    /** @param {string} text @param {{ clientX: number, clientY: number }} pointer */
    showTip(text, { clientX, clientY }) {
      tip.textContent = text;
      tip.hidden = false;
      const box = frame.getBoundingClientRect();
      const [x, y] = [clientX - box.left, clientY - box.top];
      // The tooltip stays inside the frame. Near the lower edge it stands above the pointer.
      const left = Math.max(0, Math.min(x + BESIDE, box.width - tip.offsetWidth));
      const below = y + BESIDE + tip.offsetHeight <= box.height;
      tip.style.transform = `translate(${left}px, ${below ? y + BESIDE : Math.max(0, y - BESIDE - tip.offsetHeight)}px)`;
    },
    remove() {
      clearTimeout(fading);
      // Another map may be in the container already.
      for (const each of [frame, readout, legend]) each.remove();
    },
  };
}
