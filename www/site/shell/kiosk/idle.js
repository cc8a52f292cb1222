// Notices that nobody uses the page. After a time without input, the page asks; without an answer, the visit ends.

import { h } from "../dom.js";

/** Seconds to answer. */
const ANSWER = 15;

/** A moving pointer does not count: a desk that shakes also moves a mouse. */
const INPUTS = ["pointerdown", "keydown", "wheel", "touchstart", "input", "click"];

/** @param {{ seconds: number, onIdle: () => void }} options */
export function createIdleWatch({ seconds, onIdle }) {
  let last = performance.now();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let asking = false;
  const since = () => (performance.now() - last) / 1000;

  const left = h("span", {}, String(ANSWER));
  const stay = h("button", { type: "button", class: "primary", "data-kiosk-part": "stay" }, "I am still here");
  const dialog = h("dialog", { class: "kiosk-dialog", "data-kiosk-part": "countdown", role: "alertdialog", "aria-labelledby": "kiosk-countdown-title", "aria-describedby": "kiosk-countdown-text" },
    h("h2", { id: "kiosk-countdown-title" }, "Are you still there?"),
    h("p", { id: "kiosk-countdown-text" }, "The page starts again in ", left, " seconds and forgets your choice."),
    stay,
  );
  dialog.addEventListener("cancel", (event) => event.preventDefault());

  function answer() {
    asking = false;
    dialog.close();
    dialog.remove();
  }

  function check() {
    const gone = since();
    if (gone >= seconds + ANSWER) return onIdle();
    if (gone < seconds) {
      timer = setTimeout(check, (seconds - gone) * 1000);
      return;
    }
    left.textContent = String(Math.ceil(seconds + ANSWER - gone));
    if (!asking) {
      asking = true;
      document.body.append(dialog);
      dialog.showModal();
      stay.focus();
    }
    timer = setTimeout(check, 1000 - (gone * 1000) % 1000);
  }

  for (const type of INPUTS) {
    addEventListener(type, (event) => {
      // Scripts also click and fill in fields.
      if (!event.isTrusted || timer === undefined) return;
      last = performance.now();
      if (!asking) return;
      // The touch only answers. It must not press what is below the question.
      event.stopImmediatePropagation();
      if (type === "click" || type === "keydown") {
        event.preventDefault();
        answer();
        clearTimeout(timer);
        check();
      }
    }, { capture: true, passive: false });
  }

  return {
    start() {
      last = performance.now();
      clearTimeout(timer);
      check();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      if (asking) answer();
    },
  };
}
