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
 * table anew, and tries again after an error. `docs/reference/element.md` is the reference.
 *
 * Events, all of which bubble: `cellveil-ready` when the first table is there, `cellveil-change` when another has taken its
 * place (`detail`: `{ cube, table }`), `cellveil-error` (`detail`: `{ error, attribute }`).
 */
import { abortable } from "../api/downloads.js";
import { fault, isFault } from "../api/errors.js";
import { statusInWords } from "../words/statuses.js";
import { languageOf, wordsIn } from "../words/words.js";
import { filterOf, filterText, groupsOf, groupsText, listOf, listText, methodOf, pairs, readOr, written } from "./attributes.js";
import { release, shared } from "./cubes.js";
import { focusOn, hasFocusIn } from "./focus.js";
import { langAround, watchLang } from "./lang.js";
import { legend, notes, problem, progressBar, scrolling, worded } from "./parts.js";
import { parsed } from "./parsing.js";
import { renderTable } from "./render.js";
import { dress } from "./sheet.js";

export { renderTable };

/** @import { Cube } from "../api/cube.js" */
/** @import { Table } from "../api/table.js" */
/** @import { Named, Progress, Source } from "../api/types.js" */
/** @import { ElementWords } from "../words/en.js" */
/** @import { Language } from "../words/words.js" */
/** @import { Shared } from "./cubes.js" */

/** @typedef {import("./events.js").TableDetail} TableDetail  of `cellveil-ready` and `cellveil-change` */
/** @typedef {import("./events.js").ErrorDetail} ErrorDetail */

/** More cells than a reader can take in, or a browser lay out while one waits. */
const MOST_CELLS = 50_000;

/** A table that is there by then needs no bar; one that flashes up disturbs more than it says. In milliseconds. */
const PATIENCE = 200;

const ATTRIBUTES = ["src", "rows", "columns", "filter", "groups", "method", "areas", "dir", "no-totals"];
const PROPERTIES = ["src", "rows", "columns", "filter", "groups", "method", "areas", "totals", "cube"];

let elements = 0;

// Outside a page (a server that renders HTML) there are no elements to extend, but importing must not fail.
const Base = globalThis.HTMLElement ?? class {};

export class CellveilTable extends Base {
  static observedAttributes = ATTRIBUTES;

