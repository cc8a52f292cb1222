// Lesson 3 on the screen.

import { whole } from "../address.js";
import { Curve } from "../lab/curve.jsx";
import { Choices, Grid, Said, number } from "../views/parts.jsx";
import { REQUESTS, facts, questions, weighted } from "./rounding.js";

/** @import { Desk, Facts, LessonBody } from "../types.js" */

/** @param {{ facts: Facts }} props */
function Story({ facts: { target } }) {
  return (
    <>
      <p>An office rounds every count to a multiple of 3, up or down by chance. The chance is such that the average error is zero. A reader asks about {target.words}.</p>
      <p>If the office draws anew for each request, the reader only has to ask again. If the draw comes from a key of the people in the cell, asking again gives the same figure.</p>
    </>
  );
}

/** @param {{ desk: Desk, facts: Facts }} props */
function Play({ desk, facts: { target, averages, partitions } }) {
  const way = ["keyed", "parts"].find((each) => each === desk.state.way) ?? "fresh";
  const asked = whole(desk.state.asked, 0, REQUESTS);
  const parts = whole(desk.state.parts, 0, partitions.length);
  const ask = (/** @type {number} */ more) => desk.set({ asked: String(Math.min(asked + more, REQUESTS)) });
  const shown = way === "fresh" ? averages.slice(0, asked) : Array(asked).fill(target.value);
  // In 3 of 1,000 runs, the average is more than half a person away after 70 requests.
  const isKnown = asked > 0 && Math.round(shown[asked - 1]) === target.count;
  const sums = partitions.slice(0, parts);
  const mean = weighted(target.value, sums);
  const isNearer = Math.abs(mean - target.count) < Math.abs(target.value - target.count);
  return (
    <>
      <Choices legend="How the system draws" name="way" value={way} onValue={(next) => desk.set({ way: next === "fresh" ? undefined : next, asked: undefined, parts: undefined })} options={[["fresh", "Anew for each request"], ["keyed", "From the keys of the people"], ["parts", "From the keys, for tables of parts"]]} />
      {way !== "parts" ? (
        <>
          <div class="learn-actions">
            <button type="button" class="primary" onClick={() => ask(1)} disabled={asked >= REQUESTS} data-ask="1">Ask once</button>
            <button type="button" onClick={() => ask(70)} disabled={asked >= REQUESTS} data-ask="70">Ask 70 times</button>
            <button type="button" class="plain" onClick={() => desk.set({ asked: undefined })} disabled={asked === 0}>Start again</button>
          </div>
          {way === "fresh" && <p class="hint">Only this lesson draws like this, from the same chances. The methods of cellveil draw from the keys.</p>}
          {asked > 0 && <Curve averages={shown} target={target} requests={REQUESTS} />}
          <Said kind={way === "fresh" && asked >= 70 && isKnown ? "wrong" : way === "keyed" && asked > 1 ? "good" : "plain"}>
            {asked === 0 ? "No request yet." : way === "fresh"
              ? `After ${asked} ${asked === 1 ? "request" : "requests"}, the average is ${number(shown[asked - 1], 2)}. The true count is ${target.count}.${asked < 70 ? "" : isKnown ? " The rounding is gone." : " A few more requests are needed."}`
              : `After ${asked} ${asked === 1 ? "request" : "requests"}, every answer is ${target.value}. The average tells nothing more.`}
          </Said>
        </>
      ) : (
        <>
          <div class="learn-actions">
            <button type="button" class="primary" onClick={() => desk.set({ parts: String(parts + 1) })} disabled={parts >= partitions.length} data-part="partition">Split the same people once more</button>
          </div>
          {parts > 0 && (
            <Grid name="partitions" caption="The same people, as sums of their parts" corner="Split by" columns={["Parts", "Sum of rounded parts"]}
              rows={sums.map((/** @type {{ label: string, values: number[], sum: number }} */ { label, values, sum }) => ({ head: label, cells: [{ text: number(values.length) }, { text: number(sum), mark: sum === target.count ? "found" : undefined }] }))} />
          )}
          <Said>{parts === 0 ? `The cell itself is rounded to ${target.value}. Its parts by age, by marital status and so on have draws of their own.` : `The average of the cell and ${parts} ${parts === 1 ? "sum" : "sums"} is ${number(mean, 2)}; a sum of many parts counts less. The true count is ${target.count}, so the average is ${isNearer ? "nearer" : "not yet nearer"} than ${target.value}. Each table of parts has new draws, so more tables tell more. Keys do not stop this: publish fewer tables of the same people.`}</Said>
        </>
      )}
    </>
  );
}

/** @type {LessonBody} */
export const body = {
  facts, questions, Story, Play,
  sources: [
    { paper: "ABS 2005, Wooton and Fraser (1352.0.55.072)", page: "page 13", says: "rounding that is drawn for each table converges to the truth; the number of requests is in the seventies." },
    { paper: "AlDarmaki and Hodge 2011 (Abu Dhabi)", page: "the section on consistent rounding", says: "one draw for each cell, from its records." },
    { paper: "Asghar and Kaafar 2020, PoPETs 2020(2)", page: "sections 4 and 5", says: "averages over partitions of the same people." },
  ],
};
