import { hypercube } from "./hypercube.js";
import { randomCells } from "./random-cells.js";

/** @import { Question } from "../../../www/api/types.js" */
/** @import { LoopTable } from "../loop.js" */
/** @import { Sizes } from "../sizes.js" */

/**
 * One cube and one table of it; a file each in this folder.
 * @typedef {{
 *   name: string, title: string, folder: string, query: Question, columns: string[], more: Record<string, Question>,
 *   build(): void, table(): LoopTable, coarseTable(): LoopTable,
 * }} Case `folder` of the cube, relative to `target`; `columns` that the query touches; `more` queries to time as calls;
 *   `table` gives what the loop in JavaScript works on, `coarseTable` the same with the cells combined that the
 *   query does not tell apart
 */

/** @param {Pick<Sizes, "cells">} sizes @returns {Case[]} */
export const casesOf = ({ cells }) => [hypercube, randomCells("ten_million", cells)];
