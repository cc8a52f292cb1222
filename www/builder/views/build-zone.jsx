// The controls of a table: its dataset, the places of its variables, totals and the method.

import { useRef, useState } from "preact/hooks";
import { isOwnMethod, takesOwn } from "../../choice/designed.js";
import { namesIn } from "../../choice/places.js";
import { copyOf, variablesOf } from "../../choice/state.js";
import { Chip, FilterChip } from "./chip.jsx";
import { useBuilder } from "./context.jsx";
import { drag, draggedIn } from "./drag.js";
import { nextChip, useKeptFocus, useToolbar } from "./focus.js";
import { Later } from "./later.jsx";
import { useMoves } from "./moves.js";
import { Popover } from "./popover.jsx";

/** @import { Place } from "../../choice/places.js" */
/** @import { Variable } from "../../choice/types.js" */

/** @type {readonly Place[]} */
const PLACES = ["rows", "columns", "layers", "filter"];

export function BuildZone() {
  const { store, bare, id, words: { build } } = useBuilder();
  const cube = store.cube.value;
  const focus = useKeptFocus(nextChip);
  return (
    <section {...focus} class="cv-build" id={`${id}-build`} aria-labelledby={`${id}-build-title`}>
      <h2 class="cv-hidden" id={`${id}-build-title`}>{build.title}</h2>
      <DatasetList />
      {cube && (
        <>
          <Popover name="add" class="cv-add cv-primary" attributes={{ "data-part": "add" }} button={<>+ {build.add}</>} title={build.add}>{() => <Later part="AddPanel" />}</Popover>
          {PLACES.map((place) => <Shelf key={place} place={place} variables={new Map(variablesOf(cube).map((each) => [each.name, each]))} />)}
          <Actions />
          {!bare && (
            <label class="cv-check">
              <input type="checkbox" checked={store.choice.value.totals} onChange={(event) => store.change({ ...copyOf(store.choice.value), totals: event.currentTarget.checked })} />
              <span>{build.totals}</span>
            </label>
          )}
          <Method />
        </>
      )}
    </section>
  );
}

function DatasetList() {
  const { store, words: { build, result } } = useBuilder();
  const datasets = store.datasets.value;
  const { value } = store.state;
  const name = (value.name === "opening" ? value.wanted : store.choice.value).cube ?? "";
  if (datasets.length < 2) return null;
  const nameOf = (/** @type {string | undefined} */ release) => (release && release in result.releaseName ? ` (${result.releaseName[/** @type {"keyed"} */ (release)]})` : "");
  return (
    <label class="cv-field">
      <span>{build.dataset}</span>
      <select value={name} data-part="dataset" onChange={(event) => store.dataset(event.currentTarget.value)}>
        {!datasets.some((each) => each.name === name) && <option value={name}>{name}</option>}
        {datasets.map((each) => <option key={each.name} value={each.name}>{each.title}{nameOf(each.release)}</option>)}
      </select>
    </label>
  );
}

/** @param {{ place: Place, variables: Map<string, Variable> }} props */
function Shelf({ place, variables }) {
  const { store, id, host, words: { build } } = useBuilder();
  const { move } = useMoves();
  const [over, setOver] = useState(false);
  const choice = store.choice.value;
  const names = namesIn(choice, place);

  /** The position of a drop among the other chips. @param {DragEvent & { currentTarget: HTMLElement }} event */
  function indexAt(event) {
    const others = /** @type {HTMLElement[]} */ ([...event.currentTarget.querySelectorAll("[data-name]")]).filter((each) => each.dataset.name !== draggedIn(host)?.name);
    const at = others.findIndex((each) => {
      const { top, height } = each.getBoundingClientRect();
      return event.clientY < top + height / 2;
    });
    return at < 0 ? others.length : at;
  }

  return (
    <section
      class={over ? "cv-shelf cv-over" : "cv-shelf"} data-place={place} aria-labelledby={`${id}-${place}-title`}
      onDragOver={(event) => {
        if (!draggedIn(host)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => { if (!event.currentTarget.contains(/** @type {Node | null} */ (event.relatedTarget))) setOver(false); }}
      onDrop={(event) => {
        setOver(false);
        const dragged = draggedIn(host);
        if (!dragged) return;
        event.preventDefault();
        move(dragged.name, place, { from: dragged.from, index: indexAt(event) });
        drag(undefined);
      }}
    >
      <h3 id={`${id}-${place}-title`}>{build[place]}</h3>
      {names.length === 0
        ? <p class="cv-empty">{build.empty[place]}</p>
        : <ul>{names.map((name, i) => (place === "filter"
          ? <FilterChip key={name} name={name} variable={variables.get(name)} codes={choice.filter[i][1]} />
          : <Chip key={name} name={name} place={place} variables={variables} at={i} of={names.length} />))}</ul>}
    </section>
  );
}

function Actions() {
  const { store, words: { build, chip } } = useBuilder();
  const { undo, redo } = store.ways.value;
  const toolbar = useToolbar();
  const choice = store.choice.value;
  return (
    <div {...toolbar} class="cv-actions" aria-label={build.edits}>
      <button type="button" data-part="undo" aria-disabled={!undo} aria-keyshortcuts="Control+Z Meta+Z" onClick={() => store.go("undo")}>{build.undo}</button>
      <button type="button" data-part="redo" aria-disabled={!redo} aria-keyshortcuts="Control+Shift+Z Control+Y Meta+Shift+Z" onClick={() => store.go("redo")}>{build.redo}</button>
      <button type="button" data-part="swap" class="cv-icon cv-swap" aria-label={build.swap} title={build.swap} onClick={() => store.change({ ...copyOf(choice), rows: [...choice.columns], columns: [...choice.rows] }, chip.swapped)} />
      <button type="button" data-part="reset" class="cv-plain" onClick={() => void store.reset()}>{build.reset}</button>
    </div>
  );
}

function Method() {
  const { store, links, words } = useBuilder();
  /** The last designed p-table, which stays in the list. */
  const last = useRef({ name: "", title: "" });
  const cube = store.cube.value;
  const choice = store.choice.value;
  if (!cube) return null;
  const own = takesOwn(cube) && links.designer;
  const designed = isOwnMethod(choice.method);
  if (cube.methods.length < 2 && !own && !designed) return null;
  const value = choice.method ?? cube.defaultMethod ?? "";
  if (designed) last.current = { name: value, title: store.built.value?.designed || words.build.designed };
  else if (!own) last.current = { name: "", title: "" };
  return (
    <div class="cv-field">
      <label>
        <span>{words.build.method}</span>
        <select value={value} data-part="method" onChange={(event) => store.change({ ...copyOf(choice), method: event.currentTarget.value === cube.defaultMethod ? null : event.currentTarget.value })}>
          {cube.methods.map((each) => <option key={each.name} value={each.name}>{words.method(each)}</option>)}
          {last.current.name && <option value={last.current.name}>{last.current.title.replace(/\.$/, "")}</option>}
          {!designed && value !== "" && !cube.methods.some(({ name }) => name === value) && <option value={value}>{value}</option>}
        </select>
      </label>
      {own && <a class="cv-hint" data-part="design" href={own(choice)}>{words.build.designMethod}</a>}
    </div>
  );
}
