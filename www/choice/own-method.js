// Methods that a reader brings along in an address: a designed p-table, or a method written as JSON.

import { designOf, titleOf } from "./design.js";
import { isDesigned, isOwnMethod } from "./designed.js";
import { designedMethod } from "./own-ptable.js";

/** @import { Description } from "./types.js" */

/**
 * Reads a method that a reader wrote as JSON. The cube checks its parameters later.
 * @param {string} json
 * @returns {{ kind: string, [parameter: string]: unknown }}
 * @throws {Error} with the code `bad-method` and a message of one line
 */
export function readMethod(json) {
  const wrong = (/** @type {string} */ text) => Object.assign(new Error(text), { code: "bad-method" });
  const expected = 'expected a method as a JSON object such as {"kind": "random-rounding", "base": 7}';
  let method;
  try {
    method = JSON.parse(json);
  } catch {
    // This message has an example, which helps readers more than the JSON parser's message.
    throw wrong(expected);
  }
  if (typeof method !== "object" || method === null || Array.isArray(method)) throw wrong(expected);
  if (typeof method.kind !== "string") throw wrong(`kind is missing; ${expected}`);
  return method;
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Names a reader's method by its design, or by its kind and parameters. @param {string} method */
export function nameOfOwn(method) {
  try {
    const design = designOf(method);
    if (design) return `Designed: ${titleOf(design)}`;
    const { kind, ...parameters } = readMethod(method);
    const words = Object.entries(parameters).map(([name, value]) => (typeof value === "object" ? name : `${name} ${value}`));
    return [capital(kind.replaceAll("-", " ")), ...words].join(", ").slice(0, 60);
  } catch {
    const start = method.length > 40 ? `${method.slice(0, 40)}…` : method;
    return isDesigned(method) ? "Designed: cannot be read" : start;
  }
}

/**
 * Returns the method of an address, for a query.
 * @param {string | null} method
 * @param {Description} cube
 * @returns {Promise<string | object | undefined>} undefined for the cube's default method
 */
export async function methodOfLink(method, cube) {
  const design = designOf(method);
  if (design) return designedMethod(design, cube);
  return isOwnMethod(method) ? readMethod(method) : method ?? undefined;
}
