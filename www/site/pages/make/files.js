// The files that a reader opens: what each file is, and the names of files that the page writes.

import { recordsOf, separatorOf } from "./csv.js";

/** Bytes of a CSV file that tell whether it is a codebook. */
const HEAD_BYTES = 4096;

/**
 * Sorts the reader's files by what they are. Code lists and p-tables come with a specification only.
 * @param {File[]} files
 */
export async function sorted(files) {
  /** @type {{ records: File[], codebook?: File, specification?: { name: string, text: string }, lists: File[] }} */
  const all = { records: [], lists: [] };
  const specifications = files.filter(isSpecification);
  const specification = specifications.find(({ name }) => name === "cube.toml") ?? specifications[0];
  if (specification) all.specification = { name: specification.name, text: await specification.text() };
  for (const file of files) {
    if (isSpecification(file)) continue;
    const head = /\.csv$/i.test(file.name) ? await headOf(file) : [];
    const isList = head.includes("code") && head.includes("label") || isPtable(head) || all.specification?.text.includes(JSON.stringify(file.name));
    if (/\.dta$/i.test(file.name) || head.includes("variable") && head.includes("label")) all.codebook = file;
    else if (specification && isList) all.lists.push(file);
    else all.records.push(file);
  }
  return all;
}

/** @param {File} file */
const isSpecification = ({ name }) => /\.toml$/i.test(name);

/** @param {File} file @returns {Promise<string[]>} */
async function headOf(file) {
  const text = (await file.slice(0, HEAD_BYTES).text()).replace(/^\uFEFF/, "");
  return recordsOf(text, separatorOf(text), 1)[0]?.map((name) => name.toLowerCase()) ?? [];
}

/** @param {string[]} head */
const isPtable = (head) => [["i", "j", "p", "v"], ["pcv", "ckey", "pvalue"], ["cell_value", "cell_key", "perturbation"]].some((names) => names.every((name) => head.includes(name)));

/** The name of the file with keys: "people.csv.gz" becomes "people-keyed.csv.gz", because the core keeps the format. @param {string} name */
export function keyedName(name) {
  const ending = /(\.(csv|tsv|txt))?(\.gz)?$|\.parquet$/i.exec(name)?.[0] ?? "";
  return `${name.slice(0, name.length - ending.length)}-keyed${ending || ".csv"}`;
}
