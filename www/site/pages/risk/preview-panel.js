// The panel beside the map that shows what a method changes, in place of the list of methods.

import { changesChart, changesInWords, changesOf, changesTable, fetchPreview } from "./preview.js";
import { writeHash } from "../../../choice/address.js";
import { open } from "../../shell/catalogue.js";
import { byId, h } from "../../shell/dom.js";
import { createAttempts } from "../../shell/page.js";
import { errorInWords } from "../../shell/words.js";

/** @import { Candidate } from "./candidates.js" */
/** @import { Comparand } from "./points.js" */
/** @import { Cube } from "../../shell/types.js" */

/** @param {() => void} onClose  called after the reader closes the panel */
export function createPreviewPanel(onClose) {
  const attempts = createAttempts();
  const use = /** @type {HTMLAnchorElement} */ (byId("use-method"));
  const parts = ["preview-sizes", "preview-cells", "preview-more"].map(byId);

  function clear() {
    for (const part of parts) part.replaceChildren();
    byId("preview-cells").hidden = true;
    byId("preview-key").textContent = "";
  }

  function close() {
    attempts.stop();
    byId("preview").hidden = true;
  }

  function closed() {
    close();
    onClose();
  }

  byId("preview-close").addEventListener("click", closed);
  byId("preview").addEventListener("keydown", (event) => {
    if (event.key === "Escape") closed();
  });

  /** @param {Candidate} candidate @param {Comparand} table @param {Cube} from @param {AbortSignal} signal */
  async function fill(candidate, { selection }, from, signal) {
    const link = await candidate.link(candidate.cube === undefined ? from : await open(candidate.cube));
    use.href = `index.html${writeHash({ ...selection, cube: candidate.cube ?? selection.cube, method: link })}`;
    const preview = await fetchPreview(selection, candidate, from, signal);
    if (signal.aborted) return;
    const changes = changesOf(preview);
    byId("preview-text").textContent = changesInWords(changes, preview.revealed);
    clear();
    const chart = changesChart(changes, byId("preview-text").clientWidth);
    if (chart) byId("preview-sizes").replaceChildren(chart);
    const drawn = changesTable(preview);
    byId("preview-key").textContent = !drawn ? "The table has too many columns for this page."
      : changes.changed + changes.changedTotals === 0 ? "" : preview.revealed ? "Marked cells change. The crossed-out figure is the true count." : "Marked cells change. The small figure is the change.";
    byId("preview-cells").hidden = !drawn;
    if (drawn) byId("preview-cells").replaceChildren(drawn.element), byId("preview-more").replaceChildren(drawn.more);
  }

  return {
    close,
    isOpen: () => !byId("preview").hidden,
    focus() {
      byId("preview-title").focus();
      // On a phone the preview is below the map: the focus alone would show only its title.
      if (byId("preview-title").getBoundingClientRect().top > innerHeight / 2) byId("preview").scrollIntoView();
    },
    /**
     * Shows what a candidate changes in a table.
     * @param {Candidate} candidate
     * @param {Comparand} table
     * @param {{ from: Cube, several: boolean }} how  `several`: whether the map has other tables
     */
    async show(candidate, table, { from, several }) {
      const signal = attempts.begin();
      byId("preview-title").textContent = candidate.label;
      byId("preview-table").hidden = !several;
      byId("preview-table").textContent = `${table.letter}  ${table.title}`;
      use.hidden = false;
      use.removeAttribute("href");
      byId("preview").hidden = false;
      byId("preview").setAttribute("aria-busy", "true");
      byId("preview-text").textContent = "Building the table …";
      try {
        await fill(candidate, table, from, signal);
      } catch (error) {
        if (signal.aborted) return;
        clear();
        use.hidden = true;
        byId("preview-text").replaceChildren(errorInWords(error).text, h("small", { class: "technical" }, ` ${errorInWords(error).technical}`));
      } finally {
        if (attempts.isLast(signal)) byId("preview").removeAttribute("aria-busy");
      }
    },
  };
}
