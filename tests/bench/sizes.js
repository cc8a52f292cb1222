/** How much the bench measures: everything, also the largest sizes, or tiny inputs that check within seconds that each part works. */

/** How long a work is repeated during the warm-up and during the measurement. @typedef {{ warmUpMs: number, sampleMs: number, samples: number, slowSamples: number }} Effort */

/**
 * @typedef {object} Sizes
 * @property {Effort} effort
 * @property {number} cells of the case `ten_million`
 * @property {import("./audit.js").AuditSize[]} audit
 * @property {number} households number of synthetic households
 * @property {import("./pretabular.js").PretabularSize[]} pretabular
 * @property {import("./building.js").BuildSize} build
 * @property {Record<string, number[]>} growth by the name of the series
 * @property {number} coldPages number of page loads without a limited link
 * @property {string[]} links names of the links of `links/profiles.js`
 * @property {number} linkPages number of page loads over each link
 * @property {number} coldStarts number of cold starts of a peer
 * @property {import("./peers/install.js").Registry[]} peers the registries from which missing peers are installed
 * @property {{ folder: string, quality: number }} web pages to serve, and the quality of brotli for their files
 * @property {boolean} scalar whether to build the core without SIMD; if not, the core with SIMD replaces it
 */

/** @type {Sizes} */
export const WHOLE = {
  effort: {
    // JavaScript engines optimise code after repeated use.
    warmUpMs: 200,
    // Clocks have a low resolution, especially in browsers, so a sample repeats a short work.
    sampleMs: 20,
    samples: 15,
    slowSamples: 5,
  },
  cells: 10_000_000,
  growth: {
    cells: [1e3, 1e4, 1e5, 1e6, 1e7],
    table_cells: [10, 140, 924, 9_240, 110_880, 997_920],
    dimensions: [2, 4, 8, 16, 30],
    tiles: [1, 10, 100, 1000],
    areas: [1000, 5000, 20_000, 50_000, 200_000],
    records: [1e4, 1e5, 1e6, 1e7, 1e8],
  },
  // About 10^4, 10^5 and 10^6 published cells.
  audit: [
    { persons: 10_000, codes: [5, 5, 5, 5, 6, 6, 6, 6] },
    { persons: 100_000, codes: Array(8).fill(12) },
    { persons: 1_000_000, codes: Array(8).fill(26) },
  ],
  // About 50,000 persons.
  households: 21_900,
  pretabular: [{ households: 20_000, rounds: 5 }],
  // About ten million persons.
  build: { households: 4_345_000, rounds: 3 },
  coldPages: 15,
  links: ["none", "cable", "4g", "3g"],
  linkPages: 7,
  coldStarts: 5,
  peers: ["npm", "python", "duckdb", "polars"],
  web: { folder: "target/bench/web", quality: 11 },
  scalar: true,
};

/**
 * Also the largest sizes of the steps before tabulation, which take minutes: a million households that swap, and more than
 * ten million persons whose areas change by PRAM.
 * @type {Sizes}
 */
export const FULL = {
  ...WHOLE,
  pretabular: [...WHOLE.pretabular, { households: 1_000_000, rounds: 3, steps: ["swap"] }, { households: 4_345_000, rounds: 1, steps: ["pram", "pram_within"], isNarrow: true }],
};

/** @type {Sizes} */
export const TINY = {
  effort: { warmUpMs: 0, sampleMs: 1, samples: 1, slowSamples: 1 },
  cells: 5000,
  growth: { cells: [1e3, 2e3], table_cells: [10, 140], dimensions: [2, 3], tiles: [1, 3], areas: [50, 100], records: [1e4, 2e4] },
  audit: [{ persons: 300, codes: [3, 3, 4] }],
  households: 100,
  pretabular: [{ households: 300, rounds: 1 }],
  build: { households: 300, rounds: 1 },
  coldPages: 1,
  links: ["none", "cable"],
  linkPages: 1,
  coldStarts: 1,
  // Installing pandas takes longer than all other work together.
  peers: ["npm"],
  web: { folder: "target/bench/web-tiny", quality: 1 },
  scalar: false,
};
