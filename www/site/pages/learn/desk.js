// What a lesson gets from the page to compute its facts.

import { datasetOf, peopleOf } from "./people.js";

/** @param {number} seed @returns {import("./types.js").Desk} */
export const deskOf = (seed) => ({
  seed, state: {}, set: () => {}, isPresented: false,
  people: (/** @type {number | undefined} */ households) => peopleOf(seed, households),
  dataset: datasetOf,
  workshop: async () => (await import("../../cellveil/js/workshop.js")).openWorkshop(),
});
