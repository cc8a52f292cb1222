// The facts about a table: its method, its dataset, what the files disclose, its measures, and the check of a receipt.

import { useEffect, useRef, useState } from "preact/hooks";
import { pretabularInWords } from "../../words/pretabular.js";
import { captionOf, errorInWords } from "../captions.js";
import { useBuilder } from "../views/context.jsx";
import { LoadsAll } from "./long.jsx";
import { measuredSteps } from "./steps.js";

/** @import { Verdict } from "../../api/types.js" */
/** @import { BuilderWords } from "../../words/builder/en.js" */

/** The largest table that the page measures. Each method needs another pass over all cells. */
const MEASURED_CELLS = 200_000;

export function AboutPanel() {
  const { store, links, words } = useBuilder();
  const { about: say } = words;
  const cube = store.cube.value;
  const shown = store.shown.value;
  if (!cube) return null;
  const method = shown?.table.method;
  const facts = /** @type {const} */ ([[say.facts.unit, cube.unit], [say.facts.period, cube.period], [say.facts.source, cube.source], [say.facts.licence, cube.licence], [say.facts.contact, cube.contact], [say.facts.release, words.result.releaseName[cube.release]]]);
  return (
    <div class="cv-about">
      {method && (
        <section data-part="method-card">
          <h3>{say.method}</h3>
          <p>{[shown.designed, words.methodText(method.text, words.table)].filter(Boolean).join(" ")}</p>
          {method.card.title !== "" && (
            <details class="cv-details"><summary>{method.card.title}</summary>
              <p>{method.card.summary}</p>
              <p>{say.properties(propertiesInWords(method.properties, words).join("; "))}</p>
              <p>{say.notAgainst}</p>
              <ul>{method.card.protectsNot.map((line) => <li key={line}>{line}</li>)}</ul>
              <p>{say.source(method.card.source)}</p>
            </details>
          )}
        </section>
      )}
      <section data-part="data">
        <h3>{say.data}</h3>
        <p><strong>{cube.title}</strong>. {say.madeFrom(say.kinds[cube.data])}</p>
        <Steps />
        {cube.notes.map((note) => <p key={note}>{note}</p>)}
        <dl class="cv-facts">{facts.filter(([, value]) => value).map(([term, value]) => <div key={term}><dt>{term}</dt><dd>{value}</dd></div>)}</dl>
      </section>
      <section data-part="exposure">
        <h3>{say.exposure}</h3>
        {exposure(cube, words).map((text) => <p key={text}>{text}</p>)}
      </section>
      {shown && <Measures />}
      {shown && links.measures && cube.mayReveal && <p><a data-part="measures-link" href={links.measures(shown.selection)}>{say.steps}</a></p>}
      <Check />
    </div>
  );
}

/** The steps that changed records before they were counted. */
function Steps() {
  const { store, words } = useBuilder();
  const lines = pretabularInWords(store.cube.value?.manifest.pretabular, words.table, words.locale);
  return lines.length ? <ul data-part="steps">{lines.map((line) => <li key={line}>{line}</li>)}</ul> : null;
}

/** What an attacker can learn from the files. @param {import("../../choice/types.js").Cube} cube @param {BuilderWords} words */
function exposure(cube, { about: say }) {
  if (cube.release === "sealed") return say.sealed;
  if (cube.release === "preprotected") return say.preprotected;
  return cube.data === "confidential" ? [say.keyed, say.keyedInside] : [say.keyed, say.keyedFit(cube.data === "synthetic"), say.keyedNever];
}

function Measures() {
  const { store, words } = useBuilder();
  const { about: say } = words;
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [said, setSaid] = useState("");
  const [of, setOf] = useState(/** @type {object | undefined} */ (undefined));
  const shown = store.shown.value;
  if (!shown) return null;
  const { cube, table, designed } = shown;
  if (table.values.length > MEASURED_CELLS) return <section data-part="measures"><h3>{say.steps}</h3><p>{say.tooLarge}</p></section>;
  const measure = async () => {
    setSaid(say.measuring);
    try {
      await cube.complete();
      const { cards, more, said } = await measuredSteps({ cube, table, designed });
      const list = document.createElement("ol");
      list.className = "cv-steps";
      list.append(...cards);
      place.current?.replaceChildren(list, ...more);
      setOf(table);
      setSaid(said);
    } catch (error) {
      setSaid(errorInWords(error, words).text);
    }
  };
  return (
    <section data-part="measures">
      <h3>{say.steps}</h3>
      {of !== table && <LoadsAll />}
      {of !== table && <button type="button" data-part="measure" onClick={() => void measure()}>{cube.mayReveal ? say.measure : say.publisherMeasures}</button>}
      <p class="cv-hint" role="status">{said}</p>
      <div ref={place} hidden={of !== table} />
    </section>
  );
}

