// Types of the page "Learn".

/** @import { ComponentChild } from "preact" */
/** @import { Cube } from "../../shell/types.js" */
/** @import { Workshop } from "./ready.js" */

/**
 * Records of invented people, and their specification. The same seed gives the same people.
 * @typedef {{ seed: number, households: number, persons: number, records: Uint8Array<ArrayBuffer>, specification: string }} People
 *
 * @typedef {object} Desk  what a lesson gets from the page
 * @property {number} seed  the seed of the reader's name, or of the lesson itself
 * @property {(households?: number) => Promise<People>} people  the reader's invented people
 * @property {(people: People, change?: (specification: string) => string) => Promise<Cube>} dataset  a keyed dataset of these people; a lesson may change the specification
 * @property {() => Promise<Workshop>} workshop  designs p-tables
 * @property {Record<string, string>} state  the lesson's choices, as the address has them
 * @property {(changes: Record<string, string | undefined>) => void} set  changes choices, and the address with them
 * @property {boolean} isPresented  whether the page is shown on a projector
 *
 * What the answers depend on, such as the counts of the reader's people. A lesson without data has an empty object.
 * @typedef {Record<string, any>} Facts
 *
 * @typedef {object} Option
 * @property {string} id
 * @property {string} text
 * @property {boolean} [isRight]
 * @property {string} why  why the answer is right or wrong, in one or two sentences
 *
 * @typedef {object} Question
 * @property {string} id
 * @property {(facts: Facts) => string} text
 * @property {(facts: Facts) => Option[]} [options]  exactly one is right
 * @property {(facts: Facts) => number} [number]  the right whole number, for a question without options
 * @property {(facts: Facts) => string} [why]  why the number is right
 * @property {(facts: Facts, given: number) => string} [hint]  what to do after a wrong number; never says the right one
 *
 * The content of a lesson, which loads when the reader opens it.
 * @typedef {object} LessonBody
 * @property {(desk: Desk) => Promise<Facts>} facts
 * @property {(props: { desk: Desk, facts: Facts }) => ComponentChild} Story  at most 120 words
 * @property {(props: { desk: Desk, facts: Facts }) => ComponentChild} Play  one thing to play with
 * @property {[Question, Question]} questions
 * @property {{ paper: string, page: string, says: string }[]} sources  the pages of the papers
 *
 * @typedef {object} Lesson
 * @property {string} id  the name in the address
 * @property {string} title  at most five words
 * @property {string} about  one sentence for the list of lessons
 * @property {number} minutes
 * @property {() => Promise<LessonBody>} load
 */

export {};
