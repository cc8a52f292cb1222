// Lesson 1 on the screen.

import { Grid, Said, number } from "../views/parts.jsx";
import { facts, findAt, questions } from "./small-counts.js";

/** @import { Desk, Facts, LessonBody } from "../types.js" */

/** @param {{ facts: Facts }} props */
function Story({ facts: { area, sex } }) {
  return (
    <>
      <p>An office publishes a table of {sex.label.toLowerCase()} persons in “{area.label}”: age and long-term illness. There are no names in it. The office thinks that this is enough.</p>
      <p>A neighbour reads the table. The neighbour knows who lives here, and how old they are. Two kinds of cells tell the neighbour something new.</p>
    </>
  );
}

/** @param {{ desk: Desk, facts: Facts }} props */
function Play({ desk, facts: known }) {
  const clicked = cellOf(desk.state.cell, known);
  const found = new Set((desk.state.found ?? "").split(",").filter(Boolean));
  const choose = (/** @type {number} */ row, /** @type {number} */ column) => {
    const kind = findAt(known, row, column);
    if (kind === "one" || kind === "same") found.add(kind);
    desk.set({ cell: `${row},${column}`, found: [...found].join(",") });
  };
  return (
    <>
      <ol class="learn-tasks">
        <li data-done={found.has("one")}>Choose a cell with a person who is alone in it.</li>
        <li data-done={found.has("same")}>Choose a cell with everybody of its line, two people or more.</li>
      </ol>
      <div class="learn-beside">
        <Grid
          name="small-counts" caption={`${known.sex.label} persons in ${known.area.label}`} corner="Age" columns={known.answers} onChoose={choose}
          rows={known.bands.map((/** @type {string} */ band, /** @type {number} */ row) => ({
            head: band,
            cells: known.rows[row].map((/** @type {number} */ count, /** @type {number} */ column) => {
              const kind = findAt(known, row, column);
              const isFound = clicked?.[0] === row && clicked[1] === column && (kind === "one" || kind === "same");
              const isWrong = clicked?.[0] === row && clicked[1] === column && kind === "none";
              return { text: number(count), mark: kind === "total" ? "total" : isFound ? "found" : isWrong ? "wrong" : undefined, label: kind === "total" ? undefined : `${band}, ${known.answers[column]}: ${count}` };
            }),
          }))}
        />
        <Said kind={clicked && findAt(known, ...clicked) !== "none" ? "good" : "plain"}>{clicked ? sayOf(known, ...clicked) : ""}</Said>
      </div>
    </>
  );
}

/** The cell of the address, if the table has this cell. @param {string | undefined} text @param {Facts} facts @returns {[number, number] | undefined} */
function cellOf(text, { rows, lastAnswer }) {
  const [row, column] = (text ?? "").split(",").map(Number);
  return Number.isInteger(row) && row >= 0 && row < rows.length - 1 && Number.isInteger(column) && column >= 0 && column < lastAnswer ? [row, column] : undefined;
}

/** @param {Facts} facts @param {number} row @param {number} column */
function sayOf(facts, row, column) {
  const [band, answer, count, all] = [facts.bands[row], facts.answers[column], facts.rows[row][column], facts.rows[row][facts.lastAnswer]];
  switch (findAt(facts, row, column)) {
    case "one":
      return all === 1
        ? `Only one person is aged ${band}. Whoever knows this person learns the answer: “${answer}”.`
        : `One of ${all} persons aged ${band} answered “${answer}”. This person is alone in the cell. Whoever knows the ${all === 2 ? "answer of the other person" : `answers of the ${all - 1} others`} learns this answer too.`;
    case "same":
      return `${all === 2 ? "Both" : `All ${all}`} persons aged ${band} answered “${answer}”. Whoever knows one of them learns the answer. This is the 100 % cell: all people of the line are in one cell. The count need not be small.`;
    default:
      return count === 0
        ? "Nobody is in this cell. So everybody of this line gave another answer."
        : `${count} of ${all} persons are in this cell. A neighbour who knows one of the ${all} cannot be sure which answer this person gave, but may guess well.`;
  }
}

/** @type {LessonBody} */
export const body = {
  facts, questions, Story, Play,
  sources: [
    { paper: "ABS 2005, Wooton and Fraser (1352.0.55.072)", page: "page 11", says: "the 100 % cell: a row or column with one cell that is not zero." },
    { paper: "Shlomo, Antal and Elliot 2015, Journal of Official Statistics 31(2)", page: "section 1", says: "identity disclosure by small counts, and attribute disclosure by zeros." },
  ],
};
