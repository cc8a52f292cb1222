// Lesson 4 on the screen: each click shows the next step.

import { whole } from "../address.js";
import { Said, number, signed, useLastStep } from "../views/parts.jsx";
import { facts, questions } from "./record-keys.js";

/** @import { Desk, Facts, LessonBody } from "../types.js" */
/** @import { TraceRow } from "../../../../api/types.js" */

/** @param {{ facts: Facts }} props */
function Story({ facts: { trace, activity, area } }) {
  return (
    <>
      <p>{trace.count} people live in “{area}” and have the activity “{activity}”. Each has a record key: a random number that was drawn once and never changes.</p>
      <p>Follow the people into their cell. Their keys decide the noise. Nobody outside the office knows the keys.</p>
    </>
  );
}

const STEPS = ["Show the people", "Add the keys", "Make the draw", "Look in the p-table", "Publish the figure"];

/** @param {{ desk: Desk, facts: Facts }} props */
function Play({ desk, facts: { trace: all, fewer, again, people, person, area, activity } }) {
  const step = whole(desk.state.step, 0, STEPS.length);
  const isFewer = desk.state.without === "1";
  const trace = isFewer ? fewer : all;
  const first = useLastStep(step === STEPS.length);
  const restart = <button type="button" class="plain" ref={first} onClick={() => desk.set({ step: undefined, without: undefined, again: undefined })}>Start again</button>;
  const sum = trace.members.reduce((/** @type {number} */ total, /** @type {{ key: number }} */ { key }) => total + key, 0);
  const keys = new Set(trace.members.map((/** @type {{ key: number }} */ { key }) => key));
  return (
    <>
      {step < STEPS.length && (
        <div class="learn-actions">
          <button type="button" class="primary" onClick={() => desk.set({ step: String(step + 1) })} data-part="step">{STEPS[step]}</button>
          {step > 0 && restart}
        </div>
      )}
      <ol class="learn-way">
        {step >= 1 && (
          <li><h4>{trace.count} people and their keys</h4>
            <ul class="learn-people">{people.map((/** @type {{ words: string, count: number, key: number }} */ { words, count, key }, /** @type {number} */ at) => <li key={at} data-out={!keys.has(key)}><span>{count > 1 ? `${count} × ` : ""}{words}</span> <code>{number(key)}</code></li>)}</ul>
          </li>
        )}
        {step >= 2 && <li><h4>Cell key: <code data-part="cell-key">{number(trace.key)}</code></h4><p>The keys add up to {number(sum)}. The cell key is the remainder after division by {number(trace.modulus)}.</p></li>}
        {step >= 3 && trace.row && <li><h4>Draw: {number(trace.row.draw / trace.row.draws, 4)}</h4><p>A hash of cell key, count and a secret salt gives {number(trace.row.draw)} of {number(trace.row.draws)}.</p></li>}
        {step >= 4 && trace.row && <li><h4>The row of the p-table for the count {trace.count}</h4><Row row={trace.row} noise={trace.noise} /></li>}
        {step >= 5 && <li><h4>{trace.count} {trace.noise < 0 ? "−" : "+"} {Math.abs(trace.noise)} = <span data-part="figure">{number(trace.value ?? trace.count + trace.noise)}</span></h4><p>The office publishes this figure.</p></li>}
      </ol>
      {step >= 5 && (
        <div class="learn-actions">
          <label class="check"><input type="checkbox" checked={isFewer} onChange={() => desk.set({ without: isFewer ? undefined : "1" })} data-part="without" /> Without one person ({person})</label>
          <button type="button" onClick={() => desk.set({ again: "1" })} data-part="again">Find the same people in another table</button>
          {restart}
        </div>
      )}
      <Said kind="good">{step >= 5 && desk.state.again === "1" ? `A table of “${area}” by main activity has the same people under “${activity}”. Its figure is ${again.value}, with the noise ${signed(again.noise)} again. So asking in another table gives the reader nothing to average.` : step >= 5 && isFewer ? `With ${fewer.count} people, the cell key is another one. The noise is ${signed(fewer.noise)} now${fewer.noise === all.noise ? ", the same by chance." : `; it was ${signed(all.noise)}.`}` : ""}</Said>
    </>
  );
}

/** The row as a strip. The width of a part is its probability, and a mark stands at the draw. @param {{ row: TraceRow, noise: number }} props */
function Row({ row: { entries, draw, draws }, noise }) {
  const parts = entries.map((entry, at) => ({ noise: entry.noise, share: (Math.min(entry.until, draws) - (at ? entries[at - 1].until : 0)) / draws }));
  const chosen = entries.findIndex(({ until }) => draw < until);
  return (
    <>
      <div class="learn-strip" role="img" aria-label={`Noise and probability: ${parts.map((part) => `${signed(part.noise) || "0"}: ${number(100 * part.share, 1)} %`).join("; ")}. The draw selects ${signed(noise)}.`}>
        {parts.map((part, at) => <span key={at} data-chosen={at === chosen} style={{ flexGrow: part.share }}>{part.share >= 0.07 ? signed(part.noise) : ""}</span>)}
        <i style={{ insetInlineStart: `${(100 * (draw + 0.5)) / draws}%` }} />
      </div>
      <p>The mark is the draw. It lies in the part for the noise {signed(noise)}.</p>
    </>
  );
}

/** @type {LessonBody} */
export const body = {
  facts, questions, Story, Play,
  sources: [
    { paper: "ABS 2005, Wooton and Fraser (1352.0.55.072)", page: "section 8, page 27", says: "permanent numbers of records make cells consistent between tables." },
    { paper: "ONS 2024, comparison of post-tabular methods", page: "the section on cell key perturbation", says: "record keys, cell keys and the p-table." },
  ],
};
