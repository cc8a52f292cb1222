// Makes records.csv.gz, the invented people of Tidewell:
//
//     node demo/tidewell/make-records.js
//
// Draws households block by block, with the figures of their ward in wards.js. The seed is fixed, so the rows are
// always the same. The compressed bytes depend on Node's zlib. The town is not realistic, although its places differ
// and the values of each person are consistent.

import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { WARDS, randomFrom } from "./wards.js";

const COLUMNS = ["person_id", "area", "sex", "age", "birthplace", "education", "activity", "household_size", "tenure"];
const random = randomFrom(1911);

/** Draws an index with a probability proportional to its weight. @param {number[]} weights */
function pick(weights) {
  let rest = random() * weights.reduce((sum, each) => sum + Math.max(0, each), 0);
  return weights.findIndex((each) => (rest -= Math.max(0, each)) < 0);
}

const between = (/** @type {number} */ low, /** @type {number} */ high) => low + random() * (high - low);
/** Draws a roughly normal number, from the sum of six uniform numbers. */
const around = (/** @type {number} */ middle, /** @type {number} */ spread) => middle + spread * Math.SQRT2 * (Array.from({ length: 6 }, random).reduce((a, b) => a + b) - 3);

/** @param {number} age @param {import("./wards.js").Ward} ward @param {number} born */
function education(age, { wealth }, born) {
  if (age < 15) return -9;
  if (age < 18) return pick([0.05, 0.75, 0.2]) + 1;
  const old = Math.max(0, (age - 40) / 40);
  const high = age < 22 ? 0.02 : 0.3 + 0.22 * wealth - 0.2 * old + (born === 4 ? 0.05 : 0);
  return pick([0.08 + 0.35 * old + (born === 3 ? 0.12 : 0), 0.22 + 0.1 * old - 0.08 * wealth, 0.38, Math.max(0.02, high)]) + 1;
}

/** @param {number} age @param {number} sex @param {number} learned @param {import("./wards.js").Ward} ward */
function activity(age, sex, learned, { wealth, students }) {
  if (age < 15) return -9;
  if (age < 30 && random() < (age < 19 ? 0.85 : age < 24 ? students : students / 3)) return 4;
  if (age >= 60 && random() < Math.min(0.97, (age - 56) / 12)) return 5;
  const work = 0.7 + 0.04 * learned - (sex === 2 && age >= 25 && age < 45 ? 0.12 : 0);
  return [1, 2, 3, 6][pick([work, 0.1 + 0.04 * wealth + (age > 40 ? 0.04 : 0), Math.max(0.02, 0.1 - 0.06 * wealth - 0.02 * learned), 0.12 + (sex === 2 ? 0.1 : 0)])];
}

/** Draws the ages of a household's members. @param {import("./wards.js").Ward} ward @returns {number[]} */
function household(ward) {
  const head = Math.max(19, Math.min(94, around(49 + 1.3 * ward.age, 16)));
  const partner = () => Math.max(18, head + around(-1, 4));
  if (head < 28 && ward.students > 0.5 && random() < 0.7) return Array.from({ length: 1 + pick([3, 3, 3, 2]) }, () => between(18, 26));
  const children = (/** @type {number} */ many) => Array.from({ length: many }, () => Math.max(0, head - between(24, 36))).filter((age) => age < 24);
  const kind = pick(head < 30 ? [4, 3, 2, 0.5] : head < 52 ? [2.5, 2, 5, 1] : head < 68 ? [3, 5, 1.5, 0.6] : [5, 4, 0.1, 0.2]);
  if (kind === 0) return [head];
  if (kind === 1) return [head, partner()];
  if (kind === 2) return [head, ...(random() < 0.8 ? [partner()] : []), ...children(1 + pick([4, 4, 2 - ward.wealth, 1, 0.5]))];
  return [head, partner(), ...children(1 + pick([2, 2, 1])), head + between(20, 28) > 95 ? between(30, 50) : head + between(20, 28)];
}

const { features } = JSON.parse(readFileSync(new URL("areas.geojson", import.meta.url), "utf8"));
const wards = new Map(WARDS.map((ward) => [ward.code, ward]));
/** @type {string[]} */
const rows = [];
for (const { properties } of features) {
  const mean = /** @type {import("./wards.js").Ward} */ (wards.get(properties.ward));
  // Each block differs at random from the mean of its ward.
  const ward = { ...mean, wealth: mean.wealth + between(-0.35, 0.35), age: mean.age + between(-4, 4), abroad: Math.max(0.02, mean.abroad + between(-0.07, 0.07)) };
  const persons = mean.persons * between(0.6, 1.4);
  for (let counted = 0; counted < persons;) {
    const ages = household(ward);
    const tenure = pick([0.5 + 0.25 * ward.wealth + (ages[0] > 45 ? 0.15 : -0.2), 0.2 - 0.22 * ward.wealth, 0.28 + (ages[0] < 35 ? 0.25 : 0), 0.04]) + 1;
    const from = random() < ward.abroad ? 3 + pick([1, 1.2]) : 0;
    for (const exact of ages) {
      const age = Math.min(85, Math.floor(Math.floor(exact) / 5) * 5);
      const sex = random() < (exact > 70 ? 0.43 : 0.495) ? 1 : 2;
      const born = from && (exact >= 15 || random() < 0.4) ? from : 1 + pick([0.62 + (exact < 15 ? 0.25 : 0), 0.33, 0.01, 0.015]);
      const learned = education(exact, ward, born);
      rows.push([rows.length + 1, properties.code, sex, age, born, learned, activity(exact, sex, learned, ward), Math.min(6, ages.length), tenure].join(","));
    }
    counted += ages.length;
  }
}

const packed = gzipSync([COLUMNS.join(","), ...rows, ""].join("\n"), { level: 9 });
// Node writes the operating system into the gzip header. 255 means "unknown" (RFC 1952) and is the same on all systems.
packed[9] = 255;
writeFileSync(new URL("records.csv.gz", import.meta.url), packed);
console.log(`${rows.length} records, ${packed.length} bytes`);
