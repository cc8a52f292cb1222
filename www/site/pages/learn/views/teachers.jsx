// The name of the reader, the answers as a file, and the answer sheet of a class.

import { useState } from "preact/hooks";
import { save as saveFile } from "../../../shell/save.js";
import { LESSONS } from "../lessons/list.js";
import { datasetOf, peopleOf, seedOf } from "../people.js";
import { csvOf } from "../progress.js";
import { rightAnswer } from "../questions.js";
import { usePage } from "./context.jsx";

export function Teachers() {
  const page = usePage();
  const { progress, seed, route } = page;
  const [sheet, setSheet] = useState(/** @type {Sheet | undefined} */ (undefined));
  const [names, setNames] = useState("");
  const [isBusy, setBusy] = useState(false);
  const given = route.state.name ?? progress.name;
  const make = async () => {
    setBusy(true);
    try {
      setSheet(await sheetOf(names.split("\n").map((name) => name.trim()).filter(Boolean), seed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section class="learn-class" aria-labelledby="class-title">
      <h3 id="class-title">In a class</h3>
      <label class="learn-field"><span>Your name</span>
        <input type="text" value={given} maxLength={60} autocomplete="off" data-part="name" onInput={(event) => { page.keep({ ...progress, name: event.currentTarget.value }); if (route.state.name !== undefined) page.set({ name: event.currentTarget.value }); }} />
      </label>
      {route.state.seed && <p class="notice">The address sets the seed, so the name does not. <a href="#">Use my name</a></p>}
      <p class="hint">Each name gets people of its own: tables of the same shape with other figures. The name stays on this device. Seed: <span data-part="seed">{seed}</span></p>
      <div class="learn-actions">
        <button type="button" onClick={() => saveFile(csvOf({ ...progress, name: given }, seed), "cellveil-answers.csv", "text/csv;charset=utf-8")} disabled={Object.keys(progress.answers).length === 0} data-part="save-answers">Save my answers</button>
        <button type="button" class="plain" onClick={() => { page.erase(); if (route.state.name !== undefined) page.set({ name: undefined }); }} data-part="erase">Erase my name and answers</button>
      </div>
      <details>
        <summary>Answer sheet for teachers</summary>
        <label class="learn-field"><span>Names, one on each line</span><textarea rows={4} value={names} onInput={(event) => setNames(event.currentTarget.value)} data-part="names" /></label>
        <p class="hint">Without names, the sheet has the answers for the present seed.</p>
        <div class="learn-actions"><button type="button" onClick={() => void make()} disabled={isBusy} data-part="make-sheet">{isBusy ? "Computing …" : "Make the answer sheet"}</button>
          {sheet && <button type="button" onClick={() => print()}>Print</button>}</div>
        {sheet && <AnswerSheet sheet={sheet} />}
      </details>
    </section>
  );
}

/** @typedef {{ lesson: string, question: string, answers: string[] }} Line */
/** @typedef {{ names: string[], lines: Line[] }} Sheet */

/** The right answers of each name. @param {string[]} names @param {number} seed @returns {Promise<Sheet>} */
export async function sheetOf(names, seed) {
  const seeds = names.length ? await Promise.all(names.map(seedOf)) : [seed];
  /** @type {Line[]} */
  const lines = [];
  for (const { id, title, load } of LESSONS) {
    const { facts, questions } = await load();
    const all = [];
    for (const each of seeds) all.push(await facts(deskOf(each)));
    for (const question of questions) {
      const answers = all.map((known) => {
        const right = rightAnswer(question, known);
        return question.options?.(known).find((option) => option.id === right)?.text ?? right;
      });
      lines.push({ lesson: title, question: `${id}/${question.id}`, answers });
    }
  }
  return { names: names.length ? names : [`Seed ${seed}`], lines };
}

/** What a lesson needs to compute its facts. @param {number} seed @returns {import("../types.js").Desk} */
export const deskOf = (seed) => ({
  seed, state: {}, set: () => {}, isPresented: false,
  people: (/** @type {number | undefined} */ households) => peopleOf(seed, households),
  dataset: datasetOf,
  workshop: async () => (await import("../../../cellveil/js/workshop.js")).openWorkshop(),
});

/** @param {{ sheet: Sheet }} props */
function AnswerSheet({ sheet: { names, lines } }) {
  return (
    <div class="learn-grid learn-answers" tabIndex={0} role="region" aria-label="Answer sheet" data-part="answer-sheet">
      <table>
        <caption>Right answers</caption>
        <thead><tr><th scope="col">Lesson</th><th scope="col">Question</th>{names.map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead>
        <tbody>{lines.map(({ lesson, question, answers }) => <tr key={question}><th scope="row">{lesson}</th><td>{question.split("/")[1]}</td>{answers.map((answer, at) => <td key={at}>{answer}</td>)}</tr>)}</tbody>
      </table>
    </div>
  );
}
