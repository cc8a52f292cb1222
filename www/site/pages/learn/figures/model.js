// The figures of the papers: their series, and what agrees with the paper, from the output of the commands.

import { cloudOf, componentsOf, mapOf } from "./model-risk.js";
import { outcomes } from "./outcomes.js";
import { words } from "./words.js";

/** @import { Data, Figure, Part, Series, StudyFile } from "./types.js" */

/** A study writes "2,589", "-0.03126" or "near 0.055". @param {string | null | undefined} text @returns {number | null} */
export function numberOf(text) {
  const found = /-?\d[\d,]*(?:\.\d+)?/.exec(text ?? "");
  return found ? Number(found[0].replaceAll(",", "")) : null;
}

/** The figures of the whole sample, and the figures of the same measures for communal establishments. */
const PAIRS = [[1, 4], [2, 5], [3, 6], [7, 9], [8, 10]];

/** @param {Data} data @returns {Figure[]} */
export function figuresFrom(data) {
  return [componentsOf(data.components), mapOf(data.shlomo), ...data.ons.parts.map((part) => barsOf(data.ons, part)), cloudOf(data.scad, data.draws)];
}

const numberOfPart = (/** @type {Part} */ { title }) => Number(/^Figure (\d+)/.exec(title)?.[1]);

/** A chart of the six methods. @param {StudyFile} study @param {Part} part @returns {Figure} */
function barsOf(study, part) {
  const number = numberOfPart(part);
  const pair = PAIRS.find((each) => each.includes(number)) ?? [number];
  const other = pair.find((each) => each !== number);
  const beside = study.parts.find((each) => numberOfPart(each) === other);
  const { title, about, unit, place } = words.ons[/** @type {keyof typeof words.ons} */ (number)];
  const paper = paperSeries(part, unit);
  return {
    id: `${study.name}-${number}`, kind: "bars", study: study.name, number, title, about,
    x: { label: part.heads[0], unit },
    y: { label: words.method, unit: "" },
    series: [
      ...thresholds(part, unit, "", true),
      ...(beside ? thresholds(beside, unit, ` (${words.figureNumber(/** @type {number} */ (other))})`, false) : []),
      ...(paper ? [paper] : []),
    ],
    variants: [],
    ...outcomes(part),
    data: study.data,
    source: { paper: study.paper, place },
    commands: [`cellveil study ${study.name}`],
  };
}

/** Two series: methods with a threshold, and methods without. @param {Part} part @param {string} unit @param {string} more @param {boolean} isOn @returns {Series[]} */
function thresholds(part, unit, more, isOn) {
  const rows = part.rows.map((row, x) => ({ name: row.label, x, text: row.ours[0], y: numberOf(row.ours[0]), hasThreshold: /threshold|10-5/.test(row.label) }));
  return [true, false].flatMap((hasThreshold) => {
    const points = rows.filter((row) => row.hasThreshold === hasThreshold && row.y !== null)
      .map(({ name, x, y, text }) => ({ name, x, y: Number(y), text: `${name}${more}: ${text}${words.after(unit)}` }));
    if (points.length === 0) return [];
    const id = `${hasThreshold ? "with" : "without"}${isOn ? "" : "-other"}`;
    return [{ id, label: (hasThreshold ? words.withThreshold : words.withoutThreshold) + more, from: /** @type {const} */ ("ours"), colour: isOn ? (hasThreshold ? "--series-1" : "--series-2") : (hasThreshold ? "--series-3" : "--series-4"), isOn, points }];
  });
}

/** The figures that the text of the paper prints. @param {Part} part @param {string} unit @returns {Series | undefined} */
function paperSeries(part, unit) {
  const points = part.rows.flatMap((row, x) => {
    const y = numberOf(row.paper[0]);
    return y === null ? [] : [{ name: row.label, x, y, text: `${row.label}, ${words.paper}: ${row.paper[0]}${words.after(unit)}` }];
  });
  return points.length > 0 ? { id: "paper", label: words.printed, from: "paper", colour: "--ink", isOn: true, points } : undefined;
}
