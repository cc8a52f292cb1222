/** @import { Selection } from "./types.js" */

/**
 * Returns the name of a file, such as "census2011-teaching_region_by_sex_age-band.csv".
 * @param {Selection} selection
 * @param {string} cube
 * @param {string} ending
 */
export function fileName(selection, cube, ending) {
  const part = (/** @type {string[]} */ names) => names.join("_").replace(/[^\p{L}\p{N}_]+/gu, "-");
  const filtered = selection.filter.filter(([, codes]) => codes.length).map(([name]) => name);
  const stem = [
    part([cube]), part([...selection.layers.map(([name]) => name), ...selection.rows]),
    selection.columns.length ? `by_${part(selection.columns)}` : "",
    filtered.length ? `where_${part(filtered)}` : "",
  ].filter(Boolean).join("_");
  return `${stem.slice(0, 120)}.${ending}`;
}
