/** Isolates a cube's text, because its writing direction may differ from the direction of the words around it. */

/** @param {string} text */
export const isolated = (text) => `\u2068${text}\u2069`;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Isolates only right-to-left texts, because copied text would include the control characters. @param {string} text */
export const isolatedLtr = (text) => (RIGHT_TO_LEFT.test(text) ? isolated(text) : text);
