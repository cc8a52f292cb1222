// What a lesson of the page "Learn" gets from the page, for tests in Node: invented people, their datasets, and the
// workshop of p-tables, all from the built package.

import { openCube } from "cellveil";
import { tile } from "cellveil/make.js";
import { synthesizePeople } from "cellveil/people.js";
import { openWorkshop } from "cellveil/workshop.js";

/** @import { Desk, People } from "../../../www/site/pages/learn/types.js" */

const HOUSEHOLDS = 900;

/** @param {number} seed @returns {Desk} */
export function deskOf(seed) {
  /** @type {Map<string, Promise<any>>} */
  const made = new Map();
  const once = (/** @type {string} */ name, /** @type {() => Promise<any>} */ work) => {
    if (!made.has(name)) made.set(name, work());
    return /** @type {Promise<any>} */ (made.get(name));
  };
  return {
    seed, state: {}, set: () => {}, isPresented: false,
    people: (households = HOUSEHOLDS) => once(`people ${households}`, async () => ({ ...(await synthesizePeople({ households, seed })), seed, households })),
    dataset: ({ households, records, specification }, change = (text) => text) => once(`cube ${households} ${change(specification)}`, async () => {
      const { files } = await tile(change(specification), [], [{ name: "people.csv", content: records }]);
      const byPath = new Map(files.map(({ path, bytes }) => [path, bytes]));
      return openCube({ get: async (/** @type {string} */ path) => byPath.get(path) ?? Promise.reject(new Error(path)) });
    }),
    workshop: () => openWorkshop(),
  };
}
