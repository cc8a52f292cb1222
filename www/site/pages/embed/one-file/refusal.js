// Refuses to make a file with true counts of confidential data, as `cellveil bundle` does without `--audience internal`
// (src/cli/site/audience.rs).

/** Words for the reader, by the code of the error. @type {Record<string, string>} */
export const REFUSALS = {
  "true-counts": "Everybody with the file could read true counts of confidential data. Choose a sealed dataset, or run cellveil bundle with --audience internal.",
  encrypted: "This dataset is encrypted, and a file would hold its true counts without encryption. Choose another dataset.",
};

/** Throws if everybody with a dataset's files could read true counts of confidential data. @param {{ data: string, release: string }} dataset */
export function checkRelease({ data, release }) {
  if (data === "confidential" && release === "keyed") throw Object.assign(new Error("a keyed dataset of confidential data holds true counts"), { code: "true-counts" });
}
