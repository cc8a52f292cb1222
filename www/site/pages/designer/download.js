// Exports a designed p-table: as a file, as a command, or as a link to the workbench.

import { commandOf, fileOf, firstDesign, methodOf } from "../../../choice/design.js";
import { byId, h } from "../../shell/dom.js";
import { save } from "../../shell/save.js";
import { fileInWords } from "./figures.js";
import { sentence, SLIDER_CHANGE } from "./limits.js";

/** @import { Design } from "../../../choice/design.js" */
/** @import { PtableFormat, Workshop } from "../../shell/types.js" */

/** The file's figures appear this many milliseconds after the last movement of a slider. */
const WORK_AFTER_MS = 400;

const select = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id));

/** @param {Workshop} workshop */
export function createDownload(workshop) {
  let design = firstDesign();
  /**
   * `refused`: the design is impossible. `readable`: a link can hold the design. `back`: the reader's choice in the
   * workbench.
   */
  let about = { refused: true, readable: false, back: "" };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /**
   * The chosen file format and number of keys; undefined keys for a format without keys.
   * @returns {[PtableFormat, number | undefined]}
   */
  function format() {
    const format = /** @type {PtableFormat} */ (select("format").value);
    return [format, format === "ons" || format === "cantabular" ? Number(select("keys").value) : undefined];
  }

  /**
   * Shows the command, file and links of a design. An impossible design disables them.
   * @param {Design} now
   * @param {typeof about} known
   */
  function draw(now, known) {
    design = now;
    about = known;
    const { refused, readable, back } = about;
    const use = byId("use");
    if (refused) use.removeAttribute("href");
    else use.setAttribute("href", `index.html#${back && `${back}&`}method=${methodOf(design)}`);
    const [name, keys] = format();
    byId("keys-field").hidden = keys === undefined;
    // Each word is an element of its own, so that lines break only between words.
    byId("command").replaceChildren(...(refused ? [] : commandOf(design, name, keys).split(" ").flatMap((word) => [h("span", {}, word), " "])));
    for (const id of ["download", "copy-command"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = refused;
    // Readers can copy a link to an impossible design. A link cannot contain invalid values.
    /** @type {HTMLButtonElement} */ (byId("copy-link")).disabled = !readable;
    byId("take-error").textContent = byId("file-figures").textContent = "";
    clearTimeout(timer);
    if (!refused) timer = setTimeout(() => whenIdle(describeFile), WORK_AFTER_MS);
  }

  /** Shows the noise of the chosen file. A file stores rounded probabilities, so its noise can differ slightly. */
  function describeFile() {
    if (about.refused) return;
    const [name, keys] = format();
    if (design.maxChange > SLIDER_CHANGE) {
      byId("file-figures").textContent = "A file this large takes seconds to write. Download it to see its figures.";
      return;
    }
    // The two dense formats hold the same table. The Cantabular format has fewer lines.
    written(keys === undefined ? name : "cantabular", keys, () => {});
  }

  /**
   * Writes the design as a file, and shows the noise of the file or an error.
   * @param {PtableFormat} name
   * @param {number | undefined} keys
   * @param {(text: string) => void} take
   */
  function written(name, keys, take) {
    try {
      const { text } = workshop.file(design, name, keys);
      take(text);
      byId("file-figures").textContent = fileInWords(workshop.check(text, fileOf(design, name, keys), keys), design.variance);
      byId("take-error").textContent = "";
    } catch (error) {
      byId("file-figures").textContent = "";
      byId("take-error").textContent = sentence(/** @type {Error} */ (error).message);
    }
  }

  function download() {
    const [name, keys] = format();
    written(name, keys, (text) => save(text, fileOf(design, name, keys), "text/csv;charset=utf-8"));
  }

  for (const id of ["format", "keys"]) byId(id).addEventListener("change", () => draw(design, about));
  byId("download").addEventListener("click", download);

  return { draw, command: () => commandOf(design, ...format()) };
}

/** Runs work when the browser is idle. Safari has no `requestIdleCallback` yet. @param {() => void} work */
function whenIdle(work) {
  (globalThis.requestIdleCallback ?? setTimeout)(work);
}
