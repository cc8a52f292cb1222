/** Simulates a slow link for a page and its workers. */

import assert from "node:assert/strict";

/** @import { Browser, BrowserContext, Page } from "playwright-core" */
/** @import { Conditions } from "./profiles.js" */

/**
 * Applies the link to the page and its workers.
 * @param {BrowserContext} context
 * @param {Page} page
 * @param {Conditions} conditions
 */
export async function throttle(context, page, conditions) {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", conditions);
  // A worker is a separate target. Some versions of Chromium do not apply the page's conditions to it. The worker is
  // paused until the conditions are set.
  const commands = [
    { method: "Network.enable", params: {} },
    { method: "Network.emulateNetworkConditions", params: conditions },
    { method: "Runtime.runIfWaitingForDebugger", params: {} },
  ];
  session.on("Target.attachedToTarget", ({ sessionId }) => {
    for (const [id, command] of commands.entries()) {
      // A worker that has already ended fetches nothing.
      session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, ...command }) }).catch(() => {});
    }
  });
  // The session is nested, because Playwright's sessions cannot send messages to flattened sessions.
  await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: false });
}

/**
 * Checks that a file takes the time of the link to reach the page and a worker.
 * @param {Browser} browser
 * @param {string} url of an empty page
 * @param {{ path: string, bytes: number }} file to fetch, and its transferred bytes
 * @param {Conditions} conditions
 */
export async function checkThrottle(browser, url, file, conditions) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await throttle(context, page, conditions);
  await page.goto(url);
  const taken = await page.evaluate(async (file) => {
    const fetched = async (/** @type {string} */ address) => {
      const start = performance.now();
      await (await fetch(address, { cache: "no-store" })).arrayBuffer();
      return performance.now() - start;
    };
    const code = `onmessage = async ({ data }) => postMessage(await (${fetched})(data))`;
    const worker = new Worker(URL.createObjectURL(new Blob([code])));
    const inWorker = new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
    const address = new URL(file, location.href).href;
    const inPage = await fetched(address);
    worker.postMessage(address);
    return { page: inPage, worker: /** @type {number} */ (await inWorker) };
  }, file.path);
  await context.close();
  const least = conditions.latency + (file.bytes / conditions.downloadThroughput) * 1000;
  // Without the link, both would take a few milliseconds.
  for (const [where, ms] of Object.entries(taken)) {
    assert.ok(ms >= 0.8 * least, `the link holds for the ${where}: ${ms.toFixed(0)} ms, at least ${least.toFixed(0)} expected`);
  }
}
