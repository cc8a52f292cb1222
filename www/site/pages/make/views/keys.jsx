// Step 3: the record keys: a column of the file, or keys that the page draws.

import { useState } from "preact/hooks";
import { withUse } from "../draft.js";
import { words } from "../words.js";
import { usePage } from "./context.jsx";
import { Failure, Heading, OwnText, ProblemText, Progress, Select } from "./parts.jsx";
import { stepOf } from "../steps.js";

/** @import { Column } from "../types.js" */

const text = words.keys;

/** Columns that may hold keys: numbers with many values. @param {Column} column */
const possible = ({ kind, use }) => use === "key" || kind === "key" || kind === "identifier" || kind === "number";

/** Keeps the keys of an earlier delivery. */
function Earlier() {
  const { store, actions } = usePage();
  const [file, setFile] = useState(/** @type {File | undefined} */ (undefined));
  const columns = store.draft.value?.columns.map(({ name }) => name) ?? [];
  const [id, setId] = useState(store.draft.value?.columns.find(({ kind }) => kind === "identifier")?.name ?? columns[0] ?? "");
  return (
    <details class="make-earlier">
      <summary>{text.earlier}</summary>
      <p class="hint">{text.earlierHint}</p>
      <div class="make-form">
        <label class="make-field"><span>{text.earlierFile}</span><input type="file" accept=".csv,.gz,.parquet" onChange={(event) => setFile(event.currentTarget.files?.[0])} /></label>
        <Select label={text.earlierId} value={id} options={columns.map((name) => /** @type {[string, string]} */ ([name, name]))} onValue={setId} />
      </div>
      <button type="button" disabled={!file || store.isBusy()} onClick={() => { if (file) void actions.drawKeys({ file, id }); }} data-part="keep">{text.keepDraw}</button>
    </details>
  );
}

export function KeysStep() {
  const { store, actions } = usePage();
  const draft = store.draft.value;
  const key = store.keyColumn.value;
  const problems = store.problems.value.filter((problem) => stepOf(problem, key) === "keys");
  const busy = store.isBusy();
  const keyed = store.records.value?.files ?? [];
  const candidates = draft?.columns.filter(possible) ?? [];
  return (
    <>
      {store.own.value ? <OwnText title={text.title} /> : <Heading title={text.title} lead={text.lead} />}
      {draft && !store.own.value && (
        <>
          <p class="make-said" data-part="key">{key !== null ? text.found(key) : text.none}</p>
          {problems.length > 0 && <ul class="make-problems">{problems.map((problem, at) => <li key={at} data-severity={problem.severity}><ProblemText problem={problem} /></li>)}</ul>}
          {candidates.length > 0 && (
            <div class="make-narrow"><Select label={text.choose} value={key ?? ""} options={[["", text.noColumn], ...candidates.map(({ name }) => /** @type {[string, string]} */ ([name, name]))]} onValue={(name) => {
              store.edit((now) => (name ? withUse(now, name, "key") : key !== null ? withUse(now, key, "left-out") : now));
              actions.checkSoon();
            }} /></div>
          )}
        </>
      )}
      {store.records.value?.origin !== "keyed" && key === null && !store.own.value && (
        <div class="make-card">
          <button type="button" class="primary" disabled={busy} onClick={() => void actions.drawKeys()} data-part="draw">{text.draw}</button>
          <p>{text.drawHint}</p>
          <Earlier />
        </div>
      )}
      <Progress kinds={["keys", "check"]} />
      <Failure step="keys" />
      {store.records.value?.origin === "keyed" && (
        <div class="make-card" data-part="keyed">
          <p>{text.drawn(draft?.rows ?? 0, keyed.map(({ name }) => name))} {text.keep(keyed.length)}</p>
          <button type="button" onClick={() => actions.saveRecords()}>{text.again(keyed.length)}</button>
        </div>
      )}
      <p class="make-prose">{text.who} {text.second}</p>
      <p class="hint">{text.guide}</p>
    </>
  );
}
