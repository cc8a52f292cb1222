// A question, the check of the answer, and the reason.

import { useState } from "preact/hooks";
import { answerOf, answered } from "../progress.js";
import { checked } from "../questions.js";
import { usePage } from "./context.jsx";

/** @import { Facts, Question } from "../types.js" */

/** @param {{ lesson: string, question: Question, facts: Facts, number: number, isPresented: boolean }} props */
export function QuestionView({ lesson, question, facts, number, isPresented }) {
  const page = usePage();
  const name = `${lesson}/${question.id}`;
  // A class that looks at the projector should not see the teacher's earlier answer.
  const before = isPresented ? undefined : answerOf(page.progress, page.reader, lesson, question.id);
  const [given, setGiven] = useState(before?.given ?? "");
  const [said, setSaid] = useState((before && checked(question, facts, before.given)) ?? undefined);
  const options = question.options?.(facts);
  const check = () => {
    const outcome = checked(question, facts, given);
    if (!outcome) return setSaid({ right: false, why: options ? "Choose an answer first." : "Enter a whole number first." });
    page.keep(answered(page.progress, page.reader, { lesson, question: question.id, given: given.trim(), right: outcome.right }));
    setSaid(outcome);
  };
  const id = `question-${question.id}`;
  return (
    <section class="learn-question" aria-labelledby={id} data-question={question.id} tabIndex={isPresented ? 0 : undefined}>
      <h3 id={id}>Question {number}</h3>
      <form onSubmit={(event) => { event.preventDefault(); check(); }}>
        {options ? (
          <fieldset>
            <legend>{question.text(facts)}</legend>
            {options.map((option) => (
              <label key={option.id} class="learn-option"><input type="radio" name={name} value={option.id} checked={given === option.id} onChange={() => { setGiven(option.id); setSaid(undefined); }} /> <span>{option.text}</span></label>
            ))}
          </fieldset>
        ) : (
          <label class="learn-field"><span>{question.text(facts)}</span><input type="text" inputMode="numeric" autocomplete="off" value={given} onInput={(event) => { setGiven(event.currentTarget.value); setSaid(undefined); }} /></label>
        )}
        <button type="submit" data-part="check">Check</button>
      </form>
      <p class="learn-verdict" role="status" data-right={said?.right}>{said && <><strong>{said.right ? "Right." : "Not yet."}</strong> {said.why}</>}</p>
      {!options && <p class="learn-room" aria-hidden="true" />}
    </section>
  );
}
