// Whether somebody uses the page. In kiosk mode, a page must not ask for anything above the attract screen.

const BEGINS = "cellveil-visit";

/** Says that the attract screen is gone. */
export function beginVisit() {
  document.documentElement.dataset.kioskVisit = "";
  document.dispatchEvent(new Event(BEGINS));
}

/** Waits for the end of the attract screen. Resolves at once on a page without kiosk mode. @returns {Promise<void>} */
export function somebody() {
  const { kiosk, kioskVisit } = document.documentElement.dataset;
  if (kiosk === undefined || kioskVisit !== undefined) return Promise.resolve();
  return new Promise((there) => document.addEventListener(BEGINS, () => there(), { once: true }));
}
