// The panels beside a table, about its dataset and its method.

import { byId, h } from "../../shell/dom.js";
import { en } from "../../../words/en.js";
import { pretabularInWords } from "../../../words/pretabular.js";
import { dataInWords, exposure, propertiesInWords } from "../../shell/words.js";

/** @import { Pretabular } from "../../../api/types.js" */
/** @import { Cube, Description, Method } from "../../shell/types.js" */

/** Shows the facts of a dataset. @param {Cube} cube */
export function showData(cube) {
  const facts = [
    ["Counted", cube.unit], ["Period", cube.period], ["Source", cube.source], ["Licence", cube.licence], ["Contact", cube.contact],
    ["Release class", cube.release],
  ].filter(([, value]) => value);
  byId("about-data").replaceChildren(
    h("p", {}, h("strong", {}, cube.title), ". ", dataInWords(cube)),
    ...stepsOf(cube.manifest.pretabular),
    ...cube.notes.map((note) => h("p", {}, note)),
    h("dl", { class: "facts" }, ...facts.flatMap(([term, value]) => [h("dt", {}, `${term}`), h("dd", {}, `${value}`)])));
  byId("exposure-text").replaceChildren(...exposure(cube).map((text) => h("p", {}, text)));
  byId("attribution").textContent = cube.source ? `Source: ${cube.source}` : "";
  byId("notes").hidden = false;
}

/** The steps that changed records before they were counted. @param {Pretabular | undefined} pretabular */
function stepsOf(pretabular) {
  const lines = pretabularInWords(pretabular, en, document.documentElement.lang);
  return lines.length ? [h("ul", { id: "about-steps" }, ...lines.map((line) => h("li", {}, line)))] : [];
}

/** Shows the chosen method before its table is built. @param {Description} cube @param {string | null} method */
export function showChosenMethod(cube, method) {
  const chosen = cube.methods.find(({ name }) => name === (method ?? cube.defaultMethod));
  // A designed method and a table method have no description until their table is built.
  const described = chosen !== undefined && chosen.card.title !== "";
  byId("method").hidden = !described;
  if (described) showMethod(chosen);
}

/**
 * Shows the effect of a method, its source, and the attacks that it does not stop.
 * @param {Method} method
 */
export function showMethod({ text, card, properties }, designed = "", sums = "") {
  byId("method").hidden = false;
  byId("method-text").textContent = [designed, text, sums].filter(Boolean).join(" ");
  byId("method-title-of-card").textContent = card.title;
  byId("method-card").replaceChildren(
    h("p", {}, card.summary),
    h("p", {}, `Properties: ${propertiesInWords(properties).join("; ")}.`),
    h("p", {}, "It does not protect against:"),
    h("ul", {}, ...card.protectsNot.map((line) => h("li", {}, line))),
    h("p", {}, `Source: ${card.source}.`));
}

/** Hides the panels when a dataset could not be opened. */
export function hideAbout() {
  byId("notes").hidden = true;
  byId("attribution").textContent = "";
}
