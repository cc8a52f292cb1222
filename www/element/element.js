/**
 * `<cellveil-table>`: a protected table in a page, as a plain `<table>` in the page's own document.
 *
 * ```html
 * <script type="module" src="cellveil/element.js"></script>
 * <cellveil-table src="tiles/cube.json" rows="region" columns="sex,age" filter="student=1">
 *   Shown until the first table is there, or where scripts do not run.
 * </cellveil-table>
 * ```
 *
 * Attributes, each with a property: `src`, `rows`, `columns`, `filter`, `groups`, `method`, `areas`, `no-totals` (see attributes.js for how they are
 * written); `lang`, here or around the element, for labels, numbers and the element's own words; `unstyled`. Changing one draws the
 * table anew, and tries again after an error. `docs/element.md` is the reference.
 *
 * Events, all of which bubble: `cellveil-ready` when the first table is there, `cellveil-change` when another has taken its
 * place (`detail`: `{ cube, table }`), `cellveil-error` (`detail`: `{ error, attribute }`).
 */
import { fault } from "../api/errors.js";
import { statusInWords } from "../words/statuses.js";
import { languageOf, wordsIn } from "../words/words.js";
import { filterOf, filterText, groupsOf, groupsText, listOf, listText, methodOf } from "./attributes.js";
import { release, shared } from "./cubes.js";
import { langAround, legend, notes, problem, progressBar, scrolling, worded } from "./parts.js";
import { renderTable } from "./render.js";
import { dress } from "./sheet.js";

export { renderTable };

/** @import { Cube } from "../api/cube.js" */
/** @import { Table } from "../api/table.js" */
/** @import { Named, Progress, Source } from "../api/types.js" */
/** @import { ElementWords } from "../words/en.js" */
/** @import { Language } from "../words/words.js" */
/** @import { Shared } from "./cubes.js" */

/** More cells than a reader can take in, or a browser lay out while one waits. */
const MOST_CELLS = 50_000;

/** A table that is there by then needs no bar; one that flashes up disturbs more than it says. In milliseconds. */
const PATIENCE = 200;

const ATTRIBUTES = ["src", "rows", "columns", "filter", "groups", "method", "areas", "lang", "dir", "no-totals"];
const PROPERTIES = ["src", "rows", "columns", "filter", "groups", "method", "areas", "totals", "cube"];

let elements = 0;

/** Objects, Maps and lists of pairs, as the API takes them. @param {object} value @returns {Iterable<readonly [string, any]>} */
const pairs = (value) => (Symbol.iterator in value ? /** @type {Iterable<readonly [string, any]>} */ (value) : Object.entries(value));

// Outside a page (a server that renders HTML) there are no elements to extend, but importing must not fail.
const Base = globalThis.HTMLElement ?? class {};

export class CellveilTable extends Base {
  static observedAttributes = ATTRIBUTES;

  /** Before every header's id of this element: unique in the page. */
  #id = `cellveil-table-${++elements}`;
  /** @type {Cube | undefined} */
  #cube;
  /** Whether it is the page's own, which neither `src` nor a language opens. */
  #given = false;
  /** @type {Source | undefined} What `src` was set to, where that is no address. */
  #source;
  /** @type {object | undefined} A method that was set as an object. */
  #method;
  /** @type {Table | undefined} */
  #table;
  /** @type {AbortController | undefined} */
  #drawing;
  #drawn = false;
  /** @type {Shared | undefined} */
  #shared;
  /** @type {HTMLElement | undefined} What this element shows beside a table: progress or an error. */
  #notice;

  constructor() {
    super();
    // Set before this class was known: such a property would hide the one here.
    for (const name of PROPERTIES) {
      if (!Object.hasOwn(this, name)) continue;
      const value = /** @type {any} */ (this)[name];
      delete (/** @type {any} */ (this)[name]);
      /** @type {any} */ (this)[name] = value;
    }
  }

  /** The address of a `cube.json`, relative to the page, or a `Source`. @returns {string | Source} */
  get src() {
    return this.#source ?? this.getAttribute("src") ?? "";
  }
  /** @param {string | URL | Source | null | undefined} value */
  set src(value) {
    const isSource = typeof value === "object" && value !== null && "get" in value;
    this.#reflect("src", isSource ? null : value && String(value));
    this.#source = isSource ? value : undefined;
    this.#changed();
  }

  /** Dimensions, outermost first. @returns {string[]} */
  get rows() {
    return this.#read(() => listOf("rows", this.getAttribute("rows")), []);
  }
  /** @param {string | Iterable<string> | null | undefined} value a string is read as the attribute is */
  set rows(value) {
    this.#reflect("rows", written(value, listText));
  }

