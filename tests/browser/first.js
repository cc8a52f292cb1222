// A short run of a long test file: CELLVEIL_FIRST limits it to its first tests.

import { test as nodeTest } from "node:test";

let left = Number(process.env.CELLVEIL_FIRST ?? Infinity);

/** As `test` of node:test. Tests beyond the limit are not registered. @param {string} name @param {() => unknown} run */
export function test(name, run) {
  if (left-- > 0) nodeTest(name, async () => void (await run()));
}
