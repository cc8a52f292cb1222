/**
 * Writes the tables of `<cellveil-table>` into the HTML of a page, for readers and search engines without scripts. Browsers
 * show such a table before any script runs.
 *
 * ```js
 * import { prerender } from "cellveil/prerender.js";
 * const { html } = await prerender(page, { url: "https://office.example/residents.html" });
 * ```
 */
import { html as HTML, parse, serialize } from "parse5";
import { openCube } from "../api/index.js";
import { fault, isFault, reason } from "../api/errors.js";
import { addressOf, markOf, queryOf } from "../element/attributes.js";
import { checkSize, contentOf } from "../element/parts.js";
import { languageOf, wordsIn } from "../words/words.js";
import { textDocument, written } from "./text-document.js";

/** @import { DefaultTreeAdapterTypes as Tree } from "parse5" */
/** @import { Cube } from "../api/cube.js" */
/** @import { CellveilError, Source } from "../api/types.js" */

/**
 * @typedef {object} PrerenderOptions
 * @property {string | URL} url  the page's address. A relative `src` starts at this address, or at the page's `<base>`
 * @property {(address: URL) => string | URL | Source | Promise<string | URL | Source>} [source]  returns the source of the cube
 *   with an address. The default source is the address
 *
 * @typedef {object} Prerendered
 * @property {string} html  the page with the tables between the tags of its elements
 * @property {number} tables  the number of elements with `src`, which all have a table in `html`
 * @property {number[]} changed  the line of each element whose content differs from the page
 * @property {number[]} skipped  the line of each element without `src`, which scripts of the page must set
 *
 * @typedef {CellveilError & { src?: string | null, further?: PageError[] }} PageError  `src`: the attribute of the element;
 *   `further`: the errors of further elements
 *
 * @typedef {object} Place  an element in the page's text
 * @property {string} id
 * @property {number} line
 * @property {number} start  the end of its start tag
 * @property {number} end  the start of its end tag
 * @property {(name: string) => string | null} attribute
 * @property {string | null} lang  the nearest `lang`, of the element or of an element around it
 */

const NAME = "cellveil-table";

/** The byte order mark, with which some editors begin a file. With this mark, parse5 would read the page in quirks mode. */
const MARK = "\uFEFF";

/**
 * Draws the table of each `<cellveil-table>`, as the element would. Returns the page with each table between the element's
 * tags, in place of earlier content. The rest of the page stays unchanged.
 * @param {string} page  HTML
 * @param {PrerenderOptions} options
 * @returns {Promise<Prerendered>}
 * @throws {PageError} the error of the first element, like the API's errors. The message begins with the line of the element.
 */