  /** @returns {string[]} */
  get columns() {
    return this.#read(() => listOf("columns", this.getAttribute("columns")), []);
  }
  /** @param {string | Iterable<string> | null | undefined} value */
  set columns(value) {
    this.#reflect("columns", written(value, listText));
  }

  /** The codes that each dimension is restricted to. @returns {{ [dimension: string]: string[] }} */
  get filter() {
    return this.#read(() => Object.fromEntries(filterOf(this.getAttribute("filter"))), {});
  }
  /** @param {string | Named<Iterable<string>> | null | undefined} value */
  set filter(value) {
    this.#reflect("filter", written(value, (value) => filterText(pairs(value))));
  }

  /** Named groups of codes in place of a dimension's own. @returns {{ [dimension: string]: { [label: string]: string[] } }} */
  get groups() {
    return this.#read(() => Object.fromEntries(groupsOf(this.getAttribute("groups")).map(([name, labels]) => [name, Object.fromEntries(labels)])), {});
  }
  /** @param {string | Named<Named<Iterable<string>>> | null | undefined} value */
  set groups(value) {
    this.#reflect("groups", written(value, (value) => groupsText([...pairs(value)].map(([name, labels]) => [name, pairs(labels)]))));
  }

  /** The name of a method, or one of the page's own where the cube allows it. @returns {string | object | undefined} */
  get method() {
    return this.#method ?? this.#read(() => methodOf(this.getAttribute("method")), undefined);
  }
  /** @param {string | object | null | undefined} value */
  set method(value) {
    const isObject = typeof value === "object" && value !== null;
    this.#reflect("method", isObject ? null : value);
    this.#method = isObject ? value : undefined;
    this.#changed();
  }

  /** How sets of codes are answered. @returns {"exact" | "blocks" | undefined} */
  get areas() {
    return /** @type {"blocks" | undefined} */ (this.getAttribute("areas") ?? undefined); // other words are for the core to refuse
  }
  /** @param {"exact" | "blocks" | null | undefined} value */
  set areas(value) {
    this.#reflect("areas", value);
  }

  get totals() {
    return !this.hasAttribute("no-totals");
  }
  set totals(value) {
    this.toggleAttribute("no-totals", !value);
  }

  /**
   * The open cube, once there is one. A page may set one that it has opened itself, in place of `src`; it then decides on the language of its
   * labels, and when to close it.
   * @returns {Cube | undefined}
   */
  get cube() {
    return this.#cube;
  }
  /** @param {Cube | null | undefined} value */
  set cube(value) {
    this.#cube = value ?? undefined;
    this.#given = Boolean(value);
    this.#share(undefined);
    this.#changed();
  }

  /** The table that is shown. @returns {Table | undefined} */
  get table() {
    return this.#table;
  }

  connectedCallback() {
    dress(this);
    this.refresh();
  }

  disconnectedCallback() {
    this.#drawing?.abort();
    // An element that is only moved is back at once.
    queueMicrotask(() => this.isConnected || this.#share(undefined));
  }

  /** @param {string} name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(name, before, after) {
    // What is written last holds, here or there.
    if (name === "src" && after !== null) this.#source = undefined;
    if (name === "method" && after !== null) this.#method = undefined;
    if (before !== after) this.#changed();
  }

  #changed() {
    if (this.isConnected) this.refresh();
  }

  /**
   * Draws the table anew; done when it is there, or an error in its place. Attributes set one after another make one table, not several.
   * @returns {Promise<void>}
   */
  async refresh() {
    this.#drawing?.abort();
    const drawing = new AbortController();
    this.#drawing = drawing;
    await Promise.resolve();
    if (drawing.signal.aborted) return;
    this.setAttribute("aria-busy", "true");
    const language = languageOf(langAround(this));
    // Where they have to be loaded, it is while the table is on its way.
    const words = wordsIn(language);
    const progress = this.#progress(words);
    try {
      await this.#draw(drawing.signal, language, words, progress.listener);
    } catch (error) {
      const known = await words;
      if (!drawing.signal.aborted) this.#fail(error, language, known);
    } finally {
      progress.done();
    }
    if (!drawing.signal.aborted) this.removeAttribute("aria-busy");
  }

  /**
   * @param {AbortSignal} signal
   * @param {Language} language
   * @param {Promise<ElementWords>} words
   * @param {(progress: Progress) => void} onprogress
   */
  async #draw(signal, language, words, onprogress) {
    const query = {
      rows: listOf("rows", this.getAttribute("rows")),
      columns: listOf("columns", this.getAttribute("columns")),
      filter: filterOf(this.getAttribute("filter")),
      groups: groupsOf(this.getAttribute("groups")),
      method: this.#method ?? methodOf(this.getAttribute("method")),
      areas: this.areas,
      totals: this.totals,
    };
    const cube = this.#given ? this.#cube : await this.#share(shared(this.#source ?? this.#address(), language.tag))?.cube;
    if (signal.aborted || !cube) return;
    this.#cube = cube;
    const table = await cube.table({ ...query, signal, onprogress });
    if (table.shape.reduce((cells, codes) => cells * codes, 1) > MOST_CELLS) throw fault("table-too-large", "choose fewer or coarser dimensions");
    const known = await words;
    if (!signal.aborted) this.#show(cube, table, language, known);
  }

