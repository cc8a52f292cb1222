// Keeps the site on the device for use without a network, and tells the reader what is kept, that there is no room, or
// that a new version is ready. The service worker is offline-worker.js.

import { h } from "../dom.js";

const NO_ROOM = "This browser cannot keep this site for use without a network. The site works as before while you are online.";
const NO_ROOM_FOR_UPDATE = "This browser has no room for the new version of this site. Free some space, then load the page again.";
/** The tab's mark of the version for which a page was loaded again, so that no page loads again for ever. */
const RENEWED = "cellveil-renewed";
/** The times between two attempts to let a new worker take over, in milliseconds. */
const AGAIN_MS = [500, 1_000, 2_000];
/** The channel on which a tab tells the other tabs to load again. */
const TABS = "cellveil-site";
/** The tab's mark that there was no room. A second attempt would load everything in vain. */
const FULL = "cellveil-no-room";

/** The reader's notice, which is empty until there is something to say. */
function createNotice() {
  const notice = h("div", { class: "site-notice", role: "status" });
  document.body.append(notice);
  /** @param {string} text @param {...Node} actions */
  function show(text, ...actions) {
    notice.replaceChildren(h("p", {}, text), h("div", { class: "actions" }, ...actions, h("button", { type: "button", click: () => notice.replaceChildren() }, "Close")));
  }
  return {
    show,
    /** Shows a quiet state in the page's foot, or in the notice if the page has no foot. @param {string} text @param {boolean} [isNew] */
    note(text, isNew = true) {
      const foot = document.querySelector(".foot");
      const line = foot?.querySelector(".kept") ?? foot?.appendChild(h("p", { class: "kept" }));
      if (line) line.textContent = text;
      else if (isNew) show(text);
    },
  };
}

/** @param {number} bytes */
const sizeInWords = (bytes) => `${(bytes / 1e6).toLocaleString("en-GB", { maximumFractionDigits: 1 })} MB`;

/** The version of the page's own files. `cellveil site` puts the version on every page. */
const VERSION = document.documentElement.dataset.version;

/** Asks a worker for its version. @param {ServiceWorker} worker @param {"about" | "adopt"} kind @returns {Promise<{ version: string, bytes: number }>} */
function ask(worker, kind) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((answer) => {
    port1.onmessage = ({ data }) => answer(data);
    worker.postMessage({ kind, version: VERSION }, [port2]);
  });
}

const session = () => {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
};

/** @param {() => void} click */
const reloadButton = (click) => h("button", { type: "button", class: "primary", click }, "Reload");

export async function keep() {
  const notice = createNotice();
  const { serviceWorker } = navigator;
  let isFull = session()?.getItem(FULL) === "1";

  async function noRoom() {
    if ((await serviceWorker.getRegistration())?.active) return notice.show(NO_ROOM_FOR_UPDATE);
    isFull = true;
    session()?.setItem(FULL, "1");
    notice.note(NO_ROOM);
  }

  /** @param {ServiceWorker} active @param {boolean} isNew */
  async function kept(active, isNew) {
    const { version, bytes } = await ask(active, "about");
    if (version !== VERSION) return serviceWorker.controller ? renew(version) : undefined;
    // The page may have come from the network. Its later files come from the worker, so that they are of one version.
    await ask(active, "adopt");
    if (!isFull) notice.note(`Kept for use without a network: ${sizeInWords(bytes)}.`, isNew);
    document.documentElement.dataset.kept = version;
  }

  /** Loads the page again, because a worker of another version serves the site now. If a second load is needed, the reader decides. @param {string} version */
  function renew(version) {
    const mark = session();
    if (!mark || mark.getItem(RENEWED) === version) return notice.show("A new version is ready.", reloadButton(() => location.reload()));
    mark.setItem(RENEWED, version);
    location.reload();
  }

  /** Follows a new worker. @param {ServiceWorker} worker @param {ServiceWorkerRegistration} registration @param {boolean} isUpdate */
  function follow(worker, registration, isUpdate) {
    const look = () => {
      if (worker.state === "installed" && isUpdate) offer(registration);
      if (worker.state !== "activated") return;
      if (isUpdate) replaced(registration);
      else void kept(worker, true);
    };
    worker.addEventListener("statechange", look);
    look();
  }

  /** A new version has taken over. Files of two versions never meet in a page, so every tab loads the new version. @param {ServiceWorkerRegistration} registration */
  function replaced(registration) {
    if (serviceWorker.controller || hasReloaded) location.reload();
    else offer(registration);
  }

  /**
   * Lets the new worker take over. Chromium does so when the old worker is idle, and can miss this moment. Messages to both
   * workers repeat the moment.
   * @param {ServiceWorkerRegistration} registration
   */
  async function takeOver(registration) {
    for (const wait of AGAIN_MS) {
      registration.waiting?.postMessage({ kind: "take-over" });
      if (registration.active) void ask(registration.active, "about");
      await new Promise((after) => setTimeout(after, wait));
    }
    await withoutWorker(registration);
  }

  /** Removes the old worker, which does not make room. All tabs then load the new version from the network, and keep it again. @param {ServiceWorkerRegistration} registration */
  async function withoutWorker(registration) {
    const answer = await fetch(location.pathname, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
    if (!answer?.ok) return void takeOver(registration);
    await registration.unregister();
    tabs.postMessage("load again");
    location.reload();
  }

  let hasReloaded = false;
  /** @param {ServiceWorkerRegistration} registration */
  function offer(registration) {
    const reload = () => {
      if (!registration.waiting) return location.reload();
      if (!hasReloaded) void takeOver(registration);
      hasReloaded = true;
    };
    // Nobody reads the notice of a kiosk, so an update waits for the attract screen only.
    const { kiosk, kioskVisit } = document.documentElement.dataset;
    if (kiosk !== undefined && kioskVisit === undefined) return reload();
    notice.show("A new version is ready.", reloadButton(reload));
  }

  const tabs = new BroadcastChannel(TABS + new URL(".", location.href).pathname);
  tabs.onmessage = () => location.reload();
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data?.kind === "no-room") void noRoom();
  });
  serviceWorker.startMessages();
  if (isFull) return notice.note(NO_ROOM);
  let registration;
  try {
    registration = await serviceWorker.register("sw.js", { updateViaCache: "none" });
  } catch (error) {
    // A browser that refuses to store a site gives this error. Other failures are of the network, and the next visit tries again.
    if (Object(error).name === "SecurityError") notice.note(NO_ROOM);
    return;
  }
  const { active, installing, waiting } = registration;
  if (active && !installing) void kept(active, false);
  const next = installing ?? waiting;
  if (next) follow(next, registration, active !== null);
  registration.addEventListener("updatefound", () => {
    if (registration.installing) follow(registration.installing, registration, registration.active !== null);
  });
  // A page that stays open for days learns of a new version when its reader returns.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") registration.update().catch(() => {});
  });
}
