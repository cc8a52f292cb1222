// Step 5: limits of tables.

import { words } from "../words.js";
import { usePage } from "./context.jsx";
import { Failure, Field, Heading, OwnText, Problems } from "./parts.jsx";
import { stepOf } from "../steps.js";
import { used } from "../draft.js";

/** @import { Rules } from "../types.js" */

/** The rules without limits that are not set. @param {Rules} rules @returns {Rules | null} */
function plain(rules) {
  const set = Object.entries(rules).filter(([, value]) => value !== undefined && !(typeof value === "object" && Object.values(value).every((each) => each === undefined)));
  return set.length ? Object.fromEntries(set) : null;
}

/** @param {string} text @param {number} [scale] */
const numberOf = (text, scale = 1) => (text.trim() === "" || !(Number(text) >= 0) ? undefined : Number(text) / scale);

export function LimitsStep() {
  const { store, actions } = usePage();
  const text = words.limits;
  const draft = store.draft.value;
  if (!draft || store.own.value) return <OwnText title={text.title} />;
  const rules = draft.rules ?? {};
  const { unit } = draft.cube;
  const areas = used(draft).some(({ dimension }) => dimension?.role === "geo");
  /** @param {Partial<Rules>} patch */
  const set = (patch) => {
    store.edit((now) => ({ ...now, rules: plain({ ...now.rules, ...patch }) }));
    actions.checkSoon();
  };
  const whole = { type: "number", min: 1, step: 1, inputMode: "numeric" };
  return (
    <>
      <Heading title={text.title} lead={text.lead} />
      <Failure step="limits" />
      <Problems problems={store.problems.value.filter((problem) => stepOf(problem, store.keyColumn.value) === "limits")} />
      <div class="make-form">
        <Field label={text.maxDimensions} hint={text.maxDimensionsHint} value={rules.max_dimensions ?? ""} onValue={(value) => set({ max_dimensions: numberOf(value) || undefined })} {...whole} />
        <Field label={text.smallCells} hint={text.smallCellsHint} value={rules.small_cells === undefined ? "" : Number((rules.small_cells * 100).toFixed(6))} onValue={(value) => set({ small_cells: numberOf(value, 100) })} type="number" min={0} max={100} step="any" />
        <Field label={text.average} hint={text.averageHint} value={rules.average_cell ?? ""} onValue={(value) => set({ average_cell: numberOf(value) || undefined })} type="number" min={0} step="any" />
        <Field label={text.population} hint={text.populationHint} value={rules.population?.[unit] ?? ""} onValue={(value) => set({ population: { [unit]: /** @type {any} */ (numberOf(value) || undefined) } })} {...whole} />
        <Field label={text.areas} hint={areas ? text.areasHint : text.noAreas} value={rules.areas?.[unit] ?? ""} disabled={!areas} onValue={(value) => set({ areas: { [unit]: /** @type {any} */ (numberOf(value) || undefined) } })} {...whole} />
      </div>
    </>
  );
}
