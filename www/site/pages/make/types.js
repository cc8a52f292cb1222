// Types of the page: what the core proposes, what the reader edits, and what `check` finds.

/**
 * @typedef {{ code: string, label: string }} Category
 * @typedef {{ code: string, label: string, of: string[] }} Group
 * @typedef {{ name: string, label: string, groups?: Group[], from?: { code: string, label?: string } | null }} Level
 * @typedef {{ at: number[], labels: string[] }} Cut
 * @typedef {{ values: string[], code: string, label: string }} Missing
 *
 * @typedef {object} Dimension
 * @property {string} name
 * @property {string} label
 * @property {"geo" | "time" | null} role
 * @property {Category[] | null} codes
 * @property {string | null} codes_file
 * @property {boolean} from_data  whether the codes are those of the data; a sealed dataset needs the full list
 * @property {Cut | null} cut
 * @property {Missing | null} missing
 * @property {Level[]} levels
 *
 * @typedef {"number" | "code" | "text" | "identifier" | "key" | "date" | "weight" | "constant" | "empty" | "labels" | "unreadable"} Kind
 * @typedef {"dimension" | "level" | "key" | "left-out"} Use
 *
 * @typedef {object} Column
 * @property {string} name
 * @property {Kind} kind
 * @property {Use} use
 * @property {string} reason  one sentence: why the column has this use
 * @property {number} distinct
 * @property {boolean} capped  whether the column has more different values than `distinct`
 * @property {{ value: string, rows: number }[]} missing
 * @property {string[]} sample
 * @property {Dimension | null} dimension
 * @property {number} [modulus]  the modulus of its keys, if the column held the record keys before
 *
 * @typedef {{ name: string, text: string }} TextFile
 * @typedef {{ name: string, kind: string, ready?: string, ptable?: string, lookup?: string, base?: number, threshold?: number }} Method
 *
 * @typedef {object} CubeFields
 * @property {string} id
 * @property {string} title
 * @property {string} unit
 * @property {"confidential" | "public-use" | "synthetic"} data
 * @property {"internal" | "teaching" | "kiosk" | "public"} audience
 * @property {"keyed" | "sealed"} release
 * @property {string | null} [source]
 * @property {string | null} [licence]
 * @property {string | null} [period]
 *
 * @typedef {{ max_dimensions?: number, small_cells?: number, average_cell?: number, population?: { [unit: string]: number }, areas?: { [unit: string]: number } }} Rules
 *
 * @typedef {object} Draft
 * @property {CubeFields} cube
 * @property {{ kind: "column", column: string, modulus: number } | { kind: "missing" }} key
 * @property {string[]} records  the names of the files of records
 * @property {number} rows
 * @property {string[]} order  the names of the dimensions in their order
 * @property {Column[]} columns
 * @property {Method} method
 * @property {Rules | null} rules
 * @property {{ views?: "auto", budget?: string, max_dimensions?: number } | null} publish
 * @property {TextFile[]} files  code lists and p-tables beside the specification
 *
 * @typedef {object} Problem
 * @property {"error" | "warning" | "note"} severity
 * @property {string} code
 * @property {string | null} [file]
 * @property {string | null} [place]
 * @property {string | null} [dimension]
 * @property {string | null} [column]
 * @property {number | null} [row]
 * @property {number | null} [line]
 * @property {string} message
 * @property {string | null} [remedy]
 *
 * @typedef {{ text: string, files: TextFile[] }} Specification
 * @typedef {{ path: string, bytes: Uint8Array<ArrayBuffer> }} OutputFile
 * @typedef {{ files: OutputFile[], notes: string[] }} Output
 * @typedef {{ stage?: string, done: number, total: number }} Progress  bytes of the records
 */

/** @typedef {typeof import("./steps.js").STEPS[number]} Step */

export {};
