// The fields of a ratio or an average: its variable, its categories, and the number of each category.

import { isSensible } from "../../choice/address.js";
import { hasNumbers, isOpen, numberFor } from "../../choice/averages.js";
import { useBuilder } from "../views/context.jsx";
import { PLAIN } from "../../choice/state.js";
import { Popover } from "../views/popover.jsx";

/** @import { Axis } from "../../api/types.js" */
/** @import { Ratio } from "../../choice/types.js" */
/** @import { Store } from "../store.js" */
/** @import { Draft } from "../views/figure-choice.jsx" */

/** @typedef {{ store: Store, axes: Axis[], setDraft: (draft: Draft | undefined) => void }} Place */

const PER = [1, 100, 1_000, 10_000, 100_000];

const parts = (/** @type {Axis} */ { codes }) => codes.filter(({ code }) => code !== "_T");

/** The number of each category whose label has a number. @param {Axis} axis */
const defaults = (axis) => new Map(parts(axis).flatMap((code) => {
  const value = numberFor(code);
  return value === undefined ? [] : [/** @type {[string, number]} */ ([code.code, value])];
}));

/** @param {{ name: string, label: string, options: [string, string][], value: string, onChange: (value: string) => void }} props */
const List = ({ name, label, options, value, onChange }) => (
  <label class="cv-field-inline"><span>{label}</span>
    <select data-part={`figures-${name}`} value={value} onChange={(event) => onChange(event.currentTarget.value)}>{options.map(([option, text]) => <option key={option} value={option}>{text}</option>)}</select>
  </label>
);

/** Shows an average once every open-ended category has a number. @param {Place} place @param {string} of @param {Map<string, number>} values */
function take({ store, axes, setDraft }, of, values) {
  const axis = axes.find(({ name }) => name === of);
  if (!axis) return;
  const lacking = parts(axis).some((code) => isOpen(code) && !values.has(code.code));
  if (values.size > 0 && !lacking) {
    setDraft(undefined);
    store.view({ ...PLAIN, average: { of, values: parts(axis).flatMap(({ code }) => (values.has(code) ? [/** @type {[string, number]} */ ([code, Number(values.get(code))])] : [])) } });
  } else {
    if (store.shown.peek()?.layout.derived) store.view(PLAIN);
    setDraft({ of, values });
  }
}

/** Shows the first sensible ratio or average. @param {Place} place @param {"ratio" | "average"} kind */
export function startDerived(place, kind) {
  const { store, axes } = place;
  if (kind === "average") {
    const of = axes.find((axis) => hasNumbers(parts(axis))) ?? axes[0];
    if (of) take(place, of.name, defaults(of));
    return;
  }
  const of = axes.find((axis) => parts(axis).length === 2) ?? axes.find(({ codes }) => codes.length > 1);
  if (of) store.view({ ...PLAIN, ratio: { of: of.name, numerator: of.codes[1].code, denominator: of.codes[0].code, per: 100 } });
}

/** @param {{ kind: "ratio" | "average", axes: Axis[], draft: Draft | undefined, setDraft: Place["setDraft"] }} props */
export function DerivedFigures({ kind, axes, draft, setDraft }) {
  const { store } = useBuilder();
  const { ratio, average } = store.choice.value.view;
  if (kind === "ratio") return ratio && <RatioFields axes={axes} ratio={ratio} change={(next) => store.view({ ...PLAIN, ratio: next })} />;
  return <AverageFields axes={axes} now={draft ?? (average ? { of: average.of, values: new Map(average.values) } : undefined)} take={(of, values) => take({ store, axes, setDraft }, of, values)} />;
}

/** @param {{ axes: Axis[], ratio: Ratio, change: (ratio: Ratio) => void }} props */
function RatioFields({ axes, ratio, change }) {
  const { words: { figures, number } } = useBuilder();
  const axis = axes.find(({ name }) => name === ratio.of);
  const codes = (axis?.codes ?? []).map(({ code, label }) => /** @type {[string, string]} */ ([code, label]));
  const variables = axes.filter(({ codes }) => codes.length > 1).map(({ name, label }) => /** @type {[string, string]} */ ([name, label]));
  return (
    <>
      <List name="of" label={figures.ratioOf} options={variables} value={ratio.of} onChange={(name) => {
        const next = axes.find((each) => each.name === name);
        if (next) change({ ...ratio, of: name, numerator: next.codes[1].code, denominator: next.codes[0].code });
      }} />
      <List name="numerator" label={figures.ratioNumerator} options={codes} value={ratio.numerator} onChange={(numerator) => change({ ...ratio, numerator })} />
      <List name="per" label={figures.ratioPer} options={[...new Set([...PER, ratio.per])].map((per) => [String(per), number(per)])} value={String(ratio.per)} onChange={(per) => change({ ...ratio, per: Number(per) })} />
      <List name="denominator" label={figures.ratioDenominator} options={codes} value={ratio.denominator} onChange={(denominator) => change({ ...ratio, denominator })} />
    </>
  );
}

/** @param {{ axes: Axis[], now: { of: string, values: Map<string, number> } | undefined, take: (of: string, values: Map<string, number>) => void }} props */
function AverageFields({ axes, now, take }) {
  const { words } = useBuilder();
  const { figures } = words;
  const axis = axes.find(({ name }) => name === now?.of);
  if (!now || !axis) return null;
  const lacking = parts(axis).filter((code) => isOpen(code) && !now.values.has(code.code)).map(({ label }) => words.quoted(label));
  return (
    <>
      <List name="of" label={figures.ratioOf} options={axes.map(({ name, label }) => [name, label])} value={now.of} onChange={(name) => {
        const next = axes.find((each) => each.name === name);
        if (next) take(name, defaults(next));
      }} />
      <Popover name="numbers" title={figures.numbers} class={lacking.length ? "cv-primary" : ""} button={figures.numbers} attributes={{ "data-part": "numbers" }}>{() => (
        <div class="cv-numbers">
          <p class="cv-hint">{lacking.length ? figures.numbersWanted(words.list(lacking)) : now.values.size === 0 ? figures.numbersMissing : figures.numbersIgnored}</p>
          {parts(axis).map(({ code, label }) => (
            <label key={code}><span>{label}</span><input type="number" step="any" inputMode="decimal" autocomplete="off" value={now.values.get(code)} onChange={(event) => {
              const values = new Map(now.values);
              const { value, valueAsNumber } = event.currentTarget;
              if (value.trim() === "" || !isSensible(valueAsNumber)) values.delete(code);
              else values.set(code, valueAsNumber);
              take(now.of, values);
            }} /></label>
          ))}
        </div>
      )}</Popover>
      {lacking.length > 0 && <span class="cv-hint" role="status">{figures.numbersWanted(words.list(lacking))}</span>}
    </>
  );
}
