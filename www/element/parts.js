/** What `<cellveil-table>` draws around its table: shorthand, method and source; or progress, or what is wrong. */
import { isFault, reason } from "../api/errors.js";
import { en } from "../words/en.js";
import { STATUSES, statusInWords } from "../words/statuses.js";
import { methodInWords } from "../words/words.js";

/** @import { Table } from "../api/table.js" */
/** @import { ElementWords } from "../words/en.js" */
/** @import { Reason } from "../words/statuses.js" */

/** Words of another language than the page's are said to be. @template {HTMLElement} E @param {E} element @param {ElementWords} words */
const spoken = (element, { foreign, language }) => (foreign ? Object.assign(element, { lang: language, dir: "ltr" }) : element);

/** Attributes that an error of a query may begin with. */
const ATTRIBUTE = /^(src|rows|columns|filter|groups|method|areas)\b/;

/** What another try can mend without a change of the page. */
const PASSING = ["network", "damaged-file", "damaged-manifest", "wasm"];

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
 * The table with the word for a total in the language of the element, as the core has it in English only, and with what its caption is put together from isolated.
 * @param {Table} table
 * @param {ElementWords} words
 * @returns {Table}
 */
export function worded(table, { total, isolated }) {
  const dimensions = table.dimensions.map((axis) => ({ ...axis, codes: axis.codes.map((each) => (each.code === "_T" ? { ...each, label: total } : each)) }));
  const filter = table.filter.map(({ name, label, codes }) => ({ name, label: isolated(label), codes: codes.map((each) => ({ ...each, label: isolated(each.label) })) }));
  const cube = { ...table.cube, title: isolated(table.cube.title) };
  return /** @type {Table} */ ({ ...table, values: table.values, status: table.status, dimensions, filter, cube });
}

/**
 * The shorthand that a table has, and what it stands for; nothing where it has none.
 * @param {Document} document
 * @param {Table} table
 * @param {ElementWords} words
 */
export function legend(document, table, words) {
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
 * How the figures are protected, and where they come from.
 * @param {Document} document
 * @param {Table} table
 * @param {ElementWords} words
 * @param {string} locale  of numbers
 */
export function notes(document, table, words, locale) {
  const { source, licence } = table.cube;
  const said = methodInWords(table.method.text, words, locale);
  // A sentence of a newer core, say: better in English than not at all.
  const method = spoken(part(document, "p", "cellveil-method", said ?? table.method.text), said === null ? { ...en, foreign: true } : words);
  const lines = [method];
  // The method speaks of single figures.
  const places = table.areas.axes.flatMap((axis) => axis.places);
  if (places.length > 0) {
    const sums = places.some(({ negative }) => negative) ? `${words.sums} ${words.negative}` : words.sums;
    lines.push(spoken(part(document, "p", "cellveil-sums", sums), words));
  }
  if (source) lines.push(part(document, "p", "cellveil-source", words.source(source)));
  if (licence) lines.push(part(document, "p", "cellveil-licence", words.licence(licence)));
  // They run as their first word does, which may be English in a page that runs the other way.
  for (const line of lines) line.dir ||= "auto";
  return part(document, "div", "cellveil-notes", ...lines);
}

/**
 * A bar without numbers, until there are some.
 * @param {Document} document
 * @param {Promise<ElementWords>} words
 */
export function progressBar(document, words) {
  const bar = part(document, "progress", "cellveil-progress");
  words.then((known) => spoken(bar, known).setAttribute("aria-label", known.loading));
  return bar;
}

/**
 * What is wrong: in words for readers first, then the error's own, which are English.
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
  if (PASSING.includes(known.code)) {
    const button = spoken(part(document, "button", "cellveil-again", words.again), words);
    button.type = "button";
    button.addEventListener("click", again);
    element.append(button);
  }
  return { element, attribute };
}

/**
 * A wide table scrolls within a part of its own, which then has to be there for the keyboard too; only then, because a stop that leads nowhere is in
 * the way. A group and no region: several tables would make many landmarks, some of the same name.
 * @param {Document} document
 * @param {HTMLTableElement} table
 * @param {string} id
 */
export function scrolling(document, table, id) {
  const region = part(document, "div", "cellveil-scroll", table);
  const caption = table.caption;
  if (caption) caption.id ||= `${id}-caption`;
  const set = () => {
    // Nothing to measure where the page hides it: there is a next time.
    if (region.clientWidth === 0) return;
    // The title keeps within what is seen of the table, which no unit of CSS measures without a container of fixed width.
    region.style.setProperty("--_seen", `${region.clientWidth}px`);
    if (region.scrollWidth > region.clientWidth + 1) {
      region.tabIndex = 0;
      region.setAttribute("role", "group");
      if (caption) region.setAttribute("aria-labelledby", caption.id);
    } else if (!region.matches(":focus")) {
      for (const name of ["tabindex", "role", "aria-labelledby"]) region.removeAttribute(name);
    }
  };
  const Observer = document.defaultView?.ResizeObserver;
  if (Observer) {
    // Not at once: what is set changes the height of what is observed, of which browsers would complain.
    const observer = new Observer(() => requestAnimationFrame(set));
    observer.observe(region);
    observer.observe(table);
  }
  return region;
}
