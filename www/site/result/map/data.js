// Loads the data of maps and community tables: a cube, its areas with their nesting and boundaries, and the publisher's
// description.

import { open } from "../../shell/catalogue.js";
import { variablesOf } from "../../../choice/state.js";
import { plural } from "../../shell/words.js";
import { fetchNesting } from "./nesting.js";
import { areasOf, fetchBoundaries, fetchPage } from "./page.js";
import { boundariesOf } from "./shapes.js";

/** @import { Cube, Variable } from "../../shell/types.js" */
/** @import { Nesting } from "./nesting.js" */
/** @import { Page } from "./page.js" */
/** @import { Boundaries } from "./shapes.js" */

/**
 * @typedef {object} Data
 * @property {string} name  the cube's folder
 * @property {Cube} cube
 * @property {Page} page
 * @property {Variable[]} levels  the dimension of the areas, then its levels
 * @property {Nesting} nesting
 * @property {Boundaries | null} published
 * @property {string[]} problems  descriptions of the parts that could not be used
 */

/** @param {string} name @returns {Promise<Data>} */
export async function load(name) {
  const cube = await open(name);
  const page = await fetchPage(name, cube, document.documentElement.lang);
  const problems = [...page.problems];
  const dimension = areasOf(page, cube);
  if (!dimension) throw Object.assign(new Error("this dataset has no variable with areas"), { code: "no-areas" });
  const levels = variablesOf(cube).filter((each) => each.dimension === dimension.name);
  /** @type {Nesting} */
  const nesting = levels.length > 1 ? await fetchNesting(name, dimension.name).catch((error) => (problems.push(error.message), new Map())) : new Map();
  if (page.indicators.length === 0) {
    page.indicators.push({ id: "count", title: plural(cube.unit), description: "", kind: "count", of: null, numerator: [], denominator: null, per: 100, unit: "", values: [] });
  }
  const { place } = page;
  const published = place?.geojson ?? place?.topojson
    ? await fetchBoundaries(/** @type {import("./page.js").Place} */ (place))
      .then((text) => boundariesOf(text, levels, { name: "Boundaries", own: false, property: place?.property, layer: place?.layer }))
      .catch((error) => (problems.push(`the boundaries are unusable, so the map shows areas as tiles. ${error.message}`), null))
    : null;
  return { name, cube, page, levels, nesting, published, problems };
}
