/** The `lang` attribute that counts for an element, and another one later. */

/**
 * The nearest, which the host of a shadow tree hands down to what is in it.
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
 * Pages change their language without a reload, on `<html>` as a rule: no attribute of the element's own.
 * @param {Element} element
 * @param {() => void} changed
 * @returns {() => void} ends it
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
