// Lets readers drag variables by pointer: from the list to a place, between places, within a place, and back to the
// list. Readers can also use buttons for all these moves.

import { byId } from "../shell/dom.js";

/** @import { Place } from "../../choice/places.js" */

/**
 * @param {object} options
 * @param {HTMLElement} options.within  the part of the page in which readers drag variables
 * @param {[Place, HTMLElement][]} options.places  each place with its list
 * @param {(name: string, place: Place, index: number, from: Place | undefined) => void} options.onDrop  `index`: the
 *   position among the other variables of the place
 * @param {(name: string, from: Place) => void} options.onTake
 */
export function createDragging({ within, places, onDrop, onTake }) {
  /** @type {{ name: string, from: Place | undefined } | undefined} */
  let held;
  const bin = byId("variables");

  /** Returns the place, with its list, whose section is under the pointer. @param {Event} event */
  const placeUnder = (event) => places.find(([, list]) => (list.closest("section") ?? list).contains(/** @type {Node} */ (event.target)));

  /** @param {HTMLElement} list */
  const others = (list) => /** @type {HTMLElement[]} */ ([...list.children]).filter((each) => each.dataset.name !== held?.name);

  /** Returns the index in a list of the first chip below the pointer. @param {HTMLElement} list @param {number} y */
  function indexAt(list, y) {
    const at = others(list).findIndex((each) => {
      const { top, height } = each.getBoundingClientRect();
      return y < top + height / 2;
    });
    return at < 0 ? others(list).length : at;
  }

  function unmark() {
    for (const each of within.querySelectorAll(".drop-before, .drop-here")) each.classList.remove("drop-before", "drop-here");
  }

  function end() {
    held = undefined;
    unmark();
    within.classList.remove("dragging");
  }

  within.addEventListener("dragstart", (event) => {
    const chip = /** @type {Element} */ (event.target).closest?.("[draggable=true]")?.closest("[data-name]");
    if (!(chip instanceof HTMLElement) || !event.dataTransfer) return;
    held = { name: chip.dataset.name ?? "", from: places.find(([, list]) => list.contains(chip))?.[0] };
    event.dataTransfer.setData("text/plain", held.name);
    event.dataTransfer.effectAllowed = "move";
    // The page changes after this task, because Chromium cancels a drag if the page changes at the start.
    setTimeout(() => held && within.classList.add("dragging"));
  });
  within.addEventListener("dragover", (event) => {
    if (!held || !event.dataTransfer) return;
    const over = placeUnder(event);
    const taking = !over && held.from !== undefined && bin.contains(/** @type {Node} */ (event.target));
    unmark();
    if (!over && !taking) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    if (!over) return bin.classList.add("drop-here");
    over[1].classList.add("drop-here");
    others(over[1])[indexAt(over[1], event.clientY)]?.classList.add("drop-before");
  });
  within.addEventListener("drop", (event) => {
    if (!held) return;
    event.preventDefault();
    const { name, from } = held;
    const over = placeUnder(event);
    const index = over ? indexAt(over[1], event.clientY) : 0;
    end();
    if (over) onDrop(name, over[0], index, from);
    else if (from) onTake(name, from);
  });
  within.addEventListener("dragleave", (event) => {
    if (!within.contains(/** @type {Node | null} */ (event.relatedTarget))) unmark();
  });
  within.addEventListener("dragend", end);
}
