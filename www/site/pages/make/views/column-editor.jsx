// The editor of one variable: name, categories, missing values, intervals and broader groups.

import { useState } from "preact/hooks";
import { categoriesOf, countedAsMissing, listFrom, listText, moved, NAME, withBounds, withCategories, withDimension } from "../draft.js";
import { words } from "../words.js";
import { usePage } from "./context.jsx";
import { LevelsEditor } from "./levels-editor.jsx";
import { Field, Select } from "./parts.jsx";

/** @import { Category, Column, Dimension, Draft } from "../types.js" */

/** Categories that an editor shows at first. */
const FIRST = 12;
/** Bounds of new intervals: about this many. */
const INTERVALS = 4;
const text = words.columns;

/** @param {{ column: Column, dimension: Dimension }} props */
export function ColumnEditor({ column, dimension }) {
  const { store, actions } = usePage();
  /** @param {Partial<Dimension>} patch */
  const set = (patch) => {
    store.edit((now) => withDimension(now, column.name, patch));
    actions.checkSoon();
  };
  const { cut, role, name } = dimension;
  return (
    <div class="make-editor">
      <div class="make-form">
        <Field label={text.name} hint={text.nameHint} error={NAME.test(name) ? undefined : text.nameHint} value={name} onValue={(value) => set({ name: value })} />
        <Select label={text.role} value={role ?? ""} options={/** @type {("" | "geo" | "time")[]} */ (["", "geo", "time"]).map((each) => [each, text.roles[each]])} onValue={(value) => set({ role: /** @type {Dimension["role"]} */ (value || null) })} />
      </div>
      {cut ? <Cuts cut={cut} set={set} /> : <Categories column={column} dimension={dimension} set={set} />}
      {!cut && column.kind === "number" && <button type="button" onClick={() => set({ cut: firstCut(column), codes: null, codes_file: null, levels: [] })}>{text.cutOn}</button>}
      <MissingEditor dimension={dimension} column={column} set={set} />
      <LevelsEditor dimension={dimension} set={set} />
    </div>
  );
}

/** Intervals at round numbers between the examples of a column. @param {Column} column */
function firstCut({ sample }) {
  const numbers = sample.map(Number).filter(Number.isFinite);
  const [low, high] = numbers.length ? [Math.min(0, ...numbers), Math.max(...numbers)] : [0, 100];
  const step = 10 ** Math.floor(Math.log10(Math.max(1, (high - low) / INTERVALS)));
  const width = Math.max(step, Math.round((high - low) / INTERVALS / step) * step);
  return withBounds(null, Array.from({ length: INTERVALS }, (_, at) => low + at * width));
}

/** @param {{ column: Column, dimension: Dimension, set: (patch: Partial<Dimension>) => void }} props */
function Categories({ column, dimension, set }) {
  const [all, setAll] = useState(false);
  const { store, actions } = usePage();
  const { codes_file: file, from_data: fromData } = dimension;
  const codes = categoriesOf(/** @type {Draft} */ (store.draft.value), dimension);
  if (!codes) return <section><h4>{text.categories}</h4><p class="hint">{text.foundLater}</p></section>;
  /** @param {Category[]} next */
  const setCodes = (next) => {
    store.edit((now) => withCategories(now, column.name, next));
    actions.checkSoon();
  };
  const shown = all ? codes : codes.slice(0, FIRST);
  /** @param {number} at @param {Partial<Category>} patch */
  const change = (at, patch) => setCodes(codes.map((each, index) => (index === at ? { ...each, ...patch } : each)));
  return (
    <section>
      <h4>{text.categories}</h4>
      {file && <p class="hint">{text.codesFile(file)}</p>}
      <ol class="make-rows" data-part="categories">
        <li class="make-rows-head" aria-hidden="true"><span>{text.code}</span><span>{text.codeLabel}</span><span /></li>
        {shown.map(({ code, label }, at) => (
          <li key={at}>
            <Field label={`${text.code} ${at + 1}`} hidden value={code} onValue={(value) => change(at, { code: value })} />
            <Field label={`${text.codeLabel}: ${code}`} hidden value={label} onValue={(value) => change(at, { label: value })} />
            <span class="make-row-ways">
              <button type="button" class="icon icon-up" aria-label={text.up(code)} title={text.up(code)} disabled={at === 0} onClick={() => setCodes(moved(codes, at, -1))} />
              <button type="button" class="icon icon-down" aria-label={text.down(code)} title={text.down(code)} disabled={at === codes.length - 1} onClick={() => setCodes(moved(codes, at, 1))} />
              <button type="button" class="icon icon-remove" aria-label={text.remove(code)} title={text.remove(code)} onClick={() => setCodes(codes.filter((_, index) => index !== at))} />
            </span>
          </li>
        ))}
      </ol>
      <div class="make-actions">
        {codes.length > shown.length && <button type="button" onClick={() => setAll(true)}>{text.showAll(codes.length)}</button>}
        <button type="button" onClick={() => { setAll(true); setCodes([...codes, { code: freeCode(codes), label: "" }]); }}>{text.addCategory}</button>
      </div>
      <label class="check"><input type="checkbox" checked={!fromData} onChange={(event) => set({ from_data: !event.currentTarget.checked })} /> <span>{text.full}<small>{text.fullHint}</small></span></label>
    </section>
  );
}

