// Types of the figures of the papers.

/**
 * A row, a claim and a part of a study, as `cellveil study NAME --format json` writes them.
 * @typedef {"equal" | "same-order" | "different" | "missing" | "extra" | "not-shown"} Verdict
 * @typedef {{ label: string, paper: (string | null)[], ours: (string | null)[], verdict: Verdict }} Row
 * @typedef {{ text: string, holds: boolean | null }} Claim
 * @typedef {{ title: string, heads: string[], rows: Row[], claims: Claim[], notes: string[] }} Part
 * @typedef {{ name: string, paper: string, data: string, parts: Part[] }} StudyFile
 *
 * The components of the risk, as `cellveil measure` writes them.
 * @typedef {"zeros" | "entropy" | "size"} Term
 * @typedef {{ cells: number, empty: number, persons: number, terms: Record<Term, number>, risk: number }} Measured  `risk` has the weights 0.1, 0.8 and 0.1, the defaults of `cellveil measure` without the split of the entropy
 * @typedef {{ byEmpty: Measured[], byPersons: Measured[] }} ComponentsFile
 *
 * Random numbers from 0 to below 1, as whole numbers below `scale`.
 * @typedef {{ scale: number, numbers: number[] }} DrawsFile
 *
 * @typedef {{ components: ComponentsFile, draws: DrawsFile, ons: StudyFile, scad: StudyFile, shlomo: StudyFile }} Data
 *
 * @typedef {object} Point
 * @property {string} name  "Table 1" or "10-5 rule"
 * @property {number} x
 * @property {number} y
 * @property {string} text  the values in words, as the reader gets them on focus
 *
 * @typedef {object} Series
 * @property {string} id
 * @property {string} label
 * @property {"ours" | "paper"} from
 * @property {string} colour  a colour of the charts, such as "--series-1"
 * @property {boolean} isOn  whether the chart shows the series at first
 * @property {Point[]} points
 *
 * @typedef {object} Axis
 * @property {string} label  with the unit
 * @property {string} unit
 * @property {"linear" | "log"} [scale]
 * @property {[low: number, high: number]} [range]
 *
 * @typedef {"bars" | "lines" | "map" | "cloud"} Kind
 *
 * @typedef {object} Figure
 * @property {string} id  the name in the address, such as "ons-2024-7"
 * @property {Kind} kind
 * @property {string} study
 * @property {number} number  of the figure in the paper
 * @property {string} title
 * @property {string} about  what the chart shows, in one or two sentences
 * @property {Axis} x
 * @property {Axis} y
 * @property {Series[]} series
 * @property {Variant[]} variants  other points for the same series, or an empty list
 * @property {string[]} agrees
 * @property {string[]} differs
 * @property {string[]} unknown  what our data cannot show
 * @property {string[]} notes
 * @property {string} data  what the data are
 * @property {{ paper: string, place: string }} source
 * @property {string[]} commands  the commands that print the values
 *
 * @typedef {{ id: string, label: string, x: Axis, series: Series[] }} Variant
 */

export {};
