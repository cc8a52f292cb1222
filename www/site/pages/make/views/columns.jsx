// Step 2: the columns of the file, one row each, with what the page proposes and the problems beside them.

import { useState } from "preact/hooks";
import { countedAsMissing, remediesOf, used, valueOf, withCategory, withDimension, withUse } from "../draft.js";
import { concerns, stepOf } from "../steps.js";
import { words } from "../words.js";
import { ColumnEditor } from "./column-editor.jsx";
import { usePage } from "./context.jsx";
import { Failure, Field, Heading, OwnText, Problems, ProblemText, Progress, Select } from "./parts.jsx";

/** @import { Column, Problem, Use } from "../types.js" */

/** @typedef {"all" | "problem" | "dimension" | "left-out"} Filter */

/** From this number of columns on, the list has a search. */
const SEARCH_FROM = 12;
/** Example values in one line. */
const SAMPLES = 3;
const text = words.columns;

export function ColumnsStep() {
  const { store, actions } = usePage();
  const [search, setSearch] = useState("");
  const [filter, setFilter] = useState(/** @type {Filter} */ ("all"));
  const draft = store.draft.value;
  if (!draft || store.own.value) return <OwnText title={text.title} />;
  const problems = store.problems.value;
  const of = (/** @type {Column} */ column) => problems.filter((problem) => concerns(problem, column));
  const others = problems.filter((problem) => stepOf(problem, store.keyColumn.value) === "columns" && !draft.columns.some((column) => concerns(problem, column)));
  const shown = draft.columns.filter((column) => {
    const named = `${column.name} ${column.dimension?.label ?? ""}`.toLowerCase().includes(search.trim().toLowerCase());
    return named && (filter === "all" || (filter === "problem" ? of(column).some(({ severity }) => severity !== "note") : column.use === filter));
  });
  const keys = draft.columns.filter(({ use }) => use === "key").length;
  const variables = used(draft).length;
  return (
    <>
      <Heading title={text.title} lead={text.lead} />
      <div class="make-bar">
        <p data-part="counts">{text.counts(variables, keys, draft.columns.filter(({ use }) => use === "left-out").length)}</p>
        <Checked />
      </div>
      {draft.columns.length >= SEARCH_FROM && (
        <div class="make-find">
          <Field label={text.search} type="search" value={search} onValue={setSearch} />
          <Select label={text.show} value={filter} options={/** @type {Filter[]} */ (Object.keys(text.filters)).map((each) => [each, text.filters[each]])} onValue={(value) => setFilter(/** @type {Filter} */ (value))} />
        </div>
      )}
      <Failure step="columns" />
      {others.length > 0 && <><h3>{text.others}</h3><Problems problems={others} /></>}
      <ul class="make-columns">
        {shown.map((column) => <ColumnRow key={column.name} column={column} problems={of(column)} />)}
      </ul>
      {shown.length === 0 && <p class="hint">{text.nothing}</p>}
    </>
  );

  /** The outcome of the last check, or the button that checks. */
  function Checked() {
    if (store.work.value?.kind === "check") return <Progress kinds={["check"]} />;
    if (store.fresh.value && problems.length === 0) return <p class="make-good">{text.checked}</p>;
    return (
      <p>
        {!store.fresh.value && store.checked.value && <span class="hint">{text.outdated} </span>}
        <button type="button" onClick={() => void actions.check()} disabled={store.isBusy()}>{text.check}</button>
      </p>
    );
  }
}

