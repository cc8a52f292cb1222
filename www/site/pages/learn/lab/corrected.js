// Two sealed releases of invented people, of which one record was corrected in between.

/** @import { Method } from "../ready.js" */
/** @import { Setup } from "./setup.js" */

/** @typedef {{ row: number, column: string, before: string, after: string, area: string, age: string, sex: string }} Correction */

/** The file name of the method's p-table. */
export const PTABLE = "laboratory.csv";

/** The specification of a sealed release. @param {Setup} setup @param {Method} method */
export function sealedSpecification({ axes, most }, { ptable, ...method }) {
  const value = (/** @type {unknown} */ given) => (typeof given === "string" ? JSON.stringify(given) : String(given));
  return `extends = "cube.toml"

[cube]
id = "laboratory-sealed"
audience = "public"
release = "sealed"

[method.default]
${Object.entries(method).map(([name, given]) => `${name} = ${value(given)}\n`).join("")}${ptable ? `ptable = "${PTABLE}"\n` : ""}
[publish]
max_dimensions = ${most}
axes = [${axes.map((axis) => JSON.stringify(axis)).join(", ")}]
`;
}

const HEALTH = ["not-limited", "little", "lot"];

/**
 * Corrects the answer about health of one person, whom the seed chooses. The person keeps the record key.
 * @param {Uint8Array} records  a CSV file without quoted fields
 * @param {number} seed
 * @returns {{ corrected: Uint8Array<ArrayBuffer>, correction: Correction }}
 */
export function correct(records, seed) {
  const lines = new TextDecoder().decode(records).split("\n");
  const head = lines[0].split(",");
  const at = (/** @type {string} */ name) => head.indexOf(name);
  const people = lines.length - 2;
  // Any fixed step of a generator: the choice only has to differ between seeds.
  const row = 1 + ((seed * 2_654_435_761) % people + people) % people;
  const fields = lines[row].split(",");
  const before = fields[at("health")];
  const after = HEALTH[(HEALTH.indexOf(before) + 1) % HEALTH.length];
  fields[at("health")] = after;
  lines[row] = fields.join(",");
  const correction = { row, column: "health", before, after, area: fields[at("area")], age: fields[at("age")], sex: fields[at("sex")] };
  return { corrected: new TextEncoder().encode(lines.join("\n")), correction };
}
