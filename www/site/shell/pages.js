// The pages of the site, and the links between them. The navigation lists the pages, because a site need not have every
// page. The links carry the reader's choice, so that each page shows the same table.

/** @param {string} hash  with its leading "#" */
export function carryChoice(hash) {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".ways a"))) {
    const page = link.getAttribute("href")?.split("#")[0] ?? "";
    if (CARRIED.has(page)) link.setAttribute("href", page + hash);
  }
}

/** The title of the site, which its publisher gives. */
export const siteTitle = () => document.querySelector(".masthead h1")?.textContent ?? "";

/** Whether the site has a page. @param {string} page  such as "risk.html" */
export function hasPage(page) {
  return [...document.querySelectorAll(".ways a")].some((link) => link.getAttribute("href")?.split("#")[0] === page);
}

/** The pages that read the choice of a table. */
const CARRIED = new Set(["index.html", "maps.html", "community.html", "risk.html"]);
