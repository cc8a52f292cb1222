/** Types that the API's modules share. No page loads this file. */

import type { Measures } from "./measures.js";
import type { Table } from "./table.js";

export type * from "./measures.js";

/** A category: its code in the data, its label for readers. */
export interface Code {
  code: string;
  label: string;
}

/** Groups of a dimension's codes (age in years → age band). */
export interface Level {
  name: string;
  label: string;
  codes: Code[];
}

export interface Dimension extends Level {
  role: "geo" | "time" | null;
  note?: string | null;
  levels: Level[];
}

/** A parameter of a method's kind. */
export interface MethodParameter {
  name: string;
  /** Allowed values, in words. */
  range: string;
  /** Null for a required parameter. */
  default: string | null;
  meaning: string;
}

/** A summary of a method's kind: purpose, parameters, source and limits. */
export interface MethodCard {
  kind: string;
  title: string;
  /** Paper, and section, technique or pages. */
  source: string;
  summary: string;
  parameters: MethodParameter[];
  protectsNot: string[];
  notes: string[];
}

/** Properties of a method with its parameters. A property is null until the p-table that decides it is loaded. */
export interface MethodProperties {
  /** An inner cell has the same value in every table. */
  consistent: boolean;
  /** A total has the same value in every table. */
  consistentTotals: boolean;
  /** Totals are sums of the values shown. */
  additive: boolean;
  /** The mean noise is 0, before suppression. */
  unbiased: boolean | null;
  integer: boolean;
  /** An empty cell is shown as 0 or suppressed. */
  keepsZeros: boolean | null;
  /** Mean noise of an empty cell in records, before suppression. */
  gainOfEmptyCells: number | null;
  /** Largest difference between a shown value and its count, for values that are not sums. */
  largestChange: number | null;
}

/** A method that a cube offers, or a table was made with. */
export interface Method {
  name: string;
  kind: string;
  totals: "own" | "sum";
  /** A description for readers of a table. */
  text: string;
  /** The parameters as in the cube, with `kind`. A query accepts this object. */
  parameters: { [name: string]: unknown };
  /** Complete in `table.method.properties`. */
  properties: MethodProperties;
  card: MethodCard;
}

/** Minimum numbers of units, before and after filters. */
export interface LeastNumbers {
  whole?: [unit: string, least: number][];
  filtered?: [unit: string, least: number][];
}

/** The publisher's limits (`docs/reference/rules.md`). An absent limit lets every table pass. */
export interface PublishedRules {
  max_dimensions?: number;
  nested?: boolean;
  /** Sets of `dimension` or `dimension:level`. */
  never?: string[][];
  small_cells?: number;
  zeros?: number;
  average_cell?: number;
  risk_before?: number;
  risk_after?: number;
  weights?: number[];
  population?: LeastNumbers;
  areas?: LeastNumbers & { dimension: string };
  units?: [name: string, conditions: [dimension: string, codes: string[]][]][];
}

/** A cube's description of itself. A missing text is null. */
export interface CubeDescription {
  id: string;
  /** The SHA-256 at the end of its cube.json: its version. */
  digest: string;
  title: string;
  unit: string;
  data: "confidential" | "public-use" | "synthetic";
  audience: "teaching" | "internal" | "kiosk" | "public";
  release: "keyed" | "preprotected" | "sealed";
  /** The modulus M of cell keys. A sealed cube has no keys and gives 2^32. */
  modulus: number;
  source: string | null;
  licence: string | null;
  period: string | null;
  contact: string | null;
  notes: string[];
  /** Language of the title and usually of all labels; null if unknown. */
  language: string | null;
  dimensions: Dimension[];
  methods: Method[];
  defaultMethod: string | null;
  /** Whether `reveal: true` is allowed. */
  mayReveal: boolean;
  /** Whether the cube explains which counts a value can stand for. */
  explains: boolean;
}

