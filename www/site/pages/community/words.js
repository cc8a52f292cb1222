// What the page of community tables says of areas that were drawn together: how they are protected, and what two of them give away.

import { checkedInWords } from "../../result/rules.js";
import { counted, isRandom, listed, number, plural } from "../../shell/words.js";
import { difference, shared } from "./areas.js";

/** @import { Cube, Table } from "../../shell/types.js" */
/** @import { Area } from "./areas.js" */
/** @typedef {Map<string, { blocks: number, variance: number, negative: boolean }>} Sums  by area: how far its noise is that of one figure */

/** How an area comes by its figures: as one cell, as a sum of published ones, or as it is. @typedef {"one" | "sum" | "bare"} Way */

/** Areas with fewer parts apart than this are told of. */
const NEAR = 2;

/** @param {Cube} cube @param {string | null} method  null: the cube's default @returns {Way} */
export function wayOf({ methods, defaultMethod, release }, method) {
  return methods.find(({ name }) => name === (method ?? defaultMethod))?.kind === "none" ? "bare" : release === "sealed" ? "sum" : "one";
}

/**
 * How areas are protected, in words.
 * @param {Cube} cube
 * @param {Way} way
 * @param {Sums} sums
 * @param {Table["method"]} [method]  of the tables that are shown
 * @returns {string[]}
 */
export function protectionInWords(cube, way, sums, method) {
  if (way === "bare") return ["With this method areas are not protected: their figures are the true ones."];
  const checked = cube.rules || way === "sum" ? [`The publisher’s rules for tables: ${checkedInWords(cube).replace(/^C/, "c")}`] : [];
  if (way === "one") {
    const noise = !method || isRandom(method);
    return [
      `Each area is protected as one custom area: for each figure the people of all of its parts are counted together, and that one count is ${noise ? "changed by a small random amount, its noise. An area of many parts has no more noise than one of few" : "rounded"}.`,
      `Adding up the figures of its parts gives a slightly different number, as each of them is ${noise ? "changed" : "rounded"} by itself.`,
      ...(method?.properties.consistent ? ["The same parts give the same figures each time, whatever the area is called and whatever stands beside it."] : []),
      ...checked,
    ];
  }
  const told = [...sums].filter(([, { variance }]) => variance > 1).map(([name, { blocks, variance, negative }]) =>
    `${name} is ${negative ? "worked out" : "added up"} from ${number(blocks)} published areas: the variance of its noise is ${number(Math.round(variance * 10) / 10)} times that of one figure.${negative ? " As some are subtracted, figures can be negative." : ""}`);
  return ["These data hold published figures only, so an area is added up from those of its parts, whole larger areas where it has them. Each part keeps its noise, a small random change, and the noises add up.", ...told, ...checked];
}

/** Why the publisher may let readers draw what they like. @type {Partial<Record<Cube["data"], string>>} */
const DATA = { synthetic: ": these data are invented", "public-use": ": these records were prepared for anyone to use" };

/**
 * What somebody learns who subtracts one area from another, and what the publisher does against it.
 * @param {Cube} cube
 * @param {Way} way
 * @returns {string[]}
 */
export function differencingInWords(cube, way) {
  if (way === "bare") return ["Two areas that differ by one small part can be subtracted from each other. With this method nothing is hidden: what is left is the true figure of that part. It is here to be compared with the others."];
  if (way === "sum") {
    return [
      "Two areas that differ by one small part can be subtracted from each other. Here that tells nothing new: areas are made of published figures, so what is left is made of published figures too, with their noise.",
      "So the publisher need not limit which areas are drawn. The price is the larger noise of areas that have many parts.",
    ];
  }
  const least = [...(cube.rules?.areas?.whole ?? []), ...(cube.rules?.areas?.filtered ?? [])].map(([unit, most]) => `${number(most)} ${plural(unit).toLowerCase()}`);
  return [
    "Two areas that differ by one small part can be subtracted from each other. What is left is a figure of that part, but changed by the protection of both areas, as each is protected by itself.",
    "One such pair tells little. Many pairs that differ by the same people can be averaged, and tell more and more. Against that a publisher can offer standard areas only, or add areas up from published figures.",
    `Here readers may draw any area${least.length ? ` of at least ${listed(least)}; smaller ones are blocked` : ", however small"}${DATA[cube.data] ?? ""}.`,
  ];
}

/** @type {Record<Way, string>} */
const APART = {
  one: "differ by one part only. What one has more than the other is changed by the protection of both: it is no figure of that part.",
  sum: "differ by one part only. What one has more than the other is made of published figures: it tells nothing new of that part.",
  bare: "differ by one part only. What one has more than the other is the true figure of that part.",
};

/**
 * Areas that overlap, or that differ by little, from all areas as well, which stand beside them.
 * @param {Area[]} areas
 * @param {string[]} labels
 * @param {number} all  how many parts there are
 * @param {Way} way
 */
export function cautions(areas, labels, all, way) {
  const apart = `${APART[way]} See “Areas that differ by little” below.`;
  const said = areas.flatMap(({ codes }, i) => (codes.length === all - 1 ? [`${labels[i]} and all areas together ${apart}`] : []));
  areas.forEach((a, i) => areas.slice(i + 1).forEach((b, j) => {
    const pair = `${labels[i]} and ${labels[i + 1 + j]}`;
    const parts = difference(a, b);
    if (parts === 0) said.push(`${pair} are the same area.`);
    else if (parts < NEAR) said.push(`${pair} ${apart}`);
    else if (shared(a, b)) said.push(`${pair} overlap: people of their ${counted(shared(a, b), "common part")} are counted in both.`);
  }));
  return said;
}
