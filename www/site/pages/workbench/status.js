// The status line: the action of a control, and its outcome.

import { say as show } from "../../shell/page.js";

/** Most tables are built sooner: the page then states the action and the outcome at once. */
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
    /** States the action of a control, and repeats it before the next outcome. @param {string} text */
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
