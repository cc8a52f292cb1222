/** An open cube. The class queries the engine for tables and fetches the files that the engine still needs. */
import { abortable, Downloads, tell } from "./downloads.js";
import { fault, imported } from "./errors.js";
import { plainQuery } from "./query.js";
import { hashOf, receiptOf } from "./receipt.js";
import { Table } from "./table.js";

/** @import { KeyedReceipts } from "./keyed-receipts.js" */
/** @import { CubeDescription, CubeManifest, Dimension, EngineCalls, ExplainOptions, Explanation, Files, FoundCodes, MapPoint, MapRequest, MeasureChoices, Measures, Method, OpenOptions, PlainQuery, PlannedFile, Progress, PublishedRules, Query, StoredPtable, ValueQuestion, Verdict, VerifyOptions, Watch } from "./types.js" */

/**
 * @typedef {() => Promise<EngineCalls>} Host Returns the running engine. After an engine was lost, returns a new
 *   engine.
 */

/**
 * Maximum rounds in which a table fetches files at the same time as other tables. A cube in one file usually needs one
 * round. A cube in parts needs up to six: for two files of codes, levels, tile entries, a list of tiles, and tiles. More
 * rounds are needed if the engine is replaced, or if other tables push this table's files out of the engine's cache.
 * After these rounds, tables fetch one after another.
 */
const ROUNDS_TOGETHER = 6;
const ROUNDS = 12;

let handles = 0;

const seldom = () => imported(() => import("./on-demand.js"));

export class Cube {
  /** @type {string} */ id = "";
  /** Identifies this version of the cube: the SHA-256 at the end of cube.json. @type {string} */ digest = "";
  /** @type {string} */ title = "";
  /** @type {string} */ unit = "";
  /** @type {Dimension[]} */ dimensions = [];
  /** @type {Method[]} */ methods = [];
  /** @type {string | null} */ defaultMethod = null;
  /** @type {CubeDescription["audience"]} */ audience = "public";
  /** @type {CubeDescription["data"]} */ data = "confidential";
  /** @type {CubeDescription["release"]} */ release = "keyed";
  /** All cell keys are below the modulus. */ modulus = 0;
  /** @type {string | null} */ source = null;
  /** @type {string | null} */ licence = null;
  /** @type {string | null} */ period = null;
  /** @type {string | null} */ contact = null;
  /** @type {string[]} */ notes = [];
  /** Language of the title. @type {string | null} */ language = null;
  /** @type {boolean} */ mayReveal = false;
  /** Whether the cube explains which counts a value can stand for. @type {boolean} */ explains = false;
  /** The source and its licence. A page shows this text beside a table. */
  attribution = "";

  #handle = ++handles;
  #host;
  #manifest;
  #isDecrypted;
  #downloads;
  /** @type {Promise<CubeDescription> | undefined} */
  #opening;
  #closed = new AbortController();
  /** @type {CubeManifest | undefined} */
  #contents;
  /** @type {KeyedReceipts | undefined} */
  #keyed;
  /** While one table fetches alone: resolves when that table is built. @type {Promise<void> | undefined} */
  #alone;
  /** The language that the caller prefers, and where this package's files are. @type {Pick<OpenOptions, "language" | "base">} */
  #options;

  /**
   * @param {Host} host
   * @param {Files} files
   * @param {Uint8Array} manifest
   * @param {Pick<OpenOptions, "language" | "base">} options
   */
  constructor(host, files, manifest, options) {
    this.#host = host;
    this.#manifest = manifest;
    this.#isDecrypted = files.isDecrypted;
    this.#options = options;
    this.#downloads = new Downloads(files, async (path, bytes) => (await host()).load(this.#handle, path, bytes));
  }

