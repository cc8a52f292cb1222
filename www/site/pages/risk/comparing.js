// The controls of a comparison: methods, tables, the tolerable risk, and options of the measures.

import { readMethod } from "../../../choice/own-method.js";
import { letter, shareOf, tableKey, tablesOf, titleOfTable, WEIGHTS, weightsProblem } from "./comparison.js";
import { byId, h, keepingFocus } from "../../shell/dom.js";
import { axesOf, variablesOf } from "../../../choice/state.js";

/** @import { Candidate } from "./candidates.js" */
/** @import { Comparison } from "./comparison.js" */
/** @import { Cube, Selection } from "../../shell/types.js" */

const GROUPS = /** @type {const} */ ([["cube", "This dataset’s methods"], ["changed", "Changed records"], ["ready", "Methods from the literature and ready-made p-tables"], ["own", "Your own methods"]]);
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));
const select = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id));

/**
 * @param {object} hooks
 * @param {(edit: Partial<Comparison>) => void} hooks.onChange
 * @param {(table: Selection) => void} hooks.onShow  measures another of the tables
 * @param {(method: object) => Promise<string>} hooks.problemOf  the problem of a method; empty if there is none
 */
export function createComparing({ onChange, onShow, problemOf }) {
  /** @type {Comparison} */
  let comparison;
  /** @type {Cube} */
  let cube;
  /** @type {Candidate[]} */
  let candidates = [];
  const weights = WEIGHTS.map((_, at) => input(`weight-${at}`));

  /** Compares these methods only. @param {(candidate: Candidate) => boolean} which */
  function compareOnly(which) {
    onChange({ methods: candidates.filter(which).map(({ id }) => id) });
  }

  function methodsChanged() {
    const ticked = new Set([...byId("methods").querySelectorAll("input")].filter((box) => box.checked).map((box) => box.value));
    compareOnly(({ id }) => ticked.has(id));
  }

  /** @param {Set<string>} chosen */
  function drawMethods(chosen) {
    byId("methods-count").textContent = `${chosen.size} of ${candidates.length} shown`;
    byId("methods").replaceChildren(...GROUPS.flatMap(([group, title]) => {
      const members = candidates.filter((each) => each.group === group);
      return members.length === 0 ? [] : [h("div", { class: "method-group", role: "group", "aria-label": title },
        h("p", { class: "method-group-head" }, h("span", { class: "hint", "aria-hidden": "true" }, title),
          h("button", { type: "button", class: "plain small", "aria-label": `Only these: ${title}`, "data-key": `only|${group}`, click: () => compareOnly((each) => each.group === group) }, "Only these")),
        ...(group === "changed" ? [h("p", { class: "hint" }, "Datasets of the same records, changed before they were counted. Each table is compared with the unchanged records.")] : []),
        ...members.map(({ id, label }) => h("div", { class: "method" },
          h("label", { class: "check" }, h("input", { type: "checkbox", value: id, checked: chosen.has(id), "data-key": `method|${id}`, change: methodsChanged }), h("span", {}, label)),
          ...(comparison.own.includes(id) ? [h("button", { type: "button", class: "icon icon-remove", "aria-label": `Remove ${label}`, title: `Remove ${label}`, click: () => removeOwn(id) })] : [])))) ];
    }));
  }

  /** @param {string} id */
  function removeOwn(id) {
    onChange({ own: comparison.own.filter((each) => each !== id), methods: comparison.methods && comparison.methods.filter((each) => each !== id) });
    input("own").focus();
  }

  /** @param {string} text  empty if there is no problem */
  function wrong(text) {
    byId("own-wrong").textContent = text && `Not added: ${text}${/[.!?]$/.test(text) ? "" : "."}`;
    if (text) input("own").setAttribute("aria-invalid", "true");
    else input("own").removeAttribute("aria-invalid");
  }

  async function addOwn() {
    const json = input("own").value.trim();
    try {
      const written = JSON.stringify(readMethod(json));
      wrong("");
      if (comparison.own.includes(written)) return wrong("this method is already in the list");
      const problem = await problemOf(JSON.parse(written));
      if (problem) return wrong(problem);
      input("own").value = "";
      onChange({ own: [...comparison.own, written], methods: comparison.methods && [...comparison.methods, written] });
    } catch (error) {
      wrong(/** @type {Error} */ (error).message);
    }
  }

  function drawTables() {
    const tables = tablesOf(comparison);
    const kept = comparison.kept.map(tableKey);
    const present = tableKey(comparison.table);
    byId("tables").replaceChildren(...tables.map((table, at) => {
      const [key, title] = [tableKey(table), titleOfTable(table, cube)];
      return h("li", {},
        h("span", { class: "table-name" }, tables.length > 1 ? h("b", {}, `${letter(at)} `) : "", title, key === present ? h("small", {}, kept.includes(key) ? "this table, kept" : "this table") : ""),
        ...(key === present ? [] : [h("button", { type: "button", class: "small", "aria-label": `Measure ${title}`, "data-key": `show|${key}`, click: () => onShow(table) }, "Measure")]),
        ...(kept.includes(key) ? [h("button", { type: "button", class: "icon icon-remove", "aria-label": `Remove ${title} from the comparison`, title: "Remove", "data-key": `drop|${key}`,
          click: () => onChange({ kept: comparison.kept.filter((each) => tableKey(each) !== key) }) })] : []));
    }));
    const idle = kept.includes(present) || axesOf(comparison.table).length === 0;
    if (idle) byId("keep").setAttribute("aria-disabled", "true");
    else byId("keep").removeAttribute("aria-disabled");
  }

  function drawChoices() {
    const texts = comparison.weights.length ? comparison.weights : WEIGHTS;
    const problem = weightsProblem(comparison.weights);
    weights.forEach((field, at) => {
      if (field !== document.activeElement || shareOf(field.value) !== shareOf(texts[at])) field.value = Number.isFinite(Number(texts[at])) ? texts[at] : "";
      if (problem) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    });
    byId("weights-wrong").textContent = problem;
    // Opens the section of options if a link has invalid weights.
    if (problem) /** @type {HTMLDetailsElement} */ (byId("measuring")).open = true;
    const variables = new Map(variablesOf(cube).map((each) => [each.name, each]));
    const axes = axesOf(comparison.table).flatMap((name) => variables.get(name) ?? []);
    const geo = cube.dimensions.find(({ role }) => role === "geo")?.name;
    const first = axes.find(({ dimension }) => dimension === geo) ?? axes[0];
    select("by").replaceChildren(h("option", { value: "" }, first ? `${first.label} (default)` : "–"),
      ...axes.filter((each) => each !== first).map(({ name, label }) => h("option", { value: name }, label)));
    select("by").value = axes.some(({ name }) => name === comparison.by) && comparison.by !== first?.name ? (comparison.by ?? "") : "";
    const areas = select("by").value || first?.name;
    const inUse = new Map(comparison.target);
    byId("target").replaceChildren(...axes.filter(({ name }) => name !== areas).map(({ name, label, codes }) => {
      const chosen = inUse.get(name) ?? [];
      const several = chosen.length > 1 ? [h("option", { value: "several" }, `${chosen.length} categories from the link`)] : [];
      const field = h("select", { id: `target-${name}`, "data-key": `target|${name}`, change: () => onChange({ target: [...comparison.target.filter(([each]) => each !== name), ...(field.value ? [/** @type {[string, string[]]} */ ([name, [field.value]])] : [])] }) },
        h("option", { value: "" }, inUse.size ? "any category" : "the first category"), ...several, ...codes.map((each) => h("option", { value: each.code }, each.label)));
      field.value = chosen.length > 1 ? "several" : chosen[0] ?? "";
      return h("div", { class: "field" }, h("label", { for: `target-${name}` }, `Target: ${label}`), field);
    }));
    select("suppressed").value = comparison.suppressed;
  }

  function drawTolerable() {
    const field = input("tolerable");
    const value = shareOf(comparison.tolerable);
    if (field !== document.activeElement) field.value = Number.isFinite(Number(comparison.tolerable)) ? comparison.tolerable : "";
    byId("tolerable-wrong").textContent = value === undefined ? `The tolerable risk is ${comparison.tolerable === "" ? "missing" : comparison.tolerable}; expected a number from 0 to 1.` : "";
    if (value === undefined) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }

  byId("comparing").addEventListener("submit", (event) => event.preventDefault());
  byId("methods-all").addEventListener("click", () => compareOnly(() => true));
  byId("methods-none").addEventListener("click", () => compareOnly(() => false));
  byId("own-add").addEventListener("click", () => void addOwn());
  input("own").addEventListener("input", () => wrong(""));
  byId("keep").addEventListener("click", () => {
    if (!byId("keep").hasAttribute("aria-disabled")) onChange({ kept: [...comparison.kept, { ...comparison.table, method: null, totals: true }] });
  });
  input("tolerable").addEventListener("input", () => onChange({ tolerable: input("tolerable").value }));
  for (const field of weights) {
    field.addEventListener("input", () => {
      const texts = weights.map((each) => each.value.trim());
      onChange({ weights: texts.every((text, at) => shareOf(text) === Number(WEIGHTS[at])) ? [] : texts });
    });
  }
  select("by").addEventListener("change", () => onChange({ by: select("by").value || null }));
  select("suppressed").addEventListener("change", () => onChange({ suppressed: select("suppressed").value === "average" ? "average" : "zero" }));

  return {
    /**
     * @param {Comparison} next
     * @param {Cube} of
     * @param {{ candidates: Candidate[], left: string, chosen: Candidate[] }} offered
     */
    draw(next, of, offered) {
      ({ candidates } = offered);
      [comparison, cube] = [next, of];
      // After another change, the message about a refused method is outdated.
      wrong("");
      keepingFocus(() => {
        drawMethods(new Set(offered.chosen.map(({ id }) => id)));
        drawTables();
        drawChoices();
      }, byId("keep"));
      drawTolerable();
      byId("methods-left").textContent = offered.left;
    },
  };
}
