// Step 4: the words about the dataset, whose data they are, and the method.

import { words } from "../words.js";
import { stepOf } from "../steps.js";
import { usePage } from "./context.jsx";
import { Choices, Failure, Field, Heading, OwnText, Problems } from "./parts.jsx";

/** @import { CubeFields, Method } from "../types.js" */

const text = words.method;

/** @typedef {keyof typeof text.methods} MethodChoice */

const READY = /** @type {const} */ (["light", "standard", "strong"]);

/** The method that the reader has chosen. @param {Method} method @returns {MethodChoice} */
export function choiceOf({ kind, ptable, ready }) {
  if (kind === "random-rounding") return "rounding";
  if (kind === "threshold-rounding") return "threshold";
  const name = ready ?? ptable ?? "standard";
  return READY.find((each) => each === name) ?? "designed";
}

/** @param {MethodChoice} choice @returns {Method} */
function methodOf(choice) {
  if (choice === "rounding") return { name: "default", kind: "random-rounding", base: 3 };
  if (choice === "threshold") return { name: "default", kind: "threshold-rounding", threshold: 10, base: 5 };
  return { name: "default", kind: "cell-key", ready: choice, lookup: "hash" };
}

export function MethodStep() {
  const { store, actions } = usePage();
  const draft = store.draft.value;
  if (!draft || store.own.value) return <OwnText title={text.title} />;
  const { cube, method } = draft;
  /** @param {Partial<CubeFields>} patch */
  const set = (patch) => {
    store.edit((now) => ({ ...now, cube: { ...now.cube, ...patch } }));
    actions.checkSoon();
  };
  /** @param {Partial<Method>} patch */
  const setMethod = (patch) => {
    store.edit((now) => ({ ...now, method: { ...now.method, ...patch } }));
    actions.checkSoon();
  };
  const chosen = choiceOf(method);
  return (
    <>
      <Heading title={text.title} />
      <Failure step="method" />
      <Problems problems={store.problems.value.filter((problem) => stepOf(problem, store.keyColumn.value) === "method")} />
      <div class="make-form">
        <Field label={text.name} hint={text.nameHint} value={cube.title} required onValue={(title) => set({ title })} />
        <Field label={text.id} hint={text.idHint} value={cube.id} error={/^[a-z0-9-]+$/.test(cube.id) ? undefined : text.idHint} onValue={(id) => set({ id })} />
        <Field label={text.unit} hint={text.unitHint} value={cube.unit} onValue={(unit) => set({ unit })} />
        <Field label={`${text.source} (${text.optional})`} value={cube.source ?? ""} onValue={(source) => set({ source: source || null })} />
      </div>
      <Choices legend={text.data} name="data" value={cube.data} options={/** @type {CubeFields["data"][]} */ (["confidential", "public-use", "synthetic"]).map((each) => [each, text.datas[each][0], text.datas[each][1]])} onValue={(data) => {
        // Confidential records with true counts stay inside.
        set({ data: /** @type {CubeFields["data"]} */ (data), ...(data === "confidential" ? { audience: "internal" } : {}) });
      }} />
      <Choices legend={text.audience} name="audience" value={cube.audience} options={/** @type {("internal" | "teaching" | "public")[]} */ (["internal", "teaching", "public"]).map((each) => [each, text.audiences[each][0], text.audiences[each][1], cube.data === "confidential" && each !== "internal"])} onValue={(audience) => set({ audience: /** @type {CubeFields["audience"]} */ (audience) })}>
        {cube.data === "confidential" && <p class="hint">{text.audienceRefused}</p>}
      </Choices>
      <Choices legend={text.method} name="method" value={chosen} options={/** @type {MethodChoice[]} */ (Object.keys(text.methods)).map((each) => [each, text.methods[each][0], text.methods[each][1]])} onValue={(choice) => {
        if (choice === "designed") return void actions.designPtable({});
        store.edit((now) => ({ ...now, method: methodOf(/** @type {MethodChoice} */ (choice)) }));
        actions.checkSoon();
      }}>
        {chosen === "designed" && <Designed />}
        {chosen === "rounding" && <div class="make-form"><Field label={text.base} type="number" min={2} step={1} value={method.base ?? 3} onValue={(value) => setMethod({ base: Number(value) })} /></div>}
        {chosen === "threshold" && (
          <div class="make-form">
            <Field label={text.threshold} type="number" min={0} step={1} value={method.threshold ?? 10} onValue={(value) => setMethod({ threshold: Number(value) })} />
            <Field label={text.base} type="number" min={2} step={1} value={method.base ?? 5} onValue={(value) => setMethod({ base: Number(value) })} />
          </div>
        )}
      </Choices>
      <p class="hint make-prose">{text.salt}</p>
    </>
  );
}

/** The parameters of the reader's own p-table. */
function Designed() {
  const { store, actions } = usePage();
  const { maxChange, variance, blocked } = store.design.value;
  return (
    <>
      <div class="make-form">
        <Field label={text.maxChange} type="number" min={1} max={200} step={1} value={maxChange} onValue={(value) => void actions.designPtable({ maxChange: Number(value) })} />
        <Field label={text.variance} type="number" min={0.05} step="any" value={variance} onValue={(value) => void actions.designPtable({ variance: Number(value) })} />
        <Field label={text.blocked} type="number" min={0} step={1} value={blocked} onValue={(value) => void actions.designPtable({ blocked: Number(value) })} />
      </div>
      {store.designWrong.value && <p class="wrong" role="alert">{text.infeasible}</p>}
      <p><a href={`designer.html#max-change=${maxChange}&variance=${variance}&blocked=${blocked}`} target="_blank" rel="noopener">{text.designer}</a></p>
    </>
  );
}
