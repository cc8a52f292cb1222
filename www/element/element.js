/**
 * `<cellveil-table>`: a protected table in a page, as a plain `<table>` in the page's own document.
 *
 * ```html
 * <script type="module" src="cellveil/element.js"></script>
 * <cellveil-table src="tiles/cube.json" rows="region" columns="sex,age" filter="student=1">
 *   Readers see this text until the first table is built, and where scripts do not run.
 * </cellveil-table>
 * ```
 *
 * Attributes, each with a property: `src`, `rows`, `columns`, `filter`, `groups`, `method`, `with`, `areas`, `base`,
 * `no-totals` and `unstyled`. The module attributes.js describes their syntax. The attribute `lang` of the element, or of an element
 * around it, sets the language of labels, numbers and the element's own words. A changed attribute builds the table
 * again, also after an error. `docs/reference/element.md` is the reference.
 *
 * All events bubble: `cellveil-ready` after the first table, `cellveil-change` after each later table (`detail`:
 * `{ cube, table }`), and `cellveil-error` (`detail`: `{ error, attribute }`).
 */
import { abortable } from "../api/downloads.js";
import { fault, isFault } from "../api/errors.js";
import { statusInWords } from "../words/statuses.js";
import { languageOf, wordsIn } from "../words/words.js";
import { filterOf, groupsOf, listOf, methodOf, readOr, withOf, withText, written } from "./attributes.js";
import { release, shared } from "./cubes.js";
import { focusOn, hasFocusIn } from "./focus.js";
import { langAround, watchLang } from "./lang.js";
import { legend, notes, problem, progressBar, scrolling, worded } from "./parts.js";
import { parsed } from "./parsing.js";
import { QueryElement } from "./properties.js";
import { renderTable } from "./render.js";
import { dress } from "./sheet.js";

export { renderTable };

/** @import { Cube } from "../api/cube.js" */
/** @import { Table } from "../api/table.js" */
/** @import { LinkedTable, Progress } from "../api/types.js" */
/** @import { ElementWords } from "../words/en.js" */
/** @import { Language } from "../words/words.js" */
/** @import { Shared } from "./cubes.js" */

/** @typedef {import("./events.js").TableDetail} TableDetail  of `cellveil-ready` and `cellveil-change` */
/** @typedef {import("./events.js").ErrorDetail} ErrorDetail */

/** Maximum cells of a table. A larger table would be unreadable and slow to lay out. */
const MOST_CELLS = 50_000;

/** Delay of the progress bar in milliseconds. A faster table shows no bar, because a flashing bar distracts. */
const PATIENCE = 200;

let elements = 0;

export class CellveilTable extends QueryElement {
  static observedAttributes = [...QueryElement.observedAttributes, "with", "areas", "dir"];

  /** Prefix of the element's header ids, unique in the page. */
  #id = `cellveil-table-${++elements}`;
  /** @type {Cube | undefined} */ #cube;
  /** Whether the page set an open cube. Then `src` and the language do not open a cube. */
  #given = false;
  /** @type {Table | undefined} */ #table;
  /** @type {AbortController | undefined} */ #drawing;
  /** Resolves when the latest drawing is done. */
  #done = Promise.resolve();
  /** Whether a table has replaced the content between the tags. */
  #drawn = false;
  #unwatch = () => {};
  /** @type {Shared | undefined} */ #shared;
  /** @type {HTMLElement | undefined} The element's progress bar or error. */
  #notice;

  constructor() {
    super();
    this.takeProperties("with", "areas", "unstyled");
  }

  /** Further tables that a table method protects together with this table. @returns {LinkedTable[]} */
  get with() {
    return readOr(() => withOf(this.getAttribute("with")) ?? [], []);
  }
  /** @param {string | readonly LinkedTable[] | null | undefined} value */
  set with(value) {
    this.reflect("with", written(value, withText));
  }

