/** The parts of a document that are needed to draw a table, without a browser. */

export class PlainElement {
  /** @type {(PlainElement | string)[]} */ children = [];
  className = "";
  scope = "";
  title = "";
  /** @type {string | undefined} */ id;
  /** @type {string | undefined} */ headers;
  /** @type {string | undefined} */ dir;
  rowSpan = 1;
  colSpan = 1;
  span = 1;

  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  /** @param {...(PlainElement | string)} items */
  append(...items) {
    this.children.push(...items);
  }

  set textContent(text) {
    this.children = [text];
  }

  /** @returns {string} */
  get textContent() {
    return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }

  /** @param {string} name @returns {PlainElement[]} */
  all(name) {
    const below = this.children.filter((child) => child instanceof PlainElement);
    return below.flatMap((child) => [...(child.name === name ? [child] : []), ...child.all(name)]);
  }

  /** @param {string} name */
  is(name) {
    return this.className.split(" ").includes(name);
  }
}

export const plainDocument = /** @type {Document} */ (/** @type {unknown} */ ({ createElement: (/** @type {string} */ name) => new PlainElement(name) }));

/**
 * Arranges a table's cells like HTML. A span ends with its row group. Fails if two cells overlap.
 * @param {PlainElement} table
 * @returns {PlainElement[][]} the cell at each row and column
 */
export function laidOut(table) {
  /** @type {PlainElement[][]} */
  const grid = [];
  for (const group of table.children) {
    if (!(group instanceof PlainElement) || !["thead", "tbody"].includes(group.name)) continue;
    const lines = group.all("tr");
    const start = grid.length;
    lines.forEach(() => grid.push([]));
    lines.forEach((line, i) => {
      let column = 0;
      for (const cell of line.children) {
        if (!(cell instanceof PlainElement)) throw new Error("text between cells");
        while (grid[start + i][column]) column++;
        for (let y = 0; y < cell.rowSpan; y++) {
          for (let x = 0; x < cell.colSpan; x++) {
            const row = grid[start + i + y];
            if (start + i + y >= start + lines.length || row[column + x]) throw new Error(`cells overlap or leave their group at row ${start + i + y}`);
            row[column + x] = cell;
          }
        }
        column += cell.colSpan;
      }
    });
  }
  return grid;
}
