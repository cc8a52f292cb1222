/** Types of the elements' tags in JSX and in templates. No page loads this file. */

import type { Cube } from "../api/cube.js";
import type { Areas, Axes, Codes, LinkedTable, Named, Source } from "../api/types.js";
import type { ErrorDetail, TableDetail } from "./events.js";

/** Attributes and properties of `<cellveil-table>`. */
export interface TableProps {
  src?: string | URL | Source;
  rows?: Axes;
  columns?: Axes;
  filter?: string | Named<Codes>;
  groups?: string | Named<Named<Codes>>;
  method?: string | object;
  with?: string | readonly LinkedTable[];
  areas?: Areas["mode"];
  base?: string | URL;
  totals?: boolean;
  unstyled?: boolean;
  cube?: Cube;
  /** The attribute, for pages that a server renders. `totals` is the property. */
  "no-totals"?: true | "";
}

/** Events of `<cellveil-table>`. */
export interface TableEvents {
  "cellveil-ready": CustomEvent<TableDetail>;
  "cellveil-change": CustomEvent<TableDetail>;
  "cellveil-error": CustomEvent<ErrorDetail>;
}

/** Listeners of events as JSX attributes: `oncellveil-ready`. */
export type Listeners<Events> = { [Name in keyof Events & string as `on${Name}`]?: (event: Events[Name]) => void };
