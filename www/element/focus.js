/** Where a reader is who goes by keyboard: what is drawn anew takes away what had the focus, such as the button for another try. */

/** Whether the focus is on something in an element. @param {Element} element */
export function hasFocusIn(element) {
  const { activeElement } = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  return activeElement !== null && activeElement !== element && element.contains(activeElement);
}

/** Takes the reader to what has come in place of that, without moving the page. @param {HTMLElement} element */
export function focusOn(element) {
  if (element.localName !== "button") element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
