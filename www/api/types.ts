/** Types that the API's modules share. No page loads this file. */

import type { Measures } from "./measures.js";
import type { Table } from "./table.js";

export type * from "./measures.js";
export type { Uncertainty } from "./uncertainty.js";

/** A category: its code in the data and its label for readers. */
export interface Code {
  code: string;
  label: string;
}

/** A level groups a dimension's codes, for example ages in years into age bands. */
export interface Level {
  name: string;
  label: string;
  codes: Code[];
  /** Number of codes of a list that is loaded on demand. `codes` is then empty, until `cube.complete()`. */
  size?: number;
}

/** The codes that a search finds. */
export interface FoundCodes {
  /** At most 50 codes. */
  codes: Code[];
  /** Whether more codes may match. */
  hasMore: boolean;
}

export interface Dimension extends Level {
  role: "geo" | "time" | null;
  note?: string | null;
  levels: Level[];
}

/** A parameter of a kind of method. */
export interface MethodParameter {
  name: string;
  /** Allowed values, in words. */
  range: string;
  /** Null for a required parameter. */
  default: string | null;
  meaning: string;
}

/** A summary of a kind of method: purpose, parameters, source and limits. */
export interface MethodCard {
  kind: string;
  title: string;
  /** The paper, with the section, technique or pages. */
  source: string;
  summary: string;
  parameters: MethodParameter[];
  protectsNot: string[];
  notes: string[];
}

/**
 * Properties of a method with its parameters. A property that depends on a p-table is null until the p-table is loaded.
 */
export interface MethodProperties {
  /** Whether an inner cell has the same value in every table. */
  consistent: boolean;
  /** Whether a total has the same value in every table. */
  consistentTotals: boolean;
  /** Whether totals are sums of the shown values. */
  additive: boolean;
  /** Whether the mean noise is 0, before suppression. */
  unbiased: boolean | null;
  integer: boolean;
  /** Whether every empty cell is shown as 0 or suppressed. */
  keepsZeros: boolean | null;
  /** Mean noise of an empty cell before suppression, in records. */
  gainOfEmptyCells: number | null;
  /** Largest difference between a shown value and its count, for values that are not sums. */
  largestChange: number | null;
}

/** A method that a cube offers, or the method of a table. */
export interface Method {
  name: string;
  /** The publisher's title, in the cube's language. Null if there is none. */
  title: string | null;
  kind: string;
  totals: "own" | "sum";
  /** A description for readers of a table. */
  text: string;
  /** The parameters as in the cube, with `kind`. A query accepts this object. */
  parameters: { [name: string]: unknown };
  /** Some properties can be null in a cube's methods. `table.method.properties` is complete. */
  properties: MethodProperties;
  card: MethodCard;
}

/** Minimum numbers of units: `whole` without the query's filters, `filtered` with them. */
export interface LeastNumbers {
  whole?: [unit: string, least: number][];
  filtered?: [unit: string, least: number][];
}

/** The publisher's limits (`docs/reference/rules.md`). An absent limit allows every table. */
export interface PublishedRules {
  max_dimensions?: number;
  nested?: boolean;
  /** Sets of dimensions or levels that no table may combine. Each item is `dimension` or `dimension:level`. */
  never?: string[][];
  small_cells?: number;
  zeros?: number;
  average_cell?: number;
  risk_before?: number;
  risk_after?: number;
  /** R before protection above which a table needs protection. This limit refuses no table. */
  protect_above?: number;
  weights?: number[];
  population?: LeastNumbers;
  areas?: LeastNumbers & { dimension: string };
  /** The only way to build custom areas. */
  custom_areas?: Areas["mode"];
  units?: [name: string, conditions: [dimension: string, codes: string[]][]][];
}

/** A text, or an object from language to text. */
export type TextByLanguage = string | { [language: string]: string };

/** A step that changed records before they were counted (`docs/reference/pretabular.md`). */
export interface PretabularStep {
  kind: "swap" | "pram" | "weights" | "deviations" | "noise";
  /** The share of records that moved, from 0 to 1, if the publisher states it. */
  moved?: number;
  /** The matrix of PRAM in blocks, if the publisher states it. `axis` is `dimension` or `dimension:level`. */
  matrix?: { axis: string; blocks: { codes: string[]; rows: number[][] }[] };
}

/** The steps that changed records before they were counted. `why` states why they protect a preprotected cube. */
export interface Pretabular {
  steps: PretabularStep[];
  why?: TextByLanguage;
}

