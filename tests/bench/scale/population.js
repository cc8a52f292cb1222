/**
 * Invents the persons of a census: an area and up to 29 further variables. The persons are not realistic: each variable has
 * a census's number of categories, and depends on the person's stage of life and on the type of the area. Such a dependence
 * leaves most cells of a small area empty, as in a census.
 */

import { once } from "node:events";
import { createWriteStream } from "node:fs";

/** The variables with their numbers of categories. The first three have many, for the wide cube. @type {Record<string, number>} */
export const VARIABLES = {
  age: 18, ethnic_group: 19, industry: 19, sex: 2, marital_status: 6, household_size: 8, tenure: 7, activity: 10, health: 5,
  qualification: 8, occupation: 10, religion: 9, language: 10, language_skill: 5, country_of_birth: 12, passport: 8,
  migration: 5, disability: 3, care: 4, student: 2, hours: 5, social_class: 9, travel: 11, distance: 9, workplace: 4,
  dwelling: 6, household_type: 15, bedrooms: 5, cars: 5,
};

/** Areas of a district, and districts of a region. */
const AREAS = 50;
const DISTRICTS = 20;

const STAGES = 8;
const TYPES = 5;

/** The code of an area. Codes ascend. @param {number} area */
export const areaCode = (area) => `E${String(area).padStart(8, "0")}`;

/** The names of the first variables. @param {number} number */
export const namesOf = (number) => Object.keys(VARIABLES).slice(0, number);

/** The file of the areas' codes, labels, districts and regions. @param {number} areas */
export function* areaLines(areas) {
  yield "code,label,district,district_label,region,region_label\n";
  for (let area = 0; area < areas; area++) {
    const district = Math.floor(area / AREAS);
    const region = Math.floor(district / DISTRICTS);
    yield `${areaCode(area)},District ${district} area ${area % AREAS},D${String(district).padStart(5, "0")},District ${district},R${String(region).padStart(3, "0")},Region ${region}\n`;
  }
}

/**
 * The lines of the records: area, variables, record key. The same size gives the same records.
 * @param {{ areas: number, persons: number, variables: number }} size `persons` of each area
 */
export function* recordLines({ areas, persons, variables }) {
  const names = namesOf(variables);
  const choices = names.map((name, at) => tables(VARIABLES[name], at));
  yield `area,${names.join(",")},record_key\n`;
  for (let area = 0; area < areas; area++) {
    const next = generator(area);
    const type = area % TYPES;
    let text = "";
    for (let person = 0; person < persons; person++) {
      // A type of area has more persons of some stages of life.
      const stage = next() < 0.4 ? (type * 2 + Math.floor(next() * 3)) % STAGES : Math.floor(next() * STAGES);
      text += areaCode(area);
      for (const choice of choices) text += `,${pick(choice[type * STAGES + stage], next())}`;
      text += `,${Math.floor(next() * 2 ** 32)}\n`;
    }
    yield text;
  }
}

/** Writes lines to a file, a piece at a time, so that memory stays small. @param {string} file @param {Iterable<string>} lines */
export async function write(file, lines) {
  const out = createWriteStream(file);
  let piece = "";
  for (const line of lines) {
    piece += line;
    if (piece.length < 1 << 16) continue;
    if (!out.write(piece)) await once(out, "drain");
    piece = "";
  }
  out.end(piece);
  await once(out, "finish");
}

/**
 * The cumulative probabilities of a variable's categories, for each type of area and stage of life. Each stage has a most
 * frequent category, and the other categories have falling probabilities.
 * @param {number} categories
 * @param {number} variable its position
 */
function tables(categories, variable) {
  const next = generator(1e9 + variable);
  const centres = Array.from({ length: STAGES }, () => Math.floor(next() * categories));
  // Half of the variables have a common category, such as "no" or "born here", whatever the stage.
  const common = variable % 2 === 0 ? 0.5 : 0.05;
  return Array.from({ length: TYPES * STAGES }, (_, at) => {
    const [type, stage] = [Math.floor(at / STAGES), at % STAGES];
    const weights = Array.from({ length: categories }, (_, category) => {
      const far = (category - centres[stage] + categories) % categories;
      return (1 - common) * Math.exp(-far * (4 + (type + variable) % 3) / categories);
    });
    const sum = weights.reduce((sum, weight) => sum + weight, 0);
    weights[0] += (common / (1 - common)) * sum;
    let total = 0;
    const all = sum / (1 - common);
    return weights.map((weight) => (total += weight / all));
  });
}

/** @param {number[]} cumulative @param {number} draw */
function pick(cumulative, draw) {
  let at = 0;
  while (at < cumulative.length - 1 && draw >= cumulative[at]) at++;
  return at;
}

/**
 * A generator with a seed, "sfc32" of PractRand: numbers from 0 to below 1. The first numbers of similar seeds are similar,
 * so they are left out.
 * @param {number} seed
 */
function generator(seed) {
  let [a, b, c, count] = [0x9e3779b9, seed >>> 0, 0x243f6a88, 1];
  const next = () => {
    const sum = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 15; i++) next();
  return next;
}
