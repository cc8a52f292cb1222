// The colours of charts in files, because files have no style sheet. A test compares these colours with the light
// colours of charts.css and site.css.

/** @type {Record<string, string>} */
export const LIGHT = {
  "--ink": "#1b2326",
  "--quiet": "#556064",
  "--hair": "#dddad0",
  "--sheet": "#ffffff",
  "--chart-edge": "#737c7e",
  "--shade-1": "#e4f0ee",
  "--shade-2": "#b4d5d3",
  "--shade-3": "#77b0b3",
  "--shade-4": "#2b7780",
  "--shade-5": "#0b4a53",
  "--on-shade-1": "#1b2326",
  "--on-shade-2": "#1b2326",
  "--on-shade-3": "#1b2326",
  "--on-shade-4": "#ffffff",
  "--on-shade-5": "#ffffff",
  "--series-1": "#0d5b63",
  "--series-2": "#b84f12",
  "--series-3": "#5b4b9e",
  "--series-4": "#8a6a00",
  "--series-5": "#a8325f",
  "--series-6": "#4b7f2d",
};

/** Replaces style variables and mixtures with colours. @param {string} text  an attribute's value @returns {string} */
export function resolved(text) {
  return text.replace(/var\((--[\w-]+)\)/g, (all, name) => LIGHT[name] ?? all)
    .replace(/color-mix\(in srgb, #(\w{6}), #(\w{6})\)/g, (_, a, b) => `#${mixed(a, b)}`)
    .replaceAll("currentColor", LIGHT["--ink"]);
}

/** Returns the colour between two colours, as six hexadecimal digits. @param {string} a @param {string} b */
const mixed = (a, b) => [0, 2, 4].map((at) => Math.round((parseInt(a.slice(at, at + 2), 16) + parseInt(b.slice(at, at + 2), 16)) / 2).toString(16).padStart(2, "0")).join("");
