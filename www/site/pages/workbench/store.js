// Holds the reader's choice and the state of its table. This module does not use the elements of the page.

import { repair } from "../../choice/repair.js";
import { copyOf, emptySelection, sameQuestion } from "../../choice/state.js";

/** @import { Cube, Selection, Table } from "../../shell/types.js" */

/**
 * A choice whose dataset is not open yet.
 * - bare: the choice has only a dataset. The page chooses the first table.
 * - along: the reader made the choice for another dataset. The page keeps the parts that both datasets have.
 * - own: the page suggested the choice, so it reports no repairs.
 * @typedef {Selection & { bare?: boolean, along?: { from: Cube | undefined }, own?: boolean }} Wanted
 */

/**
 * A table with its choice, its build time and a description of its designed p-table.
 * @typedef {{ selection: Selection, table: Table, milliseconds: number, designed: string }} Built
 */

/**
 * The state of the page:
 * - opening: the dataset is loading.
 * - building: the table is being built, or will be built once the reader pauses.
 * - shown: the page shows the table, or a message about an incomplete choice.
 * - refused: the page explains why there is no table. With `wanted`, the dataset did not open.
 * @typedef
 *   {{ name: "opening", wanted: Wanted } | { name: "building" } | { name: "shown" } | { name: "refused", wanted?: Wanted }}
 *   State
 */

export function createStore() {
  /** @type {State} */
  let state = { name: "shown" };
  let choice = emptySelection();
  /** @type {Cube | undefined} */
  let cube;
  /** The last table, which may be of an earlier choice. @type {Built | undefined} */
  let built;

  return {
    state: () => state.name,
    choice: () => choice,
    cube: () => cube,
    /** The choice whose dataset is not open. */
    wanted: () => ("wanted" in state ? state.wanted : undefined),

    /** @param {Wanted} wanted */
    open(wanted) {
      state = { name: "opening", wanted };
      choice = wanted;
    },
    /** Stores an opened dataset and its choice. @param {Cube} opened @param {Selection} next */
    enter(opened, next) {
      cube = opened;
      state = { name: "building" };
      this.choose(next);
    },
    /** Stores a choice. If a dataset is open, the choice is repaired first. @param {Selection} next */
    choose(next) {
      choice = cube ? repair(copyOf(next), cube) : next;
    },
    build() {
      state = { name: "building" };
    },
    /**
     * Stores a built table.
     * @param {Selection} asked  the choice that the table was built for
     * @param {Omit<Built, "selection">} table
     */
    take(asked, table) {
      // The reader may have changed the view while the table was being built.
      built = { ...table, selection: sameQuestion(asked, choice) ? choice : asked };
    },
    settle() {
      state = { name: "shown" };
    },
    refuse() {
      state = { name: "refused" };
    },
    /** Records that the dataset did not open. @param {Wanted} wanted */
    refuseDataset(wanted) {
      state = { name: "refused", wanted };
      cube = undefined;
    },
    /** Returns to the last table while another dataset loads. The result is false if this is impossible. */
    back() {
      if (state.name !== "opening" || !built) return false;
      state = { name: "shown" };
      choice = built.selection;
      return true;
    },
    /** The last table, if it is the table of the current choice. */
    current() {
      if (!built || "wanted" in state || !sameQuestion(built.selection, choice)) return undefined;
      return (built = { ...built, selection: choice });
    },
    /** How the table on the page is shown. */
    view: () => (state.name === "opening" && built ? built.selection : choice).view,
  };
}
