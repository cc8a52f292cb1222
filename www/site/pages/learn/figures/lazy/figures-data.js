// The data of all figures, as `node scripts/figures.js` writes them. The page loads them with the first figure.

import components from "../data/components.json" with { type: "json" };
import draws from "../data/draws.json" with { type: "json" };
import ons from "../data/ons-2024.json" with { type: "json" };
import scad from "../data/scad-2011.json" with { type: "json" };
import shlomo from "../data/shlomo-2015.json" with { type: "json" };
import { figuresFrom } from "../model.js";

/** @import { Data } from "../types.js" */

/** @type {Data} */
const data = Object({ components, draws, ons, scad, shlomo });

export const figures = figuresFrom(data);
