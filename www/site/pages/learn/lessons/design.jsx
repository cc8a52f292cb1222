// Lesson 5 on the screen.

import { whole } from "../address.js";
import { useWork } from "../views/context.jsx";
import { Bars, Grid, Said, Slider, Waiting, number, signed } from "../views/parts.jsx";
import { FIGURE, countsBehind, designOf, facts, published, questions, rowOf } from "./design.js";
import { isTotal } from "./tables.js";

/** @import { Desk, LessonBody } from "../types.js" */

function Story() {
  return (
    <>
      <p>A p-table says how far each count may move, and how often. Its designer chooses the largest change, the variance, and small figures that never appear.</p>
      <p>Much noise protects people and hurts the figures. Little noise does the opposite. Move the sliders, and watch what a reader can conclude from a {FIGURE}.</p>
    </>
  );
}

/** @param {{ desk: Desk }} props */
function Play({ desk }) {
  const design = designOf(desk.state);
  const count = whole(desk.state.count, 1, 12, 3);
  const made = useWork(async () => {
    const workshop = await desk.workshop();
    // An impossible design has the words of the engine.
    const designed = workshop.design(design);
    const { text } = workshop.file(design, "ptable");
    return { designed, table: await published(desk, text, `${Object.values(design).join("-")}.csv`) };
  }, [design, desk.seed]);
  const set = (/** @type {string} */ name) => (/** @type {number} */ value) => desk.set({ [name]: String(value) });
  return (
    <>
      <div class="learn-sliders">
        <Slider label="Largest change" name="change" value={design.maxChange} min={1} max={8} onValue={set("change")} />
        <Slider label="Variance of the noise" name="variance" value={design.variance} min={0.25} max={6} step={0.25} onValue={set("variance")} shown={number(design.variance, 2)} />
        <Slider label="Figures from 1 up that never appear" name="blocked" value={design.blocked} min={0} max={4} onValue={set("blocked")} shown={design.blocked === 0 ? "none" : `1 to ${design.blocked}`} />
      </div>
      {made.error && <p class="notice notice-error" role="alert" data-part="impossible">This p-table is impossible: {made.error}</p>}
      {!made.value && !made.error && <Waiting />}
      {made.value && (
        <>
          <Slider label="A count" name="count" value={count} min={1} max={12} onValue={set("count")} />
          <div class="learn-two">
            <Bars caption={`What a count of ${count} is published as`} bars={rowOf(made.value.designed, count).map(({ noise, value, probability }) => ({ name: String(value), value: probability, text: `${number(100 * probability, 1)} % (${signed(noise) || "0"})`, mark: noise === 0 ? "found" : undefined }))} />
            <Bars caption={`What a published ${FIGURE} can stand for, if all counts are equally likely`} bars={countsBehind(made.value.designed, FIGURE, design.maxChange).map(({ count: each, probability }) => ({ name: String(each), value: probability, text: `${number(100 * probability, 1)} %` }))} />
          </div>
          <Grid name="designed" caption="Persons by area and long-term illness, with your p-table" corner="Area" columns={made.value.table.open.columns.map(({ label }) => label)}
            rows={made.value.table.shown.lines.map(({ codes, values }, row) => ({ head: codes[0].label, cells: values.map((value, column) => ({ text: value === null ? "–" : number(value), mark: value !== made.value?.table.open.lines[row].values[column] ? "changed" : isTotal(codes[0]) ? "total" : undefined })) }))} />
          <Said>{made.value.table.changed} of {made.value.table.cells} figures differ from the true counts. Marked figures changed.</Said>
        </>
      )}
    </>
  );
}

/** @type {LessonBody} */
export const body = {
  facts, questions, Story, Play,
  sources: [
    { paper: "Shlomo, Antal and Elliot 2015, Journal of Official Statistics 31(2)", page: "section 3.3", says: "perturbation by a transition matrix." },
    { paper: "ONS 2024, comparison of post-tabular methods", page: "the section on the p-table", says: "largest change, variance, and small counts that do not appear." },
  ],
};
