// The reader's choice on the page of areas. Drawn areas become groups of areas in a table.

import { withGroups } from "../../../choice/areas.js";
import { variablesOf } from "../../../choice/state.js";
import { listed } from "../../shell/words.js";
import { labelsOf, MOST, spelled } from "./areas.js";
import { nothingWanted } from "./hash.js";

/** @import { Selection } from "../../../choice/types.js" */
/** @import { Code, Description } from "../../shell/types.js" */
/** @import { Data } from "../../result/map/data.js" */
/** @import { Area } from "./areas.js" */
/** @import { Wanted } from "./hash.js" */

/** A group as a drawn area. @param {[label: string, codes: string[]]} group @returns {Area} */
const areaOf = ([label, codes]) => ({ name: spelled(label), codes });

/** The groups of the smallest areas in the table of a choice. @param {Selection} choice @param {string} [level] */
const groupsIn = ({ groups }, level) => groups.find(([name]) => name === level)?.[1] ?? [];

/** @param {unknown} one @param {unknown} other */
const isEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The table of a choice, with the drawn areas as groups. Groups that the page has no room for stay in the table. Until
 * the reader changes an area, all groups stay as they are.
 * @param {Wanted} wanted
 * @param {readonly Code[]} parts
 * @param {string} [level]  of the parts
 */
export function tableOf({ areas, current, hasAreas, ...choice }, parts, level) {
  const groups = groupsIn(choice, level);
  const [shown, more] = [groups.slice(0, MOST), groups.slice(MOST)];
  if (!level || isEqual(areas, shown.map(areaOf))) return choice;
  const drawn = areas.filter(({ codes }) => codes.length);
  const labels = labelsOf(drawn, new Set([...parts.map(({ code }) => code), ...more.map(([label]) => label)]));
  const changed = drawn.map((area, i) => shown.find((group) => isEqual(areaOf(group), area)) ?? /** @type {[string, string[]]} */ ([labels[i], area.codes]));
  return withGroups(choice, level, [...changed, ...more]);
}

/** Counts the groups of a table that the page shows, and all its groups. @param {Wanted} wanted @param {string} level */
export function countGroups(wanted, level) {
  const shown = wanted.areas.filter(({ codes }) => codes.length).length;
  return { shown, all: shown + groupsIn(wanted, level).slice(MOST).length };
}

/** Returns a choice with its groups of areas as drawn areas, if the link names no drawn areas. @param {Wanted} wanted @param {string} level @returns {Wanted} */
export function withAreas(wanted, level) {
  const groups = groupsIn(wanted, level);
  return wanted.hasAreas || groups.length === 0 ? wanted : { ...wanted, hasAreas: true, areas: groups.slice(0, MOST).map(areaOf) };
}

/**
 * Retains the areas of another dataset, without the parts that this dataset lacks.
 * @param {Wanted} wanted
 * @param {Data} loaded
 */
export function retained(wanted, { levels: [level] }) {
  const known = new Set(level.codes.map(({ code }) => code));
  const areas = wanted.areas.map((area) => ({ ...area, codes: area.codes.filter((code) => known.has(code)) }));
  return { ...nothingWanted(), cube: wanted.cube, ...(areas.some(({ codes }) => codes.length) ? { areas, current: wanted.current } : {}) };
}

/** Names filters, such as "Only Sex: Female." @param {[name: string, codes: string[]][]} filter @param {Description} cube */
export function filtersInWords(filter, cube) {
  return `Only ${filter.map(([of, codes]) => {
    const variable = variablesOf(cube).find(({ name }) => name === of);
    return `${variable?.label ?? of}: ${listed(codes.map((code) => variable?.codes.find((each) => each.code === code)?.label ?? code), "or")}`;
  }).join("; ")}.`;
}