/** A dimension of a table. `name` is the query's name (`age` or `age:band`). The total `_T` is the last code. */
export interface Axis extends Level {
  axis: "row" | "column";
  role?: "geo" | "time";
}

/** How the core built custom areas: as one cell each, or as sums and differences of standard areas. */
export interface Areas {
  mode: "exact" | "blocks";
  /** Blocks with at least this population are unprotected; absent if all blocks are protected. */
  protectBelow?: number;
  /** The axes and filters on which a place is several blocks. */
  axes: AreasAxis[];
}

/** `name` is the query's name, or a filter's dimension. */
export interface AreasAxis {
  name: string;
  places: PlaceBlocks[];
}

/** A place made of several blocks. `code` is null for a filter. */
export interface PlaceBlocks {
  code: string | null;
  blocks: Block[];
  /** Whether a block is subtracted, so that values can be negative. */
  negative: boolean;
  /** Variance of the place's noise relative to one cell. A cell's relative variance is the product over axes and filters. */
  variance: number;
}

/** A standard area: `name` is a dimension or `dimension:level`, or null for a whole dimension, coded `_T`. */
export interface Block extends Code {
  sign: 1 | -1;
  name: string | null;
}

/** A table's information about its cube. */
export interface Origin extends Pick<CubeDescription, "id" | "title" | "unit" | "source" | "licence" | "period" | "contact" | "notes" | "language"> {}

/** A table in the core's form: row-major, rows before columns. */
export interface RawTable {
  dimensions: Axis[];
  /** A missing value is NaN. */
  values: Float64Array;
  /** 0 shown, 1 suppressed, 2 blocked. */
  status: Uint8Array;
  method: Method;
  /** Null without groups and without filters of several codes. `axes` is absent if empty. */
  areas?: (Pick<Areas, "mode"> & Partial<Areas>) | null;
  filter: { name: string; label: string; codes: Code[] }[];
  /** This field and the next two need `reveal: true` and a cube that allows it. */
  trueCounts?: Float64Array;
  cellKeys?: Float64Array;
  noise?: Float64Array | Int32Array;
  /** A receipt without its end, the hash of the CSV. */
  statement: string;
}

/** Why a verification fails. */
export type VerdictReason =
  | "not-a-receipt"
  | "receipt-damaged"
  | "newer-version"
  | "other-cube"
  | "other-version"
  | "table-differs"
  | "not-rebuilt"
  | "cube-differs";

/** The verdict on a genuine table includes the rebuilt table, so that a page can describe it. */
export type Verdict = { ok: true; table: Table } | { ok: false; reason: VerdictReason; message: string };

/**
 * An object, a Map or an array of pairs. Objects put names that look like integers first. Use pairs if the order of
 * groups matters.
 */
export type Named<T> = { readonly [name: string]: T } | Iterable<readonly [string, T]>;

export interface VerifyOptions extends Watch {
  /** The file of the caller's own p-table: its text or its bytes. */
  ptable?: string | Uint8Array;
}

/** The table to build. A name `D` is a dimension or `dimension:level`. */
export interface Question {
  rows: readonly string[];
  columns?: readonly string[];
  /** A record must match one code of every `D`. */
  filter?: Named<readonly string[]>;
  /** Named groups that replace a `D`'s codes. */
  groups?: Named<Named<readonly string[]>>;
  /**
   * One of the cube's methods; a method of one's own only where the cube allows it. Its `ptable` is a file of the cube or an
   * `OwnPtable`, whose file stands in the table's receipt with its SHA-256, as one given to the command line does.
   */
  method?: string | object;
  totals?: boolean;
  /** How to build custom areas; defaults to `exact`. */
  areas?: Areas["mode"];
  reveal?: boolean;
}

/** The caller's own p-table: the text of a published file, under a name that no file of the cube has. */
export interface OwnPtable {
  name: string;
  text: string;
}

/** The caller's p-table in the stored form of cubes, with the SHA-256 of its file. */
export type StoredPtable = [name: string, stored: Uint8Array, sha256: string];

