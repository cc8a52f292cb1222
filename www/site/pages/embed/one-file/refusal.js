// Refuses to make a file with true counts of confidential data, as `cellveil bundle` does without `--audience internal`
// (src/cli/site/audience.rs).

/** Words for the reader, by the code of the error. @type {Record<string, string>} */
export const REFUSALS = {
  "true-counts": "Everybody with the file could read true counts of confidential data. Choose a sealed dataset, or run cellveil bundle with --audience internal.",
  "too-many-cells": "The table has too many cells for a page. Choose fewer or coarser variables.",
  "too-large": "The dataset is too large for one file. Choose a table, or write a site for this dataset.",
  "in-parts": "The lists of this dataset are in many files, and this page cannot put all of them in one file. Choose a table, or run cellveil bundle.",
  damaged: "A part of the dataset arrived damaged. Reload the page, and try again.",
  encrypted: "This dataset is encrypted, and a file would hold its true counts without encryption. Choose another dataset.",
};

/** @param {string} code */
export const refuse = (code) => Object.assign(new Error(`the file is not made: ${code}`), { code });

/** Throws if everybody with a dataset's files could read true counts of confidential data. @param {{ data: string, release: string }} dataset */
export function checkRelease({ data, release }) {
  if (data === "confidential" && release === "keyed") throw refuse("true-counts");
}
