// The laboratory: the attacks of the audit on the reader's own choice of dataset, method and tables.

import { useEffect, useRef, useState } from "preact/hooks";
import { CENSUS, openDataset } from "./datasets.js";
import { METHODS } from "./methods.js";
import { Repeated } from "./repeated.jsx";
import { Result, Runs } from "./result.jsx";
import { attack } from "./run.js";
import { HOUSEHOLDS, MOST_CELLS, NO_AXES, SIZES, SWAPS, axesOf, cellsOf, fitting, setupOf } from "./setup.js";
import { listCubes } from "../../../shell/catalogue.js";

/** @import { Cube } from "../../../shell/types.js" */
/** @import { Progress, Run } from "./run.js" */
/** @import { Axis, Setup } from "./setup.js" */

/** The number of earlier runs in the list. */
const MOST_RUNS = 6;
/**
 * @param {{ state: Record<string, string>, set: (changes: Record<string, string | undefined>) => void, seed: number }} props
 */
export function Lab({ state, set, seed }) {
  const asked = setupOf(state, seed);
  const [cube, setCube] = useState(/** @type {Cube | undefined} */ (undefined));
  const [hasCensus, setHasCensus] = useState(false);
  const [progress, setProgress] = useState(/** @type {Progress | undefined} */ (undefined));
  const [runs, setRuns] = useState(/** @type {{ run: Run, cube: Cube }[]} */ ([]));
  const [said, setSaid] = useState("");
  const [failed, setFailed] = useState("");
  /** The number of all runs, for the tests. */
  const [ended, setEnded] = useState(0);
  const controller = useRef(/** @type {AbortController | undefined} */ (undefined));

  const axes = cube ? axesOf(cube) : [];
  const setup = cube ? fitting(asked, axes) : asked;

  useEffect(() => { listCubes().then((names) => setHasCensus(names.includes(CENSUS)), () => {}); return () => controller.current?.abort(); }, []);
  useEffect(() => {
    let isCurrent = true;
    setCube(undefined);
    setSaid("");
    openDataset(setup).then((found) => { if (isCurrent) { setCube(found); setFailed(""); } }, (error) => { if (isCurrent) setFailed(`The dataset cannot be opened: ${error.message}`); });
    return () => { isCurrent = false; };
  }, [setup.data, setup.households, setup.seed]);

  async function run() {
    if (!cube) return;
    controller.current?.abort();
    const mine = (controller.current = new AbortController());
    setFailed("");
    setSaid("");
    try {
      const found = await attack(setup, { signal: mine.signal, onprogress: (next) => { if (controller.current === mine) setProgress(next); } });
      if (controller.current !== mine) return;
      setRuns((before) => [{ run: found, cube }, ...before].slice(0, MOST_RUNS));
      setEnded((before) => before + 1);
      setSaid(`The attacks ended: ${found.report.verdict}`);
    } catch (error) {
      if (controller.current !== mine) return;
      if (mine.signal.aborted) setSaid("The attacks were stopped.");
      else setFailed(`The attacks failed: ${/** @type {Error} */ (error).message}`);
    } finally {
      if (controller.current === mine) { controller.current = undefined; setProgress(undefined); }
    }
  }

  const chosen = axes.filter(({ name }) => setup.axes.includes(name));
  const cells = cellsOf(chosen, setup.most);
  const [last, earlier] = runs;
  return (
    <div class="lab" data-runs={ended}>
      <header>
        <h2>Laboratory</h2>
        <p class="lead">Choose tables and a method. Then attack them, as a curious reader could. The data are public or invented, so the truth may stand beside each claim.</p>
      </header>
      <Form setup={setup} set={set} axes={axes} hasCensus={hasCensus} isDisabled={progress !== undefined} />
      <div class="lab-run">
        <button type="button" class="primary" onClick={() => void run()} disabled={!cube || progress !== undefined || chosen.length === 0 || cells > MOST_CELLS} data-part="lab-run">Attack these tables</button>
        {progress && <button type="button" onClick={() => controller.current?.abort()} data-part="lab-stop">Stop</button>}
        <p data-part="lab-cells">{cube ? `${cells.toLocaleString("en-GB")} published cells` : "Making the dataset …"}</p>
      </div>
      {cells > MOST_CELLS && <p class="notice">Too many cells: at most {MOST_CELLS.toLocaleString("en-GB")}. Choose fewer variables, or fewer together.</p>}
      {progress && <Working progress={progress} />}
      <p class="lab-said" role="status">{said}</p>
      {cube && chosen.length === 0 && <p class="notice">Choose at least one variable.</p>}
      {failed && <p class="notice notice-error" role="alert">{failed}</p>}
      {last && <Result key={ended} run={last.run} cube={last.cube} before={earlier?.run} />}
      <Runs runs={runs.map(({ run: each }) => each)} />
      {cube && chosen.length > 0 && <Repeated setup={setup} />}
    </div>
  );
}

