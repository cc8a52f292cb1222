// Texts about custom areas: their protection, and what the difference of two areas discloses.

import { checkedInWords } from "../../result/rules.js";
import { counted, isRandom, listed, number, plural } from "../../shell/words.js";
import { difference, partsOf, shared } from "./areas.js";

/** @import { Data } from "../../result/map/data.js" */
/** @import { Cube, Table } from "../../shell/types.js" */
/** @import { Area } from "./areas.js" */
/** @import { Terms } from "./tables.js" */
/**
 * For each area label: the number of published figures, their variance relative to one figure, and whether the page
 * subtracts any of them.
 * @typedef {Map<string, { blocks: number, variance: number, negative: boolean }>} Sums
 */

/**
 * The origin of an area's figures: one protected cell, a sum of published cells, or an unprotected count.
 * @typedef {"one" | "sum" | "bare"} Way
 */

/** The page warns about two areas that differ by fewer parts than this. */
const NEAR = 2;

/** Lists the parts of an area, such as "Market, Castle 3 and Castle 4". @param {Area} area @param {Data} data */
export function areaInWords(area, { levels, nesting }) {
  const { whole, single } = partsOf(area, nesting);
  const label = (/** @type {string} */ level, /** @type {string} */ code) => levels.find((each) => each.name === level)?.codes.find((each) => each.code === code)?.label ?? code;
  const parts = [...whole.map(({ level, code }) => label(level, code)), ...(single.length > 4 ? [] : single.map((code) => label(levels[0].name, code)))];
  if (single.length > 4) parts.push(`${number(single.length)} ${whole.length ? "more " : ""}of ${number(levels[0].codes.length)} parts`);
  return listed(parts);
}

/** @param {Cube} cube @param {Terms["method"]} method @returns {Way} */
export function wayOf({ methods, defaultMethod, release }, method) {
  const { kind } = Object(typeof method === "object" ? method : methods.find(({ name }) => name === (method ?? defaultMethod)));
  return kind === "none" ? "bare" : release === "sealed" ? "sum" : "one";
}

/**
 * Returns paragraphs that explain how areas are protected.
 * @param {Cube} cube
 * @param {Way} way
 * @param {Sums} sums
 * @param {Table["method"]} [method]  of the tables that are shown
 * @returns {string[]}
 */
export function protectionInWords(cube, way, sums, method) {
  if (way === "bare") return ["This method does not protect areas. Their figures are true counts."];
  const checked = cube.rules || way === "sum" ? [`The publisher’s limits on tables: ${checkedInWords(cube).replace(/^C/, "c")}`] : [];
  if (way === "one") {
    const noise = !method || isRandom(method);
    return [
      `Each figure counts the people of all parts together. This one count is ${noise ? "changed by a small random amount, its noise. An area of many parts has no more noise than an area of few parts" : "rounded"}.`,
      `The sum of the parts’ figures differs slightly, because each part’s figure is ${noise ? "changed" : "rounded"} separately.`,
      ...(method?.properties.consistent ? ["The same parts always give the same figures, whatever the name of the area and whatever the other areas are."] : []),
      ...checked,
    ];
  }
  const told = [...sums].filter(([, { variance }]) => variance > 1).map(([name, { blocks, variance, negative }]) =>
    `${name} is ${negative ? "computed from" : "the sum of"} ${number(blocks)} published areas. The variance of its noise is ${number(Math.round(variance * 10) / 10)} times that of one figure.${negative ? " Some published figures are subtracted, so the area’s figures can be negative." : ""}`);
  return ["This dataset holds only published figures, so an area’s figures are sums over its parts or over larger areas that it contains. Each published figure has noise, a small random change. A sum also adds up the noise.", ...told, ...checked];
}

/** Why the publisher permits any custom area, by kind of data. @type {Partial<Record<Cube["data"], string>>} */
const DATA = { synthetic: ": these are invented data", "public-use": ": this is a public-use file" };

/**
 * Returns paragraphs about what the difference of two areas discloses, and how the publisher limits this.
 * @param {Cube} cube
 * @param {Way} way
 * @returns {string[]}
 */
export function differencingInWords(cube, way) {
  if (way === "bare") return ["Subtracting two areas that differ by one small part gives the true figure of that part. This method hides nothing and is here for comparison."];
  if (way === "sum") {
    return [
      "Subtracting two areas that differ by one small part gives a sum of published figures, with their noise. This sum contains no more than the published figures.",
      "So the publisher can allow every area. However, areas of many parts have more noise.",
    ];
  }
  const least = [...(cube.rules?.areas?.whole ?? []), ...(cube.rules?.areas?.filtered ?? [])].map(([unit, most]) => `${number(most)} ${plural(unit).toLowerCase()}`);
  return [
    "Subtracting two areas that differ by one small part gives a figure of that part. The protection of both areas changes this figure.",
    "One such pair discloses little. The average of many pairs that differ by the same people discloses more. To prevent this, a publisher can offer only standard areas, or sums of published figures.",
    `Here readers can draw any area${least.length ? ` of at least ${listed(least)}; smaller areas are blocked` : ", however small"}${DATA[cube.data] ?? ""}.`,
  ];
}

/** @type {Record<Way, string>} */
const APART = {
  one: "differ by one part only. Protection changes the figures of both, so their difference is not that part’s true figure.",
  sum: "differ by one part only. Their difference is a sum of published figures and contains no more than these.",
  bare: "differ by one part only. Their difference is that part’s true figure.",
};

/**
 * Returns a caution for each pair of areas that overlap, are equal or differ by one part. Also compares each custom
 * area with the union of all small areas.
 * @param {Area[]} areas
 * @param {string[]} labels
 * @param {number} all  the number of all small areas
 * @param {Way} way
 */
export function cautions(areas, labels, all, way) {
  const apart = `${APART[way]} See “Nearly equal areas” below.`;
  const said = areas.flatMap(({ codes }, i) => (codes.length === all - 1 ? [`${labels[i]} and all areas together ${apart}`] : []));
  areas.forEach((a, i) => areas.slice(i + 1).forEach((b, j) => {
    const pair = `${labels[i]} and ${labels[i + 1 + j]}`;
    const parts = difference(a, b);
    if (parts === 0) said.push(`${pair} are the same area.`);
    else if (parts < NEAR) said.push(`${pair} ${apart}`);
    else if (shared(a, b)) said.push(`${pair} overlap: both count the people of their ${counted(shared(a, b), "common part")}.`);
  }));
  return said;
}
