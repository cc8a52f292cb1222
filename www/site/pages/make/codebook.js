// Adds a codebook to a draft that the reader has edited: labels and missing codes come from the codebook, edits stay.

import { categoriesOf, labelFrom, withCategories, withColumn, withFile } from "./draft.js";

/** @import { Category, Column, Dimension, Draft } from "./types.js" */

/** Compares plain values. @param {unknown} a @param {unknown} b */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Merges two changes of one proposal: the edits of the reader, and the proposal with a codebook.
 * @param {Draft} before  the proposal that the reader has edited
 * @param {Draft} edited
 * @param {Draft} proposed  the proposal with the codebook
 * @returns {Draft}
 */
export function withCodebook(before, edited, proposed) {
  const [old, mine] = [byName(before), byName(edited)];
  const isEdited = (/** @type {Column} */ { name }) => !same(settings(before, old.get(name)), settings(edited, mine.get(name)));
  const key = same(before.key, edited.key) ? proposed.key : edited.key;
  let next = { ...edited, key, records: proposed.records, rows: proposed.rows, columns: proposed.columns, files: proposed.files };
  // The reader renames dimensions in the order, too.
  const renamed = new Map(proposed.columns.map((column) => [column.dimension?.name, isEdited(column) ? mine.get(column.name)?.dimension?.name : column.dimension?.name]));
  next.order = [...new Set([...proposed.order.map((name) => renamed.get(name) ?? name), ...edited.order])];
  for (const column of proposed.columns) {
    if (!mine.has(column.name)) continue;
    if (isEdited(column)) next = withEdits(next, { before, edited, proposed }, column);
  }
  const lost = edited.columns.filter(({ name }) => !proposed.columns.some((column) => column.name === name));
  const keyName = key.kind === "column" ? key.column : null;
  const columns = [...next.columns, ...lost].map((column) => {
    if (column.name === keyName) return { ...column, use: /** @type {const} */ ("key") };
    return column.use === "key" ? { ...column, use: /** @type {const} */ ("left-out") } : column;
  });
  return { ...next, columns };
}

/** Puts a column as the reader edited it into a draft, with labels of the codebook where the reader wrote none. @param {Draft} next @param {{ before: Draft, edited: Draft, proposed: Draft }} drafts @param {Column} column  as proposed with the codebook */
function withEdits(next, { before, edited, proposed }, column) {
  const mine = /** @type {Column} */ (byName(edited).get(column.name));
  const found = { ...column, modulus: mine.modulus };
  const old = byName(before).get(column.name);
  const use = mine.use === old?.use ? column.use : mine.use;
  const [dimension, first, book] = [mine.dimension, old?.dimension ?? null, column.dimension];
  if (!dimension || !book) return withColumn(next, column.name, { ...found, use, dimension: dimension ?? book });
  const label = dimension.label === (first?.label ?? labelFrom(column.name)) ? book.label : dimension.label;
  const missing = missingOf(dimension, first, book);
  const [own, former, theirs] = [listOf(edited, dimension), listOf(before, first), listOf(proposed, book)];
  const isFullList = own && theirs && same(own.map(codeOf), former?.map(codeOf)) && (missing !== null || book.missing === null);
  // The codebook may have codes without records. A list that the reader has changed stays.
  const list = isFullList ? { codes: book.codes, codes_file: book.codes_file, from_data: dimension.from_data && book.from_data } : {};
  const merged = { ...dimension, ...list, label, missing };
  const file = (isFullList ? proposed : edited).files.find(({ name }) => name === merged.codes_file);
  const put = withColumn(file ? { ...next, files: withFile(next.files, file) } : next, column.name, { ...found, use, dimension: merged });
  if (!own) return put;
  const [ownLabels, oldLabels, bookLabels] = [labelsOf(own), labelsOf(former), labelsOf(theirs)];
  const categories = (isFullList ? theirs : own).filter(({ code }) => !missing?.values.includes(code)).map(({ code, label }) => {
    const written = ownLabels.get(code);
    const isWritten = written !== undefined && written !== (oldLabels.get(code) ?? code);
    return { code, label: isWritten ? written : bookLabels.get(code) ?? label };
  });
  return withCategories(put, column.name, categories);
}

/** The missing answers of the reader and of the codebook. A reader who has removed all of them keeps none. @param {Dimension} dimension @param {Dimension | null} first @param {Dimension} book */
function missingOf({ missing }, first, book) {
  if (same(missing, first?.missing ?? null)) return book.missing;
  return missing && { ...missing, values: [...new Set([...missing.values, ...book.missing?.values ?? []])] };
}

/** @param {Draft} draft */
const byName = ({ columns }) => new Map(columns.map((column) => [column.name, column]));

/** What the reader can edit in a column. @param {Draft} draft @param {Column | undefined} column */
const settings = ({ files }, column) => column && [column.use, column.dimension, files.find(({ name }) => name === column.dimension?.codes_file)?.text];

/** @param {Draft} draft @param {Dimension | null} dimension */
const listOf = (draft, dimension) => dimension && categoriesOf(draft, dimension);

/** @param {Category} category */
const codeOf = ({ code }) => code;

/** The labels of codes. @param {Category[] | null} categories @returns {Map<string, string>} */
const labelsOf = (categories) => new Map(categories?.map(({ code, label }) => [code, label]));
