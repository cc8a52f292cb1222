// The options of kiosk mode: the value of `data-kiosk`, which `cellveil site --kiosk` or the address gives.

/** Seconds without input until the page asks whether the visitor is still there. */
const IDLE = 120;
const SHORTEST_IDLE = 10;
const LONGEST_IDLE = 3600;

/** @typedef {{ idle: number, link: string | null }} Options `link`: the public address of the site; null if the kiosk shows no QR code of a choice */

/**
 * Reads options such as `idle=90&link=https://statistics.example/`. A wrong value gets its default, because nobody reads
 * an error on an unattended screen. `cellveil site` refuses wrong values.
 * @param {string} text
 * @returns {Options}
 */
export function readOptions(text) {
  const given = new URLSearchParams(text);
  const idle = Number(given.get("idle") || IDLE);
  return {
    idle: idle >= SHORTEST_IDLE && idle <= LONGEST_IDLE ? idle : IDLE,
    link: publicAddress(given.get("link")),
  };
}

/** The public address of the site, as a folder. @param {string | null} text */
function publicAddress(text) {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (!["http:", "https:"].includes(url.protocol) || url.username || url.password) return null;
  url.search = url.hash = "";
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url.href;
}

/**
 * The public address of the choice on a page of the kiosk.
 * @param {string} link  the public address of the site
 * @param {string} here  the address of the page
 */
export function publicLink(link, here) {
  const { pathname, hash } = new URL(here);
  const page = pathname.slice(pathname.lastIndexOf("/") + 1);
  return new URL(page + hash, link).href;
}

/**
 * What a link of a kiosk leads to: `page` of the site, a place `here` on the page, a `file` to save, or `outside`.
 * @param {URL} url
 * @param {string} here  the address of the page
 * @returns {"page" | "here" | "file" | "outside"}
 */
export function kindOfLink(url, here) {
  const page = new URL(here);
  if (url.protocol === "blob:" || url.protocol === "data:") return "file";
  if (url.protocol !== page.protocol || url.host !== page.host) return "outside";
  if (url.pathname === page.pathname) return url.hash || url.search === page.search ? "here" : "page";
  const folder = (/** @type {URL} */ { pathname }) => pathname.slice(0, pathname.lastIndexOf("/") + 1);
  // Other files of the site have no kiosk mode, so a visitor could not return from them.
  return folder(url) === folder(page) && /\/([\w-]+\.html)?$/.test(url.pathname) ? "page" : "outside";
}
