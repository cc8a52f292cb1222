/** The shapes that the API's modules share. Types only: no page loads this file. */

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

/** A parameter of a kind of method. */
export interface MethodParameter {
  name: string;
  /** What it may be, in words. */
  range: string;
  /** null where it has to be given. */
  default: string | null;
  meaning: string;
}

/** What is to be known of a kind of method before it is used. */
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

/** What a method with its parameters does; null where that depends on a p-table not loaded yet, or on rows not made yet. */
export interface MethodProperties {
  /** A cell that is no total has the same value in every table. */
  consistent: boolean;
  /** So has a total. */
  consistentTotals: boolean;
  /** Totals are sums of the values shown. */
  additive: boolean;
  /** The mean of what is added to a count is 0, before anything is suppressed. */
  unbiased: boolean | null;
  integer: boolean;
  /** An empty cell is shown as 0, or not at all. */
  keepsZeros: boolean | null;
  /** The mean of what is added to an empty cell, in records, before anything is suppressed. */
  gainOfEmptyCells: number | null;
  /** How far a value that is shown, and is no sum, can be from the truth. */
  largestChange: number | null;
}

/** A method that a cube offers, or a table was made with. */
export interface Method {
  name: string;
  kind: string;
  totals: "own" | "sum";
  /** In words, for readers of a table. */
  text: string;
  /** As they are written in the cube, `kind` among them: an object that a query takes. */
  parameters: { [name: string]: unknown };
  /** Complete once a table is there: `table.method.properties`. */
  properties: MethodProperties;
  card: MethodCard;
}

/** Least numbers of units, without filters and of what they leave. */
export interface LeastNumbers {
  whole?: [unit: string, least: number][];
  filtered?: [unit: string, least: number][];
}

/** Rules of release, as `docs/reference/rules.md` has them; a rule that is not there lets everything pass. */
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

/** What a cube says of itself; null where it says nothing. */
export interface CubeDescription {
  id: string;
  /** The SHA-256 at the end of its cube.json: its version. */
  digest: string;
  title: string;
  unit: string;
  data: "confidential" | "public-use" | "synthetic";
  audience: "teaching" | "internal" | "kiosk" | "public";
  release: "keyed" | "preprotected" | "sealed";
  /** M: cell keys are below it. A sealed cube has none, and gives 2^32. */
  modulus: number;
  source: string | null;
  licence: string | null;
  period: string | null;
  contact: string | null;
  notes: string[];
  /** Of the title and, as a rule, of all labels; null where the cube does not say, and none was asked for. */
  language: string | null;
  dimensions: Dimension[];
  methods: Method[];
  defaultMethod: string | null;
  /** Whether `reveal: true` is allowed. */
  mayReveal: boolean;
  /** Whether what a value says of the count behind it may be asked for. */
  explains: boolean;
}

/** A dimension of a table: `name` as asked (`age` or `age:band`), the codes with their total last, coded `_T`. */
export interface Axis extends Level {
  axis: "row" | "column";
  role?: "geo" | "time";
}

/** How sets of codes that are no standard area were answered: as one cell each, or as standard areas added and subtracted. */
export interface Areas {
  mode: "exact" | "blocks";
  /** Blocks with a population from here on are shown as they are; absent where all are protected. */
  protectBelow?: number;
  /** The axes, and filters on other dimensions, where a place is several blocks. */
  axes: AreasAxis[];
}

/** `name` is as asked, or a filter's dimension. */
export interface AreasAxis {
  name: string;
  places: PlaceBlocks[];
}

/** A place that is several blocks; `code` is null for a filter. */
export interface PlaceBlocks {
  code: string | null;
  blocks: Block[];
  /** Whether a block is subtracted, so that values can be negative. */
  negative: boolean;
  /** Of the noise, in terms of one cell's. A cell of the table has the product over axes and filters. */
  variance: number;
}

/** A standard area: `name` is a dimension or `dimension:level`, or null for a whole dimension, coded `_T`. */
export interface Block extends Code {
  sign: 1 | -1;
  name: string | null;
}

/** What a table says of its cube. */
export interface Origin extends Pick<CubeDescription, "id" | "title" | "unit" | "source" | "licence" | "period" | "contact" | "notes" | "language"> {}

