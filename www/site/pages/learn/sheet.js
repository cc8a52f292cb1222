// The right answers of all lessons, for each reader of a class.

import { deskOf } from "./desk.js";
import { LESSONS } from "./lessons/list.js";
import { rightAnswer } from "./questions.js";

/** @import { Facts, Question } from "./types.js" */
/** @import { Reader } from "./progress.js" */

/** @typedef {{ text: string, answer: string, why: string }} Solution  a question with its right answer and the reason */
/** @typedef {{ id: string, title: string, solutions: Solution[][] }} LessonSolutions  for each reader, the solutions of both questions; none if the lesson does not work with the reader's people */
/** @typedef {{ readers: Reader[], lessons: LessonSolutions[] }} Sheet */

/** @param {Question} question @param {Facts} facts @returns {Solution} */
export function solved(question, facts) {
  const right = rightAnswer(question, facts);
  const option = question.options?.(facts).find(({ id }) => id === right);
  return { text: question.text(facts), answer: option?.text ?? right, why: option?.why ?? question.why?.(facts) ?? "" };
}

/**
 * @param {Reader[]} readers
 * @param {(done: number) => boolean} onReader  after each reader, with the number of readers so far; false stops the work
 * @param {typeof deskOf} [deskFor]
 * @returns {Promise<Sheet | undefined>}  undefined: stopped
 */
export async function sheetOf(readers, onReader, deskFor = deskOf) {
  /** @type {LessonSolutions[]} */
  const lessons = LESSONS.map(({ id, title }) => ({ id, title, solutions: [] }));
  for (const [done, { seed }] of readers.entries()) {
    for (const [at, { load }] of LESSONS.entries()) {
      const { facts, questions } = await load();
      const known = await facts(deskFor(seed)).catch(() => undefined);
      lessons[at].solutions.push(known ? questions.map((question) => solved(question, known)) : []);
    }
    if (!onReader(done + 1)) return undefined;
  }
  return { readers, lessons };
}
