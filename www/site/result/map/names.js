// Chooses the areas whose names fit inside them on a map, and breaks long names into two lines.

/**
 * @typedef {{ code: string, label: string, x: number, y: number, width: number, height: number }} Room  the room for the
 *   name of an area, in pixels
 * @typedef {{ code: string, x: number, y: number, lines: string[] }} Name  `y`: the middle of the lines
 */

/** The font size of names, and the distance between two lines, in pixels. */
export const SIZE = 12;
export const LINE = 14;
/**
 * The width of a letter, divided by the font size. The width does not depend on the fonts of a device, so that equal
 * maps have equal files.
 */
const LETTER = 0.56;
/** Matches letters that are as wide as they are high. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3ffff}]/u;
/** A name stays this far from the border of its area, in pixels. */
const MARGIN = 3;

/** @param {string} text */
export const widthOf = (text) => [...text].reduce((width, letter) => width + (WIDE.test(letter) ? SIZE : SIZE * LETTER), 0);

/**
 * Breaks a name into two lines at the space nearest to its middle. Undefined for a single word.
 * @param {string} label
 */
function halves(label) {
  const spaces = [...label.matchAll(/\s+/g)].map(({ index }) => index);
  const middle = label.length / 2;
  const [best] = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return best === undefined ? undefined : [label.slice(0, best), label.slice(best).trim()];
}

/**
 * Returns the names that fit inside their areas and do not overlap. Wide areas come first.
 * @param {readonly Room[]} rooms
 * @returns {Name[]}
 */
export function fitting(rooms) {
  /** @type {Name[]} */
  const names = [];
  /** @type {[number, number, number, number][]} */
  const taken = [];
  for (const { code, label, x, y, width, height } of [...rooms].sort((a, b) => b.width - a.width)) {
    const two = halves(label);
    const lines = [[label], ...(two ? [two] : [])].find((each) => Math.max(...each.map(widthOf)) <= width - 2 * MARGIN && each.length * LINE <= height);
    if (!lines || label === "") continue;
    const [across, down] = [Math.max(...lines.map(widthOf)) / 2, (lines.length * LINE) / 2];
    if (taken.some(([left, top, right, bottom]) => x - across < right && x + across > left && y - down < bottom && y + down > top)) continue;
    taken.push([x - across, y - down, x + across, y + down]);
    names.push({ code, x, y, lines });
  }
  return names;
}
