/** What the element's events carry, and their names for TypeScript. Types only: no page loads this file. */

import type { Cube } from "../api/cube.js";
import type { Table } from "../api/table.js";

/** Of `cellveil-ready` and `cellveil-change`. */
export interface TableDetail {
  cube: Cube;
  table: Table;
}

/** Of `cellveil-error`. */
export interface ErrorDetail {
  /** With a `code`, unless it comes from a `Source` of the page's own. */
  error: Error & { code?: string };
  /** The attribute that the error names. */
  attribute?: string;
}

declare global {
  /** They bubble: documents and windows hear of them too. */
  interface GlobalEventHandlersEventMap {
    "cellveil-ready": CustomEvent<TableDetail>;
    "cellveil-change": CustomEvent<TableDetail>;
    "cellveil-error": CustomEvent<ErrorDetail>;
  }
}
