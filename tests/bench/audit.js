/** Measures `cellveil audit`: seconds and peak memory by the number of published cells. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Failure, path, run, say, unlessFresh } from "../../scripts/lib.js";
import { writeCsv } from "../js/support/cells-csv.js";
import { generator } from "../js/support/random-queries.js";
import { measureCommand } from "./process.js";

/** @import { Cost } from "./process.js" */
/** @import { Sizes } from "./sizes.js" */

/**
 * One size: the persons, and the number of codes of each dimension. All tables of up to three dimensions are published.
 * @typedef {{ persons: number, codes: number[] }} AuditSize
 */
/** @typedef {Cost & { cells: number }} AuditCost */

const SEED = 18;
const LARGEST_TABLE = 3;
/** @param {AuditSize} size */
const folder = ({ persons }) => `target/bench/audit-${persons}`;

/** Builds a keyed cube of random persons for each size, and the specification of the sealed cube. @param {Sizes} sizes */
export function buildAudited(sizes) {
  for (const size of sizes.audit) {
    const [out, inputs] = [folder(size), ["tests/bench/audit.js", "tests/bench/sizes.js", "target/release/libcellveil.rlib"]];
    unlessFresh(`bench-audit-${size.persons}`, { inputs, outputs: [`${out}/keyed/cube.json`] }, () => {
      say(`generating ${size.persons} persons to audit`);
      rmSync(path(out), { recursive: true, force: true });
      mkdirSync(path(out), { recursive: true });
      writeCsv(persons(size), path(out, "persons.csv"));
      const { status, stdout, stderr } = spawnSync(path("target/release/cellveil"), ["ptable", "design", "--ready", "standard"], { encoding: "utf8" });
      if (status !== 0) throw new Failure(`no p-table was designed: ${stderr}`);
      writeFileSync(path(out, "ptable.csv"), stdout);
      writeFileSync(path(out, "cube.toml"), keyed(size));
      writeFileSync(path(out, "sealed.toml"), SEALED);
      run(path("target/release/cellveil"), ["tile", `${out}/cube.toml`, "--cells", `${out}/persons.csv`, "--out", `${out}/keyed`, "--force"]);
      rmSync(path(out, "persons.csv"));
    });
  }
}

/** @param {AuditSize} size */
function persons({ persons, codes }) {
  const random = generator(SEED);
  const columns = codes.map(() => new Uint8Array(persons));
  const keys = new Uint32Array(persons);
  for (let person = 0; person < persons; person++) {
    // The square makes small codes frequent, so that tables have small and large counts.
    columns.forEach((column, at) => (column[person] = random() ** 2 * codes[at]));
    keys[person] = random() * 2 ** 32;
  }
  return { names: codes.map((_, at) => `d${at + 1}`), codes: columns, counts: new Uint8Array(persons).fill(1), keys };
}

/** @param {AuditSize} size */
function keyed({ persons, codes }) {
  const list = (/** @type {number} */ many) => Array.from({ length: many }, (_, code) => `${code} = "${code}"`).join(", ");
  return [
    `[cube]\nid = "audited-${persons}"\ntitle = "${persons} persons"\nunit = "person"\ndata = "synthetic"\naudience = "internal"\n`,
    '[key]\ncolumn = "record_key"\nsalt = "4d68e9cbfc549bd86ebc0449e4bd91d8"\n',
    ...codes.map((many, at) => `[[dimension]]\nname = "d${at + 1}"\ncodes = { ${list(many)} }\n`),
    '[method.default]\nkind = "cell-key"\nptable = "ptable.csv"\nlookup = "hash"\n',
  ].join("\n");
}

const SEALED = `extends = "cube.toml"

[cube]
id = "audited-sealed"
audience = "public"
release = "sealed"

[publish]
max_dimensions = ${LARGEST_TABLE}
`;

/** Number of cells of all tables of up to three dimensions. @param {number[]} codes */
export function publishedCells(codes) {
  // `sums[n]` is the sum over all sets of n dimensions of the product of their numbers of codes.
  const sums = [1, ...Array(LARGEST_TABLE).fill(0)];
  for (const many of codes) for (let at = LARGEST_TABLE; at > 0; at--) sums[at] += sums[at - 1] * many;
  return sums.reduce((all, sum) => all + sum, 0);
}

/** @param {Sizes} sizes @returns {Promise<Record<string, AuditCost>>} by the number of persons */
export async function measureAudit(sizes) {
  /** @type {Record<string, AuditCost>} */
  const found = {};
  for (const size of sizes.audit) found[size.persons] = { cells: publishedCells(size.codes), ...(await audit(folder(size))) };
  return found;
}

/** @param {string} folder */
async function audit(folder) {
  const report = `${folder}/report.json`;
  // Status 1 means that a finding exceeds its limit: random persons in detailed tables are at risk.
  const cost = await measureCommand(["audit", `${folder}/keyed`, "--spec", `${folder}/sealed.toml`, "--format", "json", "--output", report], { statuses: [0, 1] });
  if (JSON.parse(readFileSync(path(report), "utf8")).findings.length === 0) throw new Failure(`${folder} has no finding`);
  return cost;
}
