// The controls of the designer: a slider and a number for each parameter.

import { expectedOf, hashOf, plain, readNumber } from "../../../choice/design.js";
import { byId } from "../../shell/dom.js";
import { sentence, sixDecimals, sixDown, sixUp } from "./limits.js";

/** @import { Design } from "../../../choice/design.js" */
/** @import { ReadyDesign } from "../../shell/types.js" */

const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));

/** The controls of each parameter: its name in links, its slider, and an input for exact numbers. */
export const DIALS = {
  maxChange: { name: "max-change", slider: input("max-change"), number: input("max-change-number") },
  variance: { name: "variance", slider: input("variance"), number: input("variance-number") },
  blocked: { name: "blocked", slider: input("blocked"), number: input("blocked-number") },
  stay: { name: "stay", slider: input("stay"), number: input("stay-number") },
};
export const LABELS = { maxChange: "the largest change", variance: "the variance", blocked: "the number of blocked results", stay: "the staying probability" };
export const FLAGS = /** @type {const} */ (["monotone", "nearest"]);
/** Rounds the ends of a range to the slider's steps. `up` is for the smallest value, `down` for the largest. */
const inwards = { up: (/** @type {number} */ value) => Math.ceil(value * 20 - 1e-6) / 20, down: (/** @type {number} */ value) => Math.floor(value * 20 + 1e-6) / 20 };

/**
 * @param {Design} design
 * @param {object} known
 * @param {Map<string, string>} known.wrong  messages about unreadable values, by parameter
 * @param {Map<string, string>} known.all  messages about all problems, by parameter
 * @param {{ least: number, most: number } | undefined} known.range  the variances that every row can have
 * @param {ReadyDesign[]} known.ready
 */
export function drawControls(design, { wrong, all, range, ready }) {
  const { maxChange, variance, blocked, stay, shape } = design;
  DIALS.blocked.slider.max = DIALS.blocked.number.max = String(Math.max(maxChange - 1, 0));
  const widest = { least: 0.05, most: maxChange ** 2 };
  const { least, most } = design.nearest ? widest : range ?? widest;
  DIALS.variance.slider.min = String(Math.max(0.05, inwards.up(least)));
  DIALS.variance.slider.max = String(Math.max(0.05, inwards.down(most)));
  byId("variance-hint").textContent = range
    ? `Variance of the noise in every row. With these limits every row can have a variance ${least > 0.05 && !design.nearest ? `from ${sixDecimals(sixUp(range.least))} ` : ""}up to ${sixDecimals(sixDown(range.most))}.`
    : "Variance of the noise in every row.";
  input("stays").checked = stay !== null;
  for (const each of [DIALS.stay.slider, DIALS.stay.number]) each.disabled = stay === null;
  for (const [name, value] of Object.entries({ maxChange, variance, blocked, stay: stay ?? 0 })) {
    const { name: parameter, slider, number } = DIALS[/** @type {keyof typeof DIALS} */ (name)];
    const reason = all.get(parameter);
    slider.value = String(value);
    // If the slider cannot show the value exactly, screen readers read the exact value.
    if (slider.valueAsNumber === value) slider.removeAttribute("aria-valuetext");
    else slider.setAttribute("aria-valuetext", sixDecimals(value));
    // Keeps the text that the reader is typing, even if it is invalid. A link can contain letters, which a number input
    // cannot show, so the input is then empty.
    if (reason === undefined || !wrong.has(parameter) ? number !== document.activeElement || number.valueAsNumber !== value : number.value === String(value)) {
      number.value = reason === undefined || !wrong.has(parameter) ? String(value) : "";
    }
    byId(`${parameter}-wrong`).textContent = reason === undefined ? "" : sentence(reason);
    if (reason === undefined) number.removeAttribute("aria-invalid");
    else number.setAttribute("aria-invalid", "true");
  }
  for (const flag of FLAGS) input(flag).checked = design[flag];
  for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=shape]"))) radio.checked = radio.value === shape;
  const one = all.size ? undefined : ready.find(({ parameters }) => hashOf(plain(parameters)) === hashOf(design));
  for (const button of byId("ready").children) button.setAttribute("aria-pressed", String(button.textContent === one?.name));
  byId("ready-text").textContent = one?.suits ?? "";
}

/**
 * Reads the number input beside a slider. Returns a problem if its text is not a valid number.
 * @param {keyof typeof DIALS} key
 * @param {number} maxChange  of the design; NaN if the input of the largest change is invalid
 */
export function typed(key, maxChange) {
  const { name, number } = DIALS[key];
  const read = readNumber(name, number.value);
  if ("value" in read) return { value: read.value };
  const { expected } = key === "blocked" && !Number.isNaN(maxChange) ? { expected: expectedOf(name, maxChange) } : read;
  return { problem: `${LABELS[key]} is ${number.value === "" ? "missing" : number.value}; expected ${expected}` };
}
