// The progress bar of a table that is being built.

import { byId } from "../../shell/dom.js";
import { number } from "../../shell/words.js";

// Most tables are built sooner, and for them the bar would only flash.
const PROGRESS_AFTER_MS = 150;

export function createProgress() {
  const progress = /** @type {HTMLProgressElement} */ (byId("progress"));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** Shows the bar while files load or the table is built. The previous table stays in the page. */
  function showBusy() {
    byId("table").setAttribute("aria-busy", "true");
    clearTimeout(timer);
    progress.removeAttribute("value");
    byId("progress-text").textContent = "Building the table …";
    timer = setTimeout(() => { byId("progress-line").hidden = false; }, PROGRESS_AFTER_MS);
  }

  /** @param {{ loaded: number, total?: number }} bytes */
  function showProgress({ loaded, total }) {
    if (!total) return;
    progress.max = total;
    progress.value = Math.min(loaded, total);
    byId("progress-text").textContent = `Loading data: ${size(loaded)} of ${size(total)}`;
  }

  function showIdle() {
    clearTimeout(timer);
    byId("progress-line").hidden = true;
    byId("table").removeAttribute("aria-busy");
  }

  return { showBusy, showProgress, showIdle };
}

/** @param {number} bytes */
function size(bytes) {
  return bytes < 1e6 ? `${number(Math.ceil(bytes / 1e3))} kB` : `${number(Math.round(bytes / 1e5) / 10)} MB`;
}