function Check() {
  const { store, id, words } = useBuilder();
  const { about: say } = words;
  const [result, setResult] = useState(/** @type {{ good?: boolean, mark: string, text: string } | undefined} */ (undefined));
  const asked = useRef(0);

  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  async function check(event) {
    event.preventDefault();
    const question = ++asked.current;
    const files = /** @type {HTMLInputElement[]} */ ([...event.currentTarget.querySelectorAll("input[type=file]")]);
    setResult({ mark: say.checking, text: "" });
    try {
      if (!cube) return;
      const [table, receipt] = await Promise.all(files.map(bytesOf));
      const verdict = await cube.verify(table, receipt);
      if (question === asked.current) setResult(inWords(verdict, words));
    } catch (error) {
      if (question === asked.current) setResult({ mark: say.notChecked, text: errorInWords(error, words).text });
    }
  }

  const clear = () => {
    asked.current++;
    setResult(undefined);
  };
  // A result holds for one dataset.
  const cube = store.cube.value;
  useEffect(clear, [cube]);
  return (
    <section data-part="check">
      <h3>{say.check}</h3>
      <p>{say.checkHint}</p>
      <form class="cv-check-form" onSubmit={(event) => void check(/** @type {any} */ (event))}>
        <label htmlFor={`${id}-check-table`}>{say.checkTable}</label>
        <input id={`${id}-check-table`} data-part="check-table" type="file" accept=".csv,text/csv" required onChange={clear} />
        <label htmlFor={`${id}-check-receipt`}>{say.checkReceipt}</label>
        <input id={`${id}-check-receipt`} data-part="check-receipt" type="file" accept=".json,application/json" required onChange={clear} />
        <button type="submit">{say.checkButton}</button>
      </form>
      <p role="status" data-part="check-result" class={result?.good === undefined ? "" : result.good ? "cv-good" : "cv-bad"}>{result && <><strong>{result.mark}</strong> {result.text}</>}</p>
    </section>
  );
}

/** @param {Verdict} verdict @param {BuilderWords} words */
function inWords(verdict, words) {
  const { about: say } = words;
  if (verdict.ok) return { good: true, mark: say.genuine, text: say.matches(captionOf(verdict.table, words)) };
  return { good: verdict.reason === "not-rebuilt" ? undefined : false, mark: verdict.reason === "not-rebuilt" ? say.notChecked : say.failed, text: say.verdicts[verdict.reason] };
}

/** @param {HTMLInputElement} input */
async function bytesOf({ files }) {
  const file = files?.[0];
  // The form requires both files, but a file can disappear or become unreadable.
  if (!file) throw Object.assign(new Error("no file is chosen"), { code: "no-file" });
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw Object.assign(new Error(`${file.name} cannot be read`, { cause }), { code: "no-file" });
  }
}

/** Lists the properties of a method in words. Omits properties that depend on a file that is not loaded yet. @param {import("../../choice/types.js").Table["method"]["properties"]} properties @param {BuilderWords} words */
function propertiesInWords({ consistent, consistentTotals, additive, unbiased, keepsZeros, gainOfEmptyCells, largestChange }, { properties: say }) {
  return [
    consistent ? (consistentTotals ? say.consistent : say.exceptTotals) : say.inconsistent,
    additive ? say.additive : say.notAdditive,
    unbiased === null ? "" : unbiased ? say.unbiased : say.biased,
    keepsZeros === null ? "" : keepsZeros ? say.keepsZeros : gainOfEmptyCells === null ? say.fillsZeros : say.gain(gainOfEmptyCells),
    largestChange === null ? "" : say.largestChange(largestChange),
  ].filter(Boolean);
}