export async function prerender(page, options) {
  if (typeof page !== "string") throw fault("bad-page", "page: expected the HTML of a page as text");
  const { url, source = (/** @type {URL} */ address) => address } = options ?? {};
  if (!URL.canParse(String(url))) throw fault("bad-page", "url: expected the address of the page, such as file:///srv/site/index.html");
  const mark = page.startsWith(MARK) ? MARK : "";
  const text = page.slice(mark.length);
  const { places, base, charset } = placesOf(text);
  const address = URL.canParse(base ?? "", url) ? new URL(base ?? "", url) : new URL(url);
  /** The open cubes by address and language. @type {Map<string, Promise<Cube>>} */
  const cubes = new Map();
  /** @param {Place} place @returns {Promise<Cube>} */
  const open = (place) => {
    const src = addressOf(place.attribute("src"), address);
    const { tag } = languageOf(place.lang);
    const key = `${src.href} ${tag}`;
    const cube = cubes.get(key) ?? Promise.resolve(source(src)).then((from) => openCube(from, { language: tag }));
    cubes.set(key, cube);
    return cube;
  };
  try {
    const drawn = places.filter(({ attribute }) => attribute("src")?.trim());
    const contents = await allOf(drawn, async (place) => contentAt(place, await open(place)));
    // A page without a declared UTF-8 may be read in any encoding, so its tables have ASCII letters only.
    const texts = mark || /^utf-?8$/i.test(charset ?? "") ? contents : contents.map(inAscii);
    const html = filled(text, drawn, texts);
    checkPlaces(html, contents, drawn);
    return {
      html: mark + html,
      tables: drawn.length,
      changed: drawn.filter(({ start, end }, i) => text.slice(start, end) !== texts[i]).map(({ line }) => line),
      skipped: places.filter((place) => !drawn.includes(place)).map(({ line }) => line),
    };
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
  /** @type {string | undefined} The encoding that the page declares. */
  let charset;
  for (const { element, lang } of elements(parse(text, { sourceCodeLocationInfo: true }), null)) {
    const attribute = (/** @type {string} */ name) => element.attrs.find((each) => each.name === name)?.value ?? null;
    if (element.tagName === "base") base ??= attribute("href") ?? undefined;
    if (element.tagName === "meta") charset ??= charsetOf(attribute);
    if (element.tagName !== NAME) continue;
    const { startTag, endTag } = element.sourceCodeLocation ?? {};
    const line = startTag?.startLine ?? 0;
    if (!startTag || !endTag) throw fault("bad-page", `line ${line}: <${NAME}> has no end tag; expected </${NAME}>`);
    places.push({ id: `${NAME}-${places.length + 1}`, line, start: startTag.endOffset, end: endTag.startOffset, attribute, lang });
  }
  return { places, base, charset };
}

/** The encoding that a `<meta>` declares. @param {(name: string) => string | null} attribute */
function charsetOf(attribute) {
  const isType = attribute("http-equiv")?.toLowerCase() === "content-type";
  return attribute("charset")?.trim() ?? (isType ? /charset=([^\s;]+)/i.exec(attribute("content") ?? "")?.[1] : undefined);
}

/** Writes the letters beyond ASCII as numbers. @param {string} html */
const inAscii = (html) => html.replace(/[^\0-\x7f]/gu, (letter) => `&#${letter.codePointAt(0)};`);

/**
 * Yields the elements below a node in page order, each with its language. Skips templates, because their elements are not in
 * the page. Skips the content of `<cellveil-table>`, because the table replaces this content.
 * @param {Tree.ParentNode} parent
 * @param {string | null} lang  the language around the node
 * @returns {Generator<{ element: Tree.Element, lang: string | null }>}
 */
function* elements(parent, lang) {
  for (const element of parent.childNodes) {
    if (!("tagName" in element) || element.namespaceURI !== HTML.NS.HTML) continue;
    const own = element.attrs.find(({ name }) => name === "lang")?.value ?? lang;
    yield { element, lang: own };
    if (element.tagName !== NAME) yield* elements(element, own);
  }
}

/** Draws the content of an element. @param {Place} place @param {Cube} cube */
async function contentAt({ id, attribute, lang }, cube) {
  const language = languageOf(lang);
  const table = await cube.table(queryOf(attribute));
  checkSize(table);
  const element = { id, mark: markOf(attribute), hasDirection: attribute("dir") !== null };
  return written(contentOf(textDocument, { cube, table }, language, await wordsIn(language), element));
}

/**
 * Does the work for each element. Throws the errors of all elements together.
 * @template T
 * @param {Place[]} places
 * @param {(place: Place) => Promise<T>} work
 */
async function allOf(places, work) {
  /** @type {T[]} */
  const results = [];
  /** @type {PageError[]} */
  const errors = [];
  for (const place of places) {
    try {
      results.push(await work(place));
    } catch (error) {
      if (!isFault(error)) throw error;
      const { code, rule, nearest } = error;
      errors.push(Object.assign(fault(code, `line ${place.line}: ${reason(error)}`, { fault: error.fault, cause: error, rule, nearest }), { src: place.attribute("src") }));
    }
  }
  const [first, ...further] = errors;
  if (first) throw Object.assign(first, { further });
  return results;
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
 * Checks that browsers will keep each written table inside its element. In a `<p>`, for example, the `<div>` around the table
 * ends the paragraph.
 * @param {string} html
 * @param {string[]} contents
 * @param {Place[]} drawn
 */
function checkPlaces(html, contents, drawn) {
  const found = [...elements(parse(html), null)].flatMap(({ element }) => (element.tagName === NAME && element.attrs.some(({ name, value }) => name === "src" && value.trim()) ? [serialize(element)] : []));
  drawn.forEach(({ line }, i) => {
    if (found[i] !== contents[i]) throw fault("bad-page", `line ${line}: browsers would move the table out of its element; expected <${NAME}> where a <div> is permitted, not in a <p> or a <table>`);
  });
}
