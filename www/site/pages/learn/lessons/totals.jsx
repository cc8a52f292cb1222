// Lesson 6 on the screen.

import { Choices, Grid, Said, number, signed } from "../views/parts.jsx";
import { WAYS, facts, gapsOf, questions } from "./totals.js";

/** @import { Desk, Facts, LessonBody } from "../types.js" */

/** @param {{ facts: Facts }} props */
function Story({ facts: { gaps } }) {
  const line = gaps.find((/** @type {{ gap: number }} */ { gap }) => gap !== 0) ?? gaps[0];
  return (
    <>
      <p>A reader adds up a line: “{line.label}” has {number(line.sum)} people. The total of the line shows {number(line.total)}. The reader writes to the office: your table is wrong.</p>
      <p>The office answers: each figure and each total has noise of its own, so that nobody is disclosed. Can a table add up and still protect? It can, at a price.</p>
    </>
  );
}

const LABELS = { own: "Noise of its own for each total", sum: "Each total is the sum of its parts", integer: "Cells fitted to the totals afterwards", controlled: "Controlled rounding to base 3" };

/** @param {{ desk: Desk, facts: Facts }} props */
function Play({ desk, facts: { outcomes } }) {
  const way = WAYS.find((each) => each === desk.state.way) ?? "own";
  const { table, gap, grandError, meanError, noise, moved, of } = outcomes[way];
  return (
    <>
      <Choices legend="The totals" name="way" value={way} onValue={(next) => desk.set({ way: next === "own" ? undefined : next })} options={WAYS.map((each) => [each, LABELS[each]])} />
      <Grid name="totals" caption="Persons by area and main activity" corner="Area" columns={["Sum of the parts", "Total shown", "Difference"]}
        rows={gapsOf(table).map(({ label, sum, total, gap: each }) => ({ head: label, cells: [{ text: number(sum) }, { text: number(total) }, { text: signed(each) || "0", mark: each === 0 ? undefined : "changed" }] }))} />
      <dl class="learn-measures" data-part="price">
        <div><dt>Largest difference</dt><dd>{number(gap)}</dd></div>
        <div><dt>Error of the grand total</dt><dd>{number(grandError)}</dd></div>
        <div><dt>Mean error of all totals</dt><dd>{number(meanError, 1)}</dd></div>
        <div><dt>Noise in all inner cells</dt><dd>{number(noise)}</dd></div>
        <div><dt>Figures of the first area that change in a table of this area alone</dt><dd>{moved} of {of}</dd></div>
      </dl>
      <Said>{{
        own: "The table does not add up. But the totals are near the truth, and each figure is the same in every table.",
        sum: "The table adds up. The noise of all cells collects in the totals. A total from other parts would be another figure.",
        integer: "The table adds up, and the grand total stays near the truth. The cells are fitted for this table, so the same people may have other figures in other tables.",
        controlled: "The table adds up, with little noise. The rounding depends on the whole table, so the same people may have other figures in other tables.",
      }[way]}</Said>
    </>
  );
}

/** @type {LessonBody} */
export const body = {
  facts, questions, Story, Play,
  sources: [
    { paper: "ABS 2005, Wooton and Fraser (1352.0.55.072)", page: "pages 7 and 12", says: "perturbed totals that are sums of perturbed cells lose much information." },
    { paper: "AlDarmaki and Hodge 2011 (Abu Dhabi)", page: "the section on random rounding", says: "separate rounding of totals, and controlled rounding." },
  ],
};
