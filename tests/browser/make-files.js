// Four files from which the tests and make-time.js make datasets: the census sample without keys, a survey with
// semicolons and missing codes, invented people in Parquet, and a wide file.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { path, run } from "../../scripts/lib.js";
import { censusWithoutKeys } from "./make-support.js";

/** A generator of whole numbers from 0 to `of` less one. @param {number} seed */
function drawer(seed) {
  return (/** @type {number} */ of) => (seed = (seed * 48_271) % 2_147_483_647) % of;
}

/** A survey with single years of age, missing codes, an income with decimal commas, and areas of three levels. @param {number} rows */
export function survey(rows) {
  const draw = drawer(22);
  const lines = Array.from({ length: rows }, (_, at) => {
    const ward = draw(24);
    const income = [-9, "NA"][draw(12)] ?? `${800 + draw(5000)},${10 + draw(90)}`;
    const age = draw(30) === 0 ? "" : draw(96);
    return `P${100_000 + at};R${Math.floor(ward / 12)};D${Math.floor(ward / 4)};W${ward};${1 + draw(2)};${age};${income};"said; ${at}"`;
  });
  return `person_id;region;district;ward;sex;age;income;remark\n${lines.join("\n")}\n`;
}

/** A file of 60 columns of codes. @param {number} rows */
export function wide(rows) {
  const draw = drawer(60);
  const columns = Array.from({ length: 60 }, (_, at) => at + 1);
  const lines = Array.from({ length: rows }, () => columns.map((at) => 1 + draw(2 + (at % 7))).join());
  return `${columns.map((at) => `q${at}`).join()}\n${lines.join("\n")}\n`;
}

/**
 * Writes the four files into a folder.
 * @param {string} folder
 * @param {number} households of the Parquet file; a household has 2.3 persons on average
 * @returns {{ name: string, file: string, keyed: boolean }[]}
 */
export function writeFiles(folder, households) {
  mkdirSync(folder, { recursive: true });
  const files = [
    { name: "census sample without keys", file: "census.csv", keyed: false },
    { name: "survey with semicolons", file: "survey.csv", keyed: false },
    { name: "invented people in Parquet", file: "people.parquet", keyed: false },
    { name: "60 columns", file: "wide.csv", keyed: false },
  ].map((each) => ({ ...each, file: join(folder, each.file) }));
  writeFileSync(files[0].file, censusWithoutKeys());
  writeFileSync(files[1].file, survey(20_000));
  run(path("target/release/cellveil"), ["synthesize", "--households", String(households), "--seed", "22", "--out", files[2].file, "--spec", join(folder, "people.toml"), "--force"]);
  writeFileSync(files[3].file, wide(10_000));
  return files;
}
