// Shared parts of the tests of sites without a network: a server that stops, delays and cuts, and sites of several versions.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import sirv from "sirv";
import { filesOf, path } from "../../scripts/lib.js";

/** @import { Page } from "playwright-core" */
/** @import { IncomingMessage, ServerResponse } from "node:http" */

const CELLVEIL = path("target/release/cellveil");
/** The path of the sites on the server. */
export const BELOW = "some/path/";

const SPECIFICATION = `[cube]
id = "ID"
title = "The ID"
unit = "person"
data = "synthetic"
audience = "public"
[key]
column = "key"
salt = "4b19e7c2805dfa36917c3e0ad4b86f25"
[[dimension]]
name = "area"
label = "Area"
role = "geo"
codes = { N = "North", S = "South" }
[[dimension]]
name = "kind"
label = "Kind"
codes = { a = "First", b = "Second", c = "Third" }
[method.default]
kind = "random-rounding"
base = 3
`;

/** @param {number} rows */
const records = (rows) => `area,kind,key\n${Array.from({ length: rows }, (_, i) => `${i % 3 ? "S" : "N"},${"abc"[i % 7 % 3]},${((i + 1) * 2654435761) % 2 ** 32}\n`).join("")}`;

/**
 * Writes sites of two cubes. Each version has other records and another title.
 * @param {string} folder below target
 * @param {Record<string, { rows: number, more?: Record<string, string>, options?: string[] }>} versions by the name of the site's folder. `more`: folders of further cubes, by their names
 */
export function writeSites(folder, versions) {
  const home = path("target", folder);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const cellveil = (/** @type {string[]} */ ...args) => execFileSync(CELLVEIL, args, { cwd: home, encoding: "utf8" });
  writeFileSync(`${home}/page.json`, JSON.stringify({ map: { dimension: "area", tiles: [["N", 0, 0], ["S", 0, 1]] } }));
  for (const [version, { rows, more = {}, options = [] }] of Object.entries(versions)) {
    for (const [at, id] of ["persons", "households"].entries()) {
      writeFileSync(`${home}/${id}.toml`, SPECIFICATION.replaceAll("ID", id));
      writeFileSync(`${home}/${id}.csv`, records(rows * (at + 1)));
      cellveil("tile", `${id}.toml`, "--records", `${id}.csv`, "--out", `cubes-${version}/${id}`);
    }
    for (const [id, cube] of Object.entries(more)) cpSync(cube, `${home}/cubes-${version}/${id}`, { recursive: true });
    cellveil("site", `cubes-${version}`, "--archive", path("pkg/pages.zip"), "--settings", "page.json", "--title", `Version ${version}`, "--out", version, ...options);
  }
  return { home, cellveil };
}

/** The digests of a site's files, except the worker and the list for publishers. @param {string} site @returns {Record<string, string>} */
export function digestsOf(site) {
  const within = site.slice(path("").length);
  return Object.fromEntries(filesOf(within).map((file) => file.slice(within.length + 1)).filter((file) => file !== "sw.js").map((file) => [file, createHash("sha256").update(readFileSync(`${site}/${file}`)).digest("hex")]));
}

/** The list of files in a site's worker. @param {string} site @returns {{ version: string, bytes: number, files: [string, string][], later: string[] }} */
export function listOf(site) {
  return JSON.parse(readFileSync(`${site}/sw.js`, "utf8").split("\n", 1)[0].replace(/^self\.cellveil=/, "").replace(/;$/, ""));
}

/** Puts a version in its place on the server, all at once. @param {string} home @param {string} version */
export function publish(home, version) {
  rmSync(`${home}/served`, { recursive: true, force: true });
  cpSync(`${home}/${version}`, `${home}/served/${BELOW}`, { recursive: true });
}

/**
 * A server that stops and starts again at the same address. `before` may delay an answer, or cut the connection and return true.
 * @param {string} folder
 */
export async function stoppable(folder) {
  const files = sirv(folder, { dev: true, etag: true });
  /** @type {string[]} */
  const paths = [];
  /** @type {(path: string, response: ServerResponse) => Promise<boolean | void> | boolean | void} */
  let before = () => {};
  let port = 0;
  /** @type {import("node:http").Server} */
  let server;
  /** @param {IncomingMessage} request @param {ServerResponse} response */
  async function answer(request, response) {
    const { pathname } = new URL(request.url ?? "", "http://server");
    paths.push(pathname);
    if (await before(pathname, response)) return;
    files(request, response, () => { response.writeHead(404).end(); });
  }
  async function start() {
    server = createServer(answer);
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    ({ port } = /** @type {import("node:net").AddressInfo} */ (server.address()));
  }
  await start();
  return {
    url: `http://127.0.0.1:${port}/${BELOW}`,
    paths,
    start,
    /** @param {typeof before} next */
    set(next) { before = next; },
    reset() {
      before = () => {};
      paths.length = 0;
    },
    stop: () => /** @type {Promise<void>} */ (new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    })),
  };
}

/** Cuts an answer after its first bytes. @param {string} file @param {ServerResponse} response */
export function cut(file, response) {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.from("");
  response.writeHead(200, { "Content-Length": bytes.length + 1 });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  return true;
}

/** The digests of files as the page gets them, in the page's own requests. @param {Page} page @param {string[]} files @returns {Promise<Record<string, string>>} */
export const fetched = (page, files) => page.evaluate(async (files) => {
  /** @type {Record<string, string>} */
  const digests = {};
  for (const file of files) {
    const response = await fetch(file).catch(() => undefined);
    const bytes = await response?.arrayBuffer();
    digests[file] = bytes && response?.ok ? [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("") : "absent";
  }
  return digests;
}, files);
