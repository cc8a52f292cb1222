// Lesson 2 on the screen: six clicks, one after another.

import { whole } from "../address.js";
import { Grid, Said, number, signed, useLastStep } from "../views/parts.jsx";
import { LARGE, facts, questions } from "./differencing.js";

/** @import { Desk, Facts, LessonBody } from "../types.js" */

function Story() {
  return (
    <>
      <p>An area has seven districts with {LARGE.join(", ")} and a few people. The office publishes no table of a small district. But readers may choose their own areas.</p>
      <p>A reader asks for the whole area. Then the reader asks for the six largest districts. Both tables are large and look harmless.</p>
    </>
  );
}

/** The buttons, in their order. */
const STEPS = ["Ask for the whole area", "Ask for the six largest districts", "Subtract the second table", "Protect both tables", "Subtract again", "What about many tables?"];

/** @param {{ desk: Desk, facts: Facts }} props */
function Play({ desk, facts: known }) {
  const step = whole(desk.state.step, 0, STEPS.length);
  const isProtected = step >= 4;
  const back = useLastStep(step === STEPS.length);
  const rows = isProtected ? known.protected : known.open;
  const columns = ["All seven districts", "Six largest districts", "Difference", "In truth"];
  const shows = [step >= 1, step >= 2, step >= 3 && step !== 4, step >= 5];
  return (
    <>
      <div class="learn-actions">
        {step < STEPS.length && <button type="button" class="primary" onClick={() => desk.set({ step: String(step + 1) })} data-part="step">{STEPS[step]}</button>}
        <button type="button" class="plain" ref={back} disabled={step === 0} onClick={() => desk.set({ step: step > 1 ? String(step - 1) : undefined })}>Back</button>
      </div>
      {step > 0 && (
        <Grid
          name="districts" caption={isProtected ? "Persons by main activity, protected" : "Persons by main activity, true counts"} corner="Main activity" columns={columns.filter((_, at) => shows[at])}
          rows={rows.map((/** @type {{ label: string, whole: number, six: number, rest: number }} */ { label, whole, six, rest }, /** @type {number} */ at) => ({
            head: label,
            cells: [
              { text: number(whole), mark: at === rows.length - 1 ? "total" : undefined },
              { text: number(six), mark: at === rows.length - 1 ? "total" : undefined },
              { text: isProtected ? signed(rest) : number(rest), mark: rest !== 0 ? "found" : undefined },
              { text: number(known.open[at].rest) },
            ].filter((_, column) => shows[column]),
          }))}
        />
      )}
      <Said kind={step === 3 ? "wrong" : step >= 5 ? "good" : "plain"}>{sayOf(step, known)}</Said>
    </>
  );
}

/** What the page says after each click. @param {number} step @param {Facts} facts */
export function sayOf(step, { people, told, protected: after }) {
  const answers = told.map((/** @type {{ rest: number, label: string }} */ { rest, label }) => `${rest} × “${label}”`).join(", ");
  const negative = after.slice(0, -1).some((/** @type {{ rest: number }} */ { rest }) => rest < 0);
  return [
    "Begin with the whole area.",
    "All counts are large. This table alone identifies nobody.",
    "This table is almost the same. It leaves out one district.",
    `The difference is a table of the smallest district: ${people} people, with all their answers (${answers}). Nobody published it.`,
    "The office now adds noise to each figure. The noise depends on the people in the cell, so the same cell always has the same noise.",
    `The differences are now people and noise together.${negative ? " Some are below zero, which no count can be." : ""} They no longer count the people of the smallest district.`,
    "Be honest: unequal figures prove that somebody is between them, and equal figures suggest that nobody is. The noise only hides how many. Many tables together tell more. The laboratory tries this.",
  ][step];
}

/** @type {LessonBody} */
export const body = {
  facts, questions, Story, Play,
  sources: [
    { paper: "ABS 2005, Wooton and Fraser (1352.0.55.072)", page: "page 1", says: "the seven districts of “Remainder of ACT”, and the difference of two tables." },
    { paper: "Shlomo, Antal and Elliot 2015, Journal of Official Statistics 31(2)", page: "section 1", says: "disclosure by differencing, and why noise raises the uncertainty." },
  ],
};
