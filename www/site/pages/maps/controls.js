// The controls of the maps page. They offer the variables of a cube, show the choice and change it.

import { byId, h } from "../../shell/dom.js";
import { dimensionOf, variablesOf } from "../../../choice/state.js";
import { methodTitle, nameOfMethod } from "../../shell/words.js";
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
  /** @type {{ cube: Description, indicators: Indicator[] } | undefined} */
  let filled;

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
  select("filter").addEventListener("change", () => change((wanted) => {
    const of = select("filter").value;
    wanted.filter = of ? [[of, variables.get(of)?.codes.slice(0, 1).map(({ code }) => code) ?? []]] : [];
  }));
  select("method-choice").addEventListener("change", () => change((wanted) => {
    const { value } = select("method-choice");
    wanted.method = value === filled?.cube.defaultMethod ? null : value;
  }));

  return {
    clear: cubeless,
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
      const others = [...variables.values()].filter(({ dimension }) => dimension !== areas);
      const offered = indicators.filter((each) => isBeside(each, areas)).map(({ id, title }) => option(id, title));
      select("indicator").replaceChildren(...offered, ...(others.length ? [option(OWN, "Another number or share …")] : []));
      select("own-variable").replaceChildren(...others.map(({ name, label }) => option(name, label)));
      select("level").replaceChildren(...levels.map(({ name, label, codes }) => option(name, `${label} (${codes.length})`)));
      select("filter").replaceChildren(option("", "Everyone is included"), ...others.map(({ name, label }) => option(name, `By ${label}`)));
      select("method-choice").replaceChildren(...cube.methods.map((each) => option(each.name, `${nameOfMethod(each)} (${methodTitle(each).toLowerCase()})`)));
      byId("method-field").hidden = cube.methods.length < 2;
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
      byId("as-field").hidden = !(wanted.own || (chosen && hasShare(chosen)));
      select("as").value = wanted.as ?? "count";
      select("level").value = wanted.level ?? "";
      select("breaks").value = wanted.breaks;
      select("method-choice").value = wanted.method ?? filled?.cube.defaultMethod ?? "";
      const [filter] = wanted.filter;
      select("filter").value = filter?.[0] ?? "";
      byId("filter-codes").hidden = !filter;
      boxes(byId("filter-codes"), filter ? variables.get(filter[0]) : undefined, filter?.[1] ?? [], (codes) => change((next) => {
        if (filter) next.filter = [[filter[0], codes], ...next.filter.slice(1)];
      }));
    },
  };
}