  /** How the core builds custom areas. @returns {"exact" | "blocks" | "sums" | undefined} */
  get areas() {
    return /** @type {"blocks" | "sums" | undefined} */ (this.getAttribute("areas")?.trim() || undefined); // the core refuses other words
  }
  /** @param {"exact" | "blocks" | "sums" | null | undefined} value */
  set areas(value) {
    this.reflect("areas", value);
  }

  /** Whether the element omits its own style. @returns {boolean} */
  get unstyled() {
    return this.hasAttribute("unstyled");
  }
  /** @param {boolean | null | undefined} value */
  set unstyled(value) {
    this.toggleAttribute("unstyled", Boolean(value));
  }

  /**
   * The open cube. A page may set its own open cube instead of `src`. The page then chooses the language of the labels
   * and closes the cube.
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
    this.changed();
  }

  /** The table in the page. @returns {Table | undefined} */
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
    // An element that is only moved is connected again before this task runs.
    queueMicrotask(() => this.isConnected || this.#share(undefined));
  }

  /**
   * Builds the table again and resolves when the table or an error is shown. Several attribute changes in a row cause one
   * build, and all callers wait for this build. An element outside a document builds no table.
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
    // Words of another language load while the table is built.
    const words = wordsIn(language);
    const progress = this.#progress(words);
    // Unless the language is plain English (numbers.js), the browser loads its list of locales here, while files travel.
    setTimeout(() => language.numbers);
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
      method: this.ownMethod ?? methodOf(this.getAttribute("method")),
      with: withOf(this.getAttribute("with")),
      areas: this.areas,
      totals: this.totals,
    };
    const cube = this.#given && this.#cube ? this.#cube : (this.#cube = await abortable(this.#open(tag), signal));
    const table = await cube.table({ ...query, signal, onprogress });
    const cells = table.shape.reduce((product, codes) => product * codes, 1);
    if (cells > MOST_CELLS) throw fault("table-too-large", `the table has ${cells} cells; expected at most ${MOST_CELLS}: choose fewer or coarser dimensions`);
    return { cube, table };
  }

  /** Opens the cube of `src` and releases the previous cube. @param {string | undefined} tag */
  #open(tag) {
    /** @type {Shared | undefined} */
    let entry;
    try {
      entry = shared(this.ownSource ?? this.#address(), tag, this.base);
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
      throw fault("bad-query", `src: ${src} is not an address; expected the address of a cube.json`);
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
    const parts = [region, ...legend(document, table, words), notes(document, table, words, numbers, cube.manifest.pretabular)];
    // The parts have the direction of their language, unless the element has its own `dir`.
    if (!this.hasAttribute("dir")) for (const part of parts) part.dir = direction;
    this.#table = table;
    this.#notice = undefined;
    // The new table keeps the reader's scroll position.
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
      // After a network error, the cube is opened again: the publisher may have updated it, and then its files have new
      // names. After other errors, the open cube stays, because it records which files must bypass the browser's cache.
      if (isFault(error) && error.code === "network") this.#shared?.forget();
      this.refresh();
    });
    if (!this.hasAttribute("dir")) element.dir = direction;
    this.#table = undefined;
    // The error replaces the old table, because readers would believe that the old table matches the new attributes.
    this.#notify(element, this.#drawn);
    this.#tell("cellveil-error", { error: /** @type {Error} */ (error), attribute });
  }

  /** @param {HTMLElement} element @param {boolean} [alone] whether the notice replaces all other content */
  #notify(element, alone = false) {
    const within = hasFocusIn(this);
    this.#notice?.remove();
    this.#notice = element;
    if (alone) this.replaceChildren(element);
    else this.append(element);
    if (within && !hasFocusIn(this)) focusOn(element.querySelector("button") ?? element);
  }

  /**
   * Dispatches an event after the element has finished its work.
   * @param {string} type
   * @param {TableDetail | ErrorDetail} detail
   */
  #tell(type, detail) {
    this.removeAttribute("aria-busy");
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }

  /**
   * Retains a shared cube and releases the previous cube.
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
