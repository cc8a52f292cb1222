// The address of the page: the section, and the choices of the section. `#lesson=rounding&asked=70`, `#lab&most=2`.

import { SEED, seedOf } from "./people.js";

/** @import { Reader } from "./progress.js" */

/** @typedef {"overview" | "lesson" | "lab" | "figures" | "answers"} Section */
/** @typedef {{ section: Section, lesson: string, state: Record<string, string> }} Route */

/** Names that the page itself uses. All others are choices of the section. */
const OWN = ["lesson", "lab", "figures", "answers"];

/** @param {string} hash  with or without its "#" @returns {Route} */
export function routeOf(hash) {
  const all = Object.fromEntries(new URLSearchParams(hash.replace(/^#/, "")));
  const section = "lesson" in all ? "lesson" : "lab" in all ? "lab" : "figures" in all ? "figures" : "answers" in all ? "answers" : "overview";
  const state = Object.fromEntries(Object.entries(all).filter(([name]) => !OWN.includes(name)));
  return { section, lesson: all.lesson ?? "", state };
}

/** @param {Route} route */
export function hashOf({ section, lesson, state }) {
  const first = section === "lesson" ? `lesson=${encodeURIComponent(lesson)}` : section === "overview" ? "" : section;
  const rest = Object.entries(state).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%3A", ":")}`);
  return `#${[first, ...rest].filter(Boolean).join("&")}`;
}

/** A route with changed choices. An undefined value removes the choice. @param {Route} route @param {Record<string, string | undefined>} changes @returns {Route} */
export function changed(route, changes) {
  const next = Object.entries({ ...route.state, ...changes }).filter(([, value]) => value !== undefined && value !== "");
  return { ...route, state: /** @type {Record<string, string>} */ (Object.fromEntries(next)) };
}

/** A whole number of an address within limits. @param {string | undefined} text @param {number} least @param {number} most @param {number} [usual] */
export function whole(text, least, most, usual = least) {
  const value = Number(text);
  return text && Number.isInteger(value) ? Math.min(Math.max(value, least), most) : usual;
}

/** Choices that a link to another section keeps: the name or the seed of the reader. @param {Route} route @returns {Record<string, string>} */
export function kept({ state }) {
  return Object.fromEntries(Object.entries(state).filter(([name]) => name === "name" || name === "seed"));
}

/**
 * The reader's name and seed. A link of a teacher may set the seed or the name. Otherwise the name on this device counts.
 * @param {Route} route @param {string} stored  the name on this device @returns {Reader}
 */
export function readerOf({ state }, stored) {
  const name = (state.name ?? stored).trim();
  const own = /^\d+$/.test(state.seed ?? "") ? Number(state.seed) : NaN;
  return { name, seed: Number.isSafeInteger(own) ? own : name ? seedOf(name) : SEED };
}

/** A link to the present state. Without the seed, a reader with another name would see other figures. @param {Route} route @param {Reader} reader */
export function linkOf(route, { seed }) {
  const isOwn = route.state.seed !== undefined || route.state.name !== undefined || seed === SEED;
  return hashOf(isOwn ? route : changed(route, { seed: String(seed) }));
}
