/** `cellveil prerender`: writes the tables of pages into their files. The core describes the arguments (`src/cli/prerender.rs`). */
import * as fs from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { isFault, reason } from "../api/errors.js";
import { prerender } from "./prerender.js";

/** Exit statuses, as in the native program. */
const [REFUSED, WRONG] = [1, 2];

const HINT = '; --root DIR names the folder that the server sends as "/"';

/** @typedef {{ pages: string[], root: string | undefined, isCheck: boolean }} Asked */

/**
 * Reads the arguments. Returns `undefined` for wrong arguments and for a request for help, both of which the core answers.
 * @param {string[]} args
 * @returns {Asked | undefined}
 */
export function askedIn(args) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { root: { type: "string" }, check: { type: "boolean", default: false } } });
    return positionals.length > 0 ? { pages: [...new Set(positionals)], root: values.root, isCheck: values.check } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes the tables of all pages, or none if one page has an error.
 * @param {Asked} asked
 * @param {{ print: (line: string) => void, note: (line: string) => void }} out
 * @returns {Promise<number>} the exit status
 */
export async function prerenderFiles({ pages, root, isCheck }, { print, note }) {
  /** @type {{ page: string, before: string, html: string, tables: number }[]} */
  const done = [];
  let status = 0;
  for (const page of pages) {
    try {
      const before = textOf(page);
      const { html, tables, skipped } = await prerender(before, placeOf(page, root));
      for (const line of skipped) note(`${page}: line ${line}: <cellveil-table> has no src; a script must set it, so no table is written`);
      done.push({ page, before, html, tables });
    } catch (error) {
      note(`${page}: ${reason(error)}${root === undefined && isFault(error) && error.code === "network" ? HINT : ""}`);
      status = Math.max(status, isFault(error) && error.fault === "refused" ? REFUSED : WRONG);
    }
  }
  if (status !== 0) return status;
  for (const { page, before, html, tables } of done) {
    const many = `${tables} ${tables === 1 ? "table" : "tables"}`;
    if (html === before) print(`${page}: ${many}, up to date`);
    else if (isCheck) {
      note(`${page}: out of date; expected the tables that cellveil prerender writes`);
      status = REFUSED;
    } else {
      try {
        replace(page, html);
        print(`${page}: ${many} written`);
      } catch (error) {
        note(`${page}: ${reason(error)}; expected to write there`);
        return WRONG;
      }
    }
  }
  return status;
}

/** @param {string} page */
function textOf(page) {
  try {
    const bytes = fs.readFileSync(page);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const [, charset] = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(text) ?? [];
    if (charset && !/^utf-?8$/i.test(charset)) throw new Error(`the page declares ${charset}; expected UTF-8`);
    return text;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === "ENOENT") throw new Error("not found; expected an HTML page");
    if (code === "EISDIR") throw new Error("a folder; expected an HTML page");
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") throw new Error("not UTF-8; expected an HTML page in UTF-8");
    throw error;
  }
}

/**
 * The address of a page, and the files of its cubes. With a root, addresses begin at the root, as on the server.
 * @param {string} page
 * @param {string | undefined} root
 */
function placeOf(page, root) {
  if (root === undefined) return { url: pathToFileURL(page) };
  const below = relative(resolve(root), resolve(page)).split(sep);
  if (below[0] === "..") throw new Error(`not below ${root}; expected a page in the folder of --root`);
  return {
    url: new URL(below.map(encodeURIComponent).join("/"), "file:///"),
    source: (/** @type {URL} */ address) => (address.protocol === "file:" ? pathToFileURL(join(root, decodeURIComponent(address.pathname))) : address),
  };
}

/** Replaces a file at once, so that an interruption leaves the old page or the new one. @param {string} page @param {string} html */
function replace(page, html) {
  const target = fs.realpathSync(page);
  const part = `${target}.part`;
  try {
    fs.writeFileSync(part, html, { mode: fs.statSync(target).mode, flag: "wx" });
    fs.renameSync(part, target);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") fs.rmSync(part, { force: true });
    throw error;
  }
}
