// The address of the page: the section, and the choices of the section. `#lesson=rounding&asked=70`, `#lab&most=2`.

/** @typedef {"overview" | "lesson" | "lab" | "figures"} Section */
/** @typedef {{ section: Section, lesson: string, state: Record<string, string> }} Route */

/** Names that the page itself uses. All others are choices of the section. */
const OWN = ["lesson", "lab", "figures"];

/** @param {string} hash  with or without its "#" @returns {Route} */
export function routeOf(hash) {
  const all = Object.fromEntries(new URLSearchParams(hash.replace(/^#/, "")));
  const section = "lesson" in all ? "lesson" : "lab" in all ? "lab" : "figures" in all ? "figures" : "overview";
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
