/** Finds an element's `lang` attribute and watches it for changes. */

/**
 * Returns the nearest `lang` of an element or its ancestors. A shadow tree inherits the `lang` of its host.
 * @param {Element} element
 */
export function langAround(element) {
  /** @type {Element | undefined} */
  let at = element;
  while (at) {
    const found = at.closest("[lang]");
    if (found) return found.getAttribute("lang");
    at = hostOf(at.getRootNode());
  }
  return null;
}

/** @param {Node} root @returns {Element | undefined} */
const hostOf = (root) => /** @type {Partial<ShadowRoot>} */ (root).host;

/**
 * Calls `changed` when the page changes its language without a reload, usually on `<html>`.
 * @param {Element} element
 * @param {() => void} changed
 * @returns {() => void} stops the watch
 */
export function watchLang(element, changed) {
  let lang = langAround(element);
  const observer = new MutationObserver(() => {
    const now = langAround(element);
    if (now === lang) return;
    lang = now;
    changed();
  });
  for (let root = /** @type {Node | undefined} */ (element.getRootNode()); root; root = hostOf(root)?.getRootNode()) {
    observer.observe(root, { subtree: true, attributes: true, attributeFilter: ["lang"] });
  }
  return () => observer.disconnect();
}
