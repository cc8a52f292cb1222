// The list of small areas, grouped by larger areas. Each area has a tick box.

import { h } from "../../shell/dom.js";
import { partOf } from "./areas.js";

/** @import { Variable } from "../../shell/types.js" */
/** @import { Nesting } from "../../result/map/nesting.js" */
/** @import { Area } from "./areas.js" */

/** @typedef {{ code: string, label: string, codes: string[], box: HTMLInputElement, count: HTMLElement, details: HTMLDetailsElement }} Group */

/**
 * @param {HTMLElement} list
 * @param {HTMLInputElement} search
 * @param {(codes: string[], take: boolean) => void} onTick
 */
export function createPicker(list, search, onTick) {
  /** @type {Map<string, HTMLInputElement>} */
  let boxes = new Map();
  /** @type {Group[]} */
  let groups = [];

  function find() {
    const wanted = search.value.trim().toLocaleLowerCase();
    let found = 0;
    const check = (/** @type {HTMLElement} */ item, /** @type {boolean} */ all) => {
      const hit = all || (item.textContent ?? "").toLocaleLowerCase().includes(wanted);
      item.hidden = !hit;
      if (hit) found++;
      return hit;
    };
    if (groups.length === 0) for (const item of /** @type {Iterable<HTMLElement>} */ (list.children)) check(item, wanted === "");
    for (const { label, details } of groups) {
      const whole = wanted === "" || label.toLocaleLowerCase().includes(wanted);
      const hits = [...details.querySelectorAll("li")].filter((item) => check(item, whole)).length;
      details.hidden = hits === 0;
      // A larger area opens when the search finds a part of it, and closes when the search is empty.
      details.open = wanted !== "" && hits > 0;
    }
    return found;
  }
  search.addEventListener("input", find);

  const item = (/** @type {{ code: string, label: string }} */ { code, label }) => {
    const box = h("input", { type: "checkbox", value: code, change: () => onTick([code], box.checked) });
    boxes.set(code, box);
    return h("li", {}, h("label", { class: "check" }, box, " ", h("span", {}, label)));
  };

  return {
    /** @param {Variable} variable  of the small areas @param {Nesting} nesting @param {Variable[]} levels */
    fill({ codes, label: what }, nesting, levels) {
      boxes = new Map();
      groups = [];
      search.value = "";
      const byCode = new Map(codes.map((each) => [each.code, each]));
      // Groups small areas by the level with the most areas. Groups of a broader level would be too long.
      const level = levels.filter(({ level, name }) => level && nesting.has(name)).sort((a, b) => b.codes.length - a.codes.length)[0];
      if (!level) return list.replaceChildren(...codes.map(item));
      groups = level.codes.flatMap(({ code, label }) => {
        const own = nesting.get(level.name)?.get(code) ?? [];
        if (own.length === 0) return [];
        const box = h("input", { type: "checkbox", change: () => onTick(own, box.checked) });
        const count = h("span", { class: "hint" });
        const details = h("details", { class: "ward" },
          h("summary", {}, h("span", {}, label), " ", count),
          h("label", { class: "check check-all" }, box, " ", h("span", {}, `All of ${label}`)),
          h("ul", { "aria-label": `${what}: ${label}` }, ...own.flatMap((each) => byCode.get(each) ?? []).map(item)));
        return [{ code, label, codes: own, box, count, details }];
      });
      list.replaceChildren(...groups.map(({ details }) => h("li", {}, details)));
    },
    /** @param {Area} area */
    show(area) {
      const own = new Set(area.codes);
      for (const [code, box] of boxes) box.checked = own.has(code);
      for (const { codes, box, count } of groups) {
        const part = partOf(area, codes);
        box.checked = part === "all";
        box.indeterminate = part === "some";
        const inside = codes.filter((code) => own.has(code)).length;
        count.textContent = inside ? `${inside} of ${codes.length} chosen` : `${codes.length}`;
      }
    },
  };
}
