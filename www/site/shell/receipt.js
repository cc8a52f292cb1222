// Saves receipts of tables.

import { say } from "./page.js";
import { save } from "./save.js";

/** @import { Table } from "./types.js" */

/** Saves the receipt of a table, or says why there is no receipt. @param {Table} table @param {string} name */
export function saveReceipt({ receipt }, name) {
  if (receipt === null) return say("This dataset has no receipts: its salt is missing or shorter than 16 bytes.");
  save(receipt, name, "application/json");
}
