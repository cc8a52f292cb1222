// The field for an outline from a file. The parts whose centre is in the outline are added to an area.

import { byId } from "../../shell/dom.js";
import { number } from "../../shell/words.js";
import { contains, shapeOf } from "./geometry.js";
import { checkOutlineSize, OutlineError, readOutline } from "./outline.js";

/** @import { Shape } from "./geometry.js" */
/** @import { Plane } from "./plane.js" */

/** An outline from a file of the reader. @typedef {{ name: string, shape: Shape }} Outline */

/**
 * @param {(outline: Outline, codes: string[]) => void} take
 * @param {() => void} remove
 */
export function createOutlineField(take, remove) {
  const file = /** @type {HTMLInputElement} */ (byId("outline-file"));
  const said = byId("outline-said");
  const again = byId("outline-again");
  /** @type {Plane | undefined} */
  let plane;

  /** @param {File} given */
  async function read(given) {
    const of = plane;
    if (!of) return;
    said.classList.remove("wrong");
    again.hidden = true;
    try {
      checkOutlineSize(given.size);
      const polygons = readOutline(await given.text(), of.kind === "degrees");
      if (of !== plane) return;
      const shape = shapeOf(polygons.flat().map((ring) => ring.map(of.project)));
      const codes = of.places.filter(({ centre }) => contains(shape, centre)).map(({ code }) => code);
      if (codes.length === 0) throw new OutlineError("no part has its centre in the outline, expected an outline on this map");
      take({ name: given.name, shape }, codes);
      said.textContent = `${given.name}: ${number(codes.length)} of ${number(of.places.length)} parts have their centre in the outline.`;
      // On a phone the map is far above the field of the file.
      byId("live").scrollIntoView({ block: "nearest" });
    } catch (error) {
      if (!(error instanceof OutlineError)) console.error(error);
      said.classList.add("wrong");
      said.textContent = `${given.name} was not used: ${/** @type {Error} */ (error).message}.`;
      again.hidden = false;
      again.focus();
    }
  }

  file.addEventListener("change", async () => {
    const [given] = file.files ?? [];
    if (given) await read(given);
    // The same file can be chosen again.
    file.value = "";
  });
  byId("outline-remove").addEventListener("click", () => {
    remove();
    said.textContent = "";
    file.focus();
  });
  for (const button of [byId("to-outline"), again]) button.addEventListener("click", () => file.click());

  return {
    /** Prepares the field for a map. @param {Plane} next */
    open(next) {
      plane = next;
      file.disabled = plane.kind === "tiles";
      byId("to-outline").hidden = file.disabled;
      said.textContent = file.disabled ? "This dataset has no boundaries, so no outline fits it." : "";
      again.hidden = true;
    },
  };
}
