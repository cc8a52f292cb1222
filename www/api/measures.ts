/** Types of measures: the choices, the results and the risk–utility map. No page loads this file. */

import type { Cube } from "./cube.js";
import type { Named, Question, Watch } from "./types.js";

/** How to measure a table; every field has a default. */
export interface MeasureChoices {
  /** Weights of the terms of R, each from 0 to 1. Their sum is 1. The default is 0.1, 0.7, 0.1, 0.1. */
  weights?: readonly [zeros: number, small: number, large: number, size: number];
  /**
   * Factor applied to the entropies after protection: one for all counts, or one for small and one for larger counts.
   * Default: the means of the diagonal of the method's transition matrix, for the counts up to 6 and for larger counts.
   */
  multiplier?: number | readonly [small: number, large: number];
  /**
   * Number of cells that share the records behind a published value, in the risk after protection. Default: the expected
   * number. The realised number is that of Shlomo, Antal and Elliot 2015.
   */
  divisor?: "expected" | "realised";
  /** Value that replaces a suppressed cell: 0, or an even share of the row's published total minus its shown cells. */
  suppressed?: "zero" | "average";
  /** Name of the axis that holds the areas. Default: the dimension with the role `geo`, or the first dimension. */
  by?: string;
  /** Codes of the target category on the other axes. Default: the first code of each axis. */
  target?: Named<readonly string[]>;
  /**
   * The open keyed cube of the unchanged records, if records were changed before they were counted: the measures compare
   * the values with these records.
   */
  original?: Cube;
  /**
   * Share of the records that swapping moved, from 0 to 1, for the risk after protection. Default: the share that the
   * cube of the changed records states.
   */
  moved?: number;
  /**
   * Parameters of the method of the step `noise`: the risk after protection applies its probabilities to the counts of the
   * table. The query then has the method `none`.
   */
  noise?: { kind: string; [parameter: string]: unknown };
}

/** The risk R of a table and its terms. */
export interface Risk {
  /** R with separate entropies for small and larger counts. */
  r: number;
  /**
   * R with one entropy for all counts. This field and the fields below are null if a sealed cube discloses only `r`.
   */
  r_unsplit: number | null;
  /** The L2 norm of the three unweighted terms. */
  r_l2: number | null;
  terms: Record<"zeros" | "entropy" | "entropy_small" | "entropy_large" | "size", number | null>;
}

/** The risk R of the rows, or of the columns, of the two-way table. A line without records has no R. */
export interface LineRisk {
  mean: number;
  largest: number;
}

/** Probabilities with which a method shows small counts and differences as they are: means over cells. */
export interface SmallCountRisk {
  /** A count of 1 or 2 is published as it is. */
  unchanged: number | null;
  /** The published difference of two cells is 1, given a true difference of 1. */
  difference_one: number | null;
  /** This published difference is 1 or 2. */
  difference_one_or_two: number | null;
}

/** Variances of the method's noise, in squared records: means over the figures of each kind. */
export interface NoiseVariance {
  /** An inner cell. */
  cell: number;
  /** A row total of the two-way table. Null without columns, or if the total adds codes that are not in the table. */
  row_total: number | null;
  /** A column total. */
  column_total: number | null;
  /** The grand total. */
  total: number | null;
}

/**
 * The output of `cellveil measure`. A measure is null if it does not apply to the table, or if the cube does not
 * disclose it. `docs/reference/measures.md` has the formulas.
 */
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
    /** Whether R before protection is above the dataset's limit `protect_above`. Null without this limit. */
    needs_protection: boolean | null;
    /** R of the rows of the two-way table, before and after protection. */
    rows_before: LineRisk | null;
    rows_after: LineRisk | null;
    /** R of the columns of the two-way table. */
    columns_before: LineRisk | null;
    columns_after: LineRisk | null;
    /** Whether `after.r` is at most `before.r`. */
    not_raised: boolean | null;
    dr1: number | null;
    dr2: number | null;
    /** Probabilities with which the method discloses small counts. Null for methods that look at the whole table. */
    small_counts: SmallCountRisk | null;
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
    /** Variances of the method's noise, in squared records. Null for methods that look at the whole table. */
    variance: NoiseVariance | null;
    information_gain: number | null;
  };
}

/** Tables and methods to compare. Each table is measured with each method. */
export interface MapRequest extends MeasureChoices, Watch {
  /** Queries without a method. A label defaults to the query's dimensions. */
  tables: readonly (Question & { label?: string })[];
  /** Methods as in a query, with or without labels. Default: all methods of the cube. */
  methods?: readonly (NonNullable<Question["method"]> | { label: string; method: NonNullable<Question["method"]> })[];
  /** Called with each point as soon as the point is measured. */
  onpoint?: (point: MapPoint) => void;
}

/** A point of the risk–utility map: one table with one method. */
export interface MapPoint {
  table: string;
  method: string;
  /** `risk.after.r`. */
  risk: number | null;
  /** `utility.hellinger_utility`. */
  utility: number | null;
  /** `risk.before.r`, which is equal for all methods of a table. */
  before: number | null;
  /** Null after an error. */
  measures: Measures | null;
  /** Why this method cannot protect this table, or why a limit forbids the result. */
  error?: { code: string; message: string };
}
