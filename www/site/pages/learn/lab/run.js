// One run of the laboratory: the audit of the package, on the reader's choice.

import { cubesOf, openDataset } from "./datasets.js";
import { METHODS, methodOf } from "./methods.js";
import { scoresOf } from "./score.js";
import { axesOf, cellsOf } from "./setup.js";

/** @import { AuditReport } from "../../../../api/audit.js" */
/** @import { Score } from "./attacks.js" */
/** @import { Correction } from "./corrected.js" */
/** @import { Setup } from "./setup.js" */

/** @typedef {{ stage: "make" | "files" | "attacks", done: number, total: number, attack?: string }} Progress */
/** @typedef {{ setup: Setup, report: AuditReport, scores: Record<string, Score | null>, ms: number, cells: number, correction?: Correction }} Run */

/**
 * Attacks the tables of a choice.
 * @param {Setup} setup
 * @param {{ signal: AbortSignal, onprogress: (progress: Progress) => void }} options
 * @returns {Promise<Run>}
 */
export async function attack(setup, { signal, onprogress }) {
  onprogress({ stage: "make", done: 0, total: 0 });
  const [method, dataset, { audit }] = await Promise.all([methodOf(setup.method), openDataset(setup), import("../../../cellveil/js/audit.js")]);
  const { correction, ...cubes } = await cubesOf(setup, method, signal);
  signal.throwIfAborted();
  const start = performance.now();
  const { report } = await audit(cubes, {
    publish: { maxDimensions: setup.most, axes: setup.axes },
    method,
    reveal: true,
    // The next attack needs no network.
    keep: true,
    signal,
    onprogress: ({ stage, loaded, total, attack: name }) => onprogress({ stage, done: loaded, total, attack: name }),
  });
  const chosen = axesOf(dataset).filter(({ name }) => setup.axes.includes(name));
  return { setup, report, scores: scoresOf(report), ms: performance.now() - start, cells: cellsOf(chosen, setup.most), correction };
}

/** A choice in words, for the list of runs. @param {Setup} setup */
export function inWords({ data, households, seed, method, axes, most, swap, correct }) {
  return [
    data === "census" ? "census sample" : `${households.toLocaleString("en-GB")} households, seed ${seed}`,
    METHODS.find(({ id }) => id === method)?.label ?? method,
    `${axes.length} variables, ${most} together`,
    ...(swap ? [`${100 * swap} % of the records selected for swapping`] : []),
    ...(correct ? ["one corrected record"] : []),
  ].join("; ");
}
