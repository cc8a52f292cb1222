// The choice of the maps page: what a table's choice means for the map, and what a map's choice means for the table.

import { areaIn, besideIn, withArea, withBeside } from "../../../choice/areas.js";
import { repair } from "../../../choice/repair.js";
import { axesOf, dimensionOf, emptySelection, variablesOf } from "../../../choice/state.js";
import { readHash, writeHash } from "./hash.js";
import { hasShare, isBeside } from "./indicators.js";

/** @import { Variable } from "../../shell/types.js" */
/** @import { Wanted } from "./hash.js" */
/** @import { Data } from "../../result/map/data.js" */
/** The parts of a dataset that a choice depends on. @typedef {Pick<Data, "cube" | "page" | "levels">} From */

/** The page starts with a level of at most this many areas, if there is one. */
const GLANCE = 150;

/** The variable of the map's indicator. @param {Wanted} wanted @param {From | undefined} from */
const variableOf = ({ own, indicator }, from) => own?.of ?? from?.page.indicators.find(({ id }) => id === indicator)?.of ?? null;

/** The table behind the map. @param {Wanted} wanted @param {From | undefined} from */
export function behind(wanted, from) {
  const { cube, level, filter, method } = wanted;
  const of = variableOf(wanted, from);
  return { ...emptySelection(), cube, rows: level ? [level] : [], columns: of ? [of] : [], filter, method };
}

/** Returns the reader's table after a change of the map, with the map's areas and variable. @param {Wanted} next @param {Wanted} before @param {From} from */
export function fitted(next, before, from) {
  const of = variableOf(next, from);
  const area = next.level !== before.level && next.level ? withArea(next, next.level) : next;
  return repair(of && of !== variableOf(before, from) ? withBeside(area, from.levels[0].name, of) : area, from.cube);
}

/**
 * Fills the parts of a choice that the address omits.
 * @param {Wanted} next
 * @param {From} from
 * @returns {{ wanted: Wanted, guessed: boolean }} `guessed`: whether the reader's table gave the indicator
 */
export function completed(next, { cube, page, levels }) {
  const dimension = levels[0].name;
  const level = next.level ?? areaIn(next, dimension) ?? (levels.find(({ codes }) => codes.length <= GLANCE) ?? levels[levels.length - 1]).name;
  const offered = page.indicators.filter((each) => isBeside(each, dimension));
  // The variable beside the areas gives an indicator of the publisher, or the share of one category.
  const beside = next.own || next.indicator || !areaIn(next, dimension) ? undefined : variablesOf(cube).find(({ name }) => name === besideIn(next, dimension));
  const found = beside && (offered.find(({ of }) => of === beside.name) ?? offered.find(({ of }) => of !== null && dimensionOf(of) === beside.dimension));
  if (beside && !found) return { wanted: { ...next, level, indicator: null, own: { of: beside.name, codes: firstShown(next, beside) }, as: "share" }, guessed: true };
  const indicator = next.own ? null : next.indicator ?? (found ?? offered[0])?.id ?? null;
  const chosen = page.indicators.find(({ id }) => id === indicator);
  // A link that names a count and nothing more means the number. Without a link, the page starts with the share.
  const as = next.own ? next.as ?? "share" : chosen && hasShare(chosen) ? next.as ?? (next.indicator ? "count" : "share") : null;
  return { wanted: { ...next, level, indicator, as }, guessed: beside !== undefined };
}

/** The first category that the table shows, as a list. @param {Wanted} choice @param {Variable} variable */
function firstShown({ filter }, { name, codes }) {
  const retained = filter.find(([each, kept]) => each === name && kept.length)?.[1];
  return codes.map(({ code }) => code).filter((code) => !retained || retained.includes(code)).slice(0, 1);
}

/** Whether an address names a part of the map. @param {Wanted} wanted */
export const namesMap = ({ indicator, own, as, level }) => Boolean(indicator || own || as || level);

/** Writes a map as text, for `withMap`. @param {Wanted} wanted @param {From} from */
export const mapAsText = (wanted, from) => writeHash({ ...wanted, ...(wanted.bare ? behind(wanted, from) : {}), bare: false });

/**
 * Returns a table's choice with the map that the reader chose for the table before. A table without this map's areas and
 * variable stays as it is, and so does an address that names a map.
 * @param {Wanted} next
 * @param {string} text  of `mapAsText`
 * @param {From} from
 * @returns {Wanted}
 */
export function withMap(next, text, from) {
  if (next.bare || namesMap(next) || !text) return next;
  const dimension = from.levels[0].name;
  const map = readHash(text);
  const area = areaIn(next, dimension);
  if ((area === undefined) !== (areaIn(map, dimension) === undefined) || besideIn(map, dimension) !== besideIn(next, dimension)) return next;
  const of = variableOf(map, from);
  // A table that shows areas may have lost the indicator's variable.
  const before = axesOf(map).some((name) => of !== null && dimensionOf(name) === dimensionOf(of));
  if (area && of && before && !axesOf(next).some((name) => dimensionOf(name) === dimensionOf(of))) return next;
  const retained = next.filter.find(([name, codes]) => name === map.own?.of && codes.length)?.[1];
  if (retained && !map.own?.codes.some((code) => retained.includes(code))) return next;
  return { ...next, indicator: map.indicator, own: map.own, as: map.as, level: area ? null : map.level };
}