/** A table as the core hands it over: row-major over the rows, then the columns. */
export interface RawTable {
  dimensions: Axis[];
  /** NaN where missing. */
  values: Float64Array;
  /** 0 shown, 1 suppressed, 2 blocked. */
  status: Uint8Array;
  method: Method;
  /** `axes` only where there are some; null where there are neither groups nor filters of several codes. */
  areas?: (Pick<Areas, "mode"> & Partial<Areas>) | null;
  filter: { name: string; label: string; codes: Code[] }[];
  /** This and the next two only where the cube allows it and the query asked to reveal. */
  trueCounts?: Float64Array;
  cellKeys?: Float64Array;
  noise?: Float64Array | Int32Array;
  /** A receipt without the hash of the CSV, which ends it. */
  statement: string;
}

/** Why a table is not known to be the one that a cube gives. */
export type VerdictReason =
  | "not-a-receipt"
  | "receipt-damaged"
  | "newer-version"
  | "other-cube"
  | "other-version"
  | "table-differs"
  | "not-rebuilt"
  | "cube-differs";

/** A sound table comes as it was built again, so that a page can say what it is about. */
export type Verdict = { ok: true; table: Table } | { ok: false; reason: VerdictReason; message: string };

/**
 * An object, a Map or an array of pairs. Objects put names that look like integers first; where the order of groups
 * matters, give pairs.
 */
export type Named<T> = { readonly [name: string]: T } | Iterable<readonly [string, T]>;

export interface VerifyOptions extends Watch {
  /** The file of the p-table that the table's method brought: its text, or its bytes. */
  ptable?: string | Uint8Array;
}

/** What to tabulate. `D`, a name, is a dimension or `dimension:level`. */
export interface Question {
  rows: readonly string[];
  columns?: readonly string[];
  /** Codes within a `D` are alternatives, all `D`s are required. */
  filter?: Named<readonly string[]>;
  /** Named groups of codes in place of a `D`'s own. */
  groups?: Named<Named<readonly string[]>>;
  /**
   * One of the cube's methods; a method of one's own only where the cube allows it. Its `ptable` is a file of the cube or an
   * `OwnPtable`, whose file stands in the table's receipt with its SHA-256, as one given to the command line does.
   */
  method?: string | object;
  totals?: boolean;
  /** How sets of codes that are no standard area are answered; `exact` where this is absent. */
  areas?: Areas["mode"];
  reveal?: boolean;
}

/** A p-table that a method of one's own brings: the text of a published file, under a name that is none of the cube's files. */
export interface OwnPtable {
  name: string;
  text: string;
}

/** The same as the engine takes it: in the form that cubes store, with the SHA-256 of its file. */
export type StoredPtable = [name: string, stored: Uint8Array, sha256: string];

/** A published value; null for what is suppressed. */
export interface ValueQuestion {
  value: number | null;
}

/** A cell of a table, by its position among the values. */
export interface CellQuestion {
  cell: number;
}

export interface ExplainOptions {
  /** The probability that the interval of counts has at least; 0.9 unless given. */
  level?: number;
  /**
   * How likely counts are beforehand: all alike, or as often as in the table, which takes a table, or a query, that asks to
   * reveal. Flat unless given.
   */
  prior?: "flat" | "table";
}

/** What a published value says of the count behind it. */
export interface Explanation {
  /** null for what is suppressed. */
  value: number | null;
  /** The shortest interval of counts with the level asked for, and its probability. */
  low: number;
  high: number;
  probability: number;
  /** The smallest and the largest count that is possible at all. */
  least: number;
  most: number;
  /** The likeliest count, the smallest of equals. */
  likeliest: number;
  likeliestProbability: number;
  level: number;
  prior: "flat" | "table";
}

/** Bytes; `total` is 0 where nobody knows it, as for `cube.json`. */
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

/** A question as the core takes it, ready to be copied to a worker. */
export type PlainQuery = Record<string, unknown>;

/** Where a cube's files come from. Paths are relative to `cube.json`, which is itself `"cube.json"`. */
export interface Source {
  /** May be asked for a file again: an engine that has no more room drops what was not used for longest. */
  get(path: string, options: { signal?: AbortSignal }): Uint8Array | Promise<Uint8Array>;
}

/** What the engine is started with. All cubes opened with the same `worker` and `simd` share one, and the first opening decides. */
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
  /** `false` runs the core without SIMD, as is done by itself where the engine knows none. The tables are the same. */
  simd?: boolean;
}

/** `signal` ends the opening, not the cube; `onprogress` hears of `cube.json`. */
export interface OpenOptions extends Watch, CoreOptions {
  /** `false` keeps the work on the calling thread. */
  worker?: boolean;
  /** For titles, labels and texts that the cube has in several languages, such as `"fr"`. */
  language?: string;
}

export interface PlannedFile {
  path: string;
  bytes: number;
}

