// Draws the shelves of rows, columns and layers. Each variable is a chip with its level, its groups and a menu of
// moves.

import { byId, h } from "../shell/dom.js";
import { menu } from "../shell/menu.js";
import { namesIn, PLACE_WORDS } from "../../choice/places.js";
import { counted } from "../shell/words.js";

/** @import { Place, Side } from "../../choice/places.js" */
/** @import { Description, Selection, Variable } from "../shell/types.js" */

/**
 * @typedef {object} Hooks
 * @property {(name: string, place: Place, options: { from: Place, index?: number }) => void} onPlace
 * @property {(name: string, side: Side, step: -1 | 1) => void} onStep
 * @property {(name: string, side: Place) => void} onTake
 * @property {(name: string, level: string) => void} onLevel
 * @property {((name: string) => void) | undefined} onGroups  undefined on a page without groups
 */

/**
 * Returns a text such as "3 groups", or "3 areas" for a geographical dimension.
 * @param {number} count
 * @param {boolean} geo
 */
export function groupsInWords(count, geo) {
  return counted(count, geo ? "area" : "group");
}

/**
 * Returns the items of a chip's menu.
 * @param {{ name: string, label: string, from: Place, places: Place[], onPlace: Hooks["onPlace"] }} of
 */
export function moves({ name, label, from, places, onPlace }) {
  return places.filter((place) => place !== from).map((place) => ({ text: `Move ${label} to ${PLACE_WORDS[place]}`, run: () => onPlace(name, place, { from }) }));
}

/**
 * @param {Side} side
 * @param {Selection} selection
 * @param
 *   {{ cube: Description | undefined, variables: Map<string, Variable>, places: Place[], wrong: Set<string> } & Hooks}
 *   of  `wrong`: the names on this side that the dataset does not have
 */
export function drawShelf(side, selection, { cube, variables, places, wrong, onPlace, onStep, onTake, onLevel, onGroups }) {
  const names = namesIn(selection, side);
  byId(side).replaceChildren(...names.map((name, i) => {
    const variable = variables.get(name);
    const label = variable?.label ?? name;
    const dimension = cube?.dimensions.find((each) => each.name === variable?.dimension);
    const geo = dimension?.role === "geo";
    const groups = selection.groups.find(([each]) => each === name)?.[1];
    const action = (/** @type {string} */ key, /** @type {string} */ icon, /** @type {string} */ words, /** @type {() => void} */ run, idle = false) =>
      h("button", {
        type: "button", class: `icon icon-${icon}`, "aria-label": words, title: words,
        "data-key": `${name}|${key}`, "aria-disabled": idle ? "true" : undefined, click: run,
      });
    // On a page with only two sides, one button is enough to move a variable.
    const simple = places.length < 4;
    const opposite = side === "rows" ? "columns" : "rows";
    const strange = wrong.has(name);
    const level = h("select", { class: "chip-level", "aria-label": `Level of ${dimension?.label ?? label}`, "data-key": `${dimension?.name}|level`, change: () => onLevel(name, level.value) });
    if (dimension && !simple) {
      level.append(...[...variables.values()].filter((each) => each.dimension === dimension.name).map((each) =>
        h("option", { value: each.name, selected: each.name === name }, each.label)));
    }
    return h("li", { class: strange ? "chip chip-unknown" : "chip", "data-name": name, draggable: simple ? undefined : "true" },
      // The chip has a handle for dragging, because a press on the list of levels opens this list.
      simple ? "" : h("span", { class: "grip", "aria-hidden": "true" }),
      level.options.length > 1 && !strange ? level : h("span", { class: "chip-label" }, label, strange ? h("small", { class: "chip-strange" }, variable ? " cannot be used here" : " not in this dataset") : ""),
      groups ? h("button", { type: "button", class: "chip-groups", "data-key": `${name}|groups`, "aria-label": `${groupsInWords(groups.length, geo)} of ${label}`, click: () => onGroups?.(name) }, groupsInWords(groups.length, geo)) : "",
      ...(names.length > 1 ? [
        action("up", "up", `Move ${label} earlier in ${side}`, () => onStep(name, side, -1), i === 0),
        action("down", "down", `Move ${label} later in ${side}`, () => onStep(name, side, 1), i === names.length - 1),
      ] : []),
      simple
        ? action("side", side === "rows" ? "right" : "left", `Move ${label} to ${opposite}`, () => onPlace(name, opposite, { from: side }))
        : menu(onGroups ? `Move or group ${label}` : `Move ${label}`, `${name}|menu`, [
          ...moves({ name, label, from: side, places, onPlace }),
          ...(onGroups && variable ? [{ text: `${geo ? "Areas" : "Groups"} of ${label} …`, run: () => onGroups(name) }] : []),
        ]),
      action("remove", "remove", `Remove ${label} from ${side}`, () => onTake(name, side)));
  }));
}
