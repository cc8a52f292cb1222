// Fetches what the lessons need while the browser is idle, so that they work without a network afterwards. The cores are
// compiled in this page and in its workers, so they stay in memory or in the cache of the browser. Under the site's
// service worker, which keeps all files, there is nothing to fetch.

import { idle } from "../../shell/delays.js";
import { datasetOf, filesOf, peopleOf, SEED } from "./people.js";

/** @returns {Promise<boolean>} whether all parts are here */
export async function prepare() {
  await idle();
  if (isServedByWorker()) return true;
  try {
    const people = await peopleOf(SEED);
    const [cube] = await Promise.all([
      datasetOf(people),
      import("../../cellveil/js/workshop.js").then(({ openWorkshop }) => openWorkshop()),
    ]);
    // A small audit starts the worker of the audit, which stays.
    const { audit } = await import("../../cellveil/js/audit.js");
    await audit(await filesOf(people), { publish: { maxDimensions: 1, axes: ["sex"] }, keep: true });
    // A measure and a method of the whole table start the larger cores.
    const query = { rows: ["sex"], columns: ["health"] };
    await cube.table({ ...query, method: { kind: "controlled-rounding", base: 3 } });
    await cube.measure({ ...query, method: { kind: "random-rounding", base: 3 } });
    // The figures of the papers need only their data.
    await import("./figures/lazy/figures-data.js");
    return true;
  } catch {
    // Each lesson says itself what it cannot load.
    return false;
  }
}

/** A sandboxed page may not look for a service worker. */
function isServedByWorker() {
  try {
    return Boolean(navigator.serviceWorker?.controller);
  } catch {
    return false;
  }
}
