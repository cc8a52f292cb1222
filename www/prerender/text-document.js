/** A document for drawing a table without a browser. The elements are nodes of parse5, which writes them as HTML. */
import { defaultTreeAdapter as tree, html, serializeOuter } from "parse5";

/** @typedef {import("parse5").DefaultTreeAdapterTypes.Element} Node */

/** The properties that the drawing code sets, with the attribute that each sets in a browser. */
const ATTRIBUTES = {
  className: "class", id: "id", dir: "dir", lang: "lang", title: "title",
  scope: "scope", headers: "headers", span: "span", colSpan: "colspan", rowSpan: "rowspan",
};

/** Replaces carriage returns, which HTML cannot hold. @param {string} text */
const lined = (text) => text.replace(/\r\n?/g, "\n");

class TextElement {
  /** @type {Node} */
  node;

  /** @param {string} name */
  constructor(name) {
    this.node = tree.createElement(name, html.NS.HTML, []);
    // A sealed element throws if the drawing code sets an unknown property. Otherwise the HTML would lack the attribute.
    Object.seal(this);
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    const known = this.node.attrs.find((attribute) => attribute.name === name);
    if (known) known.value = value;
    else this.node.attrs.push({ name, value });
  }

  /** @param {...(TextElement | string)} children */
  append(...children) {
    for (const child of children) {
      if (typeof child === "string") tree.insertText(this.node, lined(child));
      else tree.appendChild(this.node, child.node);
    }
  }

  set textContent(/** @type {string} */ text) {
    this.node.childNodes = [];
    if (text) tree.insertText(this.node, lined(text));
  }
}

for (const [property, name] of Object.entries(ATTRIBUTES)) {
  Object.defineProperty(TextElement.prototype, property, {
    get() {
      return this.node.attrs.find((/** @type {{ name: string }} */ attribute) => attribute.name === name)?.value ?? "";
    },
    set(value) {
      this.setAttribute(name, String(value));
    },
  });
}

export const textDocument = /** @type {Document} */ (/** @type {unknown} */ ({ createElement: (/** @type {string} */ name) => new TextElement(name) }));

/** Writes elements of `textDocument` as HTML. @param {readonly HTMLElement[]} elements */
export function written(elements) {
  return /** @type {TextElement[]} */ (/** @type {unknown} */ (elements)).map(({ node }) => serializeOuter(node)).join("");
}
