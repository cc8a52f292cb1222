/** Draws the parts of `<cellveil-table>`: the table, shorthand, method, source, progress and errors. */
import { fault, isFault, reason } from "../api/errors.js";
import { en } from "../words/en.js";
import { STATUSES, statusInWords } from "../words/statuses.js";
import { pretabularInWords } from "../words/pretabular.js";
import { methodInWords } from "../words/words.js";
import { additivityInWords } from "./additivity.js";
import { renderTable } from "./render.js";

/** @import { Cube } from "../api/cube.js" */
/** @import { Table } from "../api/table.js" */
/** @import { Pretabular } from "../api/types.js" */
/** @import { ElementWords } from "../words/en.js" */
/** @import { Reason } from "../words/statuses.js" */
/** @import { Language } from "../words/words.js" */

/** The attribute of the box around a table that names the table's query. */
const MARK = "data-query";

/** The box around the table in an element. @param {Element} element @returns {HTMLElement | null} */
export const boxIn = (element) => element.querySelector(":scope > .cellveil-scroll");

/** The query of the table in an element, as `markOf` writes it. @param {Element} element */
export const markIn = (element) => boxIn(element)?.getAttribute(MARK);

/** Maximum cells of a table. A larger table would be unreadable and slow to lay out. */
const MOST_CELLS = 50_000;

/** Refuses a table that is too large to draw. @param {Table} table */
export function checkSize({ shape }) {
  const cells = shape.reduce((product, codes) => product * codes, 1);
  if (cells > MOST_CELLS) throw fault("table-too-large", `the table has ${cells} cells; expected at most ${MOST_CELLS}: choose fewer or coarser dimensions`);
}

/**
 * Marks an element with the language of its words if this is not the page's language.
 * @template {HTMLElement} E
 * @param {E} element
 * @param {ElementWords} words
 */
const spoken = (element, { foreign, language }) => (foreign ? Object.assign(element, { lang: language, dir: "ltr" }) : element);

/** The attribute's name at the beginning of a query's error message. */
const ATTRIBUTE = /^(src|rows|columns|filter|groups|method|with|areas|base)\b/;

/** Codes of errors that may disappear at the next attempt, without a change of the page. */
const PASSING = ["network", "damaged-file", "damaged-manifest", "wasm"];

/** @param {unknown} error */
const isPassing = (error) => isFault(error) && PASSING.includes(error.code);

/** Whether a written table may still be right after an error. An older script in the browser's cache cannot read a newer cube. @param {unknown} error */
export const mayBeRight = (error) => isPassing(error) || (isFault(error) && error.code === "newer-version");

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {Document} document
 * @param {K} name
 * @param {string} className
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
function part(document, name, className, ...children) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

/**
 * Returns the table with the element's word for a total, because the core has only the English word. Isolates the parts
 * of the caption, because their writing direction may differ.
 * @param {Table} table
 * @param {ElementWords} words
 * @returns {Table}
 */
function worded(table, { total, isolated }) {
  const dimensions = table.dimensions.map((axis) => ({ ...axis, codes: axis.codes.map((each) => (each.code === "_T" ? { ...each, label: total } : each)) }));
  const filter = table.filter.map(({ name, label, codes }) => ({ name, label: isolated(label), codes: codes.map((each) => ({ ...each, label: isolated(each.label) })) }));
  const cube = { ...table.cube, title: isolated(table.cube.title) };
  return /** @type {Table} */ ({ ...table, values: table.values, status: table.status, dimensions, filter, cube });
}

/**
 * Returns the legend of a table's shorthand, in a list. The list is empty if the table has no shorthand.
 * @param {Document} document
 * @param {Table} table
 * @param {ElementWords} words
 */
function legend(document, table, words) {
  const reasons = /** @type {Reason[]} */ (Object.keys(STATUSES)).filter((reason) => /** @type {string[]} */ (table.status).includes(reason));
  if (reasons.length === 0) return [];
  const lines = reasons.map((reason) => {
    const line = document.createElement("div");
    line.append(part(document, "dt", "cellveil-mark", STATUSES[reason].mark), spoken(part(document, "dd", "cellveil-meaning", statusInWords(reason, words.language)), words));
    return line;
  });
  return [part(document, "dl", "cellveil-legend", ...lines)];
}

/**
 * Returns notes about the protection and the source of the figures.
 * @param {Document} document
 * @param {Table} table
 * @param {ElementWords} words
 * @param {string} locale  of numbers
 * @param {Pretabular} [pretabular]  the steps that changed records before they were counted
 */
