// The links between pages carry the reader's choice, so that each page shows the same table.

/** @param {string} hash  with its leading "#" */
export function carryChoice(hash) {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".ways a"))) {
    const page = link.getAttribute("href")?.split("#")[0] ?? "";
    if (CARRIED.has(page)) link.setAttribute("href", page + hash);
  }
}

/** The pages that read the choice of a table. */
const CARRIED = new Set(["index.html", "risk.html"]);
