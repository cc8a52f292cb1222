// The texts of the maps page and its files.

import { statusInWords, STATUSES } from "../../../words/statuses.js";
import { counted, listed, number, plural, receiptDigest, sumsInWords, versionInWords } from "../../shell/words.js";
import { filterFor, isLow, unitOf } from "./indicators.js";
import { shorthandOf } from "./table.js";

/** @import { Cube, Table, Variable } from "../../shell/types.js" */
/** @import { Wanted } from "./hash.js" */
/** @import { Figure } from "./indicators.js" */
/** @import { Indicator } from "../../result/map/page.js" */

/** @import { Interval } from "../../result/map/uncertain.js" */

/**
 * @typedef {{ wanted: Wanted, indicator: Indicator, level: Variable, table: Table, figures: Figure[], interval?: Interval }} Built
 *   `indicator`: as it is shown, such as a share of a count; `interval`: the interval of each area's figure, by its position in `figures`
 */

/** In a smaller denominator, one person is more than one percent. */
const FEW = 100;

/** The mark beside the title of true counts. maps.html has it too. */
const TRUE_COUNTS = "True counts, unprotected";

/** Whether the method protects nothing. Teaching cubes can have such a method. @param {Table} table */
export const isBare = ({ method }) => method.kind === "none";

/** @param {Built} built */
const unitsOf = ({ table }) => plural(table.cube.unit).toLowerCase();

/** The unit of the figures, such as "% of all persons". @param {Built} built */
export const unitIn = (built) => unitOf(built.indicator, unitsOf(built), built.table.filter.length > 0);

/** The title, such as "People aged 65 and over, by Ward". @param {Built} built */
export const titleOf = ({ indicator, level }) => `${indicator.title}, by ${level.label}`;

/** @param {Built} built */
export function whatOf(built) {
  const { indicator, table, wanted } = built;
  const filters = table.filter.map(({ label, codes }) => `${label}: ${listed(codes.map((each) => each.label), "or")}`);
  const idle = filterFor(indicator, wanted.filter).length < wanted.filter.filter(([, codes]) => codes.length).length;
  return [
    indicator.description, filters.length ? `Only ${filters.join("; ")}.` : "", idle ? `The filter by ${table.dimensions[1].label} does not apply to this indicator.` : "",
    indicator.kind === "count" ? "" : `Computed from ${isBare(table) ? "unprotected" : "protected"} numbers of ${unitsOf(built)}.`,
  ].filter(Boolean).join(" ");
}

/** Explains how protection affects the figures. @param {Built} built */
export function protectedInWords({ indicator, table }) {
  if (isBare(table)) return "These figures are not protected. They are true counts, or computed from true counts.";
  if (indicator.kind === "count") return "Each figure is protected and may differ a little from the true count.";
  return "Each figure is computed from protected numbers, never from true counts. Protection changes figures about few people the most. Small areas also differ by chance.";
}

/**
 * Returns a caution about figures of few people and about shares above 100%. Empty without such figures.
 * @param {Built} built
 */
export function cautionInWords(built) {
  const { indicator, figures, table } = built;
  const areas = figures.slice(0, -1);
  const few = areas.filter(({ value, over }) => value !== null && over !== undefined && over < FEW).length;
  const above = indicator.kind === "share" ? areas.filter(({ value }) => value !== null && value > 100).length : 0;
  return [
    few ? `In ${number(few)} of ${counted(areas.length, "area")} the figure is computed from fewer than ${FEW} ${unitsOf(built)}. Small differences between such areas mean little.` : "",
    above ? `${above === 1 ? "One figure is" : `${number(above)} figures are`} above 100%, because a part and its whole are protected separately.` : "",
  ].filter(Boolean).join(" ");
}

/** The notes of a CSV file, a line each. @param {Built} built @param {Cube} cube */
export function notesOf(built, cube) {
  const { source, licence, id, title } = cube;
  const { indicator, table, figures } = built;
  return [
    `${titleOf(built)}, in ${unitIn(built)}`, isBare(table) ? TRUE_COUNTS : "", whatOf(built), protectedInWords(built), cautionInWords(built),
    ...[...shorthandOf(figures, (value) => isLow(indicator, value))].filter((why) => why !== "low").map((why) => `${why}: ${STATUSES[why].mark} ${statusInWords(why)}`),
    `Method: ${[table.method.text, sumsInWords(table)].filter(Boolean).join(" ")}`,
    source ? `Source: ${source}` : "", licence ? `Licence: ${licence}` : "", `Data: ${title} (${id})${versionInWords(cube)}`,
  ].filter(Boolean);
}

/** The texts in the image file of a map. @param {Built} built @param {Cube} cube */
export function aboutOf(built, { source, licence, title }) {
  const { table } = built;
  return {
    title: titleOf(built), subtitle: [isBare(table) ? `${TRUE_COUNTS}.` : "", whatOf(built)].filter(Boolean).join(" "),
    lines: [
      title, protectedInWords(built), cautionInWords(built), `Method: ${[table.method.text, sumsInWords(table)].filter(Boolean).join(" ")}`,
      source ? `Source: ${source}` : "", licence ? `Licence: ${licence}` : "",
    ].filter(Boolean),
    receipt: receiptDigest(table), cube: { source, licence },
  };
}