function notes(document, table, words, locale, pretabular) {
  const { source, licence } = table.cube;
  const said = methodInWords(table.method.text, words, locale);
  // If a sentence has no translation, for example because the core is newer, the text stays English.
  const method = spoken(part(document, "p", "cellveil-method", said ?? table.method.text), said === null ? { ...en, foreign: true } : words);
  const lines = [method];
  const changes = pretabularInWords(pretabular, words, locale);
  // The steps come first, because the records were changed before the method.
  if (changes.length > 0) lines.unshift(spoken(part(document, "p", "cellveil-pretabular", changes.join(" ")), words));
  const sums = additivityInWords(table, words.sum, locale);
  if (sums.length > 0) lines.push(spoken(part(document, "p", "cellveil-additivity", sums.join(" ")), words));
  // The method's text describes only single figures, so figures from several blocks need more notes.
  const places = table.areas.axes.flatMap((axis) => axis.places);
  if (places.length > 0) {
    const several = places.some(({ negative }) => negative) ? `${words.sums} ${words.negative}` : words.sums;
    lines.push(spoken(part(document, "p", "cellveil-sums", several), words));
  }
  if (source) lines.push(part(document, "p", "cellveil-source", words.source(source)));
  if (licence) lines.push(part(document, "p", "cellveil-licence", words.licence(licence)));
  // Each line takes the direction of its first word, which may be English in an Arabic page.
  for (const line of lines) line.dir ||= "auto";
  return part(document, "div", "cellveil-notes", ...lines);
}

/**
 * Returns a progress bar. The bar is indeterminate until the first report of progress.
 * @param {Document} document
 * @param {Promise<ElementWords>} words
 */
export function progressBar(document, words) {
  const bar = part(document, "progress", "cellveil-progress");
  words.then((known) => spoken(bar, known).setAttribute("aria-label", known.loading));
  return bar;
}

/**
 * Returns an error message for the page: first in words for readers, then the error's own English message.
 * @param {Document} document
 * @param {unknown} error
 * @param {ElementWords} words
 * @param {() => void} again
 */
export function problem(document, error, words, again) {
  const known = isFault(error) ? error : { code: "", fault: "input", message: reason(error) };
  const [attribute] = known.fault === "input" ? ATTRIBUTE.exec(known.message) ?? [] : [];
  const plain = words.errors[known.code] ?? (attribute ? words.attribute(attribute) : words.errors[known.fault === "refused" ? "refused" : "other"]);
  const technical = part(document, "p", "cellveil-reason", known.message);
  Object.assign(technical, { lang: "en", dir: "ltr" });
  const element = part(document, "div", "cellveil-error", spoken(part(document, "p", "cellveil-plain", plain), words), technical);
  element.setAttribute("role", "alert");
  if (isPassing(error)) {
    const button = spoken(part(document, "button", "cellveil-again", words.again), words);
    button.type = "button";
    button.addEventListener("click", again);
    element.append(button);
  }
  return { element, attribute };
}

/**
 * Returns the content of the element: the table in its box, the legend of shorthand, and the notes.
 * @param {Document} document
 * @param {{ cube: Pick<Cube, "manifest">, table: Table }} built
 * @param {Language} language
 * @param {ElementWords} words
 * @param {{ id: string, mark: string, hasDirection: boolean }} element  `id`: the prefix of the ids, unique in the page;
 *   `mark`: the query of the table (`markOf`); `hasDirection`: whether the element has its own `dir`
 */
export function contentOf(document, { cube, table }, { numbers, direction }, words, { id, mark, hasDirection }) {
  const said = { ...words, suppressed: statusInWords("suppressed", words.language), blocked: statusInWords("blocked", words.language) };
  const drawn = renderTable(worded(table, words), { document, locale: numbers, words: said, id });
  const box = part(document, "div", "cellveil-scroll", drawn);
  box.setAttribute(MARK, mark);
  const parts = [box, ...legend(document, table, words), notes(document, table, words, numbers, cube.manifest.pretabular)];
  // The parts have the direction of their language, unless the element has its own `dir`.
  if (!hasDirection) for (const part of parts) part.dir = direction;
  return parts;
}

/**
 * Lets the box around a table take the focus only while the box scrolls, because an unnecessary tab stop slows keyboard users.
 * The box then has the role `group`, because a `region` for each table would make too many landmarks. The caption stays within
 * the visible width.
 * @param {HTMLElement} box
 * @param {string} id  the prefix of the element's ids
 */
export function watchWidth(box, id) {
  const table = /** @type {HTMLTableElement} */ (box.firstElementChild);
  const caption = table.caption;
  if (caption) caption.id ||= `${id}-caption`;
  const set = () => {
    // A hidden table has no width. The observer calls this function again when the table is shown.
    if (box.clientWidth === 0) return;
    // CSS has no unit for this width without a container of fixed width.
    box.style.setProperty("--_seen", `${box.clientWidth}px`);
    if (box.scrollWidth > box.clientWidth + 1) {
      box.tabIndex = 0;
      box.setAttribute("role", "group");
      if (caption) box.setAttribute("aria-labelledby", caption.id);
    } else if (!box.matches(":focus")) {
      for (const name of ["tabindex", "role", "aria-labelledby"]) box.removeAttribute(name);
    }
  };
  const Observer = box.ownerDocument.defaultView?.ResizeObserver;
  if (Observer) {
    // The change waits for the next frame, because browsers report an error if the observed height changes at once.
    const observer = new Observer(() => requestAnimationFrame(set));
    observer.observe(box);
    observer.observe(table);
  }
}
