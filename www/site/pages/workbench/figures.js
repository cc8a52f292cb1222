// "Show as": counts, percentages, ratios or averages. The choice changes the view, never the query.

import { hasNumbers, isOpen, numberFor } from "./averages.js";
import { byId, h, keepingFocus } from "../../shell/dom.js";
import { isSensible } from "../../choice/address.js";
import { listed, number } from "../../shell/words.js";

/** @import { Layout } from "../../../element/layout.js" */
/** @import { Table, View } from "../../shell/types.js" */
/** @typedef {import("../../../api/types.js").Axis} Axis */

const PER = [1, 100, 1_000, 10_000, 100_000];

const PERCENT = /** @type {const} */ ({ "percent-row": "row", "percent-column": "column", "percent-table": "table" });

const parts = (/** @type {Axis} */ { codes }) => codes.filter(({ code }) => code !== "_T");

/** Creates the controls of "Show as". */
export function createFigures() {
  const choice = /** @type {HTMLSelectElement} */ (byId("figures"));
  const place = byId("figures-of");
  /** @type {{ table: Table, layout: Layout, view: View, changeView: (view: View) => void } | undefined} */
  let shown;
  /**
   * An average that still needs numbers from the reader.
   * @type {{ of: string, values: Map<string, number> } | undefined}
   */
  let draft;
  /** Whether the list of numbers is open. A redraw keeps the list open. */
  let editing = false;

  /** @param {NonNullable<typeof shown>} now */
  function show(now) {
    const same = shown?.table === now.table;
    if (!same || now.view.average || now.view.ratio || now.view.percent) draft = undefined;
    shown = now;
    byId("view-bar").hidden = false;
    for (const option of choice.options) {
      // Without columns, each figure would be 100% of its row.
      if (option.value === "percent-row") option.disabled = now.layout.columns.length === 0;
      if (option.value === "percent-column") option.disabled = now.layout.rows.length === 0;
      if (option.value === "ratio") option.disabled = axes().every(({ codes }) => codes.length < 2);
    }
    redraw();
  }

  function hide() {
    shown = undefined;
    byId("view-bar").hidden = true;
  }

  /** The dimensions of the table on the page, without its layers. @returns {Axis[]} */
  const axes = () => (shown ? shown.table.dimensions.slice(shown.layout.layers.length) : []);

  function redraw() {
    if (!shown) return;
    const kind = draft ? "average" : shown.layout.derived?.kind ?? "count";
    choice.value = kind === "percent" ? `percent-${shown.view.percent}` : kind;
    keepingFocus(() => place.replaceChildren(...(kind === "ratio" ? ratioControls() : kind === "average" ? averageControls() : [])), choice);
  }

  /** @param {Partial<View>} to */
  function change(to) {
    if (shown) shown.changeView({ ...shown.view, percent: null, ratio: null, average: null, ...to });
  }

  function ratioControls() {
    const ratio = shown?.view.ratio;
    const of = axes().find(({ name }) => name === ratio?.of);
    if (!ratio || !of) return [];
    const codes = of.codes.map(({ code, label }) => /** @type {[string, string]} */ ([code, label]));
    const variables = axes().filter(({ codes }) => codes.length > 1).map(({ name, label }) => /** @type {[string, string]} */ ([name, label]));
    return [
      list("of", "variable", variables, ratio.of, (name) => {
        const next = axes().find((axis) => axis.name === name);
        if (next) change({ ratio: { ...ratio, of: name, numerator: next.codes[1].code, denominator: next.codes[0].code } });
      }),
      list("numerator", "how many", codes, ratio.numerator, (numerator) => change({ ratio: { ...ratio, numerator } })),
      list("per", "per", [...new Set([...PER, ratio.per])].map((per) => [String(per), number(per)]), String(ratio.per), (per) => change({ ratio: { ...ratio, per: Number(per) } })),
      list("denominator", "of", codes, ratio.denominator, (denominator) => change({ ratio: { ...ratio, denominator } })),
    ];
  }

  /**
   * Shows an average once every open-ended category has a number.
   * @param {string} of
   * @param {Map<string, number>} values
   */
  function take(of, values) {
    const axis = axes().find(({ name }) => name === of);
    if (!axis) return;
    const lacking = parts(axis).filter((code) => isOpen(code) && !values.has(code.code));
    draft = { of, values };
    if (values.size > 0 && lacking.length === 0) change({ average: { of, values: parts(axis).flatMap(({ code }) => (values.has(code) ? [[code, Number(values.get(code))]] : [])) } });
    else if (shown?.layout.derived) change({});
    redraw();
  }

  function averageControls() {
    const now = draft ?? (shown?.view.average ? { of: shown.view.average.of, values: new Map(shown.view.average.values) } : undefined);
    const axis = axes().find(({ name }) => name === now?.of);
    if (!now || !axis) return [];
    const lacking = parts(axis).filter((code) => isOpen(code) && !now.values.has(code.code)).map(({ label }) => `“${label}”`);
    const wanting = lacking.length ? `Enter a number for ${listed(lacking)}. An open-ended category has no number of its own.`
      : now.values.size === 0 ? "Enter a number for each category to see an average." : "Categories without a number are ignored.";
    const summary = h("summary", {}, "Number for each category");
    const details = h("details", { class: "numbers", open: draft !== undefined || editing }, summary,
      h("p", { class: "hint", id: "numbers-hint" }, wanting),
      ...parts(axis).map(({ code, label }) => {
        const input = h("input", {
          type: "number", step: "any", autocomplete: "off", inputmode: "decimal", "data-key": `figures|number|${code}`, "aria-describedby": "numbers-hint",
          value: now.values.get(code), change: () => {
            const values = new Map(now.values);
            if (input.value.trim() === "" || !isSensible(input.valueAsNumber)) values.delete(code);
            else values.set(code, input.valueAsNumber);
            take(now.of, values);
          },
        });
        return h("label", { class: "of" }, h("span", {}, label), input);
      }));
    details.addEventListener("toggle", () => { editing = details.open; });
    return [
      list("of", "variable", axes().map(({ name, label }) => [name, label]), now.of, (name) => {
        const next = axes().find((axis) => axis.name === name);
        if (next) take(name, defaults(next));
      }),
      details,
    ];
  }

  choice.addEventListener("change", () => {
    draft = undefined;
    if (choice.value === "ratio") {
      const of = axes().find((axis) => parts(axis).length === 2) ?? axes().find(({ codes }) => codes.length > 1);
      if (of) change({ ratio: { of: of.name, numerator: of.codes[1].code, denominator: of.codes[0].code, per: 100 } });
    } else if (choice.value === "average") {
      const of = axes().find((axis) => hasNumbers(parts(axis))) ?? axes()[0];
      if (of) take(of.name, defaults(of));
    } else change({ percent: PERCENT[/** @type {keyof typeof PERCENT} */ (choice.value)] ?? null });
  });

  return { show, hide };
}

/**
 * @param {string} key
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {string} value
 * @param {(value: string) => void} onchange
 */
function list(key, label, options, value, onchange) {
  const select = h("select", { "data-key": `figures|${key}`, change: () => onchange(select.value) }, ...options.map(([value, text]) => h("option", { value }, text)));
  select.value = value;
  return h("label", { class: "of" }, h("span", {}, label), select);
}

/** @param {Axis} axis */
function defaults(axis) {
  return new Map(parts(axis).flatMap((code) => {
    const value = numberFor(code);
    return value === undefined ? [] : [/** @type {[string, number]} */ ([code.code, value])];
  }));
}
