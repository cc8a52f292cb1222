/**
 * Writes the tables of `<cellveil-table>` into the HTML of a page, for readers and search engines without scripts. Browsers
 * show such a table before any script runs.
 *
 * ```js
 * import { prerender } from "cellveil/prerender.js";
 * const { html } = await prerender(page, { url: "https://office.example/residents.html" });
 * ```
 */
import { parse, serialize } from "parse5";
import { openCube } from "../api/index.js";
import { fault, isFault, reason } from "../api/errors.js";
import { queryOf } from "../element/attributes.js";
import { checkSize, contentOf } from "../element/parts.js";
import { languageOf, wordsIn } from "../words/words.js";
import { textDocument, written } from "./text-document.js";

/** @import { DefaultTreeAdapterTypes as Tree } from "parse5" */
/** @import { Cube } from "../api/cube.js" */
/** @import { Source } from "../api/types.js" */

/**
 * @typedef {object} PrerenderOptions
 * @property {string | URL} url  the page's address, for the relative `src` of its elements
 * @property {(address: URL) => string | URL | Source} [source]  returns where to read the cube of an address; the address
 *   itself by default
 *
 * @typedef {object} Prerendered
 * @property {string} html  the page with the tables between the tags of its elements
 * @property {number} tables  the number of these tables
 * @property {number[]} skipped  the line of each element without `src`, which scripts of the page must set
 *
 * @typedef {object} Place  an element in the page's text
 * @property {string} id
 * @property {number} line
 * @property {number} start  the end of its start tag
 * @property {number} end  the start of its end tag
 * @property {(name: string) => string | null} attribute
 * @property {string | null} lang  its language, or that of the nearest element around it
 */

const NAME = "cellveil-table";

/** The mark of UTF-8 with which some editors begin a file. It belongs to no element. */
const MARK = "\uFEFF";

/**
 * Returns the page with the table of each `<cellveil-table>` between its tags, as the element would draw the table. The rest
 * of the page keeps its bytes. Earlier content between the tags is replaced.
 * @param {string} page  HTML
 * @param {PrerenderOptions} options
 * @returns {Promise<Prerendered>}
 * @throws an error with a `code`, like the API's errors. Its message begins with the line of the element.
 */
export async function prerender(page, { url, source = (address) => address }) {
  const mark = page.startsWith(MARK) ? MARK : "";
  const text = page.slice(mark.length);
  const { places, base } = placesOf(text);
  const address = new URL(base ?? "", url);
  /** The open cubes by address and language. @type {Map<string, Promise<Cube>>} */
  const cubes = new Map();
  /** @param {Place} place @returns {Promise<Cube>} */
  const open = (place) => {
    const src = addressOf(place, address);
    const { tag } = languageOf(place.lang);
    const key = `${src.href} ${tag}`;
    const cube = cubes.get(key) ?? openCube(source(src), { language: tag });
    cubes.set(key, cube);
    return cube;
  };
  try {
    const drawn = places.filter(({ attribute }) => attribute("src")?.trim());
    const contents = [];
    for (const place of drawn) contents.push(await at(place, async () => contentAt(place, await open(place))));
    const html = filled(text, drawn, contents);
    checkPlaces(html, contents, drawn);
    return { html: mark + html, tables: drawn.length, skipped: places.filter((place) => !drawn.includes(place)).map(({ line }) => line) };
  } finally {
    for (const cube of cubes.values()) cube.then((open) => open.close(), () => {});
  }
}

/** Finds the elements of a page, in the order in which browsers start them. @param {string} text */
function placesOf(text) {
  /** @type {Place[]} */
  const places = [];
  /** @type {string | undefined} The address of the first `<base>`. */
  let base;
  for (const { element, lang } of elements(parse(text, { sourceCodeLocationInfo: true }), null)) {
    const attribute = (/** @type {string} */ name) => element.attrs.find((each) => each.name === name)?.value ?? null;
    if (element.tagName === "base") base ??= attribute("href") ?? undefined;
    if (element.tagName !== NAME) continue;
    const { startTag, endTag } = element.sourceCodeLocation ?? {};
    const line = startTag?.startLine ?? 0;
    if (!startTag || !endTag) throw fault("bad-page", `line ${line}: <${NAME}> has no end tag; expected </${NAME}>`);
    places.push({ id: `${NAME}-${places.length + 1}`, line, start: startTag.endOffset, end: endTag.startOffset, attribute, lang });
  }
  return { places, base };
}

/**
 * All elements below a node in the order of the page, each with its language. Templates are left out, because their elements
 * are not in the page. So is what an element of `cellveil-table` contains, because its table replaces this content.
 * @param {Tree.ParentNode} parent
 * @param {string | null} lang  the language around the node
 * @returns {Generator<{ element: Tree.Element, lang: string | null }>}
 */
function* elements(parent, lang) {
  for (const element of parent.childNodes) {
    if (!("tagName" in element)) continue;
    const own = element.attrs.find(({ name }) => name === "lang")?.value ?? lang;
    yield { element, lang: own };
    if (element.tagName !== NAME) yield* elements(element, own);
  }
}

/** @param {Place} place @param {URL} base */
function addressOf({ attribute }, base) {
  const src = attribute("src") ?? "";
  try {
    return new URL(src, base);
  } catch {
    throw fault("bad-query", `src: ${src} is not an address; expected the address of a cube.json`);
  }
}

/** Draws the content of an element. @param {Place} place @param {Cube} cube */
async function contentAt({ id, attribute, lang }, cube) {
  const language = languageOf(lang);
  const table = await cube.table(queryOf(attribute));
  checkSize(table);
  return written(contentOf(textDocument, { cube, table }, language, await wordsIn(language), { id, hasDirection: attribute("dir") !== null }));
}

/**
 * Adds the line of the element to the message of an error.
 * @template T
 * @param {Place} place
 * @param {() => Promise<T>} work
 */
async function at({ line }, work) {
  try {
    return await work();
  } catch (error) {
    if (!isFault(error)) throw error;
    throw fault(error.code, `line ${line}: ${reason(error)}`, { fault: error.fault, cause: error, rule: error.rule, nearest: error.nearest });
  }
}

/** @param {string} text @param {Place[]} places @param {string[]} contents */
function filled(text, places, contents) {
  let [from, html] = [0, ""];
  places.forEach(({ start, end }, i) => {
    html += text.slice(from, start) + contents[i];
    from = end;
  });
  return html + text.slice(from);
}

/**
 * Checks that browsers will read each table where it was written. In some places they do not: a table ends a paragraph around
 * it, for example.
 * @param {string} html
 * @param {string[]} contents
 * @param {Place[]} drawn
 */
function checkPlaces(html, contents, drawn) {
  const found = [...elements(parse(html), null)].flatMap(({ element }) => (element.tagName === NAME && element.attrs.some(({ name, value }) => name === "src" && value.trim()) ? [serialize(element)] : []));
  drawn.forEach(({ line }, i) => {
    if (found[i] !== contents[i]) throw fault("bad-page", `line ${line}: browsers would move the table out of its element; expected <${NAME}> where a <div> is permitted, not in a <p>`);
  });
}
