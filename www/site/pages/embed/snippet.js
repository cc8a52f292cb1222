// Writes the choice of the page "Embed" as HTML, as CSS and as an address.

import { filterText, groupsText, listText } from "../../../element/attributes.js";
import { readHash, writeHash } from "../../../choice/address.js";
import { emptySelection, queryOf } from "../../../choice/state.js";

/** @import { Selection } from "../../shell/types.js" */

/**
 * A choice of the workbench, with the element that shows it, a language and a look. The looks are for finished tables.
 * @typedef {Selection & { cube: string, element: "table" | "builder", language: string, look: keyof typeof LOOKS | "" }} Choice
 */

/**
 * The CSS custom properties of each look. embed.css repeats them for the tables of this page.
 * @type {Record<"ledger" | "banner" | "airy", [name: string, value: string][]>}
 */
export const LOOKS = {
  ledger: [
    ["--cellveil-space", ".2em"],
    ["--cellveil-head-background", "transparent"],
    ["--cellveil-total-background", "transparent"],
    ["--cellveil-rule", "color-mix(in srgb, currentColor 45%, transparent)"],
  ],
  banner: [
    ["--cellveil-head-background", "color-mix(in srgb, #0d5b63 22%, transparent)"],
    ["--cellveil-quiet", "currentColor"],
    ["--cellveil-rule", "color-mix(in srgb, #0d5b63 45%, transparent)"],
  ],
  airy: [
    ["--cellveil-font", "1rem/1.5 Charter, Cambria, Georgia, serif"],
    ["--cellveil-space", ".7em"],
    ["--cellveil-head-background", "transparent"],
  ],
};

const LANGUAGES = ["en", "fr", "ar"];

/** The dataset with labels in all languages of the element. */
export const MULTILINGUAL = "tidewell";

/**
 * Reads a choice from an address of this page or of the workbench. The element ignores percentages and row order.
 * Layers become the outermost rows.
 * @param {string} hash
 * @param {string[]} cubes
 * @returns {Choice}
 */
export function choiceOf(hash, cubes) {
  const { cube, layers, rows, columns, filter, groups, totals, method } = readHash(hash);
  const asked = new URLSearchParams(hash.slice(1));
  const first = cubes.includes(MULTILINGUAL) ? MULTILINGUAL : cubes[0] ?? "";
  const language = asked.get("lang") ?? "";
  const element = asked.get("element") === "builder" ? "builder" : "table";
  const look = element === "table" ? asked.get("look") ?? "" : "";
  return {
    ...emptySelection(),
    cube: cube !== null && cubes.includes(cube) ? cube : first,
    rows: [...layers.map(([name]) => name), ...rows],
    columns, filter, groups, totals, method, element,
    language: LANGUAGES.includes(language) ? language : "en",
    look: Object.hasOwn(LOOKS, look) ? /** @type {keyof typeof LOOKS} */ (look) : "",
  };
}

/** @param {Choice} choice */
export function linkOf(choice) {
  const { element, language, look } = choice;
  return writeHash(choice) + (element === "table" ? "" : `&element=${element}`) + (language === "en" ? "" : `&lang=${language}`) + (look && `&look=${look}`);
}

/** Escapes a text for an attribute in double quotes. @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/**
 * @param {Choice} choice
 * @param {boolean} sealed  whether the cube is sealed
 * @param {string} [content]  the HTML of the table, to write it between the tags
 */
export function htmlOf(choice, sealed, content) {
  const { cube, element, totals, language, look } = choice;
  const { rows, columns, filter, groups = [], method, areas } = queryOf(choice, sealed);
  const attributes = [
    ["src", `cubes/${cube}/cube.json`],
    ["rows", listText(rows)],
    ["columns", listText(columns)],
    ["filter", filterText(Object.entries(filter))],
    ["groups", groupsText(groups)],
    ["method", method],
    // The builder finds out by itself whether a cube is sealed.
    ["areas", element === "table" ? areas : undefined],
  ].flatMap(([name, value]) => (value ? [`${name}="${escaped(value)}"`] : []));
  if (!totals) attributes.push("no-totals");
  if (language !== "en") attributes.push(`lang="${language}"`, ...(language === "ar" ? ['dir="rtl"'] : []));
  if (look) attributes.push(`class="${look}"`);
  const tag = `cellveil-${element}`;
  const style = content === undefined ? "" : `<link rel="stylesheet" href="cellveil/element.css">\n`;
  return `${style}<script type="module" src="cellveil/${element === "table" ? "element" : "builder"}.js"></script>
<${tag} ${attributes.join(`\n${" ".repeat(tag.length + 2)}`)}>${content ?? `
  The figures as a file: <a href="figures.csv">figures.csv</a>
`}</${tag}>
`;
}

/** @param {Choice} choice */
export function cssOf({ look }) {
  if (!look) return "";
  return `cellveil-table.${look} {\n${LOOKS[look].map(([name, value]) => `  ${name}: ${value};\n`).join("")}}\n`;
}
