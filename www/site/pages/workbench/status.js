// The status line: what a control did, and what came of it.

import { say as show } from "../../shell/page.js";

/** Longer than most tables take: the page then says once what a control did and what came of it. */
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
    /** Says what a control did, and keeps the remark in front of the next outcome, which would otherwise replace it at once. @param {string} text */
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
