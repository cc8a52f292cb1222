// Custom areas: named sets of small areas that a reader chooses.

/** @import { Nesting } from "../../result/map/nesting.js" */

/** @typedef {{ name: string, codes: string[] }} Area  `codes`: in the order of the dimension */

/** The largest number of custom areas. A table with more columns is hard to read. */
export const MOST = 3;

/** The default name of a custom area. @param {number} at */
export const plainName = (at) => `Area ${at + 1}`;

/** The maximum length of a name on the page, in characters. Longer names leave no room for figures. */
const LONGEST_NAME = 60;

/** Shortens a name for the page. The choice keeps the whole name. @param {string} name */
export function shortName(name) {
  const characters = [...name];
  return characters.length > LONGEST_NAME ? `${characters.slice(0, LONGEST_NAME - 1).join("")}…` : name;
}

/** Spaces replace control characters and marks that change the direction. @param {string} name */
export const spelled = (name) => name.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ");

/**
 * Returns a label for each area in a query. The core refuses empty or duplicate labels, and labels that equal a code.
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
 * Returns a custom area after codes are added or removed.
 * @param {Area} area
 * @param {string[]} codes
 * @param {boolean} take
 * @param {readonly { code: string }[]} all  the small areas, in the order of the result
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
 * Returns whether all, some or none of a larger area belongs to a custom area.
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
 * Splits a custom area into whole larger areas, the largest first, and the remaining small areas.
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

/** The number of small areas that belong to only one of two areas. @param {Area} a @param {Area} b */
export const difference = (a, b) => a.codes.length + b.codes.length - 2 * shared(a, b);
