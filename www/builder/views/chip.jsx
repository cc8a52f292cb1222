// A variable in a place of the table: a chip with a panel for its level, categories, groups and place.

import { problemsOf } from "../../choice/repair.js";
import { useBuilder } from "./context.jsx";
import { drag } from "./drag.js";
import { Later } from "./later.jsx";
import { useMoves } from "./moves.js";
import { Popover } from "./popover.jsx";

/** @import { Place, Side } from "../../choice/places.js" */
/** @import { Variable } from "../../choice/types.js" */

/** Maximum categories of a filter that its chip names. */
const NAMED = 2;

/** @param {{ name: string, place: Side, variables: Map<string, Variable>, at: number, of: number }} props */
export function Chip({ name, place, variables, at, of }) {
  const { store, words } = useBuilder();
  const { move } = useMoves();
  const cube = /** @type {import("../../choice/types.js").Cube} */ (store.cube.value);
  const choice = store.choice.value;
  const variable = variables.get(name);
  const dimension = cube.dimensions.find((each) => each.name === variable?.dimension);
  const label = variable?.label ?? name;
  const groups = choice.groups.find(([each]) => each === name)?.[1];
  const kept = choice.filter.find(([each, codes]) => each === name && codes.length)?.[1];
  const strange = problemsOf(choice, cube).some((problem) => !problem.soft && problem.where === place && problem.name === name);
  const detail = strange ? (variable ? words.chip.unusable : words.chip.strange) : groups ? words.chip.groups(groups.length, dimension?.role === "geo") : kept && variable ? words.chip.kept(kept.length, variable.size) : "";
  return (
    <Frame name={name} place={place} label={label} detail={detail} strange={strange} keys={(event) => {
      if (!event.altKey || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
      event.preventDefault();
      move(name, place, { from: place, index: at + (event.key === "ArrowUp" ? -1 : 1) });
    }}>{(close) => <Later part="ChipPanel" name={name} place={place} at={at} of={of} close={close} />}</Frame>
  );
}

/** @param {{ name: string, variable: Variable | undefined, codes: string[] }} props */
export function FilterChip({ name, variable, codes }) {
  const { words } = useBuilder();
  const label = variable?.label ?? name;
  const known = new Map(variable?.codes.map((each) => [each.code, each.label]));
  const strange = variable?.partial ? [] : codes.filter((code) => !known.has(code));
  const named = codes.map((code) => known.get(code) ?? code);
  const detail = !variable ? words.chip.strange : codes.length === 0 ? words.chip.choose : named.length <= NAMED ? words.list(named, "or") : words.chip.kept(codes.length, variable.size);
  return (
    <Frame name={name} place="filter" label={label} detail={detail} strange={!variable || strange.length > 0}>{(close) => <Later part="FilterPanel" name={name} variable={variable} codes={codes} close={close} />}</Frame>
  );
}

/**
 * A chip with its panel. The key Delete removes the variable.
 * @param {{ name: string, place: Place, label: string, detail: string, strange: boolean, keys?: (event: KeyboardEvent) => void, children: (close: () => void) => import("preact").ComponentChildren }} props
 */
function Frame({ name, place, label, detail, strange, keys, children }) {
  const { words, host } = useBuilder();
  const { remove } = useMoves();
  /** Removes the variable. The focus moves to a neighbour, so that keyboard users do not start again. @param {HTMLElement} chip */
  const drop = (chip) => {
    const next = /** @type {HTMLElement | null} */ ((chip.nextElementSibling ?? chip.previousElementSibling)?.querySelector(".cv-chip-main") ?? host.querySelector('[data-part="add"]'));
    remove(name, place);
    next?.focus();
  };
  return (
    <li
      class={strange ? "cv-chip cv-strange" : "cv-chip"} data-name={name} draggable
      onDragStart={(event) => {
        drag({ name, from: place, host });
        event.dataTransfer?.setData("text/plain", label);
      }}
    >
      <span class="cv-grip" aria-hidden="true" />
      <Popover
        name={`${place}-${name}`.replace(/[^\w-]/g, "_")} class="cv-chip-main" title={label} label={undefined}
        attributes={{
          "aria-keyshortcuts": "Delete", // The name begins with the visible text, for readers who speak to their device.
          "aria-label": words.chip.change([label, detail].filter(Boolean).join(", "), words.places[place]),
          onKeyDown: (/** @type {KeyboardEvent & { currentTarget: HTMLElement }} */ event) => {
            keys?.(event);
            if (event.key === "Delete" || event.key === "Backspace") drop(/** @type {HTMLElement} */ (event.currentTarget.closest("li")));
          },
        }}
        button={<><span class="cv-chip-label">{label}</span>{" "}{detail && <small>{detail}</small>}</>}
      >{children}</Popover>
      <button type="button" class="cv-icon cv-remove" tabIndex={-1} aria-label={words.chip.removeOf(label, words.places[place])} title={words.chip.removeOf(label, words.places[place])} onClick={(event) => drop(/** @type {HTMLElement} */ (event.currentTarget.closest("li")))} />
    </li>
  );
}
