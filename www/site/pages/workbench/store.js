// The reader's choice, and how far the page is with it. This module knows no page.

import { repair } from "../../choice/repair.js";
import { copyOf, emptySelection, sameQuestion } from "../../choice/state.js";

/** @import { Cube, Selection, Table } from "../../shell/types.js" */

/**
 * @typedef {Selection & { bare?: boolean, along?: { from: Cube | undefined }, own?: boolean }} Wanted  a choice whose
 *   dataset is not open yet. `bare`: the choice names the dataset only, and gets a first table; `along`: the choice was
 *   made for another dataset, and keeps the parts that both have; `own`: the page made the choice, and says nothing
 *   about repairs
 */

/**
 * @typedef {{ selection: Selection, table: Table, milliseconds: number, designed: string }} Built  a table, and how to
 *   show it
 */

/**
 * - opening: the dataset is on its way.
 * - building: the table is on its way, or will be once the reader pauses.
 * - shown: the page shows the table, or says what the choice lacks.
 * - refused: the page says why there is no table. With `wanted`, the dataset could not be opened.
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
    /** The dataset is open. @param {Cube} opened @param {Selection} next */
    enter(opened, next) {
      cube = opened;
      state = { name: "building" };
      this.choose(next);
    },
    /** The one door for choices: each choice of an open dataset is repaired here. @param {Selection} next */
    choose(next) {
      choice = cube ? repair(copyOf(next), cube) : next;
    },
    build() {
      state = { name: "building" };
    },
    /**
     * A table has arrived.
     * @param {Selection} asked  the choice that the table was built for
     * @param {Omit<Built, "selection">} table
     */
    take(asked, table) {
      // The reader may have changed how the table is shown, without asking for another table.
      built = { ...table, selection: sameQuestion(asked, choice) ? choice : asked };
    },
    settle() {
      state = { name: "shown" };
    },
    refuse() {
      state = { name: "refused" };
    },
    /** The dataset could not be opened. @param {Wanted} wanted */
    refuseDataset(wanted) {
      state = { name: "refused", wanted };
      cube = undefined;
    },
    /** Back to the last table, where there is one and another dataset is on its way. */
    back() {
      if (state.name !== "opening" || !built) return false;
      state = { name: "shown" };
      choice = built.selection;
      return true;
    },
    /** The last table, where it answers the choice. */
    current() {
      if (!built || "wanted" in state || !sameQuestion(built.selection, choice)) return undefined;
      return (built = { ...built, selection: choice });
    },
    /** How the table on the page is shown. */
    view: () => (state.name === "opening" && built ? built.selection : choice).view,
  };
}
