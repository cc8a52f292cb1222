/** What to do about an error, in English, by the error's code. */

/** @type {Record<string, string>} */
export const ERRORS = {
  "page-part": "A part of this page did not load. Check the connection, then try again.",
  network: "Part of the data did not load. Check the connection, then try again.",
  wasm: "The table engine did not start. Check the connection and try again. Any current major browser can run the engine.",
  "unknown-cube": "This link names a dataset that is not here. Choose one from the list “Dataset”.",
  "no-cubes": "The list of datasets did not load. Reload the page.",
  refused: "The publisher’s limits do not allow this table.",
  other: "Building this table failed. Change a choice, or try again.",
};