/** A question about a published value; null means a suppressed cell. */
export interface ValueQuestion {
  value: number | null;
}

/** A cell of a table, by its position among the values. */
export interface CellQuestion {
  cell: number;
}

export interface ExplainOptions {
  /** Minimum probability of the interval of counts; defaults to 0.9. */
  level?: number;
  /**
   * How likely counts are beforehand: all alike, or as often as in the table, which takes a table, or a query, that asks to
   * reveal. Flat unless given.
   */
  prior?: "flat" | "table";
}

/** The counts that a published value can stand for. */
export interface Explanation {
  /** Null for a suppressed cell. */
  value: number | null;
  /** The shortest interval of counts with at least the query's level, and its probability. */
  low: number;
  high: number;
  probability: number;
  /** The smallest and the largest possible count. */
  least: number;
  most: number;
  /** The likeliest count; the smallest of several. */
  likeliest: number;
  likeliestProbability: number;
  level: number;
  prior: "flat" | "table";
}

/** Progress in bytes. `total` is 0 if unknown, as for `cube.json`. */
export interface Progress {
  loaded: number;
  total: number;
}

export type ProgressListener = (progress: Progress) => void;

export interface Watch {
  signal?: AbortSignal;
  onprogress?: ProgressListener;
}

export interface Query extends Question, Watch {}

/** A query in the core's form, ready to be copied to a worker. */
export type PlainQuery = Record<string, unknown>;

/** A source of a cube's files. Paths are relative to the folder of `cube.json`. */
export interface Source {
  /** The engine may request a file again, because it drops the least recently used files when memory is short. */
  get(path: string, options: { signal?: AbortSignal }): Uint8Array | Promise<Uint8Array>;
}

/** Options of the engine. Cubes opened with the same `worker` and `simd` share an engine with the options of the first. */
export interface CoreOptions {
  /**
   * The compiled core, `pkg/cellveil_bg.wasm`, for a page that carries everything in itself (one opened from disk, say),
   * together with a `Source`. The work is then done in the calling thread. It needs 128-bit SIMD, as all browsers have had
   * since 2023; with `simd: false`, and where SIMD is missing, it has to be `pkg/cellveil_scalar_bg.wasm`.
   */
  wasm?: BufferSource | WebAssembly.Module;
  /**
   * The full core as well, `pkg/cellveil_full_bg.wasm`, for methods and questions that the smaller one lacks; else it is
   * fetched when one is asked for. The scalar core is a full one.
   */
  fullWasm?: BufferSource | WebAssembly.Module;
  /** `false` runs the core without SIMD. Browsers without SIMD always do so. The tables are equal. */
  simd?: boolean;
}

/** `signal` ends the opening, not the cube. `onprogress` reports the loading of `cube.json`. */
export interface OpenOptions extends Watch, CoreOptions {
  /** `false` keeps the work on the calling thread. */
  worker?: boolean;
  /** Language for titles, labels and texts, such as `"fr"`. */
  language?: string;
}

export interface PlannedFile {
  path: string;
  bytes: number;
}

/** The core as the rest of the API sees it, in this thread or behind a worker. */
export interface EngineCalls {
  /** Starts the engine; the first call. */
  start(options: CoreOptions): Promise<void>;
  open(handle: number, manifest: Uint8Array, language?: string): Promise<CubeDescription>;
  load(handle: number, path: string, bytes: Uint8Array): Promise<void>;
  table(handle: number, query: PlainQuery, own?: StoredPtable): Promise<Reply>;
  close(handle: number): Promise<void>;
}

/** The answer to a query: a table, unless the query has `explain` or `measure`. */
export type Answer = { table: RawTable } | { explanation: Explanation } | { measures: Measures };

/** An answer, or the files to load first. */
export type CoreReply = Answer | { missing: PlannedFile[] };

