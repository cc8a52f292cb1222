// The first rows of a CSV file, for the preview. The core reads the whole file; this module only shows its start.

/** Bytes of a file that the preview reads. */
const START_BYTES = 262_144;
const SEPARATORS = [",", ";", "\t"];
/** The first bytes of a gzip file (RFC 1952) and of a Parquet file. */
const GZIP = [0x1f, 0x8b];
const PARQUET = "PAR1";

/**
 * @typedef {object} Preview
 * @property {"csv" | "parquet"} format
 * @property {boolean} gzip
 * @property {string} separator  empty for Parquet
 * @property {string[]} columns
 * @property {string[][]} rows
 */

/**
 * Reads the first rows of a file. A Parquet file has no rows here, because only the core reads this format.
 * @param {Blob} file
 * @param {number} [most]  rows
 * @returns {Promise<Preview>}
 */
export async function previewOf(file, most = 50) {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (new TextDecoder().decode(start) === PARQUET) return { format: "parquet", gzip: false, separator: "", columns: [], rows: [] };
  const gzip = GZIP.every((byte, at) => start[at] === byte);
  const text = new TextDecoder().decode(gzip ? await unzipped(file) : await file.slice(0, START_BYTES).arrayBuffer()).replace(/^\uFEFF/, "");
  const separator = separatorOf(text);
  const whole = !gzip && file.size <= START_BYTES;
  const [columns = [], ...rows] = recordsOf(whole ? text : text.slice(0, text.lastIndexOf("\n") + 1), separator, most + 1);
  return { format: "csv", gzip, separator, columns, rows };
}

/** Returns the start of a gzip file without its compression. A broken file ends early. @param {Blob} file */
async function unzipped(file) {
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  try {
    for (let size = 0; size < START_BYTES;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      size += value.length;
    }
  } catch {
    // The core names the damage. The preview shows the rows before it.
  }
  reader.cancel().catch(() => {});
  return new Blob(parts).arrayBuffer();
}

/** The separator that the first line has most often, outside of quotes. @param {string} text */
export function separatorOf(text) {
  const line = text.slice(0, text.search(/\r?\n|$/)).replaceAll(/"[^"]*"/g, "");
  const counts = SEPARATORS.map((each) => line.split(each).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))];
}

/**
 * Splits a text into records (RFC 4180).
 * @param {string} text
 * @param {string} separator
 * @param {number} most
 * @returns {string[][]}
 */
export function recordsOf(text, separator, most = Infinity) {
  const records = [];
  let record = [""];
  let quoted = false;
  for (let at = 0; at < text.length && records.length < most; at++) {
    const letter = text[at];
    if (quoted) {
      if (letter !== '"') record[record.length - 1] += letter;
      else if (text[at + 1] === '"') { record[record.length - 1] += '"'; at++; } else quoted = false;
    } else if (letter === '"' && record.at(-1) === "") quoted = true;
    else if (letter === separator) record.push("");
    else if (letter === "\n" || letter === "\r") {
      if (letter === "\r" && text[at + 1] === "\n") at++;
      if (record.length > 1 || record[0] !== "") records.push(record);
      record = [""];
    } else record[record.length - 1] += letter;
  }
  if (records.length < most && (record.length > 1 || record[0] !== "")) records.push(record);
  return records;
}
