// The texts of specifications: that of the dataset with true counts, and that of the sealed dataset, which extends it.

/** @import { Draft, Method, Specification, TextFile } from "./types.js" */

/** Draws a salt of 16 bytes, in hexadecimal. */
export function drawSalt() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Adds the salt below [key], if the specification has none. @param {string} text @param {string} salt */
export function withSalt(text, salt) {
  const key = /^\[key\]\n(?:(?!\[)[^\n]*\n)*/m.exec(text)?.[0] ?? "";
  if (/^salt(_env)? *=/m.test(key)) return text;
  const line = `salt = "${salt}" # drawn by the page: keep it as safe as the record keys\n`;
  return key ? text.replace("[key]\n", `[key]\n${line}`) : `${text.trimEnd()}\n\n[key]\n${line}`;
}

/**
 * The specification of the sealed dataset. It extends cube.toml, so both have the same variables, method, keys and salt.
 * @param {{ id: string }} cube
 * @param {number} most  variables in a published table
 * @param {string[][]} [neverTogether]
 */
export function sealedText({ id }, most, neverTogether = []) {
  const never = neverTogether.length ? `never_together = ${JSON.stringify(neverTogether)}\n` : "";
  return `# The sealed dataset for the web: only protected figures. Everything else is in cube.toml.
extends = "cube.toml"

[cube]
id = "${id}-sealed"
audience = "public"
release = "sealed"

[publish]
max_dimensions = ${most}
${never}`;
}

/** Removes the column of the keys, so that a check reads the other columns of records without keys. @param {string} text */
export const withoutKeyColumn = (text) => text.replace(/^(\[key\]\n(?:(?!\[)[^\n]*\n)*?)column = [^\n]*\n/m, "$1");

/**
 * The part of a draft that the core writes. The page has more methods and limits than the core proposes, and writes
 * these tables itself.
 * @param {Draft} draft
 */
export function proposalOf(draft) {
  return { ...draft, method: { name: draft.method.name, kind: "cell-key", ready: draft.method.ready ?? "standard" }, rules: null };
}

/** Replaces a table of a specification, with the lines up to the next table, or adds it at the end. @param {string} text @param {string} name @param {string[]} fields */
function withTable(text, name, fields) {
  const table = [`[${name}]`, ...fields].join("\n");
  const start = new RegExp(`^\\[${name.replaceAll(".", "\\.")}\\]`, "m").exec(text)?.index;
  if (start === undefined) return fields.length ? `${text.trimEnd()}\n\n${table}\n` : text;
  const rest = text.slice(start);
  // Comments before the next table belong to that table.
  const end = /\n\n/.exec(rest)?.index ?? rest.length;
  return text.slice(0, start) + table + rest.slice(end);
}

/** Sets the method. @param {string} text @param {Method} method */
export function withMethod(text, { name, kind, ready, ptable, lookup, base, threshold }) {
  const values = { kind, ptable: kind === "cell-key" ? ptable ?? ready ?? "standard" : undefined, lookup: kind === "cell-key" ? lookup ?? "hash" : undefined, threshold, base };
  return withTable(text, `method.${name}`, Object.entries(values).filter(([, value]) => value !== undefined).map(([field, value]) => `${field} = ${JSON.stringify(value)}`));
}

/** Sets the limits. @param {string} text @param {Draft["rules"]} rules */
export function withRules(text, rules) {
  const { population, areas, ...plain } = rules ?? {};
  const written = (/** @type {object} */ fields) => Object.entries(fields).filter(([, value]) => value !== undefined).map(([field, value]) => `${/^[\w-]+$/.test(field) ? field : JSON.stringify(field)} = ${value}`);
  let next = rules ? withTable(text, "rules", written(plain)) : text;
  if (population) next = withTable(next, "rules.population", written(population));
  if (areas) next = withTable(next, "rules.areas", written(areas));
  return next;
}

/** The files of a saved specification. @param {Specification} specification @param {string} [sealed] @returns {TextFile[]} */
export function filesOf({ text, files }, sealed) {
  return [{ name: "cube.toml", text }, ...(sealed ? [{ name: "sealed.toml", text: sealed }] : []), ...files];
}

/** The commands that make the saved files again. @param {string} id @param {string[]} records @param {boolean} sealed */
export function commandsFor(id, records, sealed) {
  const given = records.map((name) => ` --records ${/[^\w./-]/.test(name) ? JSON.stringify(name) : name}`).join("");
  const tile = (/** @type {string} */ spec, /** @type {string} */ out) => `cellveil tile ${spec}${given} --out ${out}`;
  return [tile("cube.toml", id), ...(sealed ? [tile("sealed.toml", `${id}-sealed`)] : [])].join("\n");
}

/** A field of [cube] in the text of a specification, if it is a plain string. @param {string} text @param {string} name */
export const cubeField = (text, name) => new RegExp(`^${name} *= *"([^"]*)"`, "m").exec(text.split(/^\[cube\]/m)[1]?.split(/^\[/m)[0] ?? "")?.[1];

/** The name of a dataset in the text of a specification. @param {string} text */
export const idOf = (text) => cubeField(text, "id") ?? "dataset";
