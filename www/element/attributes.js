/**
 * How `<cellveil-table>` reads its attributes.
 *
 * A list is one RFC 4180 record, as on the command line: `rows="region,age:band"`; an item that holds a comma, a semicolon or an
 * equals sign is put in double quotes, a double quote in it doubled (in HTML, such an attribute goes in single quotes). Blanks around
 * items without quotes do not count.
 *
 * A filter is a dimension, an equals sign and a list of codes; several stand one after another, with semicolons between:
 * `filter="student=1;sex=1,2"`.
 */
import { fault } from "../api/errors.js";

/**
 * @param {string | null} text
 * @returns {string[]}
 */
export function listOf(text) {
  return text?.trim() ? split(text, ",").map(item) : [];
}

/**
 * @param {string | null} text
 * @returns {[string, string[]][]}
 */
export function filterOf(text) {
  const parts = split(text ?? "", ";").filter((part) => part.trim());
  return parts.map((part) => {
    const [name, ...rest] = split(part, "=");
    if (rest.length !== 1) throw fault("bad-query", `filter: expected DIMENSION=CODE,CODE instead of ${part.trim()}`);
    return [item(name), listOf(rest[0])];
  });
}

/**
 * Splits where the separator stands outside of quotes.
 * @param {string} text
 * @param {string} separator
 */
function split(text, separator) {
  const parts = [""];
  let quoted = false;
  for (const letter of text) {
    // Two quotes in a row leave and enter again, which comes to the same.
    if (letter === '"') quoted = !quoted;
    if (letter === separator && !quoted) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  if (quoted) throw fault("bad-query", `a double quote is missing at the end of ${text.trim()}`);
  return parts;
}

/** @param {string} text */
function item(text) {
  const bare = text.trim();
  return bare.length > 1 && bare.startsWith('"') && bare.endsWith('"') ? bare.slice(1, -1).replaceAll('""', '"') : bare;
}
