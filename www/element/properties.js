// The attributes of the elements and their properties. The module attributes.js describes the syntax.

import { filterOf, filterText, groupsOf, groupsText, listOf, listText, methodOf, pairs, readOr, written } from "./attributes.js";

/** @import { Axes, Codes, Named, Source } from "../api/types.js" */

const SHARED = ["src", "rows", "columns", "filter", "groups", "method", "base"];

// A server has no HTMLElement to extend, but importing this module must not fail there.
const Base = globalThis.HTMLElement ?? class {};

/** An element with a query. A changed attribute or property calls `refresh`. */
export class QueryElement extends Base {
  static observedAttributes = [...SHARED, "no-totals"];

  /** @type {Source | undefined} The value of `src`, if the page set `src` to a `Source`. @protected */
  ownSource;
  /** @type {object | undefined} The value of `method`, if the page set `method` to an object. @protected */
  ownMethod;

  /** Sets again the properties that the page set before this class loaded. Otherwise they would hide the class's accessors. @protected @param {...string} more  properties of this class only */
  takeProperties(...more) {
    for (const name of [...SHARED, "totals", "cube", ...more]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = /** @type {any} */ (this)[name];
      delete (/** @type {any} */ (this)[name]);
      /** @type {any} */ (this)[name] = value;
    }
  }

  /** The address of a `cube.json`, relative to the page, or a `Source`. @returns {string | Source} */
  get src() {
    return this.ownSource ?? this.getAttribute("src") ?? "";
  }
  /** @param {string | URL | Source | null | undefined} value */
  set src(value) {
    const isSource = typeof value === "object" && value !== null && "get" in value;
    this.reflect("src", isSource ? null : value && String(value));
    this.ownSource = isSource ? value : undefined;
    this.changed();
  }

  /** Dimensions, outermost first. @returns {string[]} */
  get rows() {
    return readOr(() => listOf("rows", this.getAttribute("rows")), []);
  }
  /** @param {Axes | Iterable<string> | null | undefined} value a list, or a string in the attribute's syntax */
  set rows(value) {
    this.reflect("rows", written(value, listText));
  }

  /** @returns {string[]} */
  get columns() {
    return readOr(() => listOf("columns", this.getAttribute("columns")), []);
  }
  /** @param {Axes | Iterable<string> | null | undefined} value */
  set columns(value) {
    this.reflect("columns", written(value, listText));
  }

  /** The retained codes of each filtered dimension. @returns {{ [dimension: string]: string[] }} */
  get filter() {
    return readOr(() => Object.fromEntries(filterOf(this.getAttribute("filter"))), {});
  }
  /** @param {string | Named<Codes | Iterable<string>> | null | undefined} value */
  set filter(value) {
    this.reflect("filter", written(value, (value) => filterText(pairs(value))));
  }

  /** Named groups that replace a dimension's codes. @returns {{ [dimension: string]: { [label: string]: string[] } }} */
  get groups() {
    return readOr(() => Object.fromEntries(groupsOf(this.getAttribute("groups")).map(([name, labels]) => [name, Object.fromEntries(labels)])), {});
  }
  /** @param {string | Named<Named<Codes | Iterable<string>>> | null | undefined} value */
  set groups(value) {
    this.reflect("groups", written(value, (value) => groupsText([...pairs(value)].map(([name, labels]) => [name, pairs(labels)]))));
  }

  /** A method's name, or the page's own method if the cube allows it. @returns {string | object | undefined} */
  get method() {
    return this.ownMethod ?? readOr(() => methodOf(this.getAttribute("method")), undefined);
  }
  /** @param {string | object | null | undefined} value */
  set method(value) {
    const isObject = typeof value === "object" && value !== null;
    this.reflect("method", isObject ? null : value);
    this.ownMethod = isObject ? value : undefined;
    this.changed();
  }

  /** The folder of this package's files, for a bundle that does not have them. @returns {string | undefined} */
  get base() {
    return this.getAttribute("base")?.trim() || undefined;
  }
  /** @param {string | URL | null | undefined} value */
  set base(value) {
    this.reflect("base", value && String(value));
  }

  /** Whether totals are shown; defaults to true. @returns {boolean} */
  get totals() {
    return !this.hasAttribute("no-totals");
  }
  /** @param {boolean | null | undefined} value */
  set totals(value) {
    this.toggleAttribute("no-totals", !(value ?? true));
  }

  /** @param {string} name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(name, before, after) {
    // The last value set applies, whether attribute or property. When the browser upgrades an element, it reports
    // attributes after earlier properties are set. Such a property may have removed the attribute.
    if (name === "src" && this.hasAttribute(name)) this.ownSource = undefined;
    if (name === "method" && this.hasAttribute(name)) this.ownMethod = undefined;
    if (before !== after) this.changed();
  }

  /** Shows the element again after a change. An element outside a document shows nothing. @protected */
  changed() {
    if (this.isConnected) void this.refresh();
  }

  /** @returns {Promise<void>} */
  refresh() {
    return Promise.resolve();
  }

  /**
   * Writes a property's value to its attribute, which stores the value.
   * @protected
   * @param {string} name
   * @param {string | null | undefined} value
   */
  reflect(name, value) {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }
}
