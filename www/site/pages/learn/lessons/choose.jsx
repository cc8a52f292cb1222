// Lesson 8 on the screen: the map, the limits of an agency, and the reader's defence.

import { answerOf, answered } from "../progress.js";
import { usePage } from "../views/context.jsx";
import { Choices, Grid, Said } from "../views/parts.jsx";
import { facts, keeps, questions } from "./choose.js";

/** @import { Desk, Facts, LessonBody } from "../types.js" */
/** @import { Brief, Point } from "./choose.js" */

const MOST_LETTERS = 500;

function Story() {
  return (
    <>
      <p>No method is best for everyone. Each has a risk, and leaves some utility. The map shows both for eight methods, measured on your table. The risk is that of this one table: attacks that combine tables are left out.</p>
      <p>You advise an agency. Choose the agency and a method, see whether the method keeps the agency’s limits, and write down why you would defend it.</p>
    </>
  );
}

/** @param {{ desk: Desk, facts: Facts }} props */
function Play({ desk, facts: { points, briefs } }) {
  const page = usePage();
  /** @type {Brief} */
  const brief = briefs.find((/** @type {Brief} */ { id }) => id === desk.state.brief) ?? briefs[0];
  /** @type {Point | undefined} */
  const chosen = points.find((/** @type {Point} */ { id }) => id === desk.state.method);
  return (
    <>
      <Choices legend="The agency" name="brief" value={brief.id} onValue={(id) => desk.set({ brief: id })} options={briefs.map((/** @type {Brief} */ { id, title }) => [id, title])} />
      <p><strong>{brief.says}</strong> Limits: a risk of at most {brief.risk.toFixed(3)}, a utility of at least {brief.utility.toFixed(3)}.</p>
      <div class="learn-two">
        <Map points={points} brief={brief} chosen={chosen?.id} />
        <Grid name="methods" caption="Methods with risk and utility" corner="Method" columns={["Risk", "Utility"]}
          rows={points.map((/** @type {Point} */ point, /** @type {number} */ at) => ({ head: `${at + 1}. ${point.label}`, cells: [{ text: point.risk.toFixed(3), mark: point.risk <= brief.risk ? "found" : undefined }, { text: point.utility.toFixed(3), mark: point.utility >= brief.utility ? "found" : undefined }] }))} />
      </div>
      <label class="learn-field"><span>Your method</span>
        <select value={chosen?.id ?? ""} onChange={(event) => desk.set({ method: event.currentTarget.value || undefined })} data-choice="method">
          <option value="">Choose a method</option>
          {points.map((/** @type {Point} */ { id, label }) => <option key={id} value={id}>{label}</option>)}
        </select>
      </label>
      <Said kind={!chosen ? "plain" : keeps(chosen, brief) ? "good" : "wrong"}>{!chosen ? "" : keeps(chosen, brief) ? "This method keeps both limits." : `This method has ${chosen.risk > brief.risk ? "too much risk" : "too little utility"} for this agency.`}</Said>
      <label class="learn-field"><span>Why would you defend this method?</span>
        <textarea rows={4} maxLength={MOST_LETTERS} value={answerOf(page.progress, page.reader, "choose", "defence")?.given ?? ""} onInput={(event) => page.keep(answered(page.progress, page.reader, { lesson: "choose", question: "defence", given: event.currentTarget.value, right: null }))} data-part="defence" />
      </label>
      <p class="hint">Your text stays on this device, and is saved with your answers.</p>
    </>
  );
}

const SIZE = 320;
const EDGE = 46;

/** @param {{ points: Point[], brief: Brief, chosen?: string }} props */
function Map({ points, brief, chosen }) {
  const risks = [...points.map(({ risk }) => risk), Math.min(brief.risk, 1)];
  const utilities = [...points.map(({ utility }) => utility), brief.utility];
  const span = (/** @type {number[]} */ values) => { const [least, most] = [Math.min(...values), Math.max(...values)]; const room = (most - least || 0.1) * 0.08; return [least - room, most + room]; };
  const [[leastRisk, mostRisk], [leastUtility, mostUtility]] = [span(risks.filter((value) => value < 1 || brief.risk < 1)), span(utilities)];
  const x = (/** @type {number} */ risk) => EDGE + ((risk - leastRisk) / (mostRisk - leastRisk)) * (SIZE - EDGE - 10);
  const y = (/** @type {number} */ utility) => 10 + ((mostUtility - utility) / (mostUtility - leastUtility)) * (SIZE - EDGE - 10);
  const right = Math.min(x(Math.min(brief.risk, mostRisk)), SIZE - 10);
  return (
    <svg class="learn-map" viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label="Map of risk and utility. The table beside it has the same figures.">
      <rect class="learn-inside" x={EDGE} y={10} width={Math.max(right - EDGE, 0)} height={Math.max(y(brief.utility) - 10, 0)} />
      <line x1={EDGE} x2={SIZE - 10} y1={SIZE - EDGE} y2={SIZE - EDGE} /><line x1={EDGE} x2={EDGE} y1={10} y2={SIZE - EDGE} />
      <text x={(SIZE + EDGE) / 2} y={SIZE - 10} text-anchor="middle">Risk →</text>
      <text x={14} y={(SIZE - EDGE) / 2} text-anchor="middle" transform={`rotate(-90 14 ${(SIZE - EDGE) / 2})`}>Utility →</text>
      {points.map((point, at) => <g key={point.id} data-chosen={point.id === chosen}><circle cx={x(point.risk)} cy={y(point.utility)} r={10} /><text x={x(point.risk)} y={y(point.utility) + 4} text-anchor="middle">{at + 1}</text></g>)}
    </svg>
  );
}

/** @type {LessonBody} */
export const body = {
  facts, questions, Story, Play,
  sources: [
    { paper: "Shlomo, Antal and Elliot 2015, Journal of Official Statistics 31(2)", page: "section 4", says: "the risk R from entropies, and the utility from Hellinger’s distance." },
    { paper: "ONS 2024, comparison of post-tabular methods", page: "sections 5 and 6", says: "noise and utility of perturbation and of the 10-5 rule." },
  ],
};
