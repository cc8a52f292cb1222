// The dialog in which a reader groups categories or areas. The table then has the groups in place of the categories.

import { english } from "../../../words/builder/english.js";
import { groupsProblem } from "../../../choice/repair.js";
import { h } from "../../shell/dom.js";
import { createTicks } from "../../shell/ticks.js";
import { counted } from "../../shell/words.js";

/** @import { Variable } from "../../shell/types.js" */
/** @typedef {[label: string, codes: string[]]} Group */

/** Numbers the groups, so that the ids of their names and messages differ. */
let made = 0;

/**
 * Opens the dialog and resolves when the reader closes it.
 * @param {{ variable: Variable, geo: boolean, groups: Group[] }} of  `geo`: whether the categories are areas
 * @returns {Promise<Group[] | undefined>}  the groups; empty to use the variable's own categories again; undefined if
 *   the reader cancelled the dialog
 */
export function askGroups({ variable, geo, groups: before }) {
  const { label, codes } = variable;
  const [one, many] = geo ? ["area", "areas"] : ["group", "groups"];
  const title = geo ? `Areas of ${label}` : `Groups of ${label}`;
  /** @type {Group[]} */
  const groups = before.length ? before.map(([name, members]) => [name, [...members]]) : [["", []]];
  /** @type {Part[]} */
  let parts = groups.map(partOf);

  const list = h("ol", { class: "group-list" });
  const said = h("p", { class: "hidden-visually", role: "status" });
  const leaving = h("p", { class: "hint", role: "status" });
  /** Whether closing the dialog would lose work. */
  let changed = false;
  const dialog = h("dialog", { class: "groups-dialog", "aria-labelledby": "groups-title" },
    h("form", { novalidate: true, submit: (event) => { event.preventDefault(); use(); } },
      h("h2", { id: "groups-title", tabindex: -1 }, title),
      h("p", { class: "hint" }, `Each ${one} becomes one category of the table, in this order, in place of the ${counted(codes.length, "category", "categories")} of ${label}. A category may be in several ${many}. The total still counts all categories.`),
      list, said,
      h("button", { type: "button", class: "add-group", click: add }, `Add ${geo ? "an area" : "a group"}`),
      h("div", { class: "dialog-actions" },
        h("button", { type: "submit", class: "primary" }, `Use these ${many}`),
        ...(before.length ? [h("button", { type: "button", click: () => end([]) }, "Use the original categories")] : []),
        h("button", { type: "button", class: "plain", click: () => end(undefined) }, "Cancel")),
      leaving));

  /** @type {Group[] | undefined} */
  let result;
  /** @param {Group[] | undefined} with_ */
  function end(with_) {
    result = with_;
    dialog.close();
  }

  /**
   * The controls of a group: its name, its categories and its buttons.
   * @typedef {ReturnType<typeof partOf>} Part
   * @param {Group} group
   */
  function partOf(group) {
    const id = `group-${++made}`;
    const problem = h("p", { class: "field-error", id: `${id}-problem`, hidden: true });
    const name = h("input", {
      type: "text", id, value: group[0], autocomplete: "off", class: "group-name", "aria-describedby": `${id}-problem`,
      input: () => {
        group[0] = name.value.trim();
        changed = true;
        saying("", undefined);
      },
    });
    const heading = h("label", { for: id });
    const count = h("span", { class: "filter-count" });
    const ticks = createTicks({
      label, legend: `Categories of this ${one}`, key: id, codes,
      onSet(chosen) {
        group[1] = chosen;
        changed = true;
        draw();
        saying("", undefined);
      },
    });
    const details = h("details", { name: "groups-categories", toggle: () => { if (details.open && !ticks.listed()) ticks.list(); } },
      h("summary", {}, "Categories ", count), ticks.element);
    const button = (/** @type {string} */ icon, /** @type {() => void} */ run) => h("button", { type: "button", class: `icon icon-${icon}`, click: run });
    const [up, down, remove] = [button("up", () => move(part, -1)), button("down", () => move(part, 1)), button("remove", () => drop(part))];
    const element = h("li", { class: "group" }, h("div", { class: "group-head" }, h("div", { class: "group-field" }, heading, name), up, down, remove), problem, details);

    function draw() {
      ticks.draw(group[1]);
      count.textContent = group[1].length ? `${group[1].length} of ${codes.length}` : "tick its categories";
    }

    /** @param {string} text @param {"label" | "codes" | undefined} field */
    function saying(text, field) {
      problem.textContent = text;
      problem.hidden = text === "";
      if (field === "label") name.setAttribute("aria-invalid", "true");
      else name.removeAttribute("aria-invalid");
    }

    const part = {
      group, element, saying,
      /** @param {number} number @param {number} of */
      number(number, of) {
        heading.textContent = `Name of ${one} ${number}`;
        for (const [each, words] of /** @type {const} */ ([[up, `Move ${one} ${number} earlier`], [down, `Move ${one} ${number} later`], [remove, `Delete ${one} ${number}`]])) {
          each.setAttribute("aria-label", words);
          each.title = words;
        }
        up.toggleAttribute("hidden", of < 2);
        down.toggleAttribute("hidden", of < 2);
        for (const [each, idle] of /** @type {const} */ ([[up, number === 1], [down, number === of]])) {
          if (idle) each.setAttribute("aria-disabled", "true");
          else each.removeAttribute("aria-disabled");
        }
        draw();
      },
      open() {
        details.open = true;
        ticks.list();
      },
      focusName: () => name.focus(),
      focusCodes: () => (part.open(), ticks.first()?.focus()),
      /** @param {-1 | 1} step */
      focusMove: (step) => (step < 0 ? up : down).focus(),
    };
    return part;
  }

  function draw() {
    for (const [i, part] of parts.entries()) {
      if (list.children[i] !== part.element) list.insertBefore(part.element, list.children[i] ?? null);
      part.number(i + 1, parts.length);
    }
    while (list.children.length > parts.length) list.lastElementChild?.remove();
  }

  function add() {
    const part = partOf(["", []]);
    parts.push(part);
    draw();
    part.open();
    part.focusName();
  }

  /** @param {Part} part @param {-1 | 1} step */
  function move(part, step) {
    const to = parts.indexOf(part) + step;
    if (to < 0 || to >= parts.length) return;
    parts = parts.filter((each) => each !== part);
    parts.splice(to, 0, part);
    changed = true;
    draw();
    part.focusMove(step);
    said.textContent = `${part.group[0] || `This ${one}`} is now number ${to + 1} of ${parts.length}.`;
  }

  /** @param {Part} part */
  function drop(part) {
    const at = parts.indexOf(part);
    parts = parts.filter((each) => each !== part);
    changed = true;
    part.element.remove();
    draw();
    said.textContent = `${part.group[0] || `The ${one}`} deleted.`;
    (parts[Math.min(at, parts.length - 1)] ?? { focusName: () => dialog.querySelector("button")?.focus() }).focusName();
  }

  function use() {
    const wanted = parts.map(({ group }) => group);
    for (const part of parts) part.saying("", undefined);
    const wrong = groupsProblem(wanted, variable);
    if (!wrong) return end(wanted.map(([name, members]) => [name, [...members]]));
    const part = parts[wrong.index];
    part.saying(wrong.text(english()), wrong.part === "label" ? "label" : "codes");
    if (wrong.part === "label") part.focusName();
    else part.focusCodes();
  }

  draw();
  parts[0]?.open();
  document.body.append(dialog);
  return new Promise((resolve) => {
    const before = document.activeElement;
    // Readers also press Escape to leave a search, so the dialog asks before it discards groups.
    dialog.addEventListener("cancel", (event) => {
      if (!changed || leaving.textContent) return;
      event.preventDefault();
      leaving.textContent = `Press Escape again to discard these ${many}.`;
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      // Returns the focus to the element that had it, if this element is still in the page.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      resolve(result);
    });
    dialog.showModal();
    parts[0]?.focusName();
  });
}
