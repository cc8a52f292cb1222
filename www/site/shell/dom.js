// Helpers for building elements. Labels come from cubes, which are untrusted, so labels only become text.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | boolean | number | ((event: Event) => void) | undefined>} [attributes]
 *   a function becomes a listener; true adds an empty attribute; false and undefined add no attribute
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * Builds an SVG element.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 */
export function s(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
  element.append(...children);
  return /** @type {SVGElement} */ (element);
}

/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page lacks #${id}`);
  return /** @type {T} */ (element);
}

/**
 * Redraws a part of the page and returns the focus to the same control, which is found by its `data-key`. If the
 * control is gone, `fallback` gets the focus. Otherwise keyboard users would start again at the top of the page.
 * @param {() => void} redraw
 * @param {HTMLElement} fallback
 */
export function keepingFocus(redraw, fallback) {
  const before = document.activeElement;
  const key = before instanceof HTMLElement ? before.dataset.key : undefined;
  redraw();
  if (!before || before.isConnected && (key === undefined || document.activeElement === before)) return;
  const again = key === undefined ? null : document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  /** @type {HTMLElement} */ (again ?? fallback).focus();
}

/**
 * Whether the element that had the focus is gone or hidden. In this case, browsers focus no other element.
 * @param {Element | null} before
 */
export function lostFocus(before) {
  if (!before || before === document.body || ![before, document.body].includes(document.activeElement ?? document.body)) return false;
  return !before.isConnected || before.closest("[hidden]") !== null;
}

/**
 * Makes the link "Skip to the table" only move the focus. Following the link would replace the choice in the address.
 * @param {() => HTMLElement | null | undefined} [target]
 */
export function keepSkipLink(target = () => byId("result")) {
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    target()?.focus();
  });
}