/** @param {{ column: Column, problems: Problem[] }} props */
function ColumnRow({ column, problems }) {
  const { store, actions } = usePage();
  const { name, use, dimension } = column;
  const open = store.open.value.has(name);
  const isVariable = use === "dimension" && dimension;
  const worst = problems.some(({ severity }) => severity === "error") ? "error" : problems.some(({ severity }) => severity === "warning") ? "warning" : undefined;
  const toggle = () => {
    const next = new Set(store.open.value);
    if (!next.delete(name)) next.add(name);
    store.open.value = next;
  };
  const id = `column-${name}`;
  return (
    <li class="make-column" data-use={use} data-column={name} data-worst={worst}>
      <div class="make-column-line">
        <div class="make-column-name">
          <h3 translate={false}>{name}</h3>
          <p class="hint">{summaryOf(column)}</p>
        </div>
        <Select label={text.useOf(name)} hidden value={use} options={/** @type {Use[]} */ (["dimension", ...(use === "level" ? ["level"] : []), "key", "left-out"]).map((each) => [each, text.uses[each]])} onValue={(value) => {
          store.edit((now) => withUse(now, name, /** @type {Use} */ (value)));
          actions.checkSoon();
        }} />
        <div class="make-column-label">
          {isVariable
            ? <Field label={`${text.label}: ${name}`} hidden value={dimension.label} onValue={(label) => store.edit((now) => withDimension(now, name, { label }))} onBlur={() => actions.checkSoon()} />
            : null}
          <p class="hint">{isVariable ? partsOf(column) : column.reason}</p>
        </div>
        {isVariable ? <button type="button" class="plain" aria-expanded={open} aria-controls={id} aria-label={open ? text.closeOf(name) : text.editOf(name)} onClick={toggle}>{open ? text.close : text.edit}</button> : <span />}
      </div>
      {problems.length > 0 && <ul class="make-problems">{problems.map((problem, at) => <ColumnProblem key={at} column={column} problem={problem} />)}</ul>}
      <div id={id} hidden={!open || !isVariable}>{open && isVariable && <ColumnEditor column={column} dimension={dimension} />}</div>
    </li>
  );
}

/** What the page recognised: kind, number of values, examples. @param {Column} column */
function summaryOf({ kind, distinct, capped, sample }) {
  const shown = sample.slice(0, SAMPLES).map((value) => (value.length > 18 ? `${value.slice(0, 18)}…` : value));
  // Values of identifiers and keys point to single records.
  const open = !["identifier", "key", "empty"].includes(kind) && shown.length > 0;
  return [`${text.kinds[kind]}, ${text.distinct(distinct, capped)}`, ...(open ? [text.samples(shown)] : [])].join(", ");
}

/** The parts of a variable in one line. @param {Column} column */
function partsOf({ dimension, distinct, reason }) {
  if (!dimension) return reason;
  const { summary } = text;
  return [
    dimension.cut ? summary.intervals(dimension.cut.at.length) : text.categoriesOf(dimension.codes?.length ?? distinct),
    ...(dimension.levels.length ? [summary.levels(dimension.levels.length)] : []),
    ...(dimension.missing ? [summary.missing] : []),
    ...(dimension.role ? [text.roles[dimension.role].toLowerCase()] : []),
  ].join(", ");
}

/** A problem beside its column, with buttons that solve it. @param {{ column: Column, problem: Problem }} props */
function ColumnProblem({ column, problem }) {
  const { store, actions } = usePage();
  const value = valueOf(problem) ?? "";
  const { dimension, name } = column;
  /** @param {ReturnType<typeof remediesOf>[number]} remedy */
  const solve = (remedy) => {
    store.edit((now) => {
      if (remedy === "leave-out" || !dimension) return withUse(now, name, "left-out");
      if (remedy === "missing") return withDimension(now, name, countedAsMissing(dimension, [value]));
      return withCategory(now, name, value);
    });
    actions.checkSoon();
  };
  return (
    <li data-severity={problem.severity}>
      <ProblemText problem={problem} />
      <div class="make-actions">{remediesOf(problem, column).map((remedy) => <button key={remedy} type="button" onClick={() => solve(remedy)}>{remedyText(remedy, value)}</button>)}</div>
    </li>
  );
}

/** @param {ReturnType<typeof remediesOf>[number]} remedy @param {string} value */
function remedyText(remedy, value) {
  const label = text.remedies[remedy];
  return typeof label === "string" ? label : label(value);
}
