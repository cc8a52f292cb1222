/** Sources of a cube's files: a web server, the file system (in Node), or the caller's `get`. */
import { fault, isFault, reason } from "./errors.js";

/** @import { Files, ProgressListener, Reading, Source } from "./types.js" */

// This file avoids Node's types, so that a page's project can check types without them.
const inNode = Boolean(/** @type {any} */ (globalThis).process?.versions?.node);

/** @param {string | URL | Source} src @returns {Promise<Files>} */
export async function filesOf(src) {
  if (typeof src === "string" || src instanceof URL) {
    try {
      return filesAt(await addressOf(src));
    } catch {
      throw fault("bad-source", `${src} is not the URL of a cube.json`);
    }
  }
  if (typeof src?.get !== "function") {
    throw fault("bad-source", "a cube is opened from the URL of its cube.json, or from an object with get(path)");
  }
  return { manifest: (reading) => given(src, "cube.json", reading), get: (path, reading) => given(src, path, reading), isDecrypted: src.isDecrypted };
}

/**
 * Resolves a relative URL against the page, against a worker's script or, in Node, against the working directory.
 * @param {string | URL} src
 */
export async function addressOf(src) {
  let page = globalThis.document?.baseURI ?? globalThis.location?.href;
  if (inNode) page ??= (await nodeModule("node:url")).pathToFileURL("./").href;
  return new URL(src, page);
}

/** @param {URL} url @returns {Files} */
function filesAt(url) {
  return {
    // The manifest is revalidated each time to notice an update. Tiles need no check, because their names change with their content.
    manifest: (reading) => read(url, reading, "no-cache"),
    get: (path, reading) => read(new URL(path, url), reading, reading.fresh ? "reload" : "default"),
  };
}

/** @param {Source} source @param {string} path @param {Reading} reading */
async function given(source, path, { signal }) {
  const bytes = await loading(path, signal, async () => source.get(path, { signal }));
  if (!(bytes instanceof Uint8Array)) throw fault("bad-source", `get("${path}") must return a Uint8Array`);
  // The bytes are copied, because they move to a worker and the caller's array may be part of a larger buffer.
  return new Uint8Array(bytes);
}

/**
 * @param {URL} url
 * @param {Reading} reading
 * @param {RequestCache} [cache]
 * @returns {Promise<Uint8Array>}
 */
export function read(url, { signal, onprogress }, cache) {
  return loading(url, signal, async () => {
    if (inNode && url.protocol === "file:") return (await nodeModule("node:fs/promises")).readFile(url, { signal });
    const response = await fetch(url, { signal, cache });
    const { ok, status, body } = response;
    // After an update of the cube, its tiles have new names.
    const hint = status === 404 && cache !== "no-cache" ? " (was the cube updated? then open it again)" : "";
    if (!ok) throw new Error(`the server answered ${status}${hint}`);
    return onprogress && body ? readParts(body, onprogress) : new Uint8Array(await response.arrayBuffer());
  });
}

/**
 * @template T
 * @param {string | URL} what
 * @param {AbortSignal | undefined} signal
 * @param {() => Promise<T>} load
 */
async function loading(what, signal, load) {
  try {
    return await load();
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (isFault(cause)) throw cause;
    // Node's `fetch` puts the reason into `cause`.
    const deeper = /** @type {Error | undefined} */ (cause)?.cause;
    throw fault("network", `could not load ${what}: ${reason(cause)}${deeper ? ` (${reason(deeper)})` : ""}`, { cause });
  }
}

/**
 * Imports a module of Node. The name is a parameter, so that bundlers for browsers do not look for the module.
 * @param {string} name
 */
function nodeModule(name) {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ name);
}

/** @param {ReadableStream<Uint8Array>} body @param {ProgressListener} onprogress */
async function readParts(body, onprogress) {
  const reader = body.getReader();
  const parts = [];
  let loaded = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    parts.push(step.value);
    onprogress({ loaded: (loaded += step.value.length), total: 0 });
  }
  const bytes = new Uint8Array(loaded);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
