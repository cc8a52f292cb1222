/**
 * Synthetic people: invented households and persons with a specification for a cube. Import this module as
 * `cellveil/people.js`. It has a separate core and needs no cube.
 *
 * ```js
 * import { synthesizePeople } from "cellveil/people.js";
 * const { records, specification, persons } = await synthesizePeople({ households: 1000, seed: 7 });
 * ```
 */
import start, * as core from "../../pkg/cellveil_people.js";
import { fault } from "./errors.js";
import { Instance } from "./instance.js";

/** @import { CellveilError, PeopleRequest, SyntheticPeople } from "./types.js" */

const instance = new Instance({
  name: "the core of synthetic people",
  core: "_people",
  beside: () => new URL("../../pkg/cellveil_people_bg.wasm", import.meta.url),
  start,
  reset: () => core.__wbg_reset_state(),
});

/**
 * Synthesizes households and persons in the calling thread, with the same bytes as `cellveil synthesize`. 50,000 persons
 * take a fraction of a second.
 * @param {PeopleRequest} request
 * @returns {Promise<SyntheticPeople>}
 * @throws {CellveilError} with the code `bad-households` or `bad-seed`
 */
export async function synthesizePeople(request) {
  const households = whole("households", request?.households, "bad-households", "1 to 1000000");
  const seed = whole("seed", request?.seed, "bad-seed", `0 to ${Number.MAX_SAFE_INTEGER}`);
  await instance.ready(request);
  return instance.run(() => {
    const people = core.synthesize(households, seed);
    try {
      const { specification, persons, areas } = people;
      return { records: people.takeRecords(), specification, households, persons, areas };
    } finally {
      people.free();
    }
  });
}

/**
 * Checks that a value is a whole number from 0, because the core receives only such numbers. The core checks the limits.
 * @param {string} name
 * @param {unknown} value
 * @param {string} code
 * @param {string} limits
 */
function whole(name, value, code, limits) {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  const found = typeof value === "number" ? value : value === undefined ? "missing" : value === null ? "null" : `a ${typeof value}`;
  throw fault(code, `${name} is ${found}; expected a whole number from ${limits}`);
}
