// The eight lessons, in their order. A lesson's content loads when the reader opens it.

/** @import { Lesson } from "../types.js" */

/** @type {Lesson[]} */
export const LESSONS = [
  { id: "small-counts", title: "Small counts", about: "Find out what a neighbour learns from a table without names.", minutes: 5, load: () => import("./small-counts.jsx").then(({ body }) => body) },
  { id: "differencing", title: "Subtract two tables", about: "Two harmless tables disclose a few people.", minutes: 6, load: () => import("./differencing.jsx").then(({ body }) => body) },
  { id: "rounding", title: "Rounding again and again", about: "Average many answers: new draws disclose the count, one keyed draw does not.", minutes: 6, load: () => import("./rounding.jsx").then(({ body }) => body) },
  { id: "record-keys", title: "Record keys", about: "Follow some ten people into a cell, a key and a noise.", minutes: 6, load: () => import("./record-keys.jsx").then(({ body }) => body) },
  { id: "design", title: "Design a p-table", about: "Choose how far a count may move, and what a reader can conclude.", minutes: 7, load: () => import("./design.jsx").then(({ body }) => body) },
  { id: "totals", title: "Totals that disagree", about: "See why noisy totals do not add up, and what it costs to make them.", minutes: 6, load: () => import("./totals.jsx").then(({ body }) => body) },
  { id: "swapping", title: "Before the table", about: "Swap records between areas, and see what that hides.", minutes: 6, load: () => import("./swapping.jsx").then(({ body }) => body) },
  { id: "choose", title: "Choose a method", about: "Weigh risk and utility for an agency, and defend your choice.", minutes: 8, load: () => import("./choose.jsx").then(({ body }) => body) },
];
