// The reader's answers. They stay in the storage of the browser, or in memory if the browser has no storage.

const KEY = "cellveil-learn";

/** @typedef {{ name: string, given: string, right: boolean, tries: number }} Answer  `name`: the reader who gave the answer */
/** @typedef {{ name: string, answers: Record<string, Answer>, defence: string }} Progress  answers by "seed/lesson/question", because each seed has other right answers; `defence`: the text of lesson 8 */

/** @returns {Progress} */
const none = () => ({ name: "", answers: {}, defence: "" });

/** Whether a stored value is an answer. Another program may have changed the storage. @param {any} value @returns {value is Answer} */
const isAnswer = (value) => typeof value === "object" && value !== null && typeof value.given === "string" && typeof value.right === "boolean" && Number.isInteger(value.tries);

/** @param {Pick<Storage, "getItem"> | undefined} storage @returns {Progress} */
export function load(storage) {
  try {
    const { name, answers, defence } = JSON.parse(storage?.getItem(KEY) ?? "null") ?? none();
    const sound = Object.entries(Object(answers)).filter(([key, answer]) => /^\d+\/[\w-]+\/[\w-]+$/.test(key) && isAnswer(answer));
    return { name: String(name ?? ""), answers: Object.fromEntries(sound), defence: String(defence ?? "") };
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
 * @param {Progress} progress @param {string} question  "seed/lesson/question" @param {{ name: string, given: string, right: boolean }} answer @returns {Progress}
 */
export function answered(progress, question, { name, given, right }) {
  const before = progress.answers[question];
  if (before?.right) return progress;
  return { ...progress, answers: { ...progress.answers, [question]: { name, given, right, tries: (before?.tries ?? 0) + 1 } } };
}

/** Joins the answers of two pages of one browser: of each question, the right answer, or the one with more tries. @param {Progress} stored @param {Progress} own @returns {Progress} */
export function joined(stored, own) {
  const answers = { ...stored.answers };
  for (const [question, answer] of Object.entries(own.answers)) {
    const other = answers[question];
    if (!other || answer.right && !other.right || answer.right === other.right && answer.tries >= other.tries) answers[question] = answer;
  }
  return { ...own, answers };
}

/** How many of a lesson's two questions have a right answer for a seed. @param {Progress} progress @param {number} seed @param {string} lesson */
export const rightIn = ({ answers }, seed, lesson) => Object.entries(answers).filter(([name, { right }]) => right && name.startsWith(`${seed}/${lesson}/`)).length;

/** The answers as CSV, for a teacher. Each answer has the name and the seed for which it was given. @param {Progress} progress @param {number} seed  of the text of lesson 8 */
export function csvOf({ name, answers, defence }, seed) {
  // A leading sign would make a spreadsheet read the text as a formula.
  const field = (/** @type {string} */ text) => `"${(/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  const lines = Object.entries(answers).map(([key, answer]) => {
    const [own, lesson, question] = key.split("/");
    return [field(answer.name ?? ""), own, field(lesson), field(question), field(answer.given), answer.right ? "right" : "wrong", answer.tries].join(",");
  });
  const text = defence ? [[field(name), seed, field("choose"), field("defence"), field(defence), "text", ""].join(",")] : [];
  return ["name,seed,lesson,question,answer,result,tries", ...lines, ...text, ""].join("\n");
}
