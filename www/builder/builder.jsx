/**
 * `<cellveil-builder>`: an interactive table builder in a page.
 *
 * ```html
 * <script type="module" src="cellveil/builder.js"></script>
 * <cellveil-builder src="tiles/cube.json" rows="region"></cellveil-builder>
 * ```
 *
 * The attributes and properties of `<cellveil-table>` set the first table. Without `rows` and `columns`, the builder
 * chooses one. A changed attribute changes the table. `value` is the reader's choice, a query and a view in plain JSON.
 * `docs/reference/builder.md` is the reference.
 *
 * Events bubble: `cellveil-ready` after the first table, `cellveil-change` after each later table or view (`detail`:
 * `{ cube, table, value }`), and `cellveil-error` (`detail`: `{ error }`).
 */
import { effect, signal } from "@preact/signals-core";
import { render } from "preact";
import { fault } from "../api/errors.js";
import { filterOf, groupsOf, listOf, readOr } from "../element/attributes.js";
import { release, shared } from "../element/cubes.js";
import { langAround, watchLang } from "../element/lang.js";
import { QueryElement } from "../element/properties.js";
import { languageOf } from "../words/words.js";
import { builderWords, firstWords, registerWords, watchWords } from "../words/builder/builder-words.js";
import { createTrail } from "./history.js";
import { createStore } from "./store.js";
import { dressBuilder } from "./sheet.js";
import { fromValue, toValue } from "./value.js";
import { App } from "./views/app.jsx";
import { BuilderContext } from "./views/context.jsx";

export { registerWords };

/** @import { Cube, Selection, Table } from "../choice/types.js" */
/** @import { Shared } from "../element/cubes.js" */
/** @import { Dataset, Page, Wanted } from "./markup.js" */
/** @import { Value } from "./value.js" */
/** @import { Builder, More } from "./views/context.jsx" */

const INTRODUCED = "cellveil-introduced";
let builders = 0;

export class CellveilBuilder extends QueryElement {
  #number = ++builders;
  /** @type {ReturnType<typeof createStore> | undefined} */ #store;
  /** @type {Page} */ #page = {};
  /** @type {Cube | undefined} */ #ownCube;
  /** @type {Selection | undefined} A choice that the page has set and the builder does not show yet. */ #waiting;
  /** Whether a table was shown. */ #ready = false;
  /** @type {Shared | undefined} The cube of `src`, which other elements of the page may share. */ #shared;
  /** @type {(() => void)[]} */ #watches = [];
  #turn = 0;
  #undraw = () => {};
  /** @type {Promise<More> | undefined} */ #more;
  /** @type {More | undefined} */ #loaded;

  constructor() {
    super();
    this.takeProperties("value");
  }

