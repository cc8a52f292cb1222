// The service worker of a site, sw.js. It keeps the site's files, so that the pages work without a network. `cellveil
// site` writes the list of files before this code, as `self.cellveil`.
//
// A page has files of one version only. Workbox gives each file its digest as `integrity`, so a file of another version
// fails the installation, and the old version goes on. A page that was opened before a new version took over gets no
// more files: such a page loads again. A page that came from the network gets its files from the network, until the page
// says that it has the worker's version.

import { PrecacheController } from "workbox-precaching/PrecacheController.js";
import { PrecacheRoute } from "workbox-precaching/PrecacheRoute.js";
import { RangeRequestsPlugin } from "workbox-range-requests/RangeRequestsPlugin.js";
import { Route } from "workbox-routing/Route.js";
import { Router } from "workbox-routing/Router.js";
import { CacheFirst } from "workbox-strategies/CacheFirst.js";

/** @typedef {{ version: string, bytes: number, files: [path: string, digest: string][], later: string[] }} List */

const worker = /** @type {any} */ (self);
/** The list of files. Absent on a site that is no longer kept: the worker then removes what an earlier worker kept. */
const list = /** @type {List | null} */ (worker.cellveil);
const { clients, registration } = worker;
/** Files of larger datasets, which are kept on use. */
const TILES = `cellveil-tiles-${registration.scope}`;
/** The identifiers of pages with files of another or an unknown version. */
const STATE = `cellveil-state-${registration.scope}`;

/** @param {string} path */
const addressOf = (path) => new URL(path, worker.location.href).href;

/** @param {{ kind: string }} message */
async function tell(message) {
  const all = await clients.matchAll({ includeUncontrolled: true, type: "window" });
  for (const client of all) if (client.url.startsWith(registration.scope)) client.postMessage(message);
}

const isFull = (/** @type {unknown} */ error) => Object(error).name === "QuotaExceededError";

/** Whether the file's name begins with the digest of the bytes. @param {string} address @param {ArrayBuffer} bytes */
async function hasItsDigest(address, bytes) {
  const name = /([0-9a-f]{16,64})(?:\.\w+)?$/.exec(new URL(address).pathname)?.[1];
  const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return name !== undefined && digest.startsWith(name);
}

/** The form of a digest that `fetch` checks. @param {string} digest */
const integrityOf = (digest) => `sha256-${btoa(String.fromCharCode(...(digest.match(/../g) ?? []).map((byte) => parseInt(byte, 16))))}`;

