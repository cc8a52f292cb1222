// Small helpers for building elements. Labels come from cubes and are untrusted: they only ever become text.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | boolean | number | ((event: Event) => void) | undefined>} [attributes]
 *   functions become listeners, true an empty attribute, false and undefined nothing
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

/** The same for a drawing. @param {string} name @param {Record<string, string | number>} [attributes] @param {...(Node | string)} children */
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
 * Redraws a part of the page and gives the focus back to the control that had it, found by its `data-key`. Where that
 * control is gone, its neighbour in the list gets it, or `fallback` when the list is empty: someone who works by keyboard
 * must not be thrown to the top of the page.
 * @param {() => void} redraw
 * @param {HTMLElement} fallback
 */
export function keepingFocus(redraw, fallback) {
  const before = document.activeElement;
  const key = before instanceof HTMLElement ? before.dataset.key : undefined;
  const list = before?.closest(".chips");
  const place = list ? [...list.children].findIndex((each) => each.contains(before)) : -1;
  redraw();
  if (!before || before.isConnected && (key === undefined || document.activeElement === before)) return;
  const again = key === undefined ? null : document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const neighbour = list?.children[Math.min(place, list.children.length - 1)]?.querySelector(".icon-remove");
  /** @type {HTMLElement} */ (again ?? neighbour ?? fallback).focus();
}

/**
 * Whether what had the focus is gone from the page, or hidden: browsers then give the focus to nothing at all.
 * @param {Element | null} before
 */
export function lostFocus(before) {
  if (!before || before === document.body || ![before, document.body].includes(document.activeElement ?? document.body)) return false;
  return !before.isConnected || before.closest("[hidden]") !== null;
}

/** Once what was drawn is on the screen, or would be, were the page in sight. @returns {Promise<void>} */
export function painted() {
  return new Promise((done) => {
    // Called before a frame is drawn; the one before is on the screen by the next.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
    // No frames are drawn of a page in the background.
    setTimeout(done, 200);
  });
}

/** "Skip to the table" moves the focus and nothing else: as a link it would take the place of the choice in the address. */
export function keepSkipLink() {
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    byId("result").focus();
  });
}

/**
 * A script that is imported when it is called for; where it cannot be fetched, that is said in words.
 * @template T
 * @param {Promise<T>} loading
 * @returns {Promise<T>}
 */
export function fetched(loading) {
  return loading.catch((cause) => {
    throw Object.assign(new Error(cause.message, { cause }), { code: "page-part" });
  });
}
