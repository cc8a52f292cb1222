// The builder's style, in the cascade layer `cellveil`, so that every unlayered rule of a page overrides the style. The
// style sheets are constructed, because every Content-Security-Policy allows constructed sheets.

import css from "./builder.css";

/** @type {WeakMap<Document, Map<string, CSSStyleSheet>>} */
const sheets = new WeakMap();

/**
 * Adds a style once to an element's document or shadow tree.
 * @param {Element} element
 * @param {string} text
 */
export function dressWith(element, text) {
  const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  const document = element.ownerDocument;
  const Sheet = document.defaultView?.CSSStyleSheet;
  if (!Sheet || !("adoptedStyleSheets" in root)) return;
  const known = sheets.get(document) ?? new Map();
  sheets.set(document, known);
  let sheet = known.get(text);
  if (!sheet) {
    known.set(text, (sheet = new Sheet()));
    sheet.replaceSync(`@layer cellveil {\n${text}\n}`);
  }
  // Assigns a new list, because older browsers freeze the list.
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** @param {Element} element */
export const dressBuilder = (element) => dressWith(element, css);