  #address() {
    const src = this.getAttribute("src");
    if (!src?.trim()) throw fault("bad-query", "src: missing; expected the address of a cube.json");
    try {
      return new URL(src, this.baseURI).href;
    } catch {
      throw fault("bad-query", `src: ${src} is no address; expected that of a cube.json`);
    }
  }

  /**
   * @param {Cube} cube
   * @param {Table} table
   * @param {Language} language
   * @param {ElementWords} words
   */
  #show(cube, table, { numbers, direction }, words) {
    const document = this.ownerDocument;
    const said = { count: words.count, by: words.by, suppressed: statusInWords("suppressed", words.language), blocked: statusInWords("blocked", words.language) };
    const options = { document, locale: numbers, words: said, id: this.#id };
    const drawn = renderTable(worded(table, words), options);
    const parts = [scrolling(document, drawn, this.#id), ...legend(document, table, words), notes(document, table, words)];
    // As a rule the page says where its text runs, or the element does; a language of the other direction needs no more than `lang`.
    if (!this.hasAttribute("dir") && document.defaultView?.getComputedStyle(this).direction !== direction) for (const part of parts) part.dir = direction;
    this.#table = table;
    this.#notice = undefined;
    this.replaceChildren(...parts);
    this.#tell(this.#drawn ? "cellveil-change" : "cellveil-ready", { cube, table });
    this.#drawn = true;
  }

  /** @param {Promise<ElementWords>} words */
  #progress(words) {
    const bar = progressBar(this.ownerDocument, words);
    const waiting = setTimeout(() => this.#notify(bar), this.#drawn && !this.#notice ? PATIENCE : 0);
    return {
      listener: (/** @type {Progress} */ { loaded, total }) => {
        bar.max = total || 1;
        bar.value = loaded;
      },
      done: () => {
        clearTimeout(waiting);
        bar.remove();
      },
    };
  }

  /** @param {unknown} error @param {Language} language @param {ElementWords} words */
  #fail(error, { direction }, words) {
    const { element, attribute } = problem(this.ownerDocument, error, words, () => this.refresh());
    if (!this.hasAttribute("dir")) element.dir = direction;
    // A table that does not answer the attributes any more would be taken for one that does.
    if (this.#drawn) this.replaceChildren();
    this.#table = undefined;
    this.#notify(element);
    this.#tell("cellveil-error", { error, attribute });
  }

  /** @param {HTMLElement} element */
  #notify(element) {
    this.#notice?.remove();
    this.#notice = element;
    this.append(element);
  }

  /**
   * @param {string} type
   * @param {object} detail
   */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }

  /**
   * A property takes the text of its attribute as well, which is where it is kept.
   * @param {string} name
   * @param {string | null | undefined} value
   */
  #reflect(name, value) {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  /**
   * A broken attribute is told by an event and in the page; who reads its property gets what an absent one gives.
   * @template T
   * @param {() => T} read
   * @param {T} instead
   */
  #read(read, instead) {
    try {
      return read();
    } catch {
      return instead;
    }
  }

  /**
   * Takes a cube, and gives back the one before.
   * @param {Shared | undefined} entry
   */
  #share(entry) {
    if (entry) entry.users++;
    if (this.#shared) release(this.#shared);
    this.#shared = entry;
    return entry;
  }
}

/**
 * The text of an attribute for what its property was set to.
 * @template {object} T
 * @param {T | string | null | undefined} value
 * @param {(value: T) => string} write
 */
function written(value, write) {
  if (value === null || value === undefined) return null;
  // What is no text and no list either is for the reading to refuse, which names the attribute.
  return typeof value === "object" ? write(value) : String(value);
}

if (globalThis.customElements && !customElements.get("cellveil-table")) {
  customElements.define("cellveil-table", /** @type {CustomElementConstructor} */ (CellveilTable));
}
