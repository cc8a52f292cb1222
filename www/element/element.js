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
import { isFault } from "../api/errors.js";
import { languageOf, wordsIn } from "../words/words.js";
import { addressOf, areasOf, markOf, queryOf, readOr, withOf, withText, written } from "./attributes.js";
import { release, shared } from "./cubes.js";
import { focusOn, hasFocusIn } from "./focus.js";
import { langAround, watchLang } from "./lang.js";
import { boxIn, checkSize, contentOf, markIn, mayBeRight, problem, progressBar, watchWidth } from "./parts.js";
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
  /** Whether the element has drawn a table. */
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
    return areasOf(this.getAttribute("areas"));
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
    // Readers can use a written table at once.
    const isWaiting = !this.#isPrerendered;
    if (isWaiting) this.setAttribute("aria-busy", "true");
    const language = languageOf(langAround(this));
    // Words of another language load while the table is built.
    const words = wordsIn(language);
    const progress = isWaiting ? this.#progress(words) : undefined;
    // Unless the language is plain English (numbers.js), the browser loads its list of locales here, while files travel.
    setTimeout(() => language.numbers);
    try {
      const built = await this.#build(signal, language, progress?.listener);
      const known = await words;
      await parsed(this, signal);
      if (!signal.aborted) this.#show(built, language, known);
    } catch (error) {
      const known = await words;
      await parsed(this, signal).catch(() => {}); // an abort
      if (!signal.aborted) this.#fail(error, language, known);
    } finally {
      progress?.done();
    }
  }

  /**
   * @param {AbortSignal} signal
   * @param {Language} language
   * @param {(progress: Progress) => void} [onprogress]
   * @returns {Promise<TableDetail>}
   */
  async #build(signal, { tag }, onprogress) {
    const query = { ...queryOf((name) => this.getAttribute(name)), ...(this.ownMethod && { method: this.ownMethod }) };
    const cube = this.#given && this.#cube ? this.#cube : (this.#cube = await abortable(this.#open(tag), signal));
    const table = await cube.table({ ...query, signal, onprogress });
    checkSize(table);
    return { cube, table };
  }

  /** Opens the cube of `src` and releases the previous cube. @param {string | undefined} tag */
  #open(tag) {
    /** @type {Shared | undefined} */
    let entry;
    try {
      entry = shared(this.ownSource ?? addressOf(this.getAttribute("src"), this.baseURI).href, tag, this.base);
      return entry.cube;
    } finally {
      this.#share(entry);
    }
  }

  /**
   * @param {TableDetail} built
   * @param {Language} language
   * @param {ElementWords} words
   */
  #show(built, language, words) {
    const parts = contentOf(this.ownerDocument, built, language, words, { id: this.#id, mark: this.#mark, hasDirection: this.hasAttribute("dir") });
    this.#table = built.table;
    this.#notice = undefined;
    // Equal content stays, with the reader's selection and the place of a screen reader.
    const isEqual = this.#isPrerendered && parts.length === this.childNodes.length && parts.every((part, at) => part.isEqualNode(this.childNodes[at]));
    if (!isEqual) this.#replace(parts);
    watchWidth(/** @type {HTMLElement} */ (boxIn(this)), this.#id);
    const type = this.#drawn ? "cellveil-change" : "cellveil-ready";
    this.#drawn = true;
    this.#tell(type, built);
  }

  /** Whether the element contains the written table of its query. */
  get #isPrerendered() {
    const isOwn = this.ownSource || this.ownMethod || this.#given;
    return !this.#drawn && !isOwn && markIn(this) === this.#mark;
  }

  /** The mark of the query's table. */
  get #mark() {
    return markOf((name) => this.getAttribute(name));
  }

  /** @param {HTMLElement[]} parts */
  #replace(parts) {
    // The new table keeps the reader's scroll position.
    const scrolled = boxIn(this)?.scrollLeft;
    const within = hasFocusIn(this);
    this.replaceChildren(...parts);
    if (scrolled) parts[0].scrollLeft = scrolled;
    if (within) focusOn(parts[0]);
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
    // The error replaces a table that may not match the query. A written table of this query stays if the table may still be
    // right, for example without a network.
    if (!this.#isPrerendered || !mayBeRight(error)) this.#notify(element, this.#drawn || boxIn(this) !== null);
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
