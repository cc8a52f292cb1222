/**
 * Reads a list from text. A list is one RFC 4180 record, as on the command line: `region,age:band`. An item with a comma
 * needs double quotes, and a double quote inside quotes is doubled. Blanks around items without quotes are ignored.
 */
import { fault } from "./errors.js";

/**
 * @param {string} name the name of the field or attribute, for messages
 * @param {string | null} text
 * @returns {string[]}
 */
export function listOf(name, text) {
  if (!text?.trim()) return [];
  return split(name, text, ",").map((part) => {
    if (!part.trim()) throw fault("bad-query", `${name}: an item is empty in ${text.trim()}; expected a list such as region,age`);
    return item(part);
  });
}

/**
 * Splits a text at separators outside quotes.
 * @param {string} name
 * @param {string} text
 * @param {string} separator
 */
export function split(name, text, separator) {
  const parts = [""];
  let inside = false;
  for (const letter of text) {
    // Two double quotes in a row change `inside` twice, so they have no effect.
    if (letter === '"') inside = !inside;
    if (letter === separator && !inside) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  if (inside) throw fault("bad-query", `${name}: a double quote is missing at the end of ${text.trim()}`);
  return parts;
}

/** Removes the quotes of an item. @param {string} text */
export function item(text) {
  const bare = text.trim();
  return bare.length > 1 && bare.startsWith('"') && bare.endsWith('"') ? bare.slice(1, -1).replaceAll('""', '"') : bare;
}
