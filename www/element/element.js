/**
 * `<cellveil-table>`: a protected table in a page, drawn as a plain `<table>` in the page's own styles.
 *
 * ```html
 * <script type="module" src="cellveil/element.js"></script>
 * <cellveil-table src="tiles/cube.json" rows="region" columns="sex,age" filter="student=1">
 *   Shown until the first table is there, or where scripts do not run.
 * </cellveil-table>
 * ```
 *
 * Attributes: `src`, `rows`, `columns`, `filter` (see attributes.js for how lists are written), `method`, `lang` (labels and
 * numbers), `no-totals`. Changing one draws the table anew, and tries again after an error.
 *
 * Events, all of which bubble: `cellveil-ready` when the first table is there, `cellveil-change` when another has taken its
 * place (`detail`: `{ cube, table }`), `cellveil-error` (`detail`: `{ error }`).
 */
import { openCube } from "../api/index.js";
import { fault, isFault, reason } from "../api/errors.js";
import { filterOf, listOf } from "./attributes.js";
import { renderTable } from "./render.js";

export { renderTable };

/** @import { Cube } from "../api/cube.js" */
/** @import { Table } from "../api/table.js" */
/** @import { Progress } from "../api/types.js" */

/** More cells than a reader can take in, or a browser lay out while one waits. */
const MOST_CELLS = 50_000;

/** What to say first; the error's own words follow. @type {Record<string, string>} */
const PLAIN = {
  network: "The data could not be loaded. Check the connection, then try again.",
  "damaged-file": "A data file arrived damaged.",
  "damaged-manifest": "The description of the data arrived damaged.",
  "newer-version": "These data were made for a newer version of this page's software.",
  "table-too-large": "This table is too large to show here.",
  wasm: "This browser could not run the table engine.",
};

/** @typedef {{ key: string, cube: Promise<Cube>, users: number }} Shared */

/**
 * Elements that show the same cube share it.
 * @type {Map<string, Shared>}
 */
const cubes = new Map();

// Outside a page (a server that renders HTML) there are no elements to extend, but importing must not fail.
const Base = globalThis.HTMLElement ?? class {};

export class CellveilTable extends Base {
  static observedAttributes = ["src", "rows", "columns", "filter", "method", "areas", "lang", "no-totals"];

  /** @type {Cube | undefined} The open cube, once there is one. */
  cube;
  /** @type {Table | undefined} The table shown. */
  table;

  /** @type {AbortController | undefined} */
  #drawing;
  #drawn = false;
  /** @type {Shared | undefined} */
  #shared;
  /** @type {HTMLElement | undefined} What this element shows beside a table: progress or an error. */
  #notice;

  connectedCallback() {
    this.refresh();
  }

  disconnectedCallback() {
    this.#drawing?.abort();
    // An element that is only moved is back at once.
    queueMicrotask(() => this.isConnected || this.#share(undefined));
  }

  /** @param {string} _name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(_name, before, after) {
    if (this.isConnected && before !== after) this.refresh();
  }

  /** Draws the table anew. Attributes set one after another make one table, not several. */
  async refresh() {
    this.#drawing?.abort();
    const drawing = new AbortController();
    this.#drawing = drawing;
    await Promise.resolve();
    if (drawing.signal.aborted) return;
    this.setAttribute("aria-busy", "true");
    try {
      await this.#draw(drawing.signal);
    } catch (error) {
      if (!drawing.signal.aborted) this.#fail(error);
    }
    if (!drawing.signal.aborted) this.removeAttribute("aria-busy");
  }

  /** @param {AbortSignal} signal */
  async #draw(signal) {
    const onprogress = this.#progress();
    const locale = this.closest("[lang]")?.getAttribute("lang") || undefined;
    const src = this.getAttribute("src");
    if (!src) throw fault("bad-query", "the src attribute has to name a cube.json");
    const query = {
      rows: listOf(this.getAttribute("rows")),
      columns: listOf(this.getAttribute("columns")),
      filter: filterOf(this.getAttribute("filter")),
      method: this.getAttribute("method") ?? undefined,
      areas: /** @type {"blocks" | undefined} */ (this.getAttribute("areas") ?? undefined), // other words are for the core to refuse
      totals: !this.hasAttribute("no-totals"),
    };
    const cube = await this.#share(shared(new URL(src, this.baseURI).href, locale))?.cube;
    if (signal.aborted || !cube) return;
    this.cube = cube;
    const table = await cube.table({ ...query, signal, onprogress });
    if (table.shape.reduce((cells, codes) => cells * codes, 1) > MOST_CELLS) throw fault("table-too-large", "choose fewer or coarser dimensions");
    this.#show(cube, table, locale);
  }

  /**
   * @param {Cube} cube
   * @param {Table} table
   * @param {string} [locale]
   */
  #show(cube, table, locale) {
    const document = this.ownerDocument;
    const note = document.createElement("p");
    note.className = "cellveil-note";
    note.textContent = [table.method.text, cube.attribution].filter(Boolean).join(" ");
    this.table = table;
    this.#notice = undefined;
    this.replaceChildren(renderTable(table, { document, locale }), note);
    this.#tell(this.#drawn ? "cellveil-change" : "cellveil-ready", { cube, table });
    this.#drawn = true;
  }

  /**
   * A bar, put up at once; its numbers come with the files.
   * @returns {(progress: Progress) => void}
   */
  #progress() {
    const bar = this.ownerDocument.createElement("progress");
    bar.className = "cellveil-progress";
    bar.setAttribute("aria-label", "Loading the table");
    this.#notify(bar);
    return ({ loaded, total }) => {
      bar.max = total || 1;
      bar.value = loaded;
    };
  }

  /** @param {unknown} error */
  #fail(error) {
    const code = isFault(error) ? error.code : "";
    const paragraph = this.ownerDocument.createElement("p");
    paragraph.className = "cellveil-error";
    paragraph.setAttribute("role", "alert");
    paragraph.textContent = `${PLAIN[code] ?? "This table cannot be shown."} (${reason(error)})`;
    // A table that does not answer the attributes any more would be taken for one that does.
    if (this.#drawn) this.replaceChildren();
    this.table = undefined;
    this.#notify(paragraph);
    this.#tell("cellveil-error", { error });
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
 * @param {string} src
 * @param {string} [language]
 * @returns {Shared}
 */
function shared(src, language) {
  const key = JSON.stringify([src, language]);
  let entry = cubes.get(key);
  if (!entry) {
    entry = { key, cube: openCube(src, { language }), users: 0 };
    cubes.set(key, entry);
    // A failed opening is not kept: whoever comes next tries again.
    entry.cube.catch(() => cubes.get(key) === entry && cubes.delete(key));
  }
  return entry;
}

/** @param {Shared} entry */
function release(entry) {
  if (--entry.users > 0) return;
  if (cubes.get(entry.key) === entry) cubes.delete(entry.key);
  entry.cube.then((cube) => cube.close(), () => {});
}

if (globalThis.customElements && !customElements.get("cellveil-table")) {
  customElements.define("cellveil-table", /** @type {CustomElementConstructor} */ (CellveilTable));
}
