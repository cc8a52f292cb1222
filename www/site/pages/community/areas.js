// Areas that a reader draws together from small ones.

/** @import { Nesting } from "../../result/map/nesting.js" */

/** @typedef {{ name: string, codes: string[] }} Area  `codes`: in the order of the dimension */

/** As many as stand side by side in a table that can be read. */
export const MOST = 3;

/** What an area is called where its reader has not named it. @param {number} at */
export const plainName = (at) => `Area ${at + 1}`;

/** Longer names leave no room for figures. */
const LONGEST_NAME = 60;

/** A name as it can stand among others: short, and without signs that are not seen but turn what follows. @param {string} name */
export function spelled(name) {
  return [...name.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ")].slice(0, LONGEST_NAME).join("");
}

/**
 * The names under which areas are asked for: none empty, none twice, and none a code of the dimension, which the core would refuse.
 * @param {Area[]} areas
 * @param {ReadonlySet<string>} codes
 */
export function labelsOf(areas, codes) {
  /** @type {string[]} */
  const labels = [];
  for (const [at, { name }] of areas.entries()) {
    const wanted = name.trim() || plainName(at);
    let label = wanted;
    for (let n = 2; labels.includes(label) || codes.has(label) || label === "_T"; n++) label = `${wanted} (${n})`;
    labels.push(label);
  }
  return labels;
}

/**
 * An area with some codes taken in, or left out.
 * @param {Area} area
 * @param {string[]} codes
 * @param {boolean} take
 * @param {readonly { code: string }[]} all  in order
 * @returns {Area}
 */
export function changed(area, codes, take, all) {
  const next = new Set(area.codes);
  for (const code of codes) {
    if (take) next.add(code);
    else next.delete(code);
  }
  return { ...area, codes: all.map(({ code }) => code).filter((code) => next.has(code)) };
}

/** "some" of a larger area's codes, "all" or "none" are in an area. @param {Area} area @param {string[]} codes @returns {"all" | "some" | "none"} */
export function partOf(area, codes) {
  const own = new Set(area.codes);
  const inside = codes.filter((code) => own.has(code)).length;
  return inside === 0 ? "none" : inside === codes.length ? "all" : "some";
}

/**
 * What an area is made of, the largest parts first: whole wards by their names, the rest by their number.
 * @param {Area} area
 * @param {Nesting} nesting
 * @returns {{ whole: { level: string, code: string }[], single: string[] }}
 */
export function partsOf(area, nesting) {
  const left = new Set(area.codes);
  /** @type {{ level: string, code: string }[]} */
  const whole = [];
  const levels = [...nesting].sort(([, a], [, b]) => a.size - b.size);
  for (const [level, groups] of levels) {
    for (const [code, codes] of groups) {
      if (codes.length > 1 && codes.every((each) => left.has(each))) {
        whole.push({ level, code });
        for (const each of codes) left.delete(each);
      }
    }
  }
  return { whole, single: [...left] };
}

/** How many small areas two areas have in common. @param {Area} a @param {Area} b */
export function shared(a, b) {
  const own = new Set(a.codes);
  return b.codes.filter((code) => own.has(code)).length;
}

/** How many small areas are in one of two areas only. @param {Area} a @param {Area} b */
export const difference = (a, b) => a.codes.length + b.codes.length - 2 * shared(a, b);
