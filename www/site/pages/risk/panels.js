// The map on the page: its panels, with a button for each point.

import { byId, h, keepingFocus } from "../../shell/dom.js";
import { drawPanels } from "./map.js";
import { figure } from "../../result/measured.js";

/** @import { Chosen, Drawn, Panel } from "./map.js" */
/** @import { Comparand } from "./points.js" */

/** The smallest width of a panel beside another panel, in pixels. */
const PANEL_WIDTH = 340;
/** A click this close to a point chooses the point, in pixels. */
const NEAR = 16;

/** @param {(letter: string, id: string) => void} onChoose */
export function createMap(onChoose) {
  const box = byId("map");
  /** @type {Comparand[]} */
  let tables = [];
  /** @type {{ tolerable: number | undefined, chosen?: Chosen }} */
  let how = { tolerable: undefined };
  let width = 0;

  function redraw() {
    width = box.clientWidth;
    if (width <= 0 || tables.length === 0) return;
    const across = Math.max(1, Math.min(tables.length, Math.floor(width / PANEL_WIDTH)));
    const panels = drawPanels(tables, { ...how, width: Math.floor(width / across) });
    keepingFocus(() => box.replaceChildren(...panels.map((panel, at) => panelOf(panel, tables[at]))), byId("result"));
  }

  /** @param {Panel} panel @param {Comparand} table */
  function panelOf({ svg, points, labels }, table) {
    const names = points.map((point, at) => {
      const { candidate, left, top } = point;
      const label = labels[at] ?? { x: left, y: top, w: 24, h: 24 };
      const pressed = candidate.id === how.chosen?.id && table.letter === how.chosen.letter;
      // With the focus, a name grows towards the wider side of the panel.
      const [before, after] = [label.x + label.w / 2, svg.viewBox.baseVal.width - label.x + label.w / 2];
      const name = h("button", {
        type: "button", class: ["point-name", before > after ? "point-end" : "", labels[at] ? "" : "point-nameless"].filter(Boolean).join(" "), "data-key": `point|${table.letter}|${candidate.id}`, "aria-pressed": String(pressed), tabindex: -1,
        "aria-label": `${candidate.label}: utility ${figure(point.x)}, risk ${figure(point.y)}`, click: () => onChoose(table.letter, candidate.id),
      }, h("span", {}, candidate.label));
      Object.assign(name.style, { left: `${label.x - label.w / 2}px`, top: `${label.y - label.h / 2}px`, width: `${label.w}px` });
      name.style.setProperty("--room", `${Math.floor(Math.max(before, after))}px`);
      return { name, x: point.x };
    }).sort((a, b) => a.x - b.x).map(({ name }) => name);
    // The names are one stop for the Tab key. The arrow keys move between names, from the least useful to the most useful.
    const entry = names.find((name) => name.getAttribute("aria-pressed") === "true") ?? names[0];
    if (entry) entry.tabIndex = 0;
    svg.addEventListener("click", (event) => {
      const point = nearest(points, event, svg);
      if (point) onChoose(table.letter, point.candidate.id);
    });
    return h("div", { class: "map-panel" }, svg, h("div", { role: "toolbar", "aria-label": `Methods of ${table.title}`, keydown: (event) => step(/** @type {KeyboardEvent} */ (event), names) }, ...names));
  }

  /** @param {KeyboardEvent} event @param {HTMLElement[]} names */
  function step(event, names) {
    const at = names.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = names[(to + names.length) % names.length];
    for (const name of names) name.tabIndex = name === next ? 0 : -1;
    next.focus();
  }

  new ResizeObserver(() => {
    if (box.clientWidth !== width) redraw();
  }).observe(box);

  return {
    /** @param {Comparand[]} next @param {typeof how} options */
    draw(next, options) {
      [tables, how] = [next, options];
      redraw();
    },
    /** Focuses the name of a point. @param {Chosen} chosen */
    focus({ letter, id }) {
      /** @type {HTMLElement | null} */ (box.querySelector(`[data-key="${CSS.escape(`point|${letter}|${id}`)}"]`))?.focus();
    },
  };
}

/** The point at the pointer. @param {Drawn[]} points @param {MouseEvent} event @param {SVGSVGElement} svg */
function nearest(points, event, svg) {
  const { left, top } = svg.getBoundingClientRect();
  const distance = (/** @type {Drawn} */ point) => Math.hypot(point.left - (event.clientX - left), point.top - (event.clientY - top));
  const [first] = [...points].sort((a, b) => distance(a) - distance(b));
  return first && distance(first) < NEAR ? first : undefined;
}