/** The contents of cube.json (`src/cube/FORMAT.md`), as far as this API reads them. */
export interface CubeManifest {
  unit: TextByLanguage;
  dimensions: { name: string; codes: [code: string, label: TextByLanguage][]; levels?: { name: string; codes: [code: string, label: TextByLanguage][]; of: number[] }[] }[];
  rules?: PublishedRules;
  pretabular?: Pretabular;
  /** The axes of all views, in a cube in parts. */
  axes?: string[];
  /** The views. In a cube in parts, a view is a list that begins with positions in `axes`. */
  views?: ({ axes: string[] } | [axes: number[], ...others: unknown[]])[];
}

/** The description of a cube. A missing text is null. */
export interface CubeDescription {
  id: string;
  /** The SHA-256 at the end of cube.json. This digest identifies the cube's version. */
  digest: string;
  title: string;
  unit: string;
  data: "confidential" | "public-use" | "synthetic";
  audience: "teaching" | "internal" | "kiosk" | "public";
  release: "keyed" | "preprotected" | "sealed";
  /** The modulus M of cell keys. For a sealed cube, which has no keys, M is 2^32. */
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

/** A dimension of a table. `name` is the name in the query (`age` or `age:band`). The total `_T` is the last code. */
export interface Axis extends Level {
  axis: "row" | "column";
  role?: "geo" | "time";
}

/**
 * How the core built custom areas: `exact` treats each area as one cell, `blocks` adds and subtracts standard areas,
 * `sums` adds standard areas.
 */
export interface Areas {
  mode: "exact" | "blocks" | "sums";
  /** Blocks with at least this population are unprotected. Absent if all blocks are protected. */
  protectBelow?: number;
  /** The axes and filters that have a place with several blocks. */
  axes: AreasAxis[];
}

/** An axis or filter with custom areas. `name` is the name in the query, or the filter's dimension. */
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
  /**
   * Variance of the place's noise, divided by the variance of one cell's noise. For a cell of the table, multiply the
   * ratios of its places on all axes and filters.
   */
  variance: number;
}

/**
 * A standard area. `name` is `dimension` or `dimension:level`. For a whole dimension, `name` is null and `code` is
 * `_T`.
 */
export interface Block extends Code {
  sign: 1 | -1;
  name: string | null;
}

/** The cube of a table: title, unit, source and other information. */
export interface Origin extends Pick<CubeDescription, "id" | "title" | "unit" | "source" | "licence" | "period" | "contact" | "notes" | "language"> {}

/** A table in the core's form. The cells are in row-major order of the dimensions, rows before columns. */
export interface RawTable {
  dimensions: Axis[];
  /** A missing value is NaN. */
  values: Float64Array;
  /** The status of each cell: 0 for shown, 1 for suppressed, 2 for blocked. */
  status: Uint8Array;
  method: Method;
  /** Null if the query has no groups and no filter with several codes. `axes` is absent if empty. */
  areas?: (Pick<Areas, "mode"> & Partial<Areas>) | null;
  filter: { name: string; label: string; codes: Code[] }[];
  /** This and the next two fields are present only if the query has `reveal: true`. The cube must allow `reveal`. */
  trueCounts?: Float64Array;
  cellKeys?: Float64Array;
  noise?: Float64Array | Int32Array;
  /** Absent for a method that decides each cell for itself. */
  adjustment?: Adjustment;
  /** The receipt without the CSV's hash and the final digest. */
  statement: string;
}

/** A cell of a table as an object, from `table.rows()`: the code or label of each dimension, its value and its status. */
export interface Row {
  [dimension: string]: string | number | null;
  /** Null if missing. */
  value: number | null;
  /** The reason for a missing value. */
  status: "" | "suppressed" | "blocked";
}

export interface RowOptions {
  /** Whether the objects have labels in place of codes; defaults to false. */
  labels?: boolean;
  /** `false` omits the cells of totals. */
  totals?: boolean;
}

