// The status line shows the action of a control, and then its outcome.

import { say as show } from "../../shell/page.js";

/** Most tables are built sooner. Then the status line shows the action and the outcome together. */
const REMARK_AFTER_MS = 500;

export function createStatus() {
  let remarked = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {string} text */
  function say(text) {
    clearTimeout(timer);
    show(text);
  }

  return {
    say,
    /** Shows the action of a control after a delay, and again before the next outcome. @param {string} text */
    remark(text) {
      remarked = text;
      clearTimeout(timer);
      timer = setTimeout(() => say(text), REMARK_AFTER_MS);
    },
    /** @param {string} outcome @param {string} [remark]  in place of earlier remarks */
    conclude(outcome, remark = remarked) {
      say([remark, outcome].filter(Boolean).join(" "));
      remarked = "";
    },
  };
}
