/** Specifications and records whose tiles must be the same from records and from an engine's cells. */

/** Returns even numbers below 2^32 (mulberry32). @param {number} seed @returns {() => number} */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
}

/** Keys by name. `secret` is the environment variable with the secret. @type {Record<string, { key: string, secret?: string, weak?: boolean }>} */
export const KEYS = {
  sum: { key: 'column = "record_key"' },
  prime: { key: 'column = "small key"\nmodulus = 9007199254740881' },
  xor: { key: 'column = "record_key"\ncombine = "xor"' },
  hmac: { key: 'derive = { from = "id", secret_env = "SECRET_OF_TOWN" }', secret: "SECRET_OF_TOWN" },
  "hmac of a large modulus, by XOR": {
    key: 'derive = { from = "id", secret_env = "SECRET_OF_TOWN" }\nmodulus = 9007199254740992\ncombine = "xor"',
    secret: "SECRET_OF_TOWN",
  },
  digits: { key: 'derive = { from = "id", digits = 3 }\nmodulus = 1000' },
};

const AREAS = ["North", "South", "it's", "NA", "", "Zürich", "a \"b\"", " East ", "1", "01", "10", "X"];
const AGES = ["0", "7", "007", "15.999999999999999", "16", "016.000", "64.99", "65", "104", "", "-9", "n/a", "99", "99.0", "-0"];
const INCOMES = ["-100.5", "-100.50", "-0.000000000000000001", "0", "0.0", "0.09999", "0.1", "1000.25", "1000.249999999999999999", "12345678901234567890.5", "", "none"];
const SEXES = ["1", "2", "9", "X"];

/** The salt of the specifications, in the environment. */
export const SALTS = { SALT_OF_TOWN: "4b19e7c2805dfa36917c3e0ad4b86f25" };

/** Cell methods by name. `salt` is the environment variable with the salt of a method that hashes. @type {Record<string, { method: string, salt?: string }>} */
export const METHODS = {
  "random rounding": { method: 'kind = "random-rounding"\nbase = 3', salt: "SALT_OF_TOWN" },
  "random rounding of small counts": { method: 'kind = "random-rounding"\nbase = 10\nbelow = 25', salt: "SALT_OF_TOWN" },
  "random rounding by MD5": { method: 'kind = "random-rounding"\nbase = 5\nhash = "md5"' },
  "threshold rounding": { method: 'kind = "threshold-rounding"\nthreshold = 10\nbase = 5' },
  "a threshold of 1, so that shown zeros are frequent": { method: 'kind = "threshold-rounding"\nthreshold = 1\nbase = 100' },
  "small cells": { method: 'kind = "small-cell"\nx = 2', salt: "SALT_OF_TOWN" },
  "a transition matrix": { method: 'kind = "transition-matrix"\nmatrix = [[1, 0, 0], [0.5, 0, 0.5], [0, 0.25, 0.75]]\ncap = 2', salt: "SALT_OF_TOWN" },
  "a p-table by cell key": { method: 'kind = "cell-key"\nptable = "standard"' },
  "a p-table by hash": { method: 'kind = "cell-key"\nptable = "strong"\nlookup = "hash"', salt: "SALT_OF_TOWN" },
  "a p-table with a threshold": { method: 'kind = "cell-key"\nptable = "light"\nthreshold = 3' },
  "no protection": { method: 'kind = "none"' },
};

/** The areas that are no missing answers. A sealed cube declares its codes. */
const CODES = AREAS.filter((area) => !["", "NA", "it's", "X"].includes(area)).map((area) => `${JSON.stringify(area)} = ${JSON.stringify(area)}`).join(", ");

/** @param {string} key @param {"keyed" | "sealed"} release @param {{ method?: string }} [options] */
export const townSpec = (key, release, { method = 'kind = "threshold-rounding"\nthreshold = 10\nbase = 5' } = {}) => `
[cube]
id = "town"
unit = "person"
data = "synthetic"
audience = "teaching"
release = "${release}"
[key]
${key}
salt = "4b19e7c2805dfa36917c3e0ad4b86f25"
weak_keys = "invented persons"
[[dimension]]
name = "area"
column = "Größe \\"A\\" 'x'"
${release === "sealed" ? `codes = { ${CODES} }` : ""}
missing = { values = ["", "NA", "it's"], code = "X", label = "Not stated" }
[[dimension]]
name = "age"
missing = { values = ["", "-9", "n/a"], code = "99", label = "Not stated" }
cut = { at = [0, 16, 65], labels = ["0 to 15", "16 to 64", "65 and over"] }
[[dimension.level]]
name = "band"
groups = [{ code = "young", label = "0 to 15", of = ["0"] }, { code = "old", label = "16 and over, or not stated", of = ["16", "65", "99"] }]
[[dimension]]
name = "income"
cut = { at = [-100.5, 0, 0.1, 1000.25] }
missing = { values = [""], code = "none", label = "None" }
[[dimension]]
name = "sex"
codes = { 1 = "Male", 2 = "Female" }
missing = { values = ["9"], code = "X", label = "Not stated" }
[publish]
${release === "sealed" ? "max_dimensions = 3" : ""}
[method.default]
${method}
`;

/** @param {string} text */
const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Records of invented persons as CSV. @param {number} persons */
export function town(persons) {
  const next = random(7);
  const one = (/** @type {string[]} */ list) => list[next() % list.length];
  const rows = [["id", "Größe \"A\" 'x'", "age", "income", "sex", "record_key", "small key"]];
  for (let at = 0; at < persons; at++) {
    const keys = [String(next()), String(next() * 2 ** 21 + (next() % 2 ** 21))];
    rows.push([`P-é-${100000 + at}`, one(AREAS), one(AGES), one(INCOMES), one(SEXES), ...keys]);
  }
  return rows.map((row) => `${row.map(quoted).join()}\n`).join("");
}
