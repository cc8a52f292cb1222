import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Cube } from "../../www/api/cube.js";
import { Engine } from "../../www/api/engine.js";
import { openCube } from "../../www/api/index.js";
import { filesOf } from "../../www/api/source.js";
import { bytesOf, fakeCore, manifest } from "./support/fake-core.js";

/** @type {Record<string, Uint8Array>} */
let served = {};
/** @type {{ url?: string, cache?: string }[]} */
let requests = [];
const server = createServer(({ url, headers }, response) => {
  requests.push({ url, cache: headers["cache-control"] });
  const file = served[url ?? ""];
  response.writeHead(file ? 200 : 404).end(file);
});
let address = "";
/** @type {string} */
let folder;

before(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  address = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
  folder = await mkdtemp(join(tmpdir(), "a #1 folder? "));
  await writeFile(join(folder, "cube.json"), manifest({ files: [{ path: "a", bytes: 3 }] }));
  await writeFile(join(folder, "a"), "abc");
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const engine = new Engine(async () => fakeCore());
const open = async (/** @type {string | URL} */ src) => Cube.open(async () => engine, await filesOf(src), {});

test("over HTTP, tiles are found beside cube.json, and only cube.json is revalidated", async () => {
  served = { "/x/cube.json": manifest({ files: [{ path: "tiles/a", bytes: 3 }] }), "/x/tiles/a": bytesOf([1]) };
  requests = [];
  const cube = await open(`${address}/x/cube.json`);
  assert.deepEqual((await cube.table({ rows: ["tiles/a"] })).values, [1]);
  assert.deepEqual(requests, [{ url: "/x/cube.json", cache: "max-age=0" }, { url: "/x/tiles/a", cache: undefined }]);
});

test("a failed request has its address, reason and code, and a later request may succeed", async () => {
  served = {};
  const src = `${address}/y/cube.json`;
  const message = `could not load ${src}: the server answered 404`;
  await assert.rejects(open(src), { code: "network", fault: "input", message });
  served = { "/y/cube.json": manifest({ files: [{ path: "a", bytes: 3 }] }) };
  const cube = await open(src);
  const updated = `could not load ${address}/y/a: the server answered 404 (was the cube updated? then open it again)`;
  await assert.rejects(cube.table({ rows: ["a"] }), { code: "network", message: updated });
  served["/y/a"] = bytesOf([1]);
  assert.deepEqual((await cube.table({ rows: ["a"] })).values, [1]);
});

test("a missing server is a network error with Node's reason", async () => {
  await assert.rejects(open("http://127.0.0.1:1/cube.json"), { code: "network", message: /^could not load http:\/\/127.0.0.1:1\/cube.json: .+ \(.+\)$/ });
});

test("after a damaged file the request bypasses caches", async () => {
  served = { "/cube.json": manifest({ files: [{ path: "a", bytes: 3 }] }), "/a": new TextEncoder().encode("damaged") };
  const cube = await open(`${address}/cube.json`);
  await assert.rejects(cube.table({ rows: ["a"] }), { code: "damaged-file" });
  served["/a"] = bytesOf([1]);
  requests = [];
  assert.deepEqual((await cube.table({ rows: ["a"] })).values, [1]);
  assert.deepEqual(requests, [{ url: "/a", cache: "no-cache" }]);
});

test("a download reports its parts", async () => {
  const big = new Uint8Array(3e6);
  served = { "/cube.json": manifest({ files: [{ path: "big", bytes: big.length }] }), "/big": big };
  const cube = await open(`${address}/cube.json`);
  /** @type {number[]} */
  const heard = [];
  await cube.table({ rows: ["big"], onprogress: ({ loaded }) => heard.push(loaded) });
  assert.ok(heard.length > 2, "more than start and end");
  assert.deepEqual(heard, [...heard].sort((a, b) => a - b));
  assert.equal(heard.at(-1), big.length);
});

test("in Node: file URLs, as URL or text, and paths from the working directory", async () => {
  const url = new URL("cube.json", `${pathToFileURL(folder)}/`);
  const path = relative(process.cwd(), folder).split("/").map(encodeURIComponent).join("/");
  for (const src of [url, url.href, `${path}/cube.json`]) {
    assert.deepEqual((await (await open(src)).table({ rows: ["a"] })).values, [1]);
  }
  await assert.rejects(open(new URL("nothing.json", url)), { code: "network", message: /nothing\.json: ENOENT/ });
});

test("a value that is not a source is refused with a code", async () => {
  for (const src of ["http://", {}, null, undefined, 5]) {
    await assert.rejects(openCube(/** @type {any} */ (src)), { code: "bad-source", fault: "input" });
  }
  const odd = { get: () => "text" };
  await assert.rejects(openCube(/** @type {any} */ (odd)), { code: "bad-source" });
});