  /** @param {Host} host @param {Files} files @param {OpenOptions} options */
  static async open(host, files, { signal, language, base, onprogress }) {
    signal?.throwIfAborted();
    // The engine starts while cube.json loads. If the start fails, `#open` reports the error.
    host().catch(() => {});
    const listener = onprogress && ((/** @type {Progress} */ progress) => tell(onprogress, progress));
    const manifest = await abortable(files.manifest({ signal, onprogress: listener }), signal);
    const cube = new Cube(host, files, manifest, { language, base });
    try {
      const description = await abortable(cube.#open(), signal);
      Object.assign(cube, { attribution: [description.source, description.licence].filter(Boolean).join(", ") }, description);
    } catch (error) {
      cube.close();
      throw error;
    }
    return cube;
  }

  /**
   * Builds a protected table. `onprogress` reports the download of the table's files.
   * @param {Query} query
   * @returns {Promise<Table>}
   */
  async table(query) {
    const plain = plainQuery(query);
    /** @type {Table} */
    const table = new Table((await this.#answer(plain, query)).table, this, {
      explain: async (question, options) => (await this.#answer({ ...plain, explain: (await seldom()).questionOf(question, options, table.values) })).explanation,
      trace: async (cell) => (await this.#answer({ ...plain, reveal: true, explain: { cell, trace: true } })).explanation,
      uncertainty: async (options) => (await seldom()).uncertaintyOf(table, plain, async (explain) => (await this.#answer({ ...plain, explain })).explanation, options),
      measure: async (/** @type {object} */ measure = {}) => (await this.#answer({ ...plain, measure })).measures,
      receipt: (await this.#keyedReceipts())?.receipt,
    });
    return table;
  }

  /**
   * Measures the disclosure risk and data utility of a query's table (`docs/reference/measures.md`). Measures that the
   * cube does not disclose are null. `table.measures` has the same measures with the default choices.
   * @param {Query} query
   * @param {MeasureChoices} [choices]
   * @returns {Promise<Measures>}
   */
  async measure(query, choices = {}) {
    return (await this.#answer({ ...plainQuery(query), measure: await (await seldom()).choicesOf(choices, this, query) }, query)).measures;
  }

  /**
   * Measures every table of a request with every method of the request.
   * @param {MapRequest} request
   * @returns {Promise<MapPoint[]>}
   */
  async riskUtilityMap(request) {
    return (await seldom()).mapOf(this, request);
  }

  /**
   * Loads the codes of all dimensions. A cube with very many codes loads them on demand, and `dimensions` lacks the codes
   * until then.
   */
  async complete() {
    if (this.dimensions.some((each) => [each, ...each.levels].some(({ size }) => size))) Object.assign(this, (await this.#answer({ rows: [], measure: { reply: "description" } })).description);
    return this;
  }

  /**
   * Finds codes of a dimension by the beginnings of words, in their labels or in the codes. A long list has an index, and the
   * search loads a small part of it. Capital letters, accents and apostrophes do not matter.
   * @param {string} dimension
   * @param {string} text  one or more words. Without a word, the search finds the first codes
   * @returns {Promise<FoundCodes>}
   */
  async find(dimension, text) {
    return (await this.#answer({ rows: [], measure: { reply: "codes", by: String(dimension), text: String(text) } })).found;
  }

  /** The contents of cube.json, for example the steps before tabulation. @type {CubeManifest} */
  get manifest() {
    return (this.#contents ??= JSON.parse(new TextDecoder().decode(this.#manifest)));
  }

  /** The publisher's limits, as in cube.json. Null for a cube without limits and for a sealed cube. @type {PublishedRules | null} */
  get rules() {
    return this.manifest.rules ?? null;
  }

  /**
   * Returns the counts that a published value can stand for under a method of this cube. The value `null` means a
   * suppressed cell. `table.explain` returns the same for a cell of a table.
   * @param {ValueQuestion & ExplainOptions & Partial<Query>} query
   * @returns {Promise<Explanation>}
   */
  async explain(query) {
    /** @type {PlainQuery} */
    const plain = { rows: [], ...plainQuery(/** @type {any} */ (query)) };
    const explain = (await seldom()).questionOf(query);
    for (const name of Object.keys(explain)) delete plain[name];
    return (await this.#answer({ ...plain, explain }, query)).explanation;
  }

  /**
   * @param {PlainQuery} plain
   * @param {Watch} [watch]
   * @returns {Promise<any>} an `Answer`: the table, explanation or measures that the query requests
   */
  async #answer(plain, watch = {}) {
    const { signal, release } = joined(this.#closed.signal, watch.signal);
    try {
      signal.throwIfAborted();
      if (plain.with) plain = (await seldom()).withTables(plain);
      // A separate core reads the caller's p-tables, because few pages need that core.
      const { ptable } = Object(plain.method);
      const [query, own] = typeof ptable === "object" ? await (await seldom()).takePtable(plain, hashOf, (query) => this.#answer(query), this.#options.base) : [plain];
      return await this.#ask(query, own, { signal, onprogress: watch.onprogress });
    } finally {
      release?.();
    }
  }

  /**
   * Builds a receipt's table again and compares it with a CSV. Rejects if the check is impossible, for example because
   * files are missing or damaged. If the table was made with the caller's own p-table, pass that p-table again.
   * @param {string | Uint8Array} csv
   * @param {string | Uint8Array} receipt
   * @param {VerifyOptions} [options]
   * @returns {Promise<Verdict>}
   */
  async verify(csv, receipt, options) {
    return (await seldom()).verify(this, csv, receipt, options, hashOf, await this.#keyedReceipts());
  }

  /** The receipts of confidential true counts. Undefined for all other cubes. */
  async #keyedReceipts() {
    if (this.data !== "confidential" || this.release !== "keyed") return undefined;
    return (this.#keyed ??= (await seldom()).keyedReceipts(this.#manifest, hashOf, receiptOf));
  }

  /** Frees the cube's memory. Tables already built stay valid. */
  close() {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort(fault("closed", "this cube is closed"));
    this.#host().then((engine) => engine.close(this.#handle)).catch(() => {});
  }

  /** @param {PlainQuery} query @param {StoredPtable | undefined} own @param {Watch & { signal: AbortSignal }} watch */
  async #ask(query, own, watch) {
    const { signal } = watch;
    let release = () => {};
    try {
      for (let round = 0, alone = false; round < ROUNDS; ) {
        const reply = await abortable(this.#host().then((engine) => engine.table(this.#handle, query, own)), signal);
        const { missing, stale } = /** @type {{ missing?: PlannedFile[], stale?: true }} */ (reply);
        if (!missing && !stale) return reply;
        if (this.#alone && !alone && missing) {
          await abortable(this.#alone, signal);
          continue;
        }
        if (++round > ROUNDS_TOGETHER && !this.#alone) {
          alone = true;
          this.#alone = /** @type {Promise<void>} */ (new Promise((resolve) => (release = resolve))).then(() => (this.#alone = undefined));
        }
        if (missing) await this.#downloads.need(missing, watch);
        // A larger core describes more methods.
        else this.methods = (await abortable(this.#open(), signal)).methods;
      }
    } finally {
      release();
    }
    throw fault("wasm", "the engine lost the cube several times, perhaps because memory ran out");
  }

  /** Opens the cube in the engine. If several tables need the cube at the same time, they share one call. */
  #open() {
    const opening = async () => (await this.#host()).open(this.#handle, this.#manifest, this.#options.language, this.#isDecrypted);
    this.#opening ??= opening().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }
}

/**
 * Returns a signal that aborts when any of the given signals aborts. `AbortSignal.any` is too new to rely on.
 * @param {AbortSignal} closed
 * @param {AbortSignal} [own]
 */
function joined(closed, own) {
  // Most tables have no signal of their own. A controller takes longer than the engine takes for a small table.
  if (!own) return { signal: closed };
  const any = new AbortController();
  const done = new AbortController();
  for (const signal of [closed, own]) {
    const abort = () => any.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { signal: done.signal });
  }
  return { signal: any.signal, release: () => done.abort() };
}
