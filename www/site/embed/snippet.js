// What is chosen on the page "Embed", as lines of HTML and CSS and as an address.

/**
 * @typedef {object} Choice
 * @property {string} cube  folder name
 * @property {string[]} rows
 * @property {string[]} columns
 * @property {string} filter  as the attribute has it
 * @property {boolean} totals
 * @property {string} language
 * @property {keyof typeof LOOKS | ""} look
 */

/** The custom properties of each look; embed.css has the same. @type {Record<"ledger" | "banner" | "airy", [name: string, value: string][]>} */
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

/** Its labels are in all of these. */
export const MULTILINGUAL = "tidewell";

/**
 * From an address, which may be one of the workbench.
 * @param {string} hash
 * @param {string[]} cubes
 * @returns {Choice}
 */
export function choiceOf(hash, cubes) {
  const asked = new URLSearchParams(hash.slice(1));
  const list = (/** @type {string} */ name) => (asked.get(name) ?? "").split(",").filter(Boolean);
  const cube = asked.get("cube") ?? "";
  const first = cubes.includes(MULTILINGUAL) ? MULTILINGUAL : cubes[0] ?? "";
  const language = asked.get("lang") ?? "";
  const look = asked.get("look") ?? "";
  return {
    cube: cubes.includes(cube) ? cube : first,
    rows: list("rows"),
    columns: list("columns"),
    filter: asked.getAll("filter").join(";"),
    totals: asked.get("totals") !== "0",
    language: LANGUAGES.includes(language) ? language : "en",
    look: Object.hasOwn(LOOKS, look) ? /** @type {keyof typeof LOOKS} */ (look) : "",
  };
}

/** @param {Choice} choice */
export function linkOf({ cube, rows, columns, filter, totals, language, look }) {
  const parts = [["cube", cube], ["rows", rows.join(",")], ["columns", columns.join(",")], ["filter", filter], ["totals", totals ? "" : "0"], ["lang", language === "en" ? "" : language], ["look", look]];
  const keep = (/** @type {string} */ text) => encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%3D", "=");
  return `#${parts.filter(([, value]) => value).map(([name, value]) => `${name}=${keep(value)}`).join("&")}`;
}

/** An attribute's value between double quotes. @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** @param {Choice} choice */
export function htmlOf({ cube, rows, columns, filter, totals, language, look }) {
  const attributes = [
    ["src", `cubes/${cube}/cube.json`],
    ["rows", rows.join(",")],
    ["columns", columns.join(",")],
    ["filter", filter],
  ].filter(([, value]) => value).map(([name, value]) => `${name}="${escaped(value)}"`);
  if (!totals) attributes.push("no-totals");
  if (language !== "en") attributes.push(`lang="${language}"`, ...(language === "ar" ? ['dir="rtl"'] : []));
  if (look) attributes.push(`class="${look}"`);
  return `<script type="module" src="cellveil/element.js"></script>
<cellveil-table ${attributes.join("\n                ")}>
  The figures as a file: <a href="figures.csv">figures.csv</a>
</cellveil-table>
`;
}

/** @param {Choice} choice */
export function cssOf({ look }) {
  if (!look) return "";
  return `cellveil-table.${look} {\n${LOOKS[look].map(([name, value]) => `  ${name}: ${value};\n`).join("")}}\n`;
}
