// The figures of Shlomo, Antal and Elliot (2015) about risk and utility, and the random numbers of the Abu Dhabi census.

import { claim, outcomes } from "./outcomes.js";
import { words } from "./words.js";

/** @import { ComponentsFile, DrawsFile, Figure, Measured, Row, Series, StudyFile, Term } from "./types.js" */

/** @type {[Term, string][]} */
const TERMS = [["zeros", "--series-1"], ["entropy", "--series-2"], ["size", "--series-3"]];
const COMPONENTS = words.components;
const three = (/** @type {number} */ value) => value.toFixed(3);

/** @param {Measured[]} tables @param {(table: Measured) => number} x @param {(table: Measured) => string} name @returns {Series[]} */
const termSeries = (tables, x, name) => TERMS.map(([term, colour]) => ({
  id: term, label: COMPONENTS.terms[term], from: "ours", colour, isOn: true,
  points: tables.map((table) => ({ name: name(table), x: x(table), y: table.terms[term], text: `${COMPONENTS.terms[term]}, ${name(table)}: ${three(table.terms[term])}` })),
}));

/** Whether numbers only rise. @param {number[]} numbers */
const rise = (numbers) => numbers.every((each, at) => at === 0 || each > numbers[at - 1]);

/** Figure 1: the three components of the risk. @param {ComponentsFile} data @returns {Figure} */
export function componentsOf({ byEmpty, byPersons }) {
  const last = byEmpty[byEmpty.length - 1];
  const even = byEmpty[0];
  const sizes = byPersons.map(({ terms }) => terms.size);
  const claims = [
    claim(COMPONENTS.zeros, byEmpty.every(({ cells, empty, terms }) => Math.abs(terms.zeros - empty / cells) < 1e-9)),
    claim(COMPONENTS.entropy, Math.abs(even.terms.entropy) < 1e-9 && Math.abs(last.terms.entropy - 1) < 1e-9 && rise(byEmpty.map(({ terms }) => terms.entropy))),
    claim(COMPONENTS.size(three(sizes[0]), byPersons[0].persons, three(sizes[sizes.length - 1]), byPersons[byPersons.length - 1].persons), rise(sizes.map((size) => -size))),
    claim(COMPONENTS.bounds, [...byEmpty, ...byPersons].every(({ terms }) => Object.values(terms).every((value) => value >= 0 && value <= 1))),
  ];
  const emptyAxis = { label: COMPONENTS.emptyAxis(even.cells), unit: COMPONENTS.cells, range: /** @type {[number, number]} */ ([0, last.empty]) };
  const byEmptySeries = termSeries(byEmpty, ({ empty }) => empty, ({ empty }) => COMPONENTS.emptyCells(empty));
  const outcome = outcomes({ rows: [], claims, notes: COMPONENTS.notes });
  return {
    id: "shlomo-2015-1", kind: "lines", study: "shlomo-2015", number: 1, title: COMPONENTS.title, about: COMPONENTS.about,
    x: emptyAxis,
    y: { label: COMPONENTS.component, unit: "", range: [0, 1] },
    series: byEmptySeries,
    variants: [
      { id: "empty", label: COMPONENTS.byEmpty, x: emptyAxis, series: byEmptySeries },
      {
        id: "persons", label: COMPONENTS.byPersons,
        x: { label: COMPONENTS.personsAxis, unit: COMPONENTS.persons, scale: "log", range: [byPersons[0].persons, byPersons[byPersons.length - 1].persons] },
        series: termSeries(byPersons, ({ persons }) => persons, ({ persons }) => `${persons.toLocaleString("en-GB")} ${COMPONENTS.persons}`),
      },
    ],
    ...outcome,
    differs: [...outcome.differs, COMPONENTS.formula],
    data: COMPONENTS.data(even.cells, even.persons),
    source: { paper: COMPONENTS.paper, place: COMPONENTS.place },
    commands: ["node scripts/figures.js", "cellveil measure"],
  };
}

/** The default weights of the components, as in `cellveil measure`. */
export const WEIGHTS = { zeros: 0.1, entropy: 0.8, size: 0.1 };

/**
 * The risk R as the weighted mean of the three components (equation 3).
 * @param {Series[]} series the three components
 * @param {Record<Term, number>} weights
 * @returns {Series}
 */
