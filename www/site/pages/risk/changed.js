// The cubes of changed records that the publisher names in pages/NAME.json, and the publisher's comparisons.
// docs/reference/pages.md describes the fields.

import { takesOwn } from "../../../choice/designed.js";
import { fetchDescription, inLanguage } from "../../result/map/page.js";

/** @import { Cube } from "../../shell/types.js" */

/**
 * @typedef {{ cube: string, label: string, noise?: { kind: string, [parameter: string]: unknown } }} Changed  a cube of the same records after changes, by its folder, and the method of its noise
 * @typedef {{ label: string, link: string }} Planned  a comparison, with the part of its address after "#"
 * @typedef {{ changed: Changed[], comparisons: Planned[], problems: string[] }} Offer
 */

/**
 * Fetches the changed cubes and the comparisons of a cube. Wrong entries are left out, and described.
 * @param {string} name  the cube's folder
 * @param {string[]} names  of the site's cubes
 * @returns {Promise<Offer>}
 */
export async function fetchOffer(name, names) {
  /** @type {Offer} */
  const offer = { changed: [], comparisons: [], problems: [] };
  try {
    const { changed = [], comparisons = [] } = Object(await fetchDescription(name));
    const wrong = (/** @type {string} */ field, /** @type {string} */ expected) => void offer.problems.push(`pages/${name}.json: ${field}: expected ${expected}`);
    for (const [at, each] of [changed].flat().entries()) {
      const { cube, label, noise } = Object(each);
      if (!names.includes(cube) || cube === name || !inLanguage(label)) wrong(`changed[${at}]`, "another cube of this site and a label");
      else if (noise !== undefined && typeof noise?.kind !== "string") wrong(`changed[${at}].noise`, "the parameters of a method");
      else offer.changed.push({ cube, label: inLanguage(label), noise });
    }
    for (const [at, each] of [comparisons].flat().entries()) {
      const { label, link } = Object(each);
      if (typeof link !== "string" || !link.startsWith("cube=") || !inLanguage(label)) wrong(`comparisons[${at}]`, "a label, and a link that begins with cube=");
      else offer.comparisons.push({ label: inLanguage(label), link });
    }
  } catch (error) {
    offer.problems.push(/** @type {Error} */ (error).message);
  }
  return offer;
}

/**
 * The method, in an address, of a table that shows the changes alone. Null if the cube allows no such method.
 * @param {Cube} cube
 */
export function bareMethod(cube) {
  return cube.methods.find(({ kind }) => kind === "none")?.name ?? (takesOwn(cube) ? JSON.stringify({ kind: "none" }) : null);
}

/** Why the risk of a changed cube's table is unknown (docs/reference/measures.md). @param {Cube} changed */
export function unknownRisk({ manifest }) {
  const kinds = new Set(manifest.pretabular?.steps.map(({ kind }) => kind));
  if (kinds.has("noise")) return "the site does not state the method of its noise";
  if (kinds.has("deviations")) return "its figures are sums of changed cells, and the probabilities of such sums are not known";
  if (kinds.has("pram") || kinds.has("weights")) return "the risk after such changes is not measured";
  return "the dataset does not state how many records moved";
}
