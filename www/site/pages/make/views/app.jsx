// The page: the list of steps, and the current step.

import { useEffect, useRef } from "preact/hooks";
import { beside, STEPS } from "../steps.js";
import { words } from "../words.js";
import { BuildStep } from "./build.jsx";
import { ColumnsStep } from "./columns.jsx";
import { usePage } from "./context.jsx";
import { FileStep } from "./file.jsx";
import { KeysStep } from "./keys.jsx";
import { LimitsStep } from "./limits.jsx";
import { MethodStep } from "./method.jsx";
import { SaveStep } from "./save.jsx";
import { TryStep } from "./try.jsx";

/** @import { Step } from "../types.js" */

const VIEWS = { file: FileStep, columns: ColumnsStep, keys: KeysStep, method: MethodStep, limits: LimitsStep, build: BuildStep, try: TryStep, save: SaveStep };

export function App() {
  const { store } = usePage();
  const step = store.step.value;
  const first = useRef(true);
  const View = VIEWS[step];
  // A reader who goes to a step continues at its heading.
  useEffect(() => {
    if (first.current) { first.current = false; return; }
    const title = document.getElementById("step-title");
    title?.focus({ preventScroll: true });
    document.getElementById("make")?.scrollIntoView({ block: "start" });
  }, [step]);
  return (
    <>
      <Steps />
      <section id="result" class="make-step" aria-labelledby="step-title" tabIndex={-1} data-step={step}>
        <p class="hidden-visually" role="status" id="status">{store.work.value ? words.work[store.work.value.kind] : store.said.value}</p>
        <View />
        <Ways step={step} />
      </section>
    </>
  );
}

function Steps() {
  const { store } = usePage();
  const now = store.step.value;
  const states = store.states.value;
  return (
    <nav class="make-steps" aria-label={words.stepsTitle}>
      <ol>
        {STEPS.map((step, at) => (
          <li key={step}>
            <button type="button" data-state={states[step]} aria-current={step === now ? "step" : undefined} disabled={!store.isReady(step)} onClick={() => store.go(step)} data-go={step}>
              <span class="make-mark" aria-hidden="true">{states[step] === "open" ? at + 1 : ""}</span>
              <span class="make-name">{words.steps[step]}</span>
              {states[step] !== "open" && <span class="hidden-visually">, {words.states[states[step]]}</span>}
            </button>
          </li>
        ))}
      </ol>
      <p class="make-where" aria-hidden="true">{words.stepOf(STEPS.indexOf(now) + 1, STEPS.length)}</p>
    </nav>
  );
}

/** The buttons to the next and the previous step. @param {{ step: Step }} props */
function Ways({ step }) {
  const { store } = usePage();
  const [before, after] = [beside(step, -1), beside(step, 1)];
  if (!store.isReady("columns")) return null;
  // A step with a main action of its own has this action as its only main button.
  const own = step === "build" && !store.isBuilt.value || step === "keys" && store.keyColumn.value === null && !store.own.value;
  return (
    <div class="make-ways">
      {after && <button type="button" class={own ? "" : "primary"} onClick={() => store.go(after)} data-part="next">{words.next(words.steps[after])}</button>}
      {before && <button type="button" class="plain" onClick={() => store.go(before)}>{words.back}</button>}
    </div>
  );
}
