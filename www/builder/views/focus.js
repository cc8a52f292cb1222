// Keeps the focus near its place. A change of the choice can replace or remove the element that has the focus.

import { useLayoutEffect, useRef } from "preact/hooks";
import { dimensionOf } from "../../choice/state.js";
import { focusedNear } from "../../element/focus.js";

/**
 * Returns listeners for an element whose parts come and go. If the focused part leaves the page, another element gets
 * the focus after the next drawing.
 * @param {(lost: HTMLElement, zone: HTMLElement) => HTMLElement | null | undefined} next  finds this element
 */
export function useKeptFocus(next) {
  const zone = useRef(/** @type {HTMLElement | null} */ (null));
  const last = useRef(/** @type {HTMLElement | undefined} */ (undefined));

  useLayoutEffect(() => {
    const focused = focusedNear(zone.current);
    if (!zone.current || !last.current || last.current.isConnected || (focused && focused !== document.body)) return;
    next(last.current, zone.current)?.focus({ preventScroll: true });
  });

  return {
    ref: zone,
    onFocusIn: (/** @type {FocusEvent} */ { target }) => { last.current = /** @type {HTMLElement} */ (target); },
    onFocusOut: (/** @type {FocusEvent} */ { target }) => {
      // An element that loses the focus because it leaves the page is not connected afterwards.
      queueMicrotask(() => { if (/** @type {Element} */ (target).isConnected && last.current === target) last.current = undefined; });
    },
  };
}

/** The chip of the same variable, or of another level of this variable. @param {HTMLElement} lost @param {HTMLElement} zone */
export function nextChip(lost, zone) {
  const { name } = /** @type {HTMLElement | null} */ (lost.closest("[data-name]"))?.dataset ?? {};
  if (name === undefined) return null;
  const chips = /** @type {HTMLElement[]} */ ([...zone.querySelectorAll("[data-name]")]);
  const found = chips.find((each) => each.dataset.name === name) ?? chips.find((each) => dimensionOf(each.dataset.name ?? "") === dimensionOf(name));
  return /** @type {HTMLElement | null} */ ((found ?? zone).querySelector('.cv-chip-main, [data-part="add"]'));
}

/**
 * Makes a row of buttons a single stop of the Tab key. Arrow keys lead from button to button.
 * @returns {{ ref: { current: HTMLDivElement | null }, role: "toolbar", onKeyDown: (event: KeyboardEvent) => void, onFocusIn: (event: FocusEvent) => void }}
 */
export function useToolbar() {
  const bar = useRef(/** @type {HTMLDivElement | null} */ (null));
  const last = useRef(/** @type {EventTarget | null} */ (null));
  const controls = () => /** @type {HTMLElement[]} */ ([...bar.current?.querySelectorAll("button, input") ?? []]);
  const place = () => {
    const all = controls();
    const stop = all.find((each) => each === last.current) ?? all.find((each) => each.getAttribute("aria-disabled") !== "true");
    for (const each of all) each.tabIndex = each === stop ? 0 : -1;
  };
  useLayoutEffect(place);
  return {
    ref: bar, role: "toolbar",
    onFocusIn: ({ target }) => {
      last.current = target;
      place();
    },
    onKeyDown: (event) => {
      const rightToLeft = bar.current !== null && getComputedStyle(bar.current).direction === "rtl";
      const [back, on] = rightToLeft ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
      if (event.key !== back && event.key !== on) return;
      const all = controls();
      all[all.indexOf(/** @type {HTMLElement} */ (event.target)) + (event.key === on ? 1 : -1)]?.focus();
      event.preventDefault();
    },
  };
}
