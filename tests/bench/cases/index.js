import { hypercube } from "./hypercube.js";
import { randomCells } from "./random-cells.js";

/** @import { Question } from "../../../www/api/types.js" */
/** @import { LoopTable } from "../loop.js" */
/** @import { Sizes } from "../sizes.js" */

/**
 * A cube and one of its tables. Each case has a file in this folder.
 * @typedef {{
 *   name: string, title: string, folder: string, query: Question, columns: string[], more: Record<string, Question>,
 *   build(): void, table(): LoopTable, coarseTable(): LoopTable,
 * }} Case `folder` is relative to `target`; the query uses `columns`; calls with the queries in `more`
 *   are timed too. `table` returns the input of the loop in JavaScript. `coarseTable` returns the same input with fewer
 *   cells: cells are combined if the query does not distinguish them
 */

/** @param {Pick<Sizes, "cells">} sizes @returns {Case[]} */
export const casesOf = ({ cells }) => [hypercube, randomCells("ten_million", cells)];
