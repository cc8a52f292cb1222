/** `cellveil prerender`: writes the tables of pages into their files. The core describes the arguments (`src/cli/prerender.rs`). */
import * as fs from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { fault, isFault, reason } from "../api/errors.js";
import { prerender } from "./prerender.js";

/** @import { PageError } from "./prerender.js" */

/** Exit statuses, as in the native program. */
const [REFUSED, WRONG] = [1, 2];

const HINT = '; if src begins with "/", add --root with the folder that the server serves at "/"';

/** @typedef {{ pages: string[], root: string | undefined, isCheck: boolean }} Request */

/**
 * Reads the arguments. Returns `undefined` for wrong arguments and for `--help`. The core then prints the error or the help.
 * @param {string[]} args
 * @returns {Request | undefined}
 */
export function requestOf(args) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { root: { type: "string" }, check: { type: "boolean", default: false } } });
    return positionals.length > 0 ? { pages: [...new Set(positionals)], root: values.root, isCheck: values.check } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Draws the tables of all pages, then writes the pages. An error in one page stops the command before it writes a page. If the
 * disk refuses a page, earlier pages stay written.
 * @param {Request} request
 * @param {{ print: (line: string) => void, note: (line: string) => void }} out
 * @returns {Promise<number>} the exit status
 */
export async function prerenderFiles({ pages, root, isCheck }, { print, note }) {
  /** @type {{ page: string, before: string, html: string, tables: number, changed: number[] }[]} */
  const done = [];
  let status = 0;
  const fail = (/** @type {string} */ line, least = WRONG) => {
    note(line);
    status = Math.max(status, least);
  };
  for (const page of filesOf(pages, fail)) {
    try {
      const before = textOf(page);
      const { html, tables, changed, skipped } = await prerender(before, placeOf(page, root));
      for (const line of skipped) note(`${page}: line ${line}: <cellveil-table> has no src; its table is not written`);
      done.push({ page, before, html, tables, changed });
    } catch (error) {
      for (const each of [/** @type {PageError} */ (error), ...(/** @type {PageError} */ (error).further ?? [])]) {
        const hint = root === undefined && /^\/(?!\/)/.test(each.src ?? "") && each.code === "network" ? HINT : "";
        fail(`${page}: ${reason(each)}${hint}`, isFault(each) && each.fault === "refused" ? REFUSED : WRONG);
      }
    }
  }
  const some = done.filter(({ tables }) => tables > 0);
  if (status === 0 && some.length === 0) fail(`${pages.join(", ")}: no <cellveil-table> with src; expected at least one`);
  if (status !== 0 && !isCheck) return status;
  for (const { page, before, html, tables, changed } of done) {
    const many = tables === 0 ? "no tables" : tables === 1 ? "1 table" : `${tables} tables`;
    if (changed.length === 0) print(`${page}: ${many}${tables > 0 ? ", up to date" : ""}`);
    else if (isCheck) fail(`${page}: line ${changed[0]}: the table is out of date; run npx cellveil prerender ${page}`, REFUSED);
    else {
      try {
        replace(page, before, html);
        print(`${page}: ${many} written`);
      } catch (error) {
        fail(`${page}: ${reason(error)}`);
        return status;
      }
    }
  }
  return status;
}

/**
 * The files of the given pages and folders, each once.
 * @param {string[]} places
 * @param {(line: string) => void} fail
 */
function filesOf(places, fail) {
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const place of places) {
    try {
      const isFolder = fs.statSync(place).isDirectory();
      const found = isFolder ? pagesIn(place) : [place];
      if (found.length === 0) fail(`${place}: no page in this folder has a <cellveil-table>; expected at least one`);
      for (const file of found) files.set(fs.realpathSync(file), files.get(fs.realpathSync(file)) ?? file);
    } catch (error) {
      const isMissing = ["ENOENT", "ENOTDIR"].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? "");
      fail(`${place}: ${isMissing ? "not found; expected an HTML page or a folder" : reason(error)}`);
    }
  }
  return [...files.values()];
}

/**
 * The pages with an element in a folder and in the folders below it. Links, hidden folders and installed packages are left out.
 * @param {string} folder
 * @returns {string[]}
 */
function pagesIn(folder) {
  const entries = fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const place = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name.startsWith(".") || entry.name === "node_modules" ? [] : pagesIn(place);
    // The name of the element has the same bytes in every encoding of web pages.
    return entry.isFile() && /\.html?$/i.test(entry.name) && /<cellveil-table/i.test(fs.readFileSync(place, "latin1")) ? [place] : [];
  });
}

/** @param {string} page */
function textOf(page) {
  const bytes = fs.readFileSync(page);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error("not UTF-8; expected an HTML page in UTF-8");
  }
}

/**
 * The address of a page, and the files of its cubes. With a root, addresses begin at the root, as on the server.
 * @param {string} page
 * @param {string | undefined} root
 */
function placeOf(page, root) {
  if (root === undefined) return { url: pathToFileURL(page) };
  if (!fs.statSync(root, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${root} is not a folder; expected the folder of --root`);
  const inRoot = relative(resolve(root), resolve(page));
  const below = inRoot.split(sep);
  if (below[0] === ".." || isAbsolute(inRoot)) throw new Error(`not below ${root}; expected a page in the folder of --root`);
  return {
    url: new URL(below.map(encodeURIComponent).join("/"), "file:///"),
    source: (/** @type {URL} */ address) => (address.protocol === "file:" ? fileBelow(root, address) : address),
  };
}

/** The file of an address on the server whose root is a folder. @param {string} root @param {URL} address */
function fileBelow(root, { host, pathname }) {
  if (host) throw fault("bad-query", `src: the address of ${host} begins with "//"; expected https://`);
  try {
    if (/%2f|%5c/i.test(pathname)) throw new Error("an escaped slash");
    return pathToFileURL(join(root, decodeURIComponent(pathname)));
  } catch {
    throw fault("bad-query", `src: ${pathname} is not the address of a file; expected the address of a cube.json`);
  }
}

/**
 * Replaces a file at once, so that an interruption leaves the old page or the new page.
 * @param {string} page
 * @param {string} before  the text from which the new page was made
 * @param {string} html
 */
function replace(page, before, html) {
  const target = fs.realpathSync(page);
  const part = `${target}.part`;
  if (textOf(target) !== before) throw new Error("the page changed meanwhile; run the command again");
  fs.accessSync(target, fs.constants.W_OK);
  try {
    fs.writeFileSync(part, html, { flag: "wx" });
    fs.chmodSync(part, fs.statSync(target).mode & 0o7777);
    fs.renameSync(part, target);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") throw new Error(`${part} exists; wait for the other run, or delete this file`);
    fs.rmSync(part, { force: true });
    throw new Error(`${reason(error)}; expected to write there`);
  }
}
