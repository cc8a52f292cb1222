// Writes a chart as a file with fixed colours: title, chart, legend, shorthand, method, source, licence, and the digest
// of the table's receipt.

import { s } from "../../shell/dom.js";
import { resolved } from "./colours.js";
import { withTexts } from "./png.js";
import { COLOURS, SWATCH } from "./svg.js";

/**
 * @typedef {{ fill: string, text: string, more?: string, sample?: () => SVGElement }} LegendEntry  `fill`: a colour or
 *   pattern of the chart; empty for shorthand without a colour or pattern; `sample`: draws a swatch of another form
 * @typedef {{ svg: SVGSVGElement, legend: LegendEntry[], words: string }} Drawing  `words`: the description for people
 *   who do not see the drawing
 *
 * The texts around a drawing.
 * @typedef {object} About
 * @property {string} title
 * @property {string} subtitle  such as filters; may be empty
 * @property {string[]} lines  the paragraphs below the chart: shorthand, method, source, licence
 * @property {string | null} receipt  the digest of the table's receipt: 64 hexadecimal digits; null without a receipt
 * @property {{ source?: string | null, licence?: string | null }} [cube]
 */

const MARGIN = 24;
const TEXT = { title: { size: 20, line: 26 }, subtitle: { size: 14, line: 20 }, line: { size: 12, line: 17 } };
/** The width of a letter, divided by the font size. This width is generous, because fonts differ between systems. */
const LETTER = 0.54;
const FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif";
/** The gap between a swatch and its text, and the height of a line of the legend, in pixels. */
const KEY = { gap: 8, line: 24 };

/**
 * The attribute of an image in a drawing. It becomes `href` in the file. In the page it must have another name, because
 * the page would load the image, and the page's policy allows no images of this kind.
 */
export const EMBEDDED = "data-embedded";

/** @param {About} about @returns {string[]} */
const receiptLines = ({ receipt }) => (receipt === null ? [] : [`cellveil receipt sha256 ${receipt}`]);

/**
 * Writes the SVG file of a chart. Equal charts have equal files.
 * @param {Drawing} drawing
 * @param {About} about
 * @returns {{ text: string, width: number, height: number }}
 */
export function svgFile({ svg, legend, words }, about) {
  const drawn = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const box = drawn.viewBox.baseVal;
  const width = Math.max(Math.round(box.width) + 2 * MARGIN, 480);
  const inner = width - 2 * MARGIN;
  let y = MARGIN;
  /** @type {SVGElement[]} */
  const parts = [];
  /** @param {string} text @param {keyof typeof TEXT} kind @param {Record<string, string | number>} attributes */
  const write = (text, kind, attributes) => {
    const { size, line } = TEXT[kind];
    for (const each of wrapped(text, Math.floor(inner / (size * LETTER)))) {
      y += line;
      parts.push(s("text", { x: MARGIN, y: y - line / 4, "font-size": size, ...attributes }, each));
    }
  };
  write(about.title, "title", { "font-weight": 600, fill: COLOURS.ink });
  if (about.subtitle) write(about.subtitle, "subtitle", { fill: COLOURS.quiet });
  y += 12;
  nest(drawn, { x: MARGIN, y, width: box.width, height: box.height });
  parts.push(drawn);
  y += box.height + 8;
  y = key(parts, legend, inner, y);
  y += 6;
  for (const line of [...about.lines, ...receiptLines(about)]) {
    write(line, "line", { fill: COLOURS.quiet });
    y += 3;
  }
  const height = Math.round(y + MARGIN - 6);
  const root = s("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "font-family": FONTS, "font-size": 12, direction: "ltr", color: COLOURS.ink, fill: COLOURS.ink, role: "img" },
    s("title", {}, about.title),
    s("desc", {}, [words, about.subtitle, ...about.lines, ...receiptLines(about)].filter(Boolean).join("\n")),
    s("metadata", {}, [`title: ${about.title}`, ...about.lines, ...receiptLines(about)].join("\n")),
    s("rect", { width, height, fill: COLOURS.sheet }), ...parts);
  return { text: `${new XMLSerializer().serializeToString(literal(root)).replaceAll(` ${EMBEDDED}="`, ' href="')}\n`, width, height };
}

/** Places a drawing within another SVG element. @param {SVGElement} drawn @param {Record<string, number>} place */
function nest(drawn, place) {
  for (const [name, value] of Object.entries(place)) drawn.setAttribute(name, String(value));
  for (const name of ["role", "aria-label", "aria-labelledby", "aria-describedby", "class", "font-family"]) drawn.removeAttribute(name);
}

/**
 * Adds the legend, in as many lines as needed.
 * @param {SVGElement[]} parts
 * @param {LegendEntry[]} legend
 * @param {number} inner
 * @param {number} from
 */
function key(parts, legend, inner, from) {
  let [x, y] = [0, from];
  for (const { fill, text, more, sample } of legend) {
    const said = [text, more && `(${more})`].filter(Boolean).join(" ");
    const beside = fill === "" && !sample ? 0 : SWATCH.width + KEY.gap;
    const width = beside + said.length * 12 * LETTER + 18;
    if (x > 0 && x + width > inner) [x, y] = [0, y + KEY.line];
    if (sample) {
      const drawn = sample();
      nest(drawn, { x: MARGIN + x, y: y + 4, ...SWATCH });
      parts.push(drawn);
    } else if (fill !== "") parts.push(s("rect", { x: MARGIN + x, y: y + 4, ...SWATCH, fill, stroke: COLOURS.edge }));
    parts.push(s("text", { x: MARGIN + x + beside, y: y + 16, "font-size": 12, fill: COLOURS.ink }, said));
    x += width;
  }
  return legend.length > 0 ? y + KEY.line : y;
}

/**
 * Breaks a text into lines between words, or within a word that is too long.
 * @param {string} text
 * @param {number} most
 */
export function wrapped(text, most) {
  /** @type {string[]} */
  const lines = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean).flatMap((word) => word.match(new RegExp(`.{1,${most}}`, "gu")) ?? [])) {
    if (line && line.length + 1 + word.length > most) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return line ? [...lines, line] : lines;
}

/**
 * Replaces style variables, removes classes, and renames patterns so that their names do not depend on earlier charts.
 * @param {SVGElement} root
 */
function literal(root) {
  for (const element of [root, ...root.querySelectorAll("*")]) {
    for (const { name, value } of [...element.attributes]) {
      if (name === "class" || name === "aria-hidden" || name === "pointer-events") element.removeAttribute(name);
      else if (/var\(|currentColor|chart-\d+/.test(value)) element.setAttribute(name, resolved(value).replace(/chart-\d+-/g, "missing-"));
    }
  }
  return root;
}

/**
 * Writes a chart as a PNG, by default twice as large as the SVG. The PNG contains the title, description, source,
 * licence and receipt as texts.
 * @param {{ text: string, width: number, height: number }} file  the result of `svgFile`
 * @param {About} about
 * @param {number} [scale]
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function pngFile({ text, width, height }, about, scale = 2) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width * scale, height * scale];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ done) => canvas.toBlob(done, "image/png"));
    if (!blob) throw new Error("the chart is too large for a PNG; SVG has no such limit");
    return withTexts(new Uint8Array(await blob.arrayBuffer()), {
      Title: about.title,
      Description: [about.subtitle, ...about.lines].filter(Boolean).join("\n"),
      Source: about.cube?.source ?? "",
      Copyright: about.cube?.licence ?? "",
      Software: "cellveil",
      Comment: receiptLines(about).join(""),
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
