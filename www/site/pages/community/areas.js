// Custom areas, which readers draw together from small areas.

/** @import { Nesting } from "../../result/map/nesting.js" */

/** @typedef {{ name: string, codes: string[] }} Area  `codes`: in the order of the dimension */

/** The number of areas that fit side by side in a readable table. */
export const MOST = 3;

/** The name of an area that its reader has not named. @param {number} at */
export const plainName = (at) => `Area ${at + 1}`;

/** Longer names leave no room for figures. */
const LONGEST_NAME = 60;

/** Shortens a name, and removes invisible signs that would reverse the text after it. @param {string} name */
export function spelled(name) {
  return [...name.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ")].slice(0, LONGEST_NAME).join("");
}

/**
 * The names of areas in queries. The core refuses empty names, equal names and codes of the dimension.
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
 * The area with some codes added or removed.
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

/**
 * Whether all, some or none of a larger area's codes are in an area.
 * @param {Area} area
 * @param {string[]} codes
 * @returns {"all" | "some" | "none"}
 */
export function partOf(area, codes) {
  const own = new Set(area.codes);
  const inside = codes.filter((code) => own.has(code)).length;
  return inside === 0 ? "none" : inside === codes.length ? "all" : "some";
}

/**
 * The parts of an area, the largest first: whole larger areas, and the other small areas.
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

/** The number of small areas that two areas have in common. @param {Area} a @param {Area} b */
export function shared(a, b) {
  const own = new Set(a.codes);
  return b.codes.filter((code) => own.has(code)).length;
}

/** The number of small areas in exactly one of two areas. @param {Area} a @param {Area} b */
export const difference = (a, b) => a.codes.length + b.codes.length - 2 * shared(a, b);
