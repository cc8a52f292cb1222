// The reader's answers. They stay in the storage of the browser, or in memory if the browser has no storage.

const KEY = "cellveil-learn";

/** @typedef {{ given: string, right: boolean, tries: number }} Answer */
/** @typedef {{ name: string, answers: Record<string, Answer>, defence: string }} Progress  answers by "lesson/question"; `defence`: the text of lesson 8 */

/** @returns {Progress} */
const none = () => ({ name: "", answers: {}, defence: "" });

/** @param {Pick<Storage, "getItem"> | undefined} storage @returns {Progress} */
export function load(storage) {
  try {
    const { name, answers, defence } = JSON.parse(storage?.getItem(KEY) ?? "null") ?? none();
    return { name: String(name ?? ""), answers: typeof answers === "object" && answers !== null ? answers : {}, defence: String(defence ?? "") };
  } catch {
    return none();
  }
}

/** @param {Pick<Storage, "setItem"> | undefined} storage @param {Progress} progress */
export function save(storage, progress) {
  try {
    storage?.setItem(KEY, JSON.stringify(progress));
  } catch {
    // A full or forbidden storage: the answers last until the page closes.
  }
}

/** The storage of the browser, if the page may use it. */
export function storageOf() {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

/**
 * Adds an answer. A right answer stays right, and later tries do not count.
 * @param {Progress} progress @param {string} question @param {string} given @param {boolean} right @returns {Progress}
 */
export function answered(progress, question, given, right) {
  const before = progress.answers[question];
  if (before?.right) return progress;
  return { ...progress, answers: { ...progress.answers, [question]: { given, right, tries: (before?.tries ?? 0) + 1 } } };
}

/** How many of a lesson's two questions have a right answer. @param {Progress} progress @param {string} lesson */
export const rightIn = ({ answers }, lesson) => Object.entries(answers).filter(([name, { right }]) => right && name.startsWith(`${lesson}/`)).length;

/** The answers as CSV, for a teacher. @param {Progress} progress @param {number} seed */
export function csvOf({ name, answers, defence }, seed) {
  // A leading sign would make a spreadsheet read the text as a formula.
  const field = (/** @type {string} */ text) => `"${(/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  const lines = Object.entries(answers).map(([question, { given, right, tries }]) => [field(name), seed, ...question.split("/").map(field), field(given), right ? "right" : "wrong", tries].join(","));
  const text = defence ? [[field(name), seed, field("choose"), field("defence"), field(defence), "text", ""].join(",")] : [];
  return ["name,seed,lesson,question,answer,result,tries", ...lines, ...text, ""].join("\n");
}
