// The result of a run: the score, and each attack step by step.

import { ATTACKS } from "./attacks.js";
import { Cells } from "./cells.jsx";
import { inWords } from "./run.js";

/** @import { AuditFinding } from "../../../../api/audit.js" */
/** @import { Cube } from "../../../shell/types.js" */
/** @import { Attack, Score } from "./attacks.js" */
/** @import { Run } from "./run.js" */

const number = (/** @type {number} */ value) => value.toLocaleString("en-GB");

/** The earlier score of the same attack, to compare with. @param {{ run: Run, cube: Cube, before?: Run }} props */
export function Result({ run, cube, before }) {
  const { report, scores, ms, cells } = run;
  return (
    <div class="lab-result" data-part="lab-result">
      <p class="lab-summary"><strong>{number(report.views.length)} tables with {number(cells)} cells</strong>, attacked in {(ms / 1000).toFixed(1)} seconds. The choice: {inWords(run.setup)}. {run.correction && <Corrected run={run} cube={cube} />}</p>
      <div class="lab-cells" tabIndex={0} role="region" aria-label="Score of the attacks">
        <table data-part="lab-score">
          <caption>Score: what the attacker claims, and what is true</caption>
          <thead><tr><th scope="col">Attack</th><th scope="col" class="lab-number">Claims</th><th scope="col" class="lab-number">Right</th><th scope="col" class="lab-number">Wrong</th>{before && <th scope="col" class="lab-number">Right before</th>}<th scope="col">Release limit</th></tr></thead>
          <tbody>
            {ATTACKS.map((attack) => {
              const score = scores[attack.finding];
              return (
                <tr key={attack.finding} data-attack={attack.finding}>
                  <th scope="row"><a href={`#attack-${attack.finding}`} onClick={(event) => show(event, attack.finding)}>{attack.title}</a></th>
                  {score ? <><td class="lab-number">{number(score.claims)}</td><td class="lab-number">{number(score.right)}</td><td class="lab-number">{score.wrong === null ? "–" : number(score.wrong)}</td></> : <td colSpan={3} class="lab-number">not tested</td>}
                  {before && <td class="lab-number">{before.scores[attack.finding] ? number(/** @type {Score} */ (before.scores[attack.finding]).right) : "–"}</td>}
                  <td>{outcome(report, attack)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p class="hint">The audit of the command line has {number(report.findings.length)} findings. These {ATTACKS.length} are those with claims about people. A finding over its limit fails the audit. “–”: the audit does not count these.</p>
      {ATTACKS.map((attack) => <Card key={attack.finding} attack={attack} run={run} cube={cube} />)}
    </div>
  );
}

/** Opens the card of an attack. The address keeps the choice of the laboratory. @param {Event} event @param {string} finding */
function show(event, finding) {
  event.preventDefault();
  const card = /** @type {HTMLDetailsElement | null} */ (document.getElementById(`attack-${finding}`));
  if (!card) return;
  card.open = true;
  card.scrollIntoView({ block: "nearest" });
  card.querySelector("summary")?.focus();
}

/** @param {Run["report"]} report @param {Attack} attack */
function outcome(report, { finding: name }) {
  const finding = report.findings.find((each) => each.name === name);
  if (!finding || name in report.reasons && finding.passes) return "not tested";
  if (report.nothing_at_risk.includes(name)) return "nothing at risk";
  return finding.passes ? "within the limit" : "over the limit";
}

/** @param {{ run: Run, cube: Cube }} props */
function Corrected({ run: { correction }, cube }) {
  if (!correction) return null;
  const health = cube.dimensions.find(({ name }) => name === "health");
  const label = (/** @type {string} */ code) => health?.codes.find((each) => each.code === code)?.label ?? code;
  return <span data-part="correction">Between the two releases, one person of {correction.age} in area {correction.area} changed from “{label(correction.before)}” to “{label(correction.after)}”.</span>;
}

/** @param {{ attack: Attack, run: Run, cube: Cube }} props */
function Card({ attack, run, cube }) {
  const finding = run.report.findings.find(({ name }) => name === attack.finding);
  const score = run.scores[attack.finding];
  const why = run.report.reasons[attack.finding];
  return (
    <details class="lab-card" id={`attack-${attack.finding}`} data-card={attack.finding}>
      <summary>{attack.title}{score && <span class="lab-short">{number(score.right)} right{score.wrong === null ? "" : `, ${number(score.wrong)} wrong`}</span>}</summary>
      <dl class="lab-facts">
        <dt>Knows</dt><dd>The method, all published tables. {attack.knows}</dd>
        <dt>Does</dt><dd>{attack.does}</dd>
        <dt>Claims</dt><dd>{attack.claim}</dd>
      </dl>
      {finding?.example?.steps?.length && score?.right ? <Steps attack={attack} finding={finding} cube={cube} /> : <p>{why ? `Not tested: ${why}.` : "The attacker makes no right claim here."}</p>}
      {finding && <p class="hint">{finding.says}</p>}
    </details>
  );
}

/** @param {{ attack: Attack, finding: AuditFinding, cube: Cube }} props */
function Steps({ attack, finding: { example, remedy }, cube }) {
  return (
    <>
      <h3>One claim, step by step</h3>
      <ol class="lab-steps">
        {example?.steps?.map(({ says, cells }, at) => <li key={at}><p>{says}</p><Cells cube={cube} cells={cells} label={`${attack.title}, values of step ${at + 1}`} /></li>)}
        <li class="lab-truth"><p><strong>The truth:</strong> {example?.truth}.</p></li>
      </ol>
      <p class="hint"><strong>What a publisher can do:</strong> {remedy}</p>
    </>
  );
}

/** The earlier runs, so that a change of the choice can be judged. @param {{ runs: Run[] }} props */
export function Runs({ runs }) {
  if (runs.length < 2) return null;
  return (
    <section class="lab-runs" aria-labelledby="lab-runs-title">
      <h3 id="lab-runs-title">Your runs</h3>
      <div class="lab-cells" tabIndex={0} role="region" aria-labelledby="lab-runs-title">
        <table>
          <thead><tr><th scope="col">Run</th>{ATTACKS.map(({ finding, title }) => <th key={finding} scope="col">{title}</th>)}</tr></thead>
          <tbody>
            {runs.map((run, at) => (
              <tr key={at}>
                <th scope="row">{inWords(run.setup)}</th>
                {ATTACKS.map(({ finding }) => { const score = run.scores[finding]; return <td key={finding} class="lab-number">{score ? `${number(score.right)} of ${number(score.claims)}` : "–"}</td>; })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="hint">Each figure: right claims of all claims.</p>
    </section>
  );
}