/** @param {List} list */
function keep({ version, bytes, files, later }) {
  const integrities = new Map(files.map(([path, digest]) => [addressOf(path), integrityOf(digest)]));
  const controller = new PrecacheController({
    plugins: [new RangeRequestsPlugin(), {
      // A file that the browser has lost comes from the network again. Scripts and styles are checked too.
      requestWillFetch: async ({ request }) => new Request(request.url, { integrity: integrities.get(request.url.split("?")[0]), cache: "reload", credentials: "same-origin" }),
    }],
  });
  controller.addToCacheList(files.map(([url, revision]) => ({ url, revision, integrity: integrities.get(addressOf(url)) })));
  const { strategy } = controller;
  const router = new Router();
  // A page's search parameters choose how the page looks, and not which file is the page.
  router.registerRoute(new PrecacheRoute(controller, { ignoreURLParametersMatching: [/^/], directoryIndex: "index.html" }));
  const folders = later.map(addressOf);
  const tiles = new CacheFirst({
    cacheName: TILES,
    plugins: [{ cacheWillUpdate: async ({ request, response }) => (response.status === 200 && await hasItsDigest(request.url, await response.clone().arrayBuffer()) ? response : null) }],
  });
  const isLater = (/** @type {string} */ address) => folders.some((folder) => address.startsWith(folder));
  router.registerRoute(new Route(({ url }) => isLater(url.href), async (options) => {
    const { event, request } = /** @type {{ event: any, request: Request }} */ (options);
    const [response, done] = tiles.handleAll({ event, request });
    event.waitUntil(done.catch((error) => (isFull(error) ? tell({ kind: "no-room" }) : undefined)));
    return response;
  }));

  /** The identifiers of the pages and workers that got files of this version. */
  const own = new Set();
  let hasTakenOver = false;
  /** The identifiers of the pages and workers that were open when this version took over. @type {Promise<Set<string>> | undefined} */
  let others;
  /** The identifiers of the pages and workers that came from the network. Their version is unknown. @type {Promise<Set<string>> | undefined} */
  let guests;
  /** The last call of `claim`. */
  let claimed = Promise.resolve();

  /** A browser stops a worker that has nothing to do, so identifiers are stored. @param {"others" | "guests"} name */
  async function readStored(name) {
    const stored = await (await caches.open(STATE)).match(name).catch(() => undefined);
    return new Set(/** @type {string[]} */ (await stored?.json() ?? []));
  }

  const readOthers = () => (others ??= readStored("others"));
  const readGuests = () => (guests ??= readStored("guests"));

  /** @param {"others" | "guests"} name @param {Iterable<string>} identifiers */
  async function store(name, identifiers) {
    await (await caches.open(STATE)).put(name, new Response(JSON.stringify([...identifiers]))).catch(() => {});
  }

  /** Whether a request is of a page with files of this version, of another version, or of a guest. @param {any} event @returns {Promise<"own" | "other" | "guest">} */
  async function versionOf({ clientId, request }) {
    if (!clientId || request.mode === "navigate") return "own";
    await claimed;
    if ((await readOthers()).has(clientId)) return "other";
    if ((await readGuests()).has(clientId)) return "guest";
    // A page that the old version served at the last moment was not yet among the open pages.
    return hasTakenOver && !own.has(clientId) && (await clients.get(clientId))?.type === "window" ? "other" : "own";
  }

  /** @param {any} event */
  async function install(event) {
    const { cacheName } = strategy;
    const before = new Set((await (await caches.open(cacheName)).keys()).map(({ url }) => url));
    try {
      await controller.install(event);
    } catch (error) {
      // After any other failure, the files that have arrived stay for the next attempt.
      if (isFull(error)) {
        const cache = await caches.open(cacheName);
        for (const key of await cache.keys()) if (!before.has(key.url)) await cache.delete(key);
        await tell({ kind: "no-room" });
      }
      throw error;
    }
  }

  /** @param {any} event */
  async function activate(event) {
    const state = await caches.open(STATE);
    // At the first installation there is no old version whose pages could be open.
    hasTakenOver = await state.match("others") !== undefined;
    const open = hasTakenOver ? await clients.matchAll({ includeUncontrolled: true, type: "all" }) : [];
    const identifiers = open.map((/** @type {{ id: string }} */ { id }) => id).filter((/** @type {string} */ id) => !own.has(id));
    others = Promise.resolve(new Set(identifiers));
    await store("others", identifiers);
    // The guests of an earlier version are among the open pages.
    guests = Promise.resolve(new Set());
    await state.delete("guests");
    await controller.activate(event);
    await dropTiles();
  }

  /** Removes the tiles that no dataset lists any more. */
  async function dropTiles() {
    const cache = await caches.open(TILES);
    const manifests = new Map();
    for (const { url } of await cache.keys()) {
      const folder = folders.find((folder) => url.startsWith(folder));
      const manifest = folder && folder.replace(/[^/]+\/$/, "cube.json");
      if (manifest && !manifests.has(manifest)) manifests.set(manifest, await listed(manifest));
      // A tile's name begins its SHA-256. A manifest of version 4 lists only the SHA-256.
      const [name] = url.slice(url.lastIndexOf("/") + 1).split(".");
      if (!manifest || !manifests.get(manifest).includes(name)) await cache.delete(url);
    }
  }

  /** The text of a manifest and of its parts in files of their own. @param {string} manifest the address */
  async function listed(manifest) {
    const parts = new URL("parts/", manifest).href;
    const addresses = [manifest, ...files.map(([path]) => addressOf(path)).filter((address) => address.startsWith(parts))];
    return (await Promise.all(addresses.map(async (address) => await (await controller.matchPrecache(address))?.text() ?? ""))).join("\n");
  }

  /** @param {any} event @param {() => Promise<Response>} answer */
  async function answerOf(event, answer) {
    const version = await versionOf(event);
    if (version === "guest") {
      // The worker of a guest is a guest too.
      if (event.resultingClientId) await addGuests([event.resultingClientId]);
      return fetch(event.request);
    }
    if (version === "other") {
      return event.request.destination === "script" ? new Response("location.reload();", { headers: { "Content-Type": "text/javascript" } }) : Response.error();
    }
    if (event.resultingClientId) own.add(event.resultingClientId);
    return answer();
  }

  worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install(event)));
  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate(event)));
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    const url = new URL(request.url);
    // Files that the list does not have are of another site, or not kept.
    const { route } = router.findMatchingRoute({ event, request, url, sameOrigin: url.origin === worker.location.origin });
    if (route && request.method === "GET") event.respondWith(answerOf(event, () => /** @type {Promise<Response>} */ (router.handleRequest({ event, request }))));
  });

  /** @param {string[]} identifiers */
  async function addGuests(identifiers) {
    const all = await readGuests();
    for (const id of identifiers) all.add(id);
    if (identifiers.length > 0) await store("guests", all);
  }

  /** The identifiers of the pages and workers that this worker controls. */
  const controlled = async () => (await clients.matchAll({ type: "all" })).map((/** @type {{ id: string }} */ { id }) => id);

  /** Takes control of a page. The browser then gives this worker every open page, and the others from the network become guests. @param {string} id */
  async function claim(id) {
    const before = new Set(await controlled());
    if (before.has(id)) return;
    await clients.claim();
    await addGuests((await controlled()).filter((/** @type {string} */ each) => !before.has(each) && !own.has(each)));
  }

  /** Serves a page of this version that came from the network, such as the page of the first visit. @param {string} id */
  async function adopt(id) {
    own.add(id);
    const others = await readOthers();
    if (others.delete(id)) await store("others", others);
    const all = await readGuests();
    if (all.delete(id)) await store("guests", all);
    await (claimed = claimed.then(() => claim(id)).catch(() => {}));
  }

  worker.addEventListener("message", (/** @type {any} */ event) => {
    const { data, ports, source } = event;
    const answer = () => ports[0].postMessage({ version, bytes });
    if (data?.kind === "about" || (data?.kind === "adopt" && data.version !== version)) answer();
    else if (data?.kind === "adopt") event.waitUntil(adopt(source.id).then(answer));
  });
}

/** Removes everything that earlier versions kept, and the worker itself. */
function remove() {
  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.endsWith(registration.scope)) await caches.delete(name);
    await registration.unregister();
  })()));
}

if (list) keep(list);
else remove();
// While pages of the old version are open, a new version takes over only after the reader's click.
worker.addEventListener("message", (/** @type {any} */ { data }) => {
  if (data?.kind === "take-over") void worker.skipWaiting();
});
