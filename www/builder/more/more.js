// The parts of a builder that no first table needs. They are one file, which loads after the first table.

import { addLater } from "../../words/builder/builder-words.js";
import { moreWordsFor } from "../../words/builder/en-more.js";
import { dressWith } from "../sheet.js";
import css from "./more.css";
import { AddPanel } from "./add-panel.jsx";
import { Chart } from "./chart.jsx";
import { ChipPanel, FilterPanel } from "./chip-panel.jsx";
import { DerivedFigures } from "./derived-figures.jsx";
import { Drawer } from "./drawer.jsx";
import { Find } from "./find.jsx";
import { Layers } from "./layers.jsx";
import { LongIntervals, LongTable } from "./long.jsx";
import { SavePanel } from "./save-panel.jsx";
import { Wide } from "./wide.jsx";

export { unfitCharts } from "../drawing/figures.js";
export { drawing } from "./drawing.js";
export { startDerived } from "./derived-figures.jsx";
export { intervalsOf } from "./intervals.js";
export { copySelections } from "./selected.js";
export { virtualRows } from "./virtual.js";
export * from "./helpers.js";

addLater(moreWordsFor);

export const parts = { AddPanel, Chart, ChipPanel, DerivedFigures, Drawer, FilterPanel, Find, Layers, LongIntervals, LongTable, SavePanel, Wide };

/** Adds the style of these parts. @param {Element} host */
export const dress = (host) => dressWith(host, css);
