/** Keeps the keyboard focus in the element when a redraw removes the focused part, such as the button “Try again”. */

/** Whether an element contains the focus. @param {Element} element */
export function hasFocusIn(element) {
  const { activeElement } = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  return activeElement !== null && activeElement !== element && element.contains(activeElement);
}

/** Focuses the new part without scrolling the page. @param {HTMLElement} element */
export function focusOn(element) {
  if (element.localName !== "button") element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
