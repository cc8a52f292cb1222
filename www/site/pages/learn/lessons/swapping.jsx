// Lesson 7 on the screen.

import { useWork } from "../views/context.jsx";
import { Choices, Grid, Said, Waiting, number } from "../views/parts.jsx";
import { isTotal } from "./tables.js";
import { RATES, facts, outcomeOf, questions } from "./swapping.js";

/** @import { Desk, LessonBody } from "../types.js" */

function Story() {
  return (
    <>
      <p>Another office changes the records, before it counts them. It selects some people and looks for a partner in another area, of the same sex and age. The two exchange their areas.</p>
      <p>The table shows exact counts of the changed records. A reader who finds a person alone in a cell cannot be sure that this person really lives there.</p>
    </>
  );
}

/** @param {{ desk: Desk }} props */
function Play({ desk }) {
  const rate = RATES.find((each) => String(each) === desk.state.rate) ?? 0;
  const { value, error } = useWork(() => outcomeOf(desk, rate), [rate, desk.seed]);
  return (
    <>
      <Choices legend="Selected records" name="rate" value={String(rate)} onValue={(next) => desk.set({ rate: next === "0" ? undefined : next })} options={RATES.map((each) => [String(each), each === 0 ? "none" : `${100 * each} %`])} />
      {!value ? <Waiting error={error} /> : (
        <>
          <Grid name="swapped" caption="Persons by area and long-term illness, after swapping" corner="Area" columns={value.open.columns.map(({ label }) => label)}
            rows={value.changed.lines.map(({ codes, values }, row) => ({ head: codes[0].label, cells: values.map((count, column) => ({ text: number(Number(count)), mark: count !== value.open.lines[row].values[column] ? "changed" : isTotal(codes[0]) ? "total" : undefined })) }))} />
          <Said>{value.rate === 0 ? `No record moved. A detailed table has ${value.truly} people alone in a cell. The claim that exactly one person is there is always right.` : `${value.differ} of ${value.cells} figures changed, and ${value.totals === 0 ? "no total of all areas" : `${value.totals} totals`}. A detailed table now shows ${value.alone} people alone in a cell. The claim that exactly one person was there before swapping is right ${value.right} times and wrong ${value.alone - value.right} times. Even a right claim may be about another person.`}</Said>
          <p class="hint">The detailed table: area by age band and marital status.</p>
        </>
      )}
    </>
  );
}

/** @type {LessonBody} */
export const body = {
  facts, questions, Story, Play,
  sources: [
    { paper: "Shlomo 2007, Statistical Disclosure Control Methods for Census Frequency Tables", page: "section 3.1", says: "record swapping, and DR1, the share of small cells that are true." },
    { paper: "Shlomo, Antal and Elliot 2015, Journal of Official Statistics 31(2)", page: "section 3.1", says: "partners within strata; larger areas stay as they are." },
    { paper: "ABS 2005, Wooton and Fraser (1352.0.55.072)", page: "page 17", says: "data swapping as technique 4." },
  ],
};
