/** Types of a builder for pages: its tag in JSX and templates, its events, and the arguments of its methods. No page loads this file. */

import type { Cube } from "../api/cube.js";
import type { Table } from "../api/table.js";
import type { Progress, Query } from "../api/types.js";
import type { Said } from "../choice/repair.js";
import type { Selection } from "../choice/types.js";
import type { ErrorDetail, TableDetail } from "../element/events.js";
import type { TableProps } from "../element/markup.js";
import type { Trail } from "./history.js";
import type { Value } from "./value.js";

/** A dataset that the reader can choose. */
export interface Dataset {
  name: string;
  title: string;
  /** The builder knows the release once the dataset is open, unless the page states it. */
  release?: string;
  open: () => Promise<Cube>;
}

/** A choice whose dataset is not open yet. */
export type Wanted = Selection & {
  /** The choice has only a dataset. The builder chooses the first table. */
  bare?: boolean;
  /** The reader made the choice for another dataset. The builder keeps the parts that both datasets have. */
  along?: { from: Cube | undefined };
  /** The dataset has new labels, so its table is built again. */
  anew?: boolean;
  /** The builder suggested the choice, so it reports no repairs. */
  own?: boolean;
  /** Texts about unreadable parts of a link. */
  unread?: Said[];
};

export interface Answer {
  table: Table;
  milliseconds: number;
}

export interface Listening {
  signal: AbortSignal;
  onprogress: (progress: Progress) => void;
}

/** Receives each choice after its repairs, and the builder's message about the change or its repairs. */
export type OnChoice = (choice: Selection, cube: Cube, said: string) => void;

export type Ask = (cube: Cube, query: Query, listening: Listening) => Promise<Answer>;

/** Addresses of other pages, if there are such pages. */
export interface Links {
  designer?: (choice: Selection) => string;
  measures?: (choice: Selection) => string;
  link?: () => string;
}

/** What a page gives a builder besides its attributes. The site uses these. */
export interface Page {
  datasets?: Dataset[];
  trail?: Trail;
  links?: Links;
  ask?: Ask;
  /** For a page that shows other content than a table. The builder then has only its controls. */
  onChoice?: OnChoice;
  /** Chooses the first table of a dataset. */
  first?: (name: string, cube: Cube) => Selection;
}

/** Attributes and properties of `<cellveil-builder>`. */
export interface BuilderProps extends Omit<TableProps, "with" | "areas" | "unstyled"> {
  /** The reader's choice: a query and a view, as plain JSON. */
  value?: Value;
}

/** Details of the builder's `cellveil-ready` and `cellveil-change`. */
export interface BuilderDetail extends TableDetail {
  value: Value;
}

/** Events of `<cellveil-builder>`. */
export interface BuilderEvents {
  "cellveil-ready": CustomEvent<BuilderDetail>;
  "cellveil-change": CustomEvent<BuilderDetail>;
  "cellveil-error": CustomEvent<Omit<ErrorDetail, "attribute">>;
}
