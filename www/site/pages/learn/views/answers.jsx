// The answer sheet: a view of its own, so that answers are on other paper than the questions.

import { useEffect, useRef, useState } from "preact/hooks";
import { readerOf } from "../address.js";
import { sheetOf } from "../sheet.js";
import { usePage, useWork } from "./context.jsx";
import { Waiting } from "./parts.jsx";

/** @import { LessonSolutions, Sheet } from "../sheet.js" */
/** @import { Reader } from "../progress.js" */

/** The most names of one sheet: a class with room to spare, in a minute on a slow device. */
const MOST_NAMES = 60;

export function AnswerSheet() {
  const { reader } = usePage();
  const [names, setNames] = useState("");
  const [done, setDone] = useState(/** @type {[number, number] | undefined} */ (undefined));
  const [sheet, setSheet] = useState(/** @type {Sheet | undefined} */ (undefined));
  const isHere = useRef(true);
  useEffect(() => () => { isHere.current = false; }, []);
  const own = useWork(async () => sheetOf([reader], () => true), [reader.name, reader.seed]);
  const shown = sheet ?? own.value;
  const make = async () => {
    const readers = readersOf(names);
    if (readers.length === 0) return setSheet(undefined);
    setDone([0, readers.length]);
    const made = await sheetOf(readers, (now) => { setDone([now, readers.length]); return isHere.current; });
    setDone(undefined);
    setSheet(made);
  };
  return (
    <article class="learn-answers" data-part="answers">
      <header>
        <h2>Answer sheet</h2>
        <p class="lead">The right answers of all lessons, and the reasons. Keep this sheet apart from the questions.</p>
      </header>
      <form class="learn-form" onSubmit={(event) => { event.preventDefault(); void make(); }}>
        <label class="learn-field"><span>Names, one on each line</span>
          <textarea rows={4} value={names} onInput={(event) => setNames(event.currentTarget.value)} data-part="names" aria-describedby="names-hint" />
        </label>
        <p class="hint" id="names-hint">Each name gets a row with the answers for its own people. Names stay on this device. At most {MOST_NAMES} names are used.</p>
        <div class="learn-actions">
          <button type="submit" class="primary" disabled={done !== undefined} data-part="make-sheet">Make the answer sheet</button>
          <button type="button" onClick={() => print()} disabled={!shown || done !== undefined} data-part="print-answers">Print the answers</button>
          <span role="status" data-part="sheet-progress">{done ? `${done[0]} of ${done[1]} names` : ""}</span>
        </div>
      </form>
      {!shown ? <Waiting error={own.error} /> : shown === sheet ? <ManyReaders sheet={sheet} /> : <OneReader sheet={shown} />}
    </article>
  );
}

/** @param {string} names @returns {Reader[]} */
export function readersOf(names) {
  const all = [...new Set(names.split("\n").map((name) => name.trim()).filter(Boolean))];
  return all.slice(0, MOST_NAMES).map((name) => readerOf({ section: "answers", lesson: "", state: { name } }, ""));
}

/** All questions with their answers and reasons. @param {{ sheet: Sheet }} props */
function OneReader({ sheet: { readers: [{ name, seed }], lessons } }) {
  return (
    <div data-part="answer-sheet">
      <p>{name ? `For ${name}, seed ${seed}.` : `For seed ${seed}.`}</p>
      {lessons.map(({ id, title, solutions: [questions] }, at) => (
        <section key={id} class="learn-solutions" aria-labelledby={`answers-${id}`}>
          <h3 id={`answers-${id}`}>{at + 1}. {title}</h3>
          {questions.length === 0 && <p>This lesson has no answers for this seed. Choose another name.</p>}
          <ol>{questions.map(({ text, answer, why }) => <li key={text}><p>{text}</p><p><strong>{answer}</strong></p><p class="hint">{why}</p></li>)}</ol>
        </section>
      ))}
    </div>
  );
}

/** A table for each lesson, with a row for each reader. @param {{ sheet: Sheet }} props */
function ManyReaders({ sheet: { readers, lessons } }) {
  return <div data-part="answer-sheet">{lessons.map((lesson, at) => <LessonTable key={lesson.id} readers={readers} lesson={lesson} number={at + 1} />)}</div>;
}

/** @param {{ readers: Reader[], lesson: LessonSolutions, number: number }} props */
function LessonTable({ readers, lesson: { id, title, solutions }, number }) {
  const caption = `${number}. ${title}`;
  return (
    <div class="learn-grid" tabIndex={0} role="region" aria-label={caption} data-answers={id}>
      <table>
        <caption>{caption}</caption>
        <thead><tr><th scope="col">Name</th><th scope="col">Seed</th><th scope="col">Question 1</th><th scope="col">Question 2</th></tr></thead>
        <tbody>
          {readers.map(({ name, seed }, at) => (
            <tr key={name}><th scope="row">{name}</th><td>{seed}</td>
              {solutions[at].length === 0 ? <td colSpan={2}>This lesson has no answers for this name.</td> : solutions[at].map(({ answer }, which) => <td key={which}>{answer}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
