/** Types of the element's events. No page loads this file. */

import type { Cube } from "../api/cube.js";
import type { Table } from "../api/table.js";

/** Details of `cellveil-ready` and `cellveil-change`. */
export interface TableDetail {
  cube: Cube;
  table: Table;
}

/** Details of `cellveil-error`. */
export interface ErrorDetail {
  /** The error, with a `code` unless the page's own `Source` threw it. */
  error: Error & { code?: string };
  /** The attribute that the error names. */
  attribute?: string;
}

declare global {
  /** Documents and windows also receive the events, because the events bubble. */
  interface GlobalEventHandlersEventMap {
    "cellveil-ready": CustomEvent<TableDetail>;
    "cellveil-change": CustomEvent<TableDetail>;
    "cellveil-error": CustomEvent<ErrorDetail>;
  }
}
