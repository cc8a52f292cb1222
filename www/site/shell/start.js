// Runs on every page, as a classic script: a browser loads no modules for a page that was opened as a file. Such a page
// says what to do. Other pages start kiosk mode if asked, and keep the site for use without a network after their first
// table.

import { startKioskIfAsked } from "./kiosk-start.js";

(() => {
  /** The page counts as at rest after this time without a new file, in milliseconds. */
  const REST_MS = 1_000;
  /** A page without a table counts as ready after this time, in milliseconds. */
  const LONGEST_MS = 20_000;

  /** Replaces the page's controls, which do not work, with a text that says what to do. */
  function explain() {
    const code = (/** @type {string} */ text) => Object.assign(document.createElement("code"), { textContent: text });
    const text = document.createElement("p");
    text.append(
      "This page needs a web server. Run ",
      code("npx sirv-cli ."), " in this folder, and open the address that the command prints. For one file that opens by double click, use ", code("cellveil bundle"), ".",
    );
    const note = document.createElement("div");
    note.className = "notice";
    note.setAttribute("role", "alert");
    note.append(text);
    const main = document.createElement("main");
    main.className = "from-file";
    main.append(note);
    document.querySelector("main")?.replaceWith(main);
    for (const gone of document.querySelectorAll(".skip, .foot")) gone.remove();
    // The page of a kiosk is hidden until kiosk mode is on.
    document.documentElement.classList.add("kiosk-on");
  }

  /** Waits until the first table is on the page, and no more files arrive. @returns {Promise<void>} */
  function atRest() {
    return new Promise((rest) => {
      const begin = performance.now();
      /** @type {ReturnType<typeof setTimeout>} */
      let timer;
      const observer = new PerformanceObserver(again);
      function again() {
        clearTimeout(timer);
        timer = setTimeout(look, REST_MS);
      }
      function look() {
        const isReady = document.querySelector("main td, [role=alert]:not([hidden])") || performance.now() - begin > LONGEST_MS;
        if (!isReady || document.querySelector("[aria-busy=true]")) return again();
        observer.disconnect();
        (globalThis.requestIdleCallback ?? setTimeout)(() => rest());
      }
      observer.observe({ type: "resource" });
      again();
    });
  }

  /** Whether browsers may keep the site, and this browser can. A sandboxed page may not ask for the service worker. */
  function canKeep() {
    try {
      return document.querySelector("link[rel=manifest]") !== null && Boolean(navigator.serviceWorker);
    } catch {
      return false;
    }
  }

  if (location.protocol === "file:") return explain();
  startKioskIfAsked();
  if (!canKeep()) return;
  addEventListener("load", async () => {
    await atRest();
    const { keep } = await import("./lazy/offline.js");
    await keep();
  });
})();