  /** The reader's choice: a query and a view, in plain JSON. @returns {Value} */
  get value() {
    return toValue(this.#waiting ?? this.#store?.choice.peek() ?? readOr(() => this.#attributes(), fromValue({}, null)));
  }
  /** @param {Value} value */
  set value(value) {
    this.#waiting = fromValue(value, this.#page.datasets ? this.#store?.choice.peek().cube ?? null : "");
    void this.#show();
  }

  /** The open cube. A page may set its own open cube instead of `src`. @returns {Cube | undefined} */
  get cube() {
    return this.#store?.cube.peek() ?? this.#ownCube;
  }
  /** @param {Cube | null | undefined} value */
  set cube(value) {
    this.#ownCube = value ?? undefined;
    this.refresh();
  }

  /** The table in the page. @returns {Table | undefined} */
  get table() {
    return this.#store?.shown.peek()?.table;
  }

  /** Sets what the page has besides the attributes, before the builder is connected. @param {Page} page */
  configure(page) {
    this.#page = page;
    if (this.#store && page.datasets) this.#store.datasets.value = page.datasets;
  }

  connectedCallback() {
    this.#watches.forEach((stop) => stop());
    this.#watches = [watchWords(() => void this.#speak()), watchLang(this, () => {
      void this.#speak();
      this.#relabel();
    })];
    dressBuilder(this);
    this.#start();
  }

  disconnectedCallback() {
    // An element that is only moved is connected again before this task runs.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#watches.forEach((stop) => stop());
      this.#share(undefined);
      this.#store?.stop();
      this.#undraw();
      render(null, this);
      this.#store = undefined;
      this.#ready = false;
    });
  }

  /**
   * Shows a choice, which may name another dataset of the page.
   * @param {Wanted} wanted
   * @param {"push" | "replace"} how
   * @returns {Promise<void>}
   */
  arrive(wanted, how) {
    return this.#store?.show(wanted, how) ?? Promise.resolve();
  }

  /** Shows an error of the page, for example that its list of datasets did not load. @param {unknown} error */
  fail(error) {
    this.#store?.fail(error);
  }

  /** Builds the table of the attributes again. @returns {Promise<void>} */
  refresh() {
    if (!this.#store || !this.isConnected) return Promise.resolve();
    if (!this.#page.datasets) this.#store.datasets.value = [this.#datasetOfAttributes()];
    return this.#show();
  }

  /** Shows the reader's choice with the labels of another language. */
  #relabel() {
    const store = this.#store;
    if (!store || this.#page.datasets || this.#ownCube) return;
    store.datasets.value = [this.#datasetOfAttributes()];
    const state = store.state.peek();
    void store.show({ ..."wanted" in state && state.wanted || store.choice.peek(), anew: true }, "replace");
  }

  #start() {
    if (this.#store) return;
    const { trail = createTrail(), ask, onChoice, first, links = {}, datasets } = this.#page;
    const store = createStore({
      words: firstWords(), trail, ask, onChoice, first, help: () => this.#loadMore(),
      onBuilt: ({ cube, table }) => {
        const type = this.#ready ? "cellveil-change" : "cellveil-ready";
        this.#ready = true;
        this.#settle();
        this.dispatchEvent(new CustomEvent(type, { detail: { cube, table, value: this.value }, bubbles: true }));
      },
      onError: (error) => {
        this.#settle();
        // The next try opens the cube again, because the publisher may have replaced it.
        if (Object(error).code === "network") this.#shared?.forget();
        this.dispatchEvent(new CustomEvent("cellveil-error", { detail: { error }, bubbles: true }));
      },
    });
    this.#store = store;
    store.datasets.value = datasets ?? [this.#datasetOfAttributes()];
    /** @type {Builder} */
    const builder = {
      store, links, bare: onChoice !== undefined, host: this, id: `cellveil-builder-${this.#number}`, more: Object.assign(() => this.#loadMore(), { loaded: () => this.#loaded }),
      drawer: signal(null), sheet: signal(false), introduced: signal(introducedBefore()),
    };
    builder.introduced.subscribe((closed) => { if (closed) remember(); });
    void this.#speak().then(() => {
      this.replaceChildren();
      this.#draw(builder);
    });
    if (!datasets || this.#waiting) void this.#show();
  }

  /** Loads the panels after the first table, then the charts, so that both also work without a network. */
  #settle() {
    this.removeAttribute("aria-busy");
    const idle = globalThis.requestIdleCallback ?? setTimeout;
    idle(() => void this.#loadMore().then(({ drawing }) => idle(() => void drawing().catch(() => {}))).catch(() => {}));
  }

  /** Draws the views again after each change of a signal. Preact changes only the parts that differ. @param {Builder} builder */
  #draw(builder) {
    const { store, drawer, sheet, introduced } = builder;
    const signals = [store.words, store.datasets, store.state, store.choice, store.cube, store.shown, store.status, store.ways, drawer, sheet, introduced];
    let frame = 0;
    const draw = () => render(<BuilderContext.Provider value={{ ...builder }}><App /></BuilderContext.Provider>, this);
    const stop = effect(() => {
      for (const each of signals) void each.value;
      cancelAnimationFrame(frame);
      // Before the first table, draw at most once a frame, so that the messages of the worker do not wait.
      if (store.busy.value && !this.#ready && !document.hidden) frame = requestAnimationFrame(draw);
      else draw();
    });
    this.#undraw = () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }

  /** Shows the choice that the page has set, or the choice of the attributes. */
  async #show() {
    // Several changes in a row build one table. Meanwhile, a page may also set its own datasets.
    const turn = ++this.#turn;
    await Promise.resolve();
    const store = this.#store;
    const waiting = this.#waiting;
    if (!store || turn !== this.#turn || this.#page.datasets && !waiting) return;
    this.#waiting = undefined;
    try {
      const choice = waiting ?? this.#attributes();
      const bare = choice.rows.length + choice.columns.length + choice.layers.length === 0;
      await store.show({ ...choice, bare }, waiting ? "push" : "replace");
    } catch (error) {
      store.fail(error);
    }
  }

  /** Sets the language of the builder's texts. @param {() => void} [ready]  called just before the views are drawn again */
  async #speak(ready = () => {}) {
    const language = languageOf(langAround(this));
    const words = await builderWords(language);
    // Meanwhile the page may have another language.
    if (languageOf(langAround(this)).tag !== language.tag) return;
    if (!this.hasAttribute("dir")) this.dataset.direction = language.direction;
    ready();
    if (this.#store && this.#store.words.peek() !== words) this.#store.words.value = words;
  }

  #loadMore() {
    this.#more ??= import("./more/more.js").then(async (more) => {
      more.dress(this);
      // The texts of these parts are known now. The views are drawn again with both.
      await this.#speak(() => { this.#loaded = more; });
      return more;
    }).catch((cause) => {
      this.#more = undefined;
      throw Object.assign(new Error(cause.message, { cause }), { code: "page-part" });
    });
    return this.#more;
  }

  /** @returns {Dataset} */
  #datasetOfAttributes() {
    const own = this.#ownCube;
    if (own) return { name: "", title: own.title, release: own.release, open: () => Promise.resolve(own) };
    const { src, base } = this;
    const { tag } = languageOf(langAround(this));
    const open = async () => {
      if (typeof src === "string" && !src.trim()) throw fault("bad-query", "src: missing; expected the address of a cube.json");
      const from = typeof src === "string" ? new URL(src, this.baseURI).href : src;
      return this.#share(shared(from, tag, base)).cube;
    };
    return { name: "", title: typeof src === "string" ? src : "", open };
  }

  /** Retains a shared cube, and releases the previous cube. @template {Shared | undefined} T @param {T} entry @returns {T} */
  #share(entry) {
    if (entry !== this.#shared) {
      if (entry) entry.users++;
      if (this.#shared) release(this.#shared);
      this.#shared = entry;
    }
    return entry;
  }

  /** The choice of the attributes. Throws an error that names an unreadable attribute. @returns {Selection} */
  #attributes() {
    return fromValue({
      rows: listOf("rows", this.getAttribute("rows")), columns: listOf("columns", this.getAttribute("columns")),
      filter: Object.fromEntries(filterOf(this.getAttribute("filter"))), groups: groupsOf(this.getAttribute("groups")), totals: this.totals,
      method: this.ownMethod ? JSON.stringify(this.ownMethod) : this.getAttribute("method")?.trim() || undefined,
    }, "");
  }
}

/** Whether the reader has closed the introduction before. A page without storage shows it again. */
function introducedBefore() {
  try {
    return localStorage.getItem(INTRODUCED) !== null;
  } catch {
    return false;
  }
}

function remember() {
  try {
    localStorage.setItem(INTRODUCED, "yes");
  } catch {
    // The introduction appears again at the next visit.
  }
}

if (globalThis.customElements && !customElements.get("cellveil-builder")) {
  customElements.define("cellveil-builder", /** @type {CustomElementConstructor} */ (CellveilBuilder));
}
