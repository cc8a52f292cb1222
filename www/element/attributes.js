/**
 * Reads and writes the attributes of `<cellveil-table>`.
 *
 * A list is one RFC 4180 record, as on the command line: `rows="region,age:band"`. An item with a comma, a semicolon or
 * an equals sign needs double quotes. So does a group's label with a colon. A double quote inside quotes is doubled. In
 * HTML, such an attribute needs single quotes around it. Blanks around items without quotes are ignored.
 *
 * A filter is a dimension, an equals sign and a list of codes. Semicolons separate several filters:
 * `filter="student=1;sex=1,2"`.
 *
 * A group is written like a filter, with a colon and the group's label after the dimension, as in the command line's
 * `--group`: `groups="region:North=E1,E2;region:South=E3"`. With a level, a group is `region:country:Label=…`.
 *
 * A method is a name, or the method's parameters as JSON: `method='{"kind":"random-rounding","base":5}'`.
 *
 * Further tables are a list in JSON, as in a query: `with='[{"rows":["region"],"columns":["sex"]}]'`.
 *
 * Each error message begins with the name of the attribute, like the core's messages.
 */
import { fault } from "../api/errors.js";
import { item, listOf, split } from "../api/list.js";

export { listOf };

/** @import { LinkedTable, Query } from "../api/types.js" */
/** @typedef {[label: string, codes: string[]]} Group */

/**
 * Reads the query of `<cellveil-table>`.
 * @param {(name: string) => string | null} read  returns an attribute's text, or null without this attribute
 * @returns {Query}
 */
export function queryOf(read) {
  return {
    rows: listOf("rows", read("rows")),
    columns: listOf("columns", read("columns")),
    filter: filterOf(read("filter")),
    groups: groupsOf(read("groups")),
    method: methodOf(read("method")),
    with: withOf(read("with")),
    areas: areasOf(read("areas")),
    totals: read("no-totals") === null,
  };
}

/**
 * The address of the cube of an element.
 * @param {string | null} src  the attribute
 * @param {string | URL} base  the address to which `src` is relative
 */
export function addressOf(src, base) {
  if (!src?.trim()) throw fault("bad-query", "src: missing; expected the address of a cube.json");
  try {
    return new URL(src, base);
  } catch {
    throw fault("bad-query", `src: ${src} is not an address; expected the address of a cube.json`);
  }
}

/** The attributes of a query with text. */
const TEXTS = ["src", "rows", "columns", "filter", "groups", "method", "with", "areas"];

/**
 * Writes the query of an element as a text. A table with this text as its mark belongs to the query.
 * @param {(name: string) => string | null} read  as in `queryOf`
 */
export function markOf(read) {
  const texts = TEXTS.map((name) => [name, read(name) ?? ""]).filter(([, text]) => text);
  return new URLSearchParams([...texts, ...(read("no-totals") === null ? [] : [["totals", "no"]])]).toString();
}

/** Reads how the core builds custom areas. The core refuses unknown words. @param {string | null} text */
export const areasOf = (text) => /** @type {"blocks" | "sums" | undefined} */ (text?.trim() || undefined);

/**
 * @param {string | null} text
 * @returns {[string, string[]][]}
 */
export function filterOf(text) {
  return named("filter", text, "DIMENSION=CODE,CODE").map(([name, codes]) => [item(name), codes]);
}

/**
 * Reads the groups of each dimension, in the order of the text.
 * @param {string | null} text
 * @returns {[string, Group[]][]}
 */
export function groupsOf(text) {
  const expected = "DIMENSION:LABEL=CODE,CODE";
  /** @type {Map<string, Group[]>} */
  const groups = new Map();
  for (const [name, codes] of named("groups", text, expected)) {
    const parts = split("groups", name, ":").map(item);
    const label = parts.pop() ?? "";
    if (parts.length < 1 || parts.length > 2 || parts.includes("") || !label) throw wrong("groups", expected, name);
    const dimension = parts.join(":");
    groups.set(dimension, [...(groups.get(dimension) ?? []), [label, codes]]);
  }
  return [...groups];
}

/**
 * @param {string | null} text
 * @returns {string | object | undefined}
 */
export function methodOf(text) {
  if (!text?.trim().startsWith("{")) return text?.trim() || undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw fault("bad-query", "method: this is not JSON; expected the name of a method, or an object such as {\"kind\":\"random-rounding\",\"base\":5}");
  }
}

/**
 * Reads further tables. The core checks each table.
 * @param {string | null} text
 * @returns {LinkedTable[] | undefined}
 */
export function withOf(text) {
  if (!text?.trim()) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw fault("bad-query", "with: this is not JSON; expected a list of tables such as [{\"rows\":[\"region\"]}]");
  }
}

/** Writes further tables as text. Maps become lists of pairs. @param {readonly LinkedTable[]} tables */
export function withText(tables) {
  return JSON.stringify(tables, (_, each) => (each instanceof Map || each instanceof Set ? [...each] : each));
}

/** Writes a list as text. A single code is written as a list of one code. @param {unknown} items */
export function listText(items) {
  const list = typeof items === "object" && items !== null && Symbol.iterator in items ? [.../** @type {Iterable<unknown>} */ (items)] : [items];
  return list.map((each) => quoted(String(each))).join(",");
}

/** @param {Iterable<readonly [string, unknown]>} filter */
export function filterText(filter) {
  return [...filter].map(([name, codes]) => `${quoted(name)}=${listText(codes)}`).join(";");
}

/** @param {Iterable<readonly [string, Iterable<readonly [string, unknown]>]>} groups */
export function groupsText(groups) {
  return [...groups].flatMap(([name, labels]) => [...labels].map(([label, codes]) => `${quoted(name)}:${quoted(label, /[",;:=]/)}=${listText(codes)}`)).join(";");
}

/** The pairs of an object, a Map or a list of pairs. @param {object} value @returns {Iterable<readonly [string, any]>} */
export const pairs = (value) => (Symbol.iterator in value ? /** @type {Iterable<readonly [string, any]>} */ (value) : Object.entries(value));

/**
 * Returns the attribute's text for a property's value.
 * @template {object} T
 * @param {T | string | null | undefined} value
 * @param {(value: T) => string} write
 */
export function written(value, write) {
  if (value === null || value === undefined) return null;
  // A value of another type becomes text. Reading this text then fails with an error that names the attribute.
  return typeof value === "object" ? write(value) : String(value);
}

/**
 * Reads a property. A wrong attribute is read as an absent attribute. The element reports the error on the page and in
 * an event.
 * @template T
 * @param {() => T} read
 * @param {T} instead
 */
export function readOr(read, instead) {
  try {
    return read();
  } catch {
    return instead;
  }
}

/**
 * Splits a text into `NAME=LIST` parts.
 * @param {string} attribute
 * @param {string | null} text
 * @param {string} expected
 * @returns {[string, string[]][]}
 */
function named(attribute, text, expected) {
  const parts = split(attribute, text ?? "", ";").filter((part) => part.trim());
  return parts.map((part) => {
    const [name, ...rest] = split(attribute, part, "=");
    if (rest.length !== 1 || !name.trim()) throw wrong(attribute, expected, part);
    return [name, listOf(attribute, rest[0])];
  });
}

/** @param {string} attribute @param {string} expected @param {string} found */
const wrong = (attribute, expected, found) => fault("bad-query", `${attribute}: expected ${expected} instead of ${found.trim()}`);

/** Writes an item of a list, in quotes if necessary. @param {string} text @param {RegExp} [special] */
function quoted(text, special = /[",;=]/) {
  return !text || text !== text.trim() || special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
