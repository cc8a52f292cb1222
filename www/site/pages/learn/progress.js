// The readers' answers. They stay in the storage of the browser, or in memory if the browser has no storage. Several readers
// may share a device, and a reader may follow a link with another seed. So each answer has its reader.

const KEY = "cellveil-learn";

/** @typedef {{ name: string, seed: number }} Reader */
/** @typedef {Reader & { lesson: string, question: string, given: string, right: boolean | null, tries: number }} Answer  `right`: null for a text, which nothing checks */
/** @typedef {{ name: string, answers: Answer[] }} Progress  `name`: of the reader who uses the device now */

/** @returns {Progress} */
export const none = () => ({ name: "", answers: [] });

/** @param {Pick<Storage, "getItem"> | undefined} storage @returns {Progress} */
export function load(storage) {
  try {
    const { name, answers } = JSON.parse(storage?.getItem(KEY) ?? "null") ?? none();
    return { name: String(name ?? ""), answers: Array.isArray(answers) ? answers.filter(isAnswer) : [] };
  } catch {
    return none();
  }
}

/** Whether a stored value is an answer. Another program may have changed the storage. @param {any} each @returns {each is Answer} */
function isAnswer(each) {
  return [each?.name, each?.lesson, each?.question, each?.given].every((text) => typeof text === "string")
    && Number.isSafeInteger(each.seed) && Number.isSafeInteger(each.tries) && (each.right === null || typeof each.right === "boolean");
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

/** @param {Progress} progress @param {Reader} reader @param {string} lesson @param {string} question */
export const answerOf = ({ answers }, reader, lesson, question) => answers.find((each) => each.name === reader.name && each.seed === reader.seed && each.lesson === lesson && each.question === question);

/**
 * Adds an answer. A right answer stays right, and later tries do not count.
 * @param {Progress} progress @param {Reader} reader @param {Pick<Answer, "lesson" | "question" | "given" | "right">} answer @returns {Progress}
 */
export function answered(progress, { name, seed }, answer) {
  const before = answerOf(progress, { name, seed }, answer.lesson, answer.question);
  if (before?.right) return progress;
  const tries = answer.right === null ? 0 : (before?.tries ?? 0) + 1;
  return { ...progress, answers: [...progress.answers.filter((each) => each !== before), { name, seed, ...answer, tries }] };
}

/** Joins the answers of two pages of one browser: of each question, the right answer, or the one with more tries. @param {Progress} stored @param {Progress} own @returns {Progress} */
export function joined(stored, own) {
  const others = stored.answers.filter((other) => {
    const answer = answerOf(own, other, other.lesson, other.question);
    return !answer || other.right === true && !answer.right || other.right === answer.right && other.tries > answer.tries;
  });
  const mine = own.answers.filter((answer) => !answerOf({ ...own, answers: others }, answer, answer.lesson, answer.question));
  return { ...own, answers: [...others, ...mine] };
}

/** How many of a lesson's two questions have a right answer. @param {Progress} progress @param {Reader} reader @param {string} lesson */
export const rightIn = ({ answers }, { name, seed }, lesson) => answers.filter((each) => each.right && each.name === name && each.seed === seed && each.lesson === lesson).length;

/** A reader's answers. @param {Progress} progress @param {string} name */
export const answersOf = ({ answers }, name) => answers.filter((each) => each.name === name);

/** A reader's answers as CSV, for a teacher. @param {Progress} progress @param {string} name */
export function csvOf(progress, name) {
  // A leading sign would make a spreadsheet read the text as a formula.
  const field = (/** @type {string} */ text) => `"${(/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  const result = (/** @type {boolean | null} */ right) => (right === null ? "text" : right ? "right" : "wrong");
  const lines = answersOf(progress, name).map(({ seed, lesson, question, given, right, tries }) => [field(name), seed, field(lesson), field(question), field(given), result(right), right === null ? "" : tries].join(","));
  return ["name,seed,lesson,question,answer,result,tries", ...lines, ""].join("\n");
}
