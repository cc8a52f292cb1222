/** What risk and utility are measured by, and come to. Types only: no page loads this file. */

import type { Named, Question, Watch } from "./types.js";

/** How to measure a table; every field has a default. */
export interface MeasureChoices {
  /** Of the terms of R: empty cells, small counts, larger counts, size; from 0 to 1, together 1. Unless given, 0.1, 0.7, 0.1 and 0.1. */
  weights?: readonly [zeros: number, small: number, large: number, size: number];
  /** What entropies are multiplied by after protection, for all counts or for small and larger ones; unless given, the mean of the diagonal of the method's transition matrix. */
  multiplier?: number | readonly [small: number, large: number];
  /** What a suppressed cell counts as: 0, or an even share of what its row has left. */
  suppressed?: "zero" | "average";
  /** `D` of the axis of the areas; unless given, the one whose role is `geo`, or the first. */
  by?: string;
  /** Codes of the target category on axes other than that of the areas; unless given, the first of each. */
  target?: Named<readonly string[]>;
}

/** The risk R of a table, and what it is made of. */
export interface Risk {
  /** With the entropy split in small and larger counts. */
  r: number;
  /** With one entropy. This and the rest are null where a sealed cube says R alone. */
  r_unsplit: number | null;
  /** Of the three terms, without weights. */
  r_l2: number | null;
  terms: Record<"zeros" | "entropy" | "entropy_small" | "entropy_large" | "size", number | null>;
}

/** What `cellveil measure` prints; null is what does not apply, or may not be told. `docs/reference/measures.md` has the formulas. */
export interface Measures {
  table: {
    cells: number;
    population: number | null;
    zeros: number | null;
    ones: number | null;
    twos: number | null;
    average_cell: number | null;
  };
  risk: {
    before: Risk | null;
    after: Risk | null;
    /** Whether `after.r` is at most `before.r`. */
    not_raised: boolean | null;
    dr1: number | null;
    dr2: number | null;
    small_cells: number | null;
    attribute_lines: number | null;
    full_cells: number | null;
    attribute_share: number | null;
  };
  utility: {
    hellinger: number | null;
    hellinger_utility: number | null;
    hellinger_proportions: number | null;
    hellinger_areas: number | null;
    hdm_rows: number | null;
    hdm_columns: number | null;
    cramers_v_change: number | null;
    variance_change: number | null;
    between_variance_change: number | null;
    total_noise: number | null;
    average_noise: number | null;
    changed_share: number | null;
    robust_eigenvalues: number | null;
    information_gain: number | null;
  };
}

/** Tables and methods to compare, each table with each method. */
export interface MapRequest extends MeasureChoices, Watch {
  /** Queries without a method, with what to call them; unless given, their dimensions. */
  tables: readonly (Question & { label?: string })[];
  /** Methods as a query takes them, with what to call them; unless given, all of the cube's. */
  methods?: readonly (NonNullable<Question["method"]> | { label: string; method: NonNullable<Question["method"]> })[];
  /** Hears of each point as soon as it is there. */
  onpoint?: (point: MapPoint) => void;
}

/** A table with a method: a point of the risk–utility map. */
export interface MapPoint {
  table: string;
  method: string;
  /** `risk.after.r`. */
  risk: number | null;
  /** `utility.hellinger_utility`. */
  utility: number | null;
  /** `risk.before.r`: the same for every method. */
  before: number | null;
  /** null where there is an error. */
  measures: Measures | null;
  /** Why this table cannot have this method, or may not be released with it. */
  error?: { code: string; message: string };
}
