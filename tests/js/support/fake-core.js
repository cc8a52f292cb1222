/**
 * A core that replaces the wasm. It opens any JSON manifest, requests the files that the manifest names, and answers
 * with a table that repeats the query. On request it refuses a query or traps, like the real core. Smaller cores refuse
 * the methods `rare` and `whole`, and queries with further tables. If the manifest has `keeps`, the core keeps only that
 * number of files, the last ones.
 */

/** @import { Core, CoreName } from "../../../www/api/types.js" */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @param {object} value */
export const bytesOf = (value) => encoder.encode(JSON.stringify(value));

/** @param {Record<string, unknown>} [more] */
export const manifest = (more = {}) => bytesOf({ files: [], ...more });

/** @param {string} code */
const refuse = (code) => Object.assign(new Error(`refused: ${code}`), { code, fault: "refused" });

class FakeCube {
  /** @type {CoreName} */
  static core = "tables";

  /** @param {Uint8Array} bytes @param {string} [language] */
  static open(bytes, language) {
    try {
      return new this(JSON.parse(decoder.decode(bytes)), language);
    } catch {
      throw refuse("damaged-manifest");
    }
  }

  /** @param {any} manifest @param {string} [language] */
  constructor(manifest, language) {
    this.manifest = manifest;
    this.language = language;
    this.freed = false;
    /** @type {Map<string, string>} */
    this.loaded = new Map();
  }

  describe() {
    const { core } = /** @type {typeof FakeCube} */ (this.constructor);
    return { id: "fake", digest: this.manifest.digest ?? "0", methods: [{ name: "whole", text: `Described by ${core}.` }], unit: "person", title: `Fake ${this.language ?? "en"}`, dimensions: [{ name: "region", label: "Region", role: "geo" }], source: "An office", licence: "OGL", notes: [], language: this.language ?? "en" };
  }

  /** @param {string} path @param {Uint8Array} bytes */
  load(path, bytes) {
    const text = decoder.decode(bytes);
    if (text === "damaged") throw refuse("damaged-file");
    this.loaded.delete(path);
    this.loaded.set(path, text);
    if (this.loaded.size > (this.manifest.keeps ?? Infinity)) this.loaded.delete([...this.loaded.keys()][0]);
  }

  /** @param {string} json */
  table(json) {
    const query = JSON.parse(json);
    const { core } = /** @type {typeof FakeCube} */ (this.constructor);
    if (core === "small" && query.method === "rare") throw refuse("needs-full");
    if (core !== "tables" && (query.method === "whole" || query.with)) throw refuse("needs-tables");
    if (query.method === "refused") throw refuse("unknown-method");
    if (query.method === "trap") throw new WebAssembly.RuntimeError("unreachable");
    /** @type {{ path: string, bytes: number }[]} */
    const files = this.manifest.files;
    const missing = files.filter(({ path }) => !this.loaded.has(path) && (query.rows?.includes(path) ?? true));
    if (missing.length > 0) return { missing };
    const dimensions = [{ name: "asked", label: "Asked", axis: "row", codes: [{ code: json, label: "" }] }];
    const method = { name: "none", kind: "none", text: "", totals: "own" };
    const statement = JSON.stringify({ format: "cellveil-receipt", version: 1, cube: { id: "fake", digest: this.describe().digest }, query }).slice(0, -1);
    return { table: [{ filter: [] }, dimensions, method, statement, Float64Array.of(this.loaded.size), Uint8Array.of(0)] };
  }

  free() {
    this.freed = true;
  }
}

/** @param {CoreName} [name] @returns {Core & { resets: number }} */
export function fakeCore(name = "tables") {
  class NamedCube extends FakeCube {
    static core = name;
  }
  const core = { resets: 0, WasmCube: /** @type {any} */ (NamedCube), reset: () => void core.resets++ };
  return core;
}