/** The next whole number that is no code yet. @param {Category[]} codes */
function freeCode(codes) {
  const numbers = codes.map(({ code }) => Number(code)).filter(Number.isInteger);
  return String(Math.max(0, ...numbers) + 1);
}

/** @param {{ cut: NonNullable<Dimension["cut"]>, set: (patch: Partial<Dimension>) => void }} props */
function Cuts({ cut, set }) {
  const { at, labels } = cut;
  // While the reader types, a bound may be no number, or out of order.
  const [typed, setTyped] = useState(/** @type {Record<number, string>} */ ({}));
  /** @param {number} index @param {string} value */
  const move = (index, value) => {
    const bound = Number(value);
    const fits = value.trim() !== "" && Number.isFinite(bound) && (index === 0 || bound > at[index - 1]) && (index === at.length - 1 || bound < at[index + 1]);
    if (!fits) return setTyped({ ...typed, [index]: value });
    const { [index]: _, ...rest } = typed;
    setTyped(rest);
    set({ cut: withBounds(cut, at.map((each, position) => (position === index ? bound : each))) });
  };
  const step = at.length > 1 ? at[at.length - 1] - at[at.length - 2] : 1;
  return (
    <section>
      <h4>{text.cut}</h4>
      <p class="hint">{text.cutHint}</p>
      <ol class="make-rows" data-part="cuts">
        <li class="make-rows-head" aria-hidden="true"><span>{text.cutFrom}</span><span>{text.codeLabel}</span><span /></li>
        {at.map((bound, index) => (
          <li key={index}>
            <Field label={text.bound(index + 1)} hidden type="number" step="any" value={typed[index] ?? bound} error={index in typed ? text.boundWrong : undefined} onValue={(value) => move(index, value)} />
            <Field label={text.boundLabel(index + 1)} hidden value={labels[index]} onValue={(value) => set({ cut: { at, labels: labels.map((each, position) => (position === index ? value : each)) } })} />
            <span class="make-row-ways"><button type="button" class="icon icon-remove" disabled={at.length < 2} aria-label={text.remove(labels[index])} title={text.remove(labels[index])} onClick={() => { setTyped({}); set({ cut: withBounds(cut, at.filter((_, position) => position !== index)) }); }} /></span>
          </li>
        ))}
      </ol>
      <div class="make-actions">
        <button type="button" onClick={() => set({ cut: withBounds(cut, [...at, at[at.length - 1] + step]) })}>{text.cutAdd}</button>
        <button type="button" onClick={() => set({ cut: null, codes: null, from_data: true, levels: [] })}>{text.cutOff}</button>
      </div>
    </section>
  );
}

/** @param {{ column: Column, dimension: Dimension, set: (patch: Partial<Dimension>) => void }} props */
function MissingEditor({ column, dimension, set }) {
  const { missing } = dimension;
  // The list is read when the reader leaves the field, so that a comma can be typed.
  const [typed, setTyped] = useState(/** @type {string | undefined} */ (undefined));
  if (!missing) {
    return <section><h4>{text.missing}</h4><button type="button" onClick={() => set(countedAsMissing(dimension, column.missing.map(({ value }) => value)))}>{text.addMissing}</button></section>;
  }
  return (
    <section>
      <h4>{text.missing}</h4>
      <div class="make-form">
        <Field label={text.missingValues} hint={text.missingHint} value={typed ?? listText(missing.values)} onValue={setTyped} onBlur={() => { if (typed !== undefined) set({ missing: { ...missing, values: listFrom(typed) } }); setTyped(undefined); }} />
        <Field label={text.missingCode} value={missing.code} onValue={(code) => set({ missing: { ...missing, code } })} />
        <Field label={text.missingLabel} value={missing.label} onValue={(label) => set({ missing: { ...missing, label } })} />
      </div>
      <button type="button" onClick={() => set({ missing: null })}>{text.removeMissing}</button>
    </section>
  );
}
