// The controls of the maps page. They offer the variables of a cube, show the choice and change it.

import { byId, h } from "../../shell/dom.js";
import { dimensionOf, variablesOf } from "../../../choice/state.js";
import { createMethodList } from "../../shell/methods.js";
import { drawOtherFilters, editedIn, withCodes, withEdited } from "./filters.js";
import { hasShare, isBeside } from "./indicators.js";

/** @import { Description, Variable } from "../../shell/types.js" */
/** @import { Wanted } from "./hash.js" */
/** @import { Indicator } from "../../result/map/page.js" */

const OWN = "…own";
const select = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id));
const option = (/** @type {string} */ value, /** @type {string} */ text) => h("option", { value }, text);

/** @param {(edit: (wanted: Wanted) => void) => void} change */
export function createControls(change) {
  /** @type {Map<string, Variable>} */
  let variables = new Map();
  /** The variables that differ from the areas. @type {Map<string, Variable>} */
  let beside = new Map();
  /** The controls that wait for another dataset. @type {(HTMLSelectElement | HTMLInputElement | HTMLButtonElement)[]} */
  let held = [];
  /** The control that had the focus before it waited. @type {HTMLElement | undefined} */
  let focused;
  /** @type {{ cube: Description, indicators: Indicator[] } | undefined} */
  let filled;

  const methods = createMethodList(select("method-choice"), byId("method-field"));

  const cubeless = () => { for (const id of ["indicator", "level", "filter"]) select(id).disabled = true; };

  /**
   * @param {HTMLElement} box
   * @param {Variable | undefined} variable
   * @param {string[]} ticked
   * @param {(codes: string[]) => void} onChange
   */
  function boxes(box, variable, ticked, onChange) {
    const key = variable?.name ?? "";
    if (box.dataset.of !== key) {
      box.dataset.of = key;
      box.replaceChildren(...(variable?.codes ?? []).map(({ code, label }) =>
        h("label", { class: "check" }, h("input", { type: "checkbox", value: code }), " ", h("span", {}, label))));
    }
    const inputs = /** @type {HTMLInputElement[]} */ ([...box.querySelectorAll("input")]);
    for (const each of inputs) {
      each.checked = ticked.includes(each.value);
      each.onchange = () => onChange(inputs.filter((input) => input.checked).map((input) => input.value));
    }
  }

  select("indicator").addEventListener("change", () => change((wanted) => {
    const { value } = select("indicator");
    wanted.indicator = value === OWN ? null : value;
    const [first] = [...variables.values()].filter(({ name }) => [...select("own-variable").options].some((each) => each.value === name));
    wanted.own = value === OWN && first ? { of: first.name, codes: first.codes.slice(0, 1).map(({ code }) => code) } : null;
    const chosen = filled?.indicators.find(({ id }) => id === value);
    wanted.as = wanted.own || (chosen && hasShare(chosen)) ? "share" : null;
  }));
  select("own-variable").addEventListener("change", () => change((wanted) => {
    const of = select("own-variable").value;
    wanted.own = { of, codes: variables.get(of)?.codes.slice(0, 1).map(({ code }) => code) ?? [] };
  }));
  select("as").addEventListener("change", () => change((wanted) => { wanted.as = /** @type {import("./indicators.js").As} */ (select("as").value); }));
  select("level").addEventListener("change", () => change((wanted) => { wanted.level = select("level").value; wanted.selected = null; }));
  select("breaks").addEventListener("change", () => change((wanted) => { wanted.breaks = select("breaks").value === "equal" ? "equal" : "quantile"; }));
  select("filter").addEventListener("change", () => change((wanted) => { wanted.filter = withEdited(wanted.filter, beside, select("filter").value); }));
  select("method-choice").addEventListener("change", () => change((wanted) => { wanted.method = methods.chosen(); }));

  return {
    clear: cubeless,
    /** Disables the controls of a dataset while another dataset loads. A change would belong to neither of them. */
    hold() {
      if (held.length) return;
      const active = document.activeElement;
      held = [.../** @type {NodeListOf<HTMLSelectElement>} */ (byId("controls").querySelectorAll("select:not(#cube), input, button"))].filter(({ disabled }) => !disabled);
      focused = held.find((each) => each === active);
      for (const each of held) each.disabled = true;
    },
    /** Enables the controls again. */
    release() {
      for (const each of held) each.disabled = false;
      // Browsers take the focus from a disabled control.
      if (focused?.isConnected && [document.body, null].includes(/** @type {HTMLElement | null} */ (document.activeElement))) focused.focus();
      held = [];
      focused = undefined;
    },
    /** Circles have no classes. @param {boolean} offered */
    offerClasses(offered) { select("breaks").disabled = !offered; },
    /**
     * @param {Description} cube
     * @param {Indicator[]} indicators
     * @param {Variable[]} levels  of the areas
     */
    fill(cube, indicators, levels) {
      filled = { cube, indicators };
      variables = new Map(variablesOf(cube).map((each) => [each.name, each]));
      const areas = dimensionOf(levels[0].name);
      beside = new Map([...variables].filter(([, { dimension }]) => dimension !== areas));
      const others = [...beside.values()];
      const offered = indicators.filter((each) => isBeside(each, areas)).map(({ id, title }) => option(id, title));
      select("indicator").replaceChildren(...offered, ...(others.length ? [option(OWN, "Another number or share …")] : []));
      select("own-variable").replaceChildren(...others.map(({ name, label }) => option(name, label)));
      select("level").replaceChildren(...levels.map(({ name, label, codes }) => option(name, `${label} (${codes.length})`)));
      select("filter").replaceChildren(option("", "Everyone is included"), ...others.map(({ name, label }) => option(name, `By ${label}`)));
      methods.fill(cube);
      for (const id of ["indicator", "level", "filter"]) select(id).disabled = false;
    },
    /** @param {Wanted} wanted */
    show(wanted) {
      select("indicator").value = wanted.own ? OWN : wanted.indicator ?? "";
      byId("own").hidden = !wanted.own;
      if (wanted.own) {
        select("own-variable").value = wanted.own.of;
        boxes(byId("own-codes"), variables.get(wanted.own.of), wanted.own.codes, (codes) => change((next) => { if (next.own) next.own.codes = codes; }));
      }
      const chosen = filled?.indicators.find(({ id }) => id === wanted.indicator);
      // The unused field keeps its room, so that the map does not move.
      byId("as-field").classList.toggle("unused", !(wanted.own || (chosen && hasShare(chosen))));
      select("as").disabled = false;
      select("as").value = wanted.as ?? "count";
      select("level").value = wanted.level ?? "";
      select("breaks").value = wanted.breaks;
      methods.show(wanted.method);
      const edited = editedIn(wanted.filter, beside);
      const others = wanted.filter.filter((each) => each !== edited && each[1].length > 0);
      select("filter").options[0]?.replaceChildren(others.length ? "No other filter" : "Everyone is included");
      select("filter").value = edited?.[0] ?? "";
      byId("filter-codes").hidden = !edited;
      boxes(byId("filter-codes"), edited && beside.get(edited[0]), edited?.[1] ?? [], (codes) => change((next) => {
        if (edited) next.filter = withCodes(next.filter, edited[0], codes);
      }));
      drawOtherFilters(others, variables, (name) => change((next) => { next.filter = next.filter.filter(([each]) => each !== name); }));
    },
  };
}