/** The core's reply. The engine no longer knows a stale cube, so the caller must open it again. */
export type Reply = CoreReply | { stale: true };

/** One open cube in the core's memory. */
export interface CoreCube {
  describe(): CubeDescription;
  load(path: string, bytes: Uint8Array): void;
  /** Answers a query in one call. Queries are JSON, because reading objects would take three times the code. */
  table(query: string): CoreReply;
  /** Answers a query with the caller's own p-table. The small core lacks this call. */
  tableWith?(query: string, ...own: StoredPtable): CoreReply;
  free(): void;
}

/** The compiled core. */
export interface Core {
  WasmCube: { open(manifest: Uint8Array, language?: string): CoreCube };
  /** Starts with new, empty memory, without cubes. */
  reset(): void;
}

/** Options of the p-table workshop. The first call's options hold. */
export interface WorkshopOptions {
  /** The compiled core `pkg/cellveil_workshop_bg.wasm`, for a page that contains all its files. */
  wasm?: BufferSource | WebAssembly.Module;
}

/** The limits and the shape of a p-table's design. */
export interface PtableDesign {
  /** The largest change of a count. */
  maxChange: number;
  /** Variance of the noise in each row. */
  variance: number;
  /** Values from 1 to this number are never published; defaults to 0. */
  blocked?: number;
  /** Minimum probability that a count stays unchanged, for all rows or for rows 1, 2 and so on. Null sets no minimum. */
  stay?: number | null | (number | null)[];
  /** Whether probabilities must rise from the smallest noise to noise 0. */
  monotone?: boolean | boolean[];
  /** Noises are multiples of this number, or change a count to 0. */
  step?: number;
  /** Largest entropy, or a truncated Laplace distribution. */
  shape?: "entropy" | "laplace";
  /** Whether an infeasible row uses its nearest feasible variance; otherwise the design is refused. */
  nearest?: boolean;
}

/** A ready-made design: its name, its purpose in a sentence, its limits. */
export interface ReadyDesign {
  name: string;
  suits: string;
  parameters: PtableDesign;
}

export interface DesignedRow {
  count: number;
  /** The allowed noises, ascending. */
  noise: number[];
  probabilities: number[];
  variance: number;
  /** The probability of noise 0. */
  stay: number;
  /** Entropy in bits. */
  entropy: number;
}

export interface Designed {
  rows: DesignedRow[];
  /** Differences from the requested limits. */
  notes: string[];
}

/** A p-table's file with notes. */
export interface PtableFile {
  text: string;
  notes: string[];
}

/** The published formats: R `ptable`, the ONS package, Cantabular, and the τ-ARGUS export of `ptable`. */
export type PtableFormat = "ptable" | "ons" | "cantabular" | "tau-argus";

/** `fresh`: bypass the cache, because the cached copy is damaged. */
export interface Reading extends Watch {
  fresh?: boolean;
}

/** The API's form of a `Source`. */
export interface Files {
  manifest(reading: Reading): Promise<Uint8Array>;
  get(path: string, reading: Reading): Promise<Uint8Array>;
}

/** A download, running or complete. */
export interface Flight {
  path: string;
  /** The planned size. */
  bytes: number;
  /** Bytes loaded, at most the planned size. */
  loaded: number;
  done: boolean;
  controller: AbortController;
  /** A progress callback for each table that waits for this file. */
  waiting: Set<(more: number) => void>;
  landed: Promise<void>;
}

/** The members that the API uses of a Worker, a worker's scope or a MessagePort. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/** An error of this API. */
export interface CellveilError extends Error {
  code: string;
  fault: "refused" | "input";
  /** For the code `rule-refused`: the limit's name in the specification's `[rules]`, such as `small_cells`. */
  rule?: string;
  /** For the code `rule-refused`: the nearest coarser table within all limits, or null. */
  nearest?: { rows: string[]; columns: string[]; filter: Record<string, string[]>; method?: string | object } | null;
}
