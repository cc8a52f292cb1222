// Checks answers, and gives the reason.

/** @import { Facts, Question } from "./types.js" */

/** The right answer of a question, as the reader would give it. @param {Question} question @param {Facts} facts */
export function rightAnswer(question, facts) {
  if (question.number) return String(question.number(facts));
  return question.options?.(facts).find(({ isRight }) => isRight)?.id ?? "";
}

/** @param {Question} question @param {Facts} facts @param {string} given @returns {{ right: boolean, why: string } | null}  null: nothing to check */
export function checked(question, facts, given) {
  if (question.number) {
    if (!/^\s*[-−]?\d+\s*$/.test(given)) return null;
    const number = Number(given.replace("−", "-"));
    const right = number === question.number(facts);
    return { right, why: right ? question.why?.(facts) ?? "" : question.hint?.(facts, number) ?? "" };
  }
  const option = question.options?.(facts).find(({ id }) => id === given);
  return option ? { right: option.isRight === true, why: option.why } : null;
}
