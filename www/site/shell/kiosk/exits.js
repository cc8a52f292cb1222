// Closes the ways out of the kiosk that a page can close: other sites, files, paper and the clipboard.
// docs/guide/kiosk.md lists the ways that only the browser can close.

import { kindOfLink } from "./options.js";

/** Keys with Ctrl or ⌘ that print, save, open a file, show the source, or list bookmarks, downloads and the history. */
const KEYS = new Set(["p", "s", "o", "u", "d", "h", "j"]);

/** The kinds of addresses that a phone can open. */
const SCANNED = ["http:", "https:", "mailto:", "tel:"];

/**
 * @param {object} handlers
 * @param {(url: URL) => void} handlers.onPage  opens a page of the site
 * @param {(address: string) => void} handlers.onOutside
 * @param {() => void} handlers.onFile
 */
export function closeExits({ onPage, onOutside, onFile }) {
  /** @param {HTMLAnchorElement | HTMLAreaElement | SVGAElement} link */
  const addressOf = (link) => {
    const href = typeof link.href === "string" ? link.href : link.href.baseVal;
    return URL.canParse(href, document.baseURI) ? new URL(href, document.baseURI) : undefined;
  };

  /** Follows a link as far as the kiosk allows. Returns whether the browser may follow the link itself. @param {URL} url @param {boolean} plain */
  function follow(url, plain) {
    const kind = kindOfLink(url, location.href);
    if (kind === "here" && plain) return true;
    if (kind === "outside") { if (SCANNED.includes(url.protocol)) onOutside(url.href); }
    else if (kind === "file") onFile();
    else onPage(url);
    return false;
  }

  /** @param {Event} event */
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  /** @param {string} type @param {(event: any) => void} listener */
  const on = (type, listener) => addEventListener(type, listener, { capture: true, passive: false });

  for (const type of ["click", "auxclick"]) {
    on(type, (/** @type {MouseEvent} */ event) => {
      const path = event.composedPath();
      if (path.some((each) => each instanceof HTMLInputElement && each.type === "file")) return stop(event);
      const link = path.find((each) => each instanceof HTMLAnchorElement || each instanceof HTMLAreaElement || each instanceof SVGAElement);
      const url = link && addressOf(/** @type {HTMLAnchorElement} */ (link));
      if (!url) return;
      const { download, target } = /** @type {HTMLAnchorElement} */ (link);
      if (download) {
        stop(event);
        return onFile();
      }
      const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey && (!target || target === "_self");
      // A link to a place on the page is left to the page's own listeners.
      if (!follow(url, plain)) stop(event);
    });
  }
  on("contextmenu", stop);
  on("copy", stop);
  on("cut", stop);
  // A middle click pastes what an earlier visitor selected.
  on("paste", stop);
  on("beforeunload", (/** @type {Event} */ event) => event.stopImmediatePropagation());
  on("dragstart", (/** @type {DragEvent} */ event) => {
    const dragged = event.target instanceof Element ? event.target : null;
    if (!dragged?.closest("[draggable=true]")) stop(event);
  });
  for (const type of ["dragenter", "dragover", "drop"]) {
    on(type, (/** @type {DragEvent} */ event) => { if (event.dataTransfer?.types.includes("Files")) stop(event); });
  }
  on("keydown", (/** @type {KeyboardEvent} */ event) => {
    if ((event.ctrlKey || event.metaKey) && KEYS.has(event.key.toLowerCase())) stop(event);
  });

  // Pages save files by a click on a link that is not in the document, so no listener of the document sees the click.
  const { click } = HTMLElement.prototype;
  HTMLAnchorElement.prototype.click = function () {
    const url = addressOf(this);
    if (this.isConnected || !url) return click.call(this);
    if (this.download) onFile();
    else follow(url, false);
  };
  HTMLInputElement.prototype.click = function () {
    if (this.type !== "file") click.call(this);
  };
  const { showPicker } = HTMLInputElement.prototype;
  HTMLInputElement.prototype.showPicker = function () {
    if (this.type !== "file") showPicker.call(this);
  };
  window.open = (address) => {
    if (address && URL.canParse(address, document.baseURI)) follow(new URL(address, document.baseURI), false);
    return null;
  };
  window.print = () => {};
  for (const picker of ["showOpenFilePicker", "showSaveFilePicker", "showDirectoryPicker"]) Object.defineProperty(window, picker, { value: undefined });
  // The clipboard would carry a choice to the next visitor.
  if (globalThis.Clipboard) {
    Clipboard.prototype.write = Clipboard.prototype.writeText = () => Promise.reject(new DOMException("Kiosk mode copies nothing.", "NotAllowedError"));
  }
}
