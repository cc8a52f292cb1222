/** What comes from a cube may be in a language of the other direction than the words around it, which it would turn round. */

/** @param {string} text */
export const isolated = (text) => `\u2068${text}\u2069`;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Among words that run from left to right. Most texts do so too, and then go without: the signs would stay in what is copied. @param {string} text */
export const isolatedLtr = (text) => (RIGHT_TO_LEFT.test(text) ? isolated(text) : text);