  /** Before every header's id of this element: unique in the page. */
  #id = `cellveil-table-${++elements}`;
  /** @type {Cube | undefined} */ #cube;
  /** Whether it is the page's own, which neither `src` nor a language opens. */
  #given = false;
  /** @type {Source | undefined} What `src` was set to, where that is no address. */
  #source;
  /** @type {object | undefined} A method that was set as an object. */
  #method;
  /** @type {Table | undefined} */ #table;
  /** @type {AbortController | undefined} */ #drawing;
  /** Kept when the latest drawing is done. */
  #done = Promise.resolve();
  /** Whether there has been a table: what stood between the tags is gone then. */
  #drawn = false;
  #unwatch = () => {};
  /** @type {Shared | undefined} */ #shared;
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
    return readOr(() => listOf("rows", this.getAttribute("rows")), []);
  }
  /** @param {string | Iterable<string> | null | undefined} value a string is read as the attribute is */
  set rows(value) {
    this.#reflect("rows", written(value, listText));
  }

  /** @returns {string[]} */
  get columns() {
    return readOr(() => listOf("columns", this.getAttribute("columns")), []);
  }
  /** @param {string | Iterable<string> | null | undefined} value */
  set columns(value) {
    this.#reflect("columns", written(value, listText));
  }

  /** The codes that each dimension is restricted to. @returns {{ [dimension: string]: string[] }} */
  get filter() {
    return readOr(() => Object.fromEntries(filterOf(this.getAttribute("filter"))), {});
  }
  /** @param {string | Named<Iterable<string>> | null | undefined} value */
  set filter(value) {
    this.#reflect("filter", written(value, (value) => filterText(pairs(value))));
  }

  /** Named groups of codes in place of a dimension's own. @returns {{ [dimension: string]: { [label: string]: string[] } }} */
  get groups() {
    return readOr(() => Object.fromEntries(groupsOf(this.getAttribute("groups")).map(([name, labels]) => [name, Object.fromEntries(labels)])), {});
  }
  /** @param {string | Named<Named<Iterable<string>>> | null | undefined} value */
  set groups(value) {
    this.#reflect("groups", written(value, (value) => groupsText([...pairs(value)].map(([name, labels]) => [name, pairs(labels)]))));
  }

  /** The name of a method, or one of the page's own where the cube allows it. @returns {string | object | undefined} */
  get method() {
    return this.#method ?? readOr(() => methodOf(this.getAttribute("method")), undefined);
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
    return /** @type {"blocks" | undefined} */ (this.getAttribute("areas")?.trim() || undefined); // other words are for the core to refuse
  }
  /** @param {"exact" | "blocks" | null | undefined} value */
  set areas(value) {
    this.#reflect("areas", value);
  }

  /** Whether totals are shown, as they are unless this is `false`. @returns {boolean} */
  get totals() {
    return !this.hasAttribute("no-totals");
  }
  /** @param {boolean | null | undefined} value */
  set totals(value) {
    this.toggleAttribute("no-totals", !(value ?? true));
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
    this.#share(undefined);
    this.#cube = value ?? undefined;
    this.#given = Boolean(value);
    this.#changed();
  }

  /** The table that is shown. @returns {Table | undefined} */
  get table() {
    return this.#table;
  }

  connectedCallback() {
    dress(this);
    this.#unwatch = watchLang(this, () => this.refresh());
    this.refresh();
  }

  disconnectedCallback() {
    this.#unwatch();
    this.#drawing?.abort();
    this.removeAttribute("aria-busy");
    // An element that is only moved is back at once.
    queueMicrotask(() => this.isConnected || this.#share(undefined));
  }

  /** @param {string} name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(name, before, after) {
    // What is written last holds, here or there. An attribute of an element that becomes known only now is told here after the properties that were set
    // before, one of which may have taken it away again.
    if (name === "src" && this.hasAttribute(name)) this.#source = undefined;
    if (name === "method" && this.hasAttribute(name)) this.#method = undefined;
    if (before !== after) this.#changed();
  }

  #changed() {
    if (this.isConnected) this.refresh();
  }

  /**
   * Draws the table anew; done when it is there, or an error in its place. Attributes set one after another make one table, not several: who
   * asked for one that was overtaken waits for the last. Outside of a document nothing is drawn.
   * @returns {Promise<void>}
   */
  refresh() {
    this.#drawing?.abort();
    const drawing = new AbortController();
    this.#drawing = drawing;
    this.#done = this.#redraw(drawing.signal).then(() => (this.#drawing === drawing ? undefined : this.#done));
    return this.#done;
  }

  /** @param {AbortSignal} signal */
  async #redraw(signal) {
    await Promise.resolve();
    if (signal.aborted || !this.isConnected) return;
    this.setAttribute("aria-busy", "true");
    const language = languageOf(langAround(this));
    // Where they have to be loaded, it is while the table is on its way.
    const words = wordsIn(language);
    const progress = this.#progress(words);
    try {
      const built = await this.#build(signal, language, progress.listener);
      const known = await words;
      await parsed(this, signal);
      if (!signal.aborted) this.#show(built, language, known);
    } catch (error) {
      const known = await words;
      if (!signal.aborted) this.#fail(error, language, known);
    } finally {
      progress.done();
    }
  }

  /**
   * @param {AbortSignal} signal
   * @param {Language} language
   * @param {(progress: Progress) => void} onprogress
   * @returns {Promise<TableDetail>}
   */
  async #build(signal, { tag }, onprogress) {
    const query = {
      rows: listOf("rows", this.getAttribute("rows")),
      columns: listOf("columns", this.getAttribute("columns")),
      filter: filterOf(this.getAttribute("filter")),
      groups: groupsOf(this.getAttribute("groups")),
      method: this.#method ?? methodOf(this.getAttribute("method")),
      areas: this.areas,
      totals: this.totals,
    };
    const cube = this.#given && this.#cube ? this.#cube : (this.#cube = await abortable(this.#open(tag), signal));
    const table = await cube.table({ ...query, signal, onprogress });
    const cells = table.shape.reduce((product, codes) => product * codes, 1);
    if (cells > MOST_CELLS) throw fault("table-too-large", `the table has ${cells} cells; expected at most ${MOST_CELLS}: choose fewer or coarser dimensions`);
    return { cube, table };
  }

  /** The cube of `src`; what was open before is given back, whether there is one or not. @param {string | undefined} tag */
  #open(tag) {
    /** @type {Shared | undefined} */
    let entry;
    try {
      entry = shared(this.#source ?? this.#address(), tag);
      return entry.cube;
    } finally {
      this.#share(entry);
    }
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
   * @param {TableDetail} built
   * @param {Language} language
   * @param {ElementWords} words
   */
  #show({ cube, table }, { numbers, direction }, words) {
    const document = this.ownerDocument;
    const said = { ...words, suppressed: statusInWords("suppressed", words.language), blocked: statusInWords("blocked", words.language) };
    const drawn = renderTable(worded(table, words), { document, locale: numbers, words: said, id: this.#id });
    const region = scrolling(document, drawn, this.#id);
    const parts = [region, ...legend(document, table, words), notes(document, table, words, numbers)];
    // The page says where the element's text runs only by the element's own `dir`; its language says enough otherwise.
    if (!this.hasAttribute("dir")) for (const part of parts) part.dir = direction;
    this.#table = table;
    this.#notice = undefined;
    // A reader who looks at a column further on still does.
    const scrolled = this.querySelector(":scope > .cellveil-scroll")?.scrollLeft;
    const within = hasFocusIn(this);
    this.replaceChildren(...parts);
    if (scrolled) region.scrollLeft = scrolled;
    if (within) focusOn(region);
    const type = this.#drawn ? "cellveil-change" : "cellveil-ready";
    this.#drawn = true;
    this.#tell(type, { cube, table });
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
    const { element, attribute } = problem(this.ownerDocument, error, words, () => {
      // A cube that was published again has other files, and is opened anew. Elsewhere it knows best: which file came damaged, say, and is not to come from
      // the browser's cache.
      if (isFault(error) && error.code === "network") this.#shared?.forget();
      this.refresh();
    });
    if (!this.hasAttribute("dir")) element.dir = direction;
    this.#table = undefined;
    // A table that does not answer the attributes any more would be taken for one that does.
    this.#notify(element, this.#drawn);
    this.#tell("cellveil-error", { error: /** @type {Error} */ (error), attribute });
  }

  /** @param {HTMLElement} element @param {boolean} [alone] in place of all else */
  #notify(element, alone = false) {
    const within = hasFocusIn(this);
    this.#notice?.remove();
    this.#notice = element;
    if (alone) this.replaceChildren(element);
    else this.append(element);
    if (within && !hasFocusIn(this)) focusOn(element.querySelector("button") ?? element);
  }

  /**
   * Whoever hears of it finds the element at rest.
   * @param {string} type
   * @param {TableDetail | ErrorDetail} detail
   */
  #tell(type, detail) {
    this.removeAttribute("aria-busy");
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
   * Takes a cube, and gives back the one before.
   * @param {Shared | undefined} entry
   */
  #share(entry) {
    if (entry) entry.users++;
    if (this.#shared) release(this.#shared);
    if (entry !== this.#shared) this.#cube = undefined;
    this.#shared = entry;
  }
}

if (globalThis.customElements && !customElements.get("cellveil-table")) {
  customElements.define("cellveil-table", /** @type {CustomElementConstructor} */ (CellveilTable));
}