export function riskSeries(series, weights) {
  const [first, ...others] = series;
  const points = first.points.map(({ name, x }, at) => {
    const y = [first, ...others].reduce((sum, { id, points }) => sum + weights[/** @type {Term} */ (id)] * points[at].y, 0);
    return { name, x, y, text: `${COMPONENTS.risk}, ${name}: ${three(y)}` };
  });
  return { id: "risk", label: COMPONENTS.risk, from: "ours", colour: "--series-5", isOn: true, points };
}

const MAP = words.map;

/** The methods of Figure 2: the text in a row's label, the paper's short name, and the colour. */
const METHODS = [
  { id: "RS", match: "perturbed input: Record swapping", colour: "--series-1" },
  { id: "SP", match: "perturbed input: Stochastic perturbation", colour: "--series-2" },
  { id: "RR", match: "perturbed input: Semi-controlled random rounding", colour: "--series-3" },
  { id: "RRP", match: "perturbed output: Semi-controlled random rounding", colour: "--series-4" },
  { id: "SPI", match: "perturbed input: Stochastic perturbation, matrix made invariant (not in the paper)", colour: "--series-5" },
];

/** Figure 2: the map of risk and utility. Its points are the rows of Table 5. @param {StudyFile} study @returns {Figure} */
export function mapOf(study) {
  const [table, map] = study.parts;
  const series = METHODS.flatMap(({ id, match, colour }) => /** @type {const} */ (["ours", "paper"]).flatMap((from) => {
    const rows = table.rows.filter(({ label, [from]: figures }) => label.split(", ").slice(1).join(", ") === match && figures[0] && figures[1]);
    const label = MAP.series(MAP.methods[/** @type {keyof typeof MAP.methods} */ (id)], id, from);
    return rows.length > 0 ? [{ id: `${id}-${from}`, label, from, colour, isOn: id !== "SPI", points: rows.map((row) => pointOf(row, from, label)) }] : [];
  }));
  const shown = table.rows.filter(({ label }) => METHODS.some(({ match, id }) => id !== "SPI" && label.endsWith(match)));
  return {
    id: "shlomo-2015-2", kind: "map", study: study.name, number: 2, title: MAP.title, about: MAP.about,
    x: { label: MAP.utility, unit: "" },
    y: { label: MAP.risk, unit: "" },
    series,
    variants: [],
    ...outcomes({ rows: shown.map((row) => ({ ...row, label: shortName(row) })), claims: [...map.claims, ...table.claims].map(({ text, holds }) => claim(text.replace("with at most this risk", MAP.atMost), holds)), notes: [...map.notes, ...table.notes] }),
    data: study.data,
    source: { paper: study.paper, place: MAP.place },
    commands: [`cellveil study ${study.name}`],
  };
}

/** The table and the paper's short name of the method, such as "Table 1 RR". @param {Row} row */
const shortName = ({ label }) => `${label.split(", ")[0]} ${METHODS.find(({ match }) => label.endsWith(match))?.id}`;

/** @param {Row} row @param {"ours" | "paper"} from @param {string} label */
function pointOf(row, from, label) {
  const name = row.label.split(", ")[0];
  const [risk, utility] = row[from];
  return { name, x: Number(utility), y: Number(risk), text: `${name}, ${label}: ${MAP.values(String(risk), String(utility))}` };
}

const CLOUD = words.cloud;

/** Figure 2 of scad-2011: random numbers from MD5. @param {StudyFile} study @param {DrawsFile} draws @returns {Figure} */
export function cloudOf(study, { scale, numbers }) {
  const [part] = study.parts;
  const tests = part.rows.map(({ label, ours: [figure, p] }) => CLOUD.test(label, String(figure), String(p)));
  return {
    id: `${study.name}-2`, kind: "cloud", study: study.name, number: 2, title: CLOUD.title, about: CLOUD.about(numbers.length),
    x: { label: CLOUD.order, unit: "", range: [1, numbers.length] },
    y: { label: CLOUD.number, unit: "", range: [0, 1] },
    series: [{
      id: "draws", label: CLOUD.series, from: "ours", colour: "--series-1", isOn: true,
      points: numbers.map((number, at) => ({ name: CLOUD.draw(at + 1), x: at + 1, y: number / scale, text: `${CLOUD.draw(at + 1)}: ${(number / scale).toFixed(4)}` })),
    }],
    variants: [],
    ...outcomes({ rows: [], claims: part.claims, notes: [...tests, ...part.notes] }),
    differs: [CLOUD.divisor, CLOUD.identifiers],
    data: study.data,
    source: { paper: study.paper, place: CLOUD.place },
    commands: ["node scripts/figures.js", `cellveil study ${study.name}`],
  };
}