/** @param {{ progress: Progress }} props */
function Working({ progress: { stage, done, total, attack: name } }) {
  const text = stage === "make" ? "Making the datasets …" : stage === "files" ? "Reading the tables …" : `Attack ${done + 1} of ${total}: ${name}`;
  return <div class="lab-working" data-part="lab-progress"><progress max={total || 1} value={stage === "attacks" ? done : 0} aria-label="Progress of the attacks" /> <span>{text}</span></div>;
}

/** @param {{ setup: Setup, set: (changes: Record<string, string | undefined>) => void, axes: Axis[], hasCensus: boolean, isDisabled: boolean }} props */
function Form({ setup, set, axes, hasCensus, isDisabled }) {
  const isPeople = setup.data === "people";
  const toggle = (/** @type {string} */ name) => {
    const next = setup.axes.includes(name) ? setup.axes.filter((axis) => axis !== name) : [...setup.axes, name];
    set({ axes: next.join(",") || NO_AXES });
  };
  return (
    <form class="lab-form" onSubmit={(event) => event.preventDefault()}>
      <fieldset disabled={isDisabled}>
        <legend>What is published</legend>
        <div class="lab-fields">
          <Choice label="Dataset" value={setup.data} options={[["people", "Invented people"], ...(hasCensus ? /** @type {[string, string][]} */ ([["census", "Census sample"]]) : [])]} onValue={(data) => set({ data, axes: undefined, swap: undefined, correct: undefined })} name="data" />
          {isPeople && <Choice label="Households" value={String(setup.households)} options={HOUSEHOLDS.map((each) => [String(each), each.toLocaleString("en-GB")])} onValue={(households) => set({ households })} name="households" />}
          <Choice label="Method" value={setup.method} options={METHODS.map(({ id, label }) => [id, label])} onValue={(method) => set({ method })} name="method" />
          <Choice label="Variables in a table" value={String(setup.most)} options={SIZES.map((each) => [String(each), each === 1 ? "1" : `up to ${each}`])} onValue={(most) => set({ most })} name="most" />
          {isPeople && <Choice label="Swapped records" value={String(setup.swap)} options={SWAPS.map((each) => [String(each), each === 0 ? "none" : `${100 * each} % selected`])} onValue={(swap) => set({ swap: swap === "0" ? undefined : swap })} name="swap" />}
        </div>
        <fieldset class="lab-axes">
          <legend>Variables</legend>
          {axes.map(({ name, label, size }) => (
            <label key={name} class="check"><input type="checkbox" checked={setup.axes.includes(name)} onChange={() => toggle(name)} value={name} /> {label} <small>{size}</small></label>
          ))}
        </fieldset>
        {isPeople && <label class="check lab-correct"><input type="checkbox" checked={setup.correct} onChange={() => set({ correct: setup.correct ? undefined : "1" })} data-part="lab-correct" /> Publish twice: before and after the correction of one record</label>}
      </fieldset>
    </form>
  );
}

/** @param {{ label: string, value: string, options: [string, string][], onValue: (value: string) => void, name: string }} props */
function Choice({ label, value, options, onValue, name }) {
  return (
    <label class="lab-field"><span>{label}</span>
      <select value={value} onChange={(event) => onValue(event.currentTarget.value)} data-choice={name}>
        {options.map(([each, text]) => <option key={each} value={each} selected={each === value}>{text}</option>)}
      </select>
    </label>
  );
}