/** The core as the rest of the API sees it, in this thread or behind a worker. */
export interface EngineCalls {
  /** To be called first: the engine starts with these. */
  start(options: CoreOptions): Promise<void>;
  open(handle: number, manifest: Uint8Array, language?: string): Promise<CubeDescription>;
  load(handle: number, path: string, bytes: Uint8Array): Promise<void>;
  table(handle: number, query: PlainQuery, own?: StoredPtable): Promise<Reply>;
  close(handle: number): Promise<void>;
}

/** What a query asks for: a table, unless the query has `explain` or `measure`. */
export type Answer = { table: RawTable } | { explanation: Explanation } | { measures: Measures };

/** An answer, or the files to load first. */
export type CoreReply = Answer | { missing: PlannedFile[] };

/** The core's reply. A stale cube is no longer known to the engine and has to be opened again. */
export type Reply = CoreReply | { stale: true };

/** One open cube in the core's memory. */
export interface CoreCube {
  describe(): CubeDescription;
  load(path: string, bytes: Uint8Array): void;
  /** Answers a query in one call, so that it is read and planned once. Queries are JSON: the core reads text with a third of the code that objects would take. */
  table(query: string): CoreReply;
  /** The same with a p-table that is not the cube's; the smaller core has no such call. */
  tableWith?(query: string, ...own: StoredPtable): CoreReply;
  free(): void;
}

/** The compiled core. */
export interface Core {
  WasmCube: { open(manifest: Uint8Array, language?: string): CoreCube };
  /** A new, empty memory; the cubes of the old one are gone. */
  reset(): void;
}

/** What the p-table workshop is started with; the first opening decides. */
export interface WorkshopOptions {
  /** Its compiled core, `pkg/cellveil_workshop_bg.wasm`, for a page that carries everything in itself. */
  wasm?: BufferSource | WebAssembly.Module;
}

/** What a p-table is designed from. */
export interface PtableDesign {
  /** The largest change of a count. */
  maxChange: number;
  /** Of the noise of each row. */
  variance: number;
  /** Results from 1 to this are never published; 0, none, where it is absent. */
  blocked?: number;
  /** The least probability that a count stays as it is: for all rows, or for row 1, 2 and so on; null asks for nothing. */
  stay?: number | null | (number | null)[];
  /** Whether probabilities may not fall from the smallest noise up to noise 0. */
  monotone?: boolean | boolean[];
  /** Noises are multiples of this, or take a count to 0. */
  step?: number;
  /** Of largest entropy, or a truncated Laplace distribution. */
  shape?: "entropy" | "laplace";
  /** Whether a row that cannot have the variance takes the nearest that it can have; else the design is refused. */
  nearest?: boolean;
}

/** A design with a name, and what it suits in a sentence. */
export interface ReadyDesign {
  name: string;
  suits: string;
  parameters: PtableDesign;
}

export interface DesignedRow {
  count: number;
  /** The noises that are allowed, ascending. */
  noise: number[];
  probabilities: number[];
  variance: number;
  /** The probability of noise 0. */
  stay: number;
  /** In bits. */
  entropy: number;
}

export interface Designed {
  rows: DesignedRow[];
  /** What is not as it was asked for. */
  notes: string[];
}

/** A p-table's file, and what is to be said of it. */
export interface PtableFile {
  text: string;
  notes: string[];
}

/** The published formats: of R `ptable`, the ONS package, Cantabular, and what `ptable` writes for τ-ARGUS. */
export type PtableFormat = "ptable" | "ons" | "cantabular" | "tau-argus";

/** `fresh`: the cached copy turned out damaged, ask the server itself. */
export interface Reading extends Watch {
  fresh?: boolean;
}

/** A `Source` of any kind, as the API uses it. */
export interface Files {
  manifest(reading: Reading): Promise<Uint8Array>;
  get(path: string, reading: Reading): Promise<Uint8Array>;
}

/** A file fetched, or on its way. */
export interface Flight {
  path: string;
  /** As planned. */
  bytes: number;
  /** Never more than planned. */
  loaded: number;
  done: boolean;
  controller: AbortController;
  /** One for each table that waits for this file. */
  waiting: Set<(more: number) => void>;
  landed: Promise<void>;
}

/** What is used of a Worker, a worker's own scope or a MessagePort. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/** An error of this API. */
export interface CellveilError extends Error {
  code: string;
  fault: "refused" | "input";
  /** With the code `rule-refused`: the rule, by its place in the specification's `[rules]`, such as `small_cells`. */
  rule?: string;
  /** With the code `rule-refused`: the nearest coarser table that all rules let pass; null where none does. */
  nearest?: { rows: string[]; columns: string[]; filter: Record<string, string[]>; method?: string | object } | null;
}
