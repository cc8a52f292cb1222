// Small parts of every step: fields, choices, progress, problems.

import { useId } from "preact/hooks";
import { failureInWords, sentence } from "../failure.js";
import { stepOf } from "../steps.js";
import { words } from "../words.js";
import { usePage } from "./context.jsx";

/** @import { ComponentChildren } from "preact" */
/** @import { Problem, Step } from "../types.js" */
/** @import { Work } from "../store.js" */

/**
 * A text field with its label and hint.
 * @param {{ label: string, value: string | number, onValue: (value: string) => void, hint?: string, error?: string, type?: string, hidden?: boolean, [attribute: string]: any }} props
 */
export function Field({ label, value, onValue, hint, error, type = "text", hidden = false, ...more }) {
  const id = useId();
  return (
    <div class="make-field">
      <label for={id} class={hidden ? "hidden-visually" : undefined}>{label}</label>
      <input id={id} type={/** @type {"text"} */ (type)} value={value} onInput={(event) => onValue(event.currentTarget.value)} aria-describedby={hint || error ? `${id}-hint` : undefined} aria-invalid={error ? true : undefined} autocomplete="off" spellcheck={false} {...more} />
      {(error || hint) && <p id={`${id}-hint`} class={error ? "wrong" : "hint"}>{error || hint}</p>}
    </div>
  );
}

/** @param {{ label: string, value: string, options: [value: string, label: string, disabled?: boolean][], onValue: (value: string) => void, hidden?: boolean, [attribute: string]: any }} props */
export function Select({ label, value, options, onValue, hidden = false, ...more }) {
  const id = useId();
  return (
    <div class="make-field">
      <label for={id} class={hidden ? "hidden-visually" : undefined}>{label}</label>
      <select id={id} value={value} onChange={(event) => onValue(event.currentTarget.value)} {...more}>
        {options.map(([each, text, disabled]) => <option key={each} value={each} disabled={disabled}>{text}</option>)}
      </select>
    </div>
  );
}

/** A group of choices, each with a line about what it means. @param {{ legend: string, name: string, value: string, options: [value: string, label: string, hint: string, disabled?: boolean][], onValue: (value: string) => void, children?: ComponentChildren }} props */
export function Choices({ legend, name, value, options, onValue, children }) {
  return (
    <fieldset class="make-choices">
      <legend>{legend}</legend>
      <div class="make-options">
        {options.map(([each, label, hint, disabled]) => (
          <label key={each} class="make-option" data-disabled={disabled || undefined}>
            <input type="radio" name={name} value={each} checked={value === each} disabled={disabled} onChange={() => onValue(each)} />
            <span><strong>{label}</strong>{hint && <small>{hint}</small>}</span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}

/** The bar of work that runs, with its rate and "Cancel". The line keeps its place before and after the work. @param {{ kinds: Work[] }} props */
export function Progress({ kinds }) {
  const { store } = usePage();
  const now = store.work.value;
  const failure = store.failure.value;
  if (!now || !kinds.includes(now.kind)) return failure?.canceled ? <p class="make-progress">{words.canceled}</p> : null;
  const { kind, done, total, rate } = now;
  // The core counts the bytes of CSV files, and otherwise rows or tiles.
  const files = (store.opening.value ?? store.records.value)?.files ?? [];
  const text = files.some(({ size }) => size === total) ? words.work.bytes(done, total, rate) : words.work.parts(done, total);
  return (
    <div class="make-progress" data-part="progress">
      <span>{words.work[kind]}</span>
      <progress aria-label={words.work[kind]} {...(total > 0 ? { value: done, max: total } : {})} />
      <span class="make-rate">{total > 0 ? text : ""}</span>
      <button type="button" onClick={() => store.cancel()}>{words.cancel}</button>
    </div>
  );
}

/** The error of a step, in plain words. @param {{ step: Step }} props */
export function Failure({ step }) {
  const { store } = usePage();
  const failure = store.failure.value;
  if (!failure || failure.canceled || failure.step !== step) return null;
  const { text, technical } = failureInWords(failure.error);
  return (
    <div class="notice notice-error" role="alert" data-part="failure">
      <p>{text}</p>
      {technical && <details><summary>{words.technical}</summary><p class="technical">{technical}</p></details>}
    </div>
  );
}

/** Problems with their remedies, and the step that solves each. @param {{ problems: Problem[], here?: Step, label?: string }} props */
export function Problems({ problems, here, label }) {
  const { store } = usePage();
  if (problems.length === 0) return null;
  return (
    <ul class="make-problems" aria-label={label}>
      {problems.map((problem, at) => {
        const step = stepOf(problem, store.keyColumn.value);
        return (
          <li key={at} data-severity={problem.severity}>
            <ProblemText problem={problem} />
            {here && step !== here && step !== "build" && <button type="button" class="plain" onClick={() => store.go(step)}>{words.build.goTo(words.steps[step])}</button>}
          </li>
        );
      })}
    </ul>
  );
}

/** @param {{ problem: Problem }} props */
export function ProblemText({ problem }) {
  return (
    <div>
      <p>{sentence(problem.message)}</p>
      {problem.remedy && <p class="hint">{sentence(problem.remedy)}</p>}
    </div>
  );
}

/** @param {{ title: string, lead?: string, children?: ComponentChildren }} props */
export function Heading({ title, lead, children }) {
  return (
    <header class="make-heading">
      <h2 id="step-title" tabIndex={-1}>{title}</h2>
      {lead && <p class="lead">{lead}</p>}
      {children}
    </header>
  );
}

/** In place of a form, if the reader opened or edited a specification as text. @param {{ title: string }} props */
export function OwnText({ title }) {
  const { store } = usePage();
  return (
    <>
      <Heading title={title} />
      <div class="make-card"><p>{words.file.readySpecification}</p><button type="button" onClick={() => store.go("build")}>{words.file.toText}</button></div>
    </>
  );
}

/** The facts of a file or dataset. @param {{ facts: [name: string, value: string | undefined][] }} props */
export function Facts({ facts }) {
  return <dl class="make-facts">{facts.filter(([, value]) => value).map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>;
}
