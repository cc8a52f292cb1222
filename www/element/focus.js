/** Keeps the keyboard focus in the element when a redraw removes the focused part, such as the button “Try again”. */

/** The focused element in the document or shadow tree of a node. @param {Node | null} [node] */
export const focusedNear = (node) => /** @type {HTMLElement | null} */ (/** @type {Partial<Document> | undefined} */ (node?.getRootNode())?.activeElement ?? null);

/** Whether an element contains the focus. @param {Element} element */
export function hasFocusIn(element) {
  const focused = focusedNear(element);
  return focused !== null && focused !== element && element.contains(focused);
}

/** Focuses the new part without scrolling the page. @param {HTMLElement} element */
export function focusOn(element) {
  if (element.localName !== "button") element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
