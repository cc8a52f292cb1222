/** Writes the specifications of the two cubes: a sealed cube for the public, and a keyed cube for use inside the agency. */

import { VARIABLES, namesOf } from "./population.js";

/** @typedef {"sealed" | "keyed"} Release */

/**
 * The axes of areas by every pair of variables. The builder of a sealed cube adds all subsets. A keyed cube has a view with all
 * variables, from which it answers queries about areas.
 * @type {Record<Release, string[]>}
 */
const AREA_AXES = { sealed: ["area", "area:district", "area:region"], keyed: ["area:district", "area:region"] };

/** @param {Release} release @param {number} variables */
export function specification(release, variables) {
  const names = namesOf(variables);
  const label = (/** @type {string} */ name) => `${name[0].toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;
  const dimensions = names.map((name) => `[[dimension]]
name = "${name}"
label = "${label(name)}"
codes = { ${Array.from({ length: VARIABLES[name] }, (_, code) => `${code} = "${label(name)}, category ${code + 1}"`).join(", ")} }
`);
  return `[cube]
id = "census-${release}"
title = "A census of invented persons"
unit = "person"
data = "synthetic"
audience = "${release === "sealed" ? "public" : "internal"}"
release = "${release}"
[key]
column = "record_key"
salt = "4b19e7c2805dfa36917c3e0ad4b86f25"
[[dimension]]
name = "area"
label = "Area"
role = "geo"
codes = "areas.csv"
[[dimension.level]]
name = "district"
label = "District"
from = { code = "district", label = "district_label" }
[[dimension.level]]
name = "region"
label = "Region"
from = { code = "region", label = "region_label" }
${dimensions.join("")}[method.default]
kind = "cell-key"
ptable = "standard"
lookup = "hash"
[publish]
views = [${views(release, names).map((view) => JSON.stringify(view)).join(",\n")}]
`;
}

/** The views of a cube. @param {Release} release @param {string[]} names */
function views(release, names) {
  return AREA_AXES[release].flatMap((area) => pairsOf(names).map((pair) => [area, ...pair]));
}

/** Every pair of variables. @param {string[]} names @returns {[string, string][]} */
export const pairsOf = (names) => names.flatMap((one, at) => names.slice(at + 1).map((other) => /** @type {[string, string]} */ ([one, other])));