/** What a method that looks at the whole table reports besides the values. */
export interface Adjustment {
  /** Number of decimals of the values. */
  decimals: number;
  /** Number of figures that moved further than to the two nearest multiples of the base. */
  jumps: number;
  /** The mean and the largest change by the fit to the totals, beyond the noise. Null without a fit. */
  change: [mean: number, largest: number] | null;
  /** Whether the table was too large to compute the intervals of its suppressed counts. */
  intervalsUnchecked: boolean;
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

/**
 * The result of a verification. For a genuine table, the verdict includes the rebuilt table for the page to describe.
 */
export type Verdict = { ok: true; table: Table } | { ok: false; reason: VerdictReason; message: string };

/**
 * An object, a Map or an array of pairs. If the order of groups matters, use pairs: an object puts names that look like
 * integers first.
 */
export type Named<T> = { readonly [name: string]: T } | Iterable<readonly [string, T]>;

export interface VerifyOptions extends Watch {
  /** The file of the caller's own p-table: its text or its bytes. */
  ptable?: string | Uint8Array;
}

/** Dimensions or levels: a list, or its text on the command line, such as `region,age:band`. */
export type Axes = string | readonly string[];

/** A list of codes, or one code. A number is the code with the same digits. */
export type Codes = string | number | readonly (string | number)[];

/** The axes and the population of a table. `D` is the name of a dimension, or `dimension:level`. */
export interface LinkedTable {
  rows: Axes;
  columns?: Axes;
  /** Codes by `D`. The table counts the records that have one of the codes for each `D`. */
  filter?: Named<Codes>;
  /** Named groups of codes by `D`. The groups replace the codes of `D` in the table. */
  groups?: Named<Named<Codes>>;
}

/** The table to build. */
export interface Question extends LinkedTable {
  /**
   * The name of one of the cube's methods, or a method's parameters with `kind`. The cube must
   * allow the caller's own parameters. The parameter `ptable` is the name of a file of the cube, or an `OwnPtable`. The
   * table's receipt states the file and SHA-256 of an `OwnPtable`, as for a p-table on the command line.
   */
  method?: string | object;
  /**
   * Further tables that are published beside this table, for a table method such as `suppression`. The method protects
   * all of these tables together, because one table can disclose a cell of another.
   */
  with?: readonly LinkedTable[];
  totals?: boolean;
  /** How to build custom areas; defaults to `exact`, or to the only way that the publisher offers. */
  areas?: Areas["mode"];
  reveal?: boolean;
}

/** The caller's own p-table: the text of its file, and a name that no file of the cube has. */
export interface OwnPtable {
  name: string;
  text: string;
}

/** The caller's p-table in the form that cubes store, with the SHA-256 of the caller's file. */
export type StoredPtable = [name: string, stored: Uint8Array, sha256: string];

/** A question about a published value. Null means a suppressed cell. */
export interface ValueQuestion {
  value: number | null;
}

/** A question about a cell of a table. `cell` is the position in the table's values. */
export interface CellQuestion {
  cell: number;
}

export interface ExplainOptions {
  /** Minimum probability of the interval of counts; defaults to 0.9. */
  level?: number;
  /**
   * Probabilities of the counts before the value is known. `flat`, the default, makes all counts equally likely.
   * `table` uses the frequencies of the counts in the table, and needs a table or query with `reveal: true`.
   */
  prior?: "flat" | "table";
}

/** The counts that a published value can stand for. */
export interface Explanation {
  /** Null for a suppressed cell. */
  value: number | null;
  /** The shortest interval of counts, from `low` to `high`, that has at least the probability `level`. */
  low: number;
  high: number;
  probability: number;
  /** The smallest and the largest possible count. */
  least: number;
  most: number;
  /** The likeliest count. If several counts are equally likely, the smallest of them. */
  likeliest: number;
  likeliestProbability: number;
  level: number;
  prior: "flat" | "table";
}

/** The way from the records of a cell to its published value. It has true counts and keys. */
export interface Trace {
  /** Records with equal codes in all dimensions, one entry for each combination of codes; at most 200. */
  members: TraceMember[];
  /** Number of further combinations. */
  more: number;
  /** The true count of the cell. */
  count: number;
  /** The cell key: the combined keys of all members. */
  key: number;
  modulus: number;
  combine: "sum" | "xor";
  /** How the row of the count gives the noise; null for an empty cell that stays empty. */
  row: TraceRow | null;
  /** The noise, before any threshold. */
  noise: number;
  /** The published value; null if it is suppressed or blocked. */
  value: number | null;
  status: "" | "suppressed" | "blocked";
}

/** Records with equal codes. `codes` has the position of the code in each dimension of the cube. */
export interface TraceMember {
  codes: number[];
  count: number;
  /** The combined key. For a single record, this is its record key. */
  key: number;
}

/** A row of a method and the draw that selects one of its entries. */
export interface TraceRow {
  /** What the draw is made from: the cell key, a hash of key, count and salt, or the MD5 hash of the key's digits. */
  source: "key" | "hash" | "md5";
  /** The draw, from 0 to `draws` less one. */
  draw: number;
  draws: number;
  /** The first entry with `draw < until` is the selected one. */
  entries: { noise: number; until: number }[];
}

/** The least probability of each interval; defaults to 0.9. A sealed cube has explanations of this level only. */
export type UncertaintyOptions = Pick<ExplainOptions, "level">;

/** The probabilities of the counts that a cell can stand for. */
export interface Distribution {
  /** The smallest and the largest possible count. */
  least: number;
  most: number;
  /** The sum of the probabilities of the published value over all counts. 0 if unknown. */
  evidence: number;
  /** The probabilities of the counts from `least` to `most`. Empty if they are unknown, or more than 8,192. */
  probabilities: Float64Array;
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
  /** Whether the stored files are encrypted, and `get` decrypts them, as for a source of `unlock`. */
  isDecrypted?: boolean;
}

/** Options of `unlock` for an encrypted cube. */
export interface UnlockOptions {
  signal?: AbortSignal;
}

/**
 * The name of a core. `small` builds most tables, `full` also those with rare methods and queries, and `tables` also
 * those with table methods.
 */
export type CoreName = "small" | "full" | "tables";

/**
 * Options of the engine. Cubes with the same `worker` and `simd` share an engine. An option applies to cores that have not
 * started.
 */
export interface CoreOptions {
  /**
   * The compiled core `pkg/cellveil_bg.wasm`, for a page that contains all its files, such as a page opened from disk.
   * Such a page also needs a `Source`. The calling thread then does the work. This core needs 128-bit SIMD, which all
   * browsers have had since 2023. With `simd: false` or without SIMD, pass `pkg/cellveil_scalar_bg.wasm` instead.
   */
  wasm?: BufferSource | WebAssembly.Module;
  /**
   * The full core `pkg/cellveil_full_bg.wasm`, for methods and queries that the small core does not support. If absent,
   * the full core is fetched for the first such query. The scalar core supports all methods and queries.
   */
  fullWasm?: BufferSource | WebAssembly.Module;
  /** The core `pkg/cellveil_tables_bg.wasm`, for methods that look at the whole table. If absent, this core is fetched too. */
  tablesWasm?: BufferSource | WebAssembly.Module;
  /** `false` runs the scalar core. Browsers without SIMD always run the scalar core. Both cores build equal tables. */
  simd?: boolean;
}

/** The options of an engine with the resolved folder of this package's files. The first core may still be loading. */
export interface EngineOptions extends Omit<CoreOptions, "wasm"> {
  wasm?: CoreOptions["wasm"] | Promise<WebAssembly.Module | undefined>;
  base?: URL;
}

/** `signal` aborts only the opening of the cube. `onprogress` reports the download of `cube.json`. */
export interface OpenOptions extends Watch, CoreOptions {
  /**
   * The folder of this package's files (a copy of `pkg`), relative to the page. Necessary if a bundler moves this code
   * without those files, as esbuild and Rollup do.
   */
  base?: string | URL;
  /**
   * `false` builds all tables in the calling thread, and `true` in a worker. Without this option, a page builds tables in its
   * own thread until one is large. Then a worker builds all tables.
   */
  worker?: boolean;
  /** Language for titles, labels and texts, such as `"fr"`. */
  language?: string;
}

export interface PlannedFile {
  path: string;
  bytes: number;
}

/**
 * The calls of the engine. They are the same for an engine in this thread and in a worker. With `isFixed`, `open` and `table`
 * throw instead of starting a larger core.
 */
export interface EngineCalls {
  /** Starts the engine. This is the first call. Later calls add options: they apply to cores that have not started. */
  start(options: EngineOptions): Promise<void>;
  open(handle: number, manifest: Uint8Array, language?: string, isDecrypted?: boolean, isFixed?: boolean): Promise<CubeDescription>;
  load(handle: number, path: string, bytes: Uint8Array): Promise<void>;
  table(handle: number, query: PlainQuery, own?: StoredPtable, isFixed?: boolean): Promise<Reply>;
  close(handle: number): Promise<void>;
}

/** The answer to a query: a table, unless the query has `explain` or `measure`. */
export type Answer = { table: RawTable } | { explanation: Explanation } | { measures: Measures };

/** A table as the core returns it: the fields of `RawTable` in this order. The core writes the first item as JSON. */
export type TableItems = [words: Pick<RawTable, "filter" | "areas" | "adjustment">, dimensions: RawTable["dimensions"], method: RawTable["method"], statement: string, values: Float64Array, status: Uint8Array, ...revealed: Float64Array[]];

/** The core's answer to a query, or the files that the engine must load first. */
export type CoreReply = Exclude<Answer, { table: RawTable }> | { table: TableItems } | { missing: PlannedFile[] };

/**
 * The engine's reply: an answer, or the files that the engine must load first. `stale` means that the engine has lost the
 * cube. The caller then opens the cube again.
 */
export type Reply = Answer | { missing: PlannedFile[] } | { stale: true };

/** One open cube in the core's memory. */
export interface CoreCube {
  describe(): CubeDescription;
  load(path: string, bytes: Uint8Array): void;
  /** Answers a query. The query is JSON, because code that reads objects would be three times as large. */
  table(query: string): CoreReply;
  /** Answers a query with the caller's own p-table. The small core does not have this call. */
  tableWith?(query: string, ...own: StoredPtable): CoreReply;
  free(): void;
}

/** The compiled core. */
export interface Core {
  WasmCube: { open(manifest: Uint8Array, language?: string, isDecrypted?: boolean): CoreCube };
  /** Starts the core again, with empty memory and no cubes. */
  reset(): void;
}

/** Where a core of its own is. Only the options of the first call with this core apply. */
export interface CoreFile {
  /** The compiled core, for a page that contains all its files. */
  wasm?: BufferSource | WebAssembly.Module;
  /** The folder of this package's files, as in `openCube`. */
  base?: string | URL;
}

/**
 * The size and the seed of synthetic people. `wasm` has the bytes of `pkg/cellveil_people_bg.wasm`.
 */
export interface PeopleRequest extends CoreFile {
  /** Number of households, 1 to 1,000,000. A household has 2.3 persons on average. */
  households: number;
  /** Seed of the random numbers, 0 to 2^53 - 1. The same seed gives the same people. */
  seed: number;
}

/** Invented households and persons. */
export interface SyntheticPeople {
  /** The records as CSV in UTF-8, a row a person. */
  records: Uint8Array;
  /** A specification for these records, the text of a `cube.toml`. */
  specification: string;
  households: number;
  persons: number;
  areas: number;
}

/** Options of the p-table workshop. `wasm` has the bytes of `pkg/cellveil_workshop_bg.wasm`. */
export interface WorkshopOptions extends CoreFile {}

/** The design of a p-table: its limits and the shape of its noise. */
export interface PtableDesign {
  /** The largest change of a count. */
  maxChange: number;
  /** Variance of the noise in each row. */
  variance: number;
  /** Values from 1 to this number are never shown; defaults to 0. Counts from 1 to this number still exist, and have other values. */
  blocked?: number;
  /** Minimum probability that a count stays unchanged, for all rows or for rows 1, 2 and so on. Null sets no minimum. */
  stay?: number | null | (number | null)[];
  /** Whether probabilities must rise from the smallest noise to noise 0. */
  monotone?: boolean | boolean[];
  /** Each noise is a multiple of this number, or changes a count to 0. */
  step?: number;
  /** Shape of the noise: the largest entropy, or a truncated Laplace distribution. */
  shape?: "entropy" | "laplace";
  /** Whether a row with an infeasible variance uses the nearest feasible variance. Otherwise the design is refused. */
  nearest?: boolean;
}

/** A ready-made design: its name, its purpose in one sentence, and its limits. */
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
  /** Differences between the designed rows and the requested limits. */
  notes: string[];
}

/** A p-table's file with notes. */
export interface PtableFile {
  text: string;
  notes: string[];
}

/** The file formats of p-tables: R `ptable`, the ONS package, Cantabular, and the τ-ARGUS export of `ptable`. */
export type PtableFormat = "ptable" | "ons" | "cantabular" | "tau-argus";

/** Options for reading a file. `fresh` bypasses the HTTP cache, because the cached copy is damaged. */
export interface Reading extends Watch {
  fresh?: boolean;
}

/** A `Source` in the form that the API uses internally. */
export interface Files {
  manifest(reading: Reading): Promise<Uint8Array>;
  get(path: string, reading: Reading): Promise<Uint8Array>;
  /** As in `Source`. */
  isDecrypted?: boolean;
}

/** A download, running or complete. */
export interface Flight {
  path: string;
  /** The planned size in bytes. */
  bytes: number;
  /** Bytes loaded, at most the planned size. */
  loaded: number;
  done: boolean;
  controller: AbortController;
  /** A progress callback for each table that waits for this file. */
  waiting: Set<(more: number) => void>;
  landed: Promise<void>;
}

/** The members of a Worker, a worker's scope or a MessagePort that the API uses. */
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
