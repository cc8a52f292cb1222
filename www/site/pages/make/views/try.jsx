// Step 7: the table builder on the new dataset, and the audit of the tables to publish.

import { useEffect, useRef, useState } from "preact/hooks";
import { used } from "../draft.js";
import { sourceOf } from "../engine.js";
import { words } from "../words.js";
import { usePage } from "./context.jsx";
import { Failure, Heading, Progress, Select } from "./parts.jsx";

/** @import { AuditFinding } from "../../../../api/audit.js" */
/** @import { CellveilBuilder } from "../../../../builder/builder.jsx" */
/** @import { Built } from "../store.js" */

const text = words.try;

export function TryStep() {
  const { store } = usePage();
  const built = store.built.value;
  if (!built) {
    return <><Heading title={text.title} /><p class="notice">{text.nothing}</p><p><button type="button" onClick={() => store.go("build")}>{words.build.goTo(words.steps.build)}</button></p></>;
  }
  return (
    <>
      <Heading title={text.title} lead={text.lead} />
      {!store.isBuilt.value && <p class="notice">{words.build.outdated}</p>}
      <Builder key={built.version} built={built} />
      <Audit />
    </>
  );
}

/** The element of the package, on the files in memory. @param {{ built: Built }} props */
function Builder({ built }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [error, setError] = useState("");
  useEffect(() => {
    /** @type {{ close(): void } | undefined} */
    let cube;
    let closed = false;
    (async () => {
      const [{ openCube }] = await Promise.all([import("../../../cellveil/js/index.js"), import("../../../cellveil/js/builder.js")]);
      const open = await openCube(sourceOf(built.files));
      if (closed) return open.close();
      cube = open;
      const builder = /** @type {CellveilBuilder} */ (/** @type {unknown} */ (document.createElement("cellveil-builder")));
      builder.cube = /** @type {any} */ (open);
      place.current?.replaceChildren(builder);
    })().catch((cause) => setError(cause.message));
    return () => {
      closed = true;
      cube?.close();
    };
  }, [built]);
  return (
    <>
      {error && <p class="notice notice-error" role="alert">{error}</p>}
      <div class="make-builder" ref={place} />
    </>
  );
}

function Audit() {
  const { store, actions } = usePage();
  const now = store.audited.value;
  const draft = store.draft.value;
  const variables = draft ? used(draft).length : 4;
  return (
    <section class="make-audit" aria-labelledby="audit-title">
      <h3 id="audit-title">{text.audit}</h3>
      <p class="make-prose">{text.auditLead}</p>
      <div class="make-run">
        <Select label={text.most} value={String(Math.min(store.most.value, variables))} options={[1, 2, 3, 4].filter((each) => each <= variables).map((each) => [String(each), text.variables(each)])} onValue={(value) => { store.most.value = Number(value); }} />
        <button type="button" onClick={() => void actions.audit()} disabled={store.isBusy()} data-part="audit">{text.run}</button>
        <Progress kinds={["audit"]} />
      </div>
      <Failure step="try" />
      {now && <Report />}
    </section>
  );
}

function Report() {
  const { store } = usePage();
  const { report } = /** @type {NonNullable<typeof store.audited.value>} */ (store.audited.value);
  const over = report.findings.filter(({ passes }) => !passes);
  return (
    <div data-part="verdict">
      <p class={report.passes ? "make-good" : "wrong"}><strong>{report.passes ? text.passes : text.fails}</strong> {report.verdict}</p>
      <div class="make-preview" tabIndex={0} role="region" aria-label={text.findings}>
        <table>
          <thead><tr>{[text.finding, text.outcome, text.figure, text.limit].map((head) => <th key={head} scope="col">{head}</th>)}</tr></thead>
          <tbody>
            {report.findings.map((finding) => (
              <tr key={finding.name} data-passes={finding.passes}>
                <th scope="row">{finding.name}</th><td>{finding.passes ? text.within : text.over}</td><td>{figureOf(finding)}</td><td>{limitOf(finding)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {over.length > 0 && <><h4>{text.remedy}</h4><ul class="make-notes">{over.map(({ name, remedy }) => <li key={name}><strong>{name}</strong>: {remedy}</li>)}</ul></>}
      {report.untested.length > 0 && <details><summary>{text.untested}</summary><ul class="make-notes">{Object.entries(report.reasons).map(([name, why]) => <li key={name}><strong>{name}</strong>: {why}</li>)}</ul></details>}
      <p class="hint">{text.caveat}</p>
    </div>
  );
}

/** @param {number} share */
const percent = (share) => `${Number((100 * share).toFixed(2))} %`;
/** @param {AuditFinding} finding */
const figureOf = ({ figures: [{ value, of, all }] }) => (of === undefined ? String(Number(value.toPrecision(4))) : `${percent(value)} (${of} of ${all})`);
/** @param {AuditFinding} finding */
const limitOf = ({ figures, limit }) => (figures[0].of === undefined ? String(limit) : percent(limit));
