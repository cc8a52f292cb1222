// The state of a builder: the reader's choice, its dataset and its table. This module uses no document. Views read the
// signals, and call the functions.

import { batch, computed, signal } from "@preact/signals-core";
import { peeled } from "./peel.js";
import { isOwnMethod } from "../choice/designed.js";
import { viewChangeInWords } from "./captions.js";
import { problemsOf, repair } from "../choice/repair.js";
import { axesOf, copyOf, countCells, emptySelection, excessOf, excessOfColumns, firstSelection, isInParts, queryOf, sameQuestion, variablesOf } from "../choice/state.js";

/** @import { Progress, Query } from "../api/types.js" */
/** @import { Excess } from "../choice/state.js" */
/** @import { Cube, Selection, Table, Variable, View } from "../choice/types.js" */
/** @import { BuilderWords } from "../words/builder/en.js" */
/** @import { Trail } from "./history.js" */
/** @import { Suggestion } from "./more/suggestions.js" */

/** @typedef {import("./markup.js").Dataset} Dataset */
/** @typedef {import("./markup.js").Wanted} Wanted */

/** A table with its choice, its build time and a description of its designed p-table. @typedef {{ cube: Cube, selection: Selection, table: Table, milliseconds: number, designed: string }} Built */

/**
 * Why there is no table. `said`: the reason in words for the status line, where it has more than that there is none.
 * - empty: the choice has no variable.
 * - large: the table is too large to be drawn. `savable`: a file can still have all its cells.
 * - long: the table needs all codes of a long dimension. `isAxis`: the reader can choose some categories instead.
 * - error: the core, the network or the dataset refused.
 * @typedef {{ said?: (words: BuilderWords) => string } & ({ kind: "empty" } | { kind: "large", excess: Excess, savable: boolean, suggestions: Suggestion[] } | { kind: "long", variable: Variable, isAxis: boolean, suggestions: Suggestion[] } | { kind: "error", error: unknown, problems: string[], suggestions: Suggestion[] })} Refusal
 */

/**
 * - opening: the dataset is loading.
 * - building: the table is being built, or will be built once the reader pauses.
 * - shown: the table of the choice is shown.
 * - refused: there is no table, for the reason of `refusal`. With `wanted`, the dataset did not open.
 * @typedef {{ name: "opening", wanted: Wanted } | { name: "building" } | { name: "shown" } | { name: "refused", refusal: Refusal, wanted?: Wanted }} State
 */

/** @typedef {import("./markup.js").Answer} Answer */
/** @typedef {import("./markup.js").Listening} Listening */
/** @typedef {import("./markup.js").OnChoice} OnChoice */

/** What few choices need: suggestions, a move to another dataset, a designed p-table. @typedef {typeof import("./more/helpers.js")} Helpers */

/**
 * @typedef {object} Options
 * @property {BuilderWords} words
 * @property {Trail} trail
 * @property {(cube: Cube, query: Query, listening: Listening) => Promise<Answer>} [ask]
 * @property {() => Promise<Helpers>} help  loads what few choices need
 * @property {(built: Built) => void} [onBuilt]
 * @property {(error: unknown) => void} [onError]
 * @property {OnChoice} [onChoice]  receives each choice after its repairs. The builder then has no table
 * @property {(name: string, cube: Cube) => Selection} [first]  chooses a first table
 */

/** The builder waits this long for further clicks, so that several quick clicks build one table. */
const SETTLE_MS = 120;
/** Most tables are built sooner. Then the status line shows the action and the outcome together. */
const REMARK_AFTER_MS = 500;
/** The largest table that the core builds. */
const BUILT_CELLS = 10_000_000;

/** @typedef {ReturnType<typeof createStore>} Store */

/** @param {Options} options */
export function createStore({ words: firstWords, trail, help, ask = askCube, onBuilt = () => {}, onError = () => {}, onChoice, first: firstOf = firstSelection }) {
  const words = signal(firstWords);
  const datasets = signal(/** @type {Dataset[]} */ ([]));
  const state = signal(/** @type {State} */ ({ name: "shown" }));
  const choice = signal(emptySelection());
  const cube = signal(/** @type {Cube | undefined} */ (undefined));
  /** The last table, which may be of an earlier choice. */
  const built = signal(/** @type {Built | undefined} */ (undefined));
  const progress = signal(/** @type {Progress} */ ({ loaded: 0, total: 0 }));
  /** Returns the text of the status line in any language, because a table may be ready before the page's words. */
  const announced = signal(/** @type {(words: BuilderWords) => string} */ (() => ""));
  const status = computed(() => announced.value(words.value));
  const ways = signal({ undo: false, redo: false });
  /** The variable that the reader added last. */
  let latest = "";
  let remarked = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let remarking;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  /** @type {AbortController | undefined} */
  let running;
  /** Resolves when the last choice is shown. */
  let last = Promise.resolve();

  /** The word for a total. Other new words keep the table. */
  const total = computed(() => words.value.table.total);
  /** The table with its view, if the page shows a table. */
  const shown = computed(() => {
    const now = built.value;
    if (!now || state.value.name === "refused") return undefined;
    // The core has only the English word for a total.
    for (const { codes } of now.table.dimensions) for (const each of codes) if (each.code === "_T") each.label = total.value;
    return { ...now, ...peeled(now.table, now.selection) };
  });
  const busy = computed(() => state.value.name === "opening" || state.value.name === "building");

  /** @param {string | ((words: BuilderWords) => string)} text */
  function say(text) {
    clearTimeout(remarking);
    announced.value = typeof text === "string" ? () => text : text;
  }

  /** Shows the action of a control after a delay, and again before the next outcome. @param {string} text */
  function remark(text) {
    remarked = text;
    clearTimeout(remarking);
    remarking = setTimeout(() => say(text), REMARK_AFTER_MS);
  }

  /** @param {(words: BuilderWords) => string} outcome */
  function conclude(outcome) {
    const action = remarked;
    say((words) => [action, outcome(words)].filter(Boolean).join(" "));
    remarked = "";
  }

  function begin() {
    running?.abort();
    clearTimeout(waiting);
    running = new AbortController();
    return running.signal;
  }

  /** @param {string | null} name */
  function openDataset(name) {
    const dataset = datasets.value.find((each) => each.name === name);
    return dataset ? dataset.open() : Promise.reject(Object.assign(new Error(`no dataset is named ${JSON.stringify(name)}`), { code: "unknown-cube" }));
  }

  /** Stores a choice. If a dataset is open, the choice is repaired first. @param {Selection} next */
  function take(next) {
    const repaired = cube.value ? repair(copyOf(next), cube.value) : copyOf(next);
    const before = new Set(axesOf(choice.value));
    latest = axesOf(repaired).find((name) => !before.has(name)) ?? latest;
    choice.value = repaired;
  }

  /** @param {"push" | "replace"} how */
  const remember = (how) => trail.write(choice.value, how);

  /** The last table, if it is the table of the current choice. */
  function current() {
    const now = built.value;
    return now && !("wanted" in state.value) && sameQuestion(now.selection, choice.value) ? now : undefined;
  }

  /**
   * Returns the choice for its opened dataset. The status line reports the parts that the dataset does not have.
   * @param {Wanted} wanted
   * @param {Cube} of
   * @returns {Promise<Selection>}
   */
  async function fitted({ bare, along, own, anew, unread = [], ...wanted }, of) {
    const name = wanted.cube ?? "";
    if (bare) return { ...firstOf(name, of), filter: wanted.filter, method: wanted.method };
    if (along) {
      const { carryOver } = await help();
      const say = words.value;
      const { selection: kept, missing } = await carryOver(wanted, along.from, name, of, say);
      if (kept && missing.length) remark(say.carried.missing(say.list(missing)));
      return kept ?? firstOf(name, of);
    }
    const soft = own ? [] : problemsOf(wanted, of).filter((each) => each.soft);
    const said = [...unread, ...soft.map(({ text }) => text)];
    if (said.length) {
      await help();
      const say = words.value;
      remark(say.unread.link([...new Set(said.map((text) => text(say)))].join(" ")));
    }
    return wanted;
  }

  /** @param {Wanted} wanted @param {"push" | "replace"} how @param {Promise<void>} [told]  resolves when the status line says what led to the choice */
  async function arrive(wanted, how, told) {
    const signal = begin();
    state.value = { name: "opening", wanted };
    progress.value = { loaded: 0, total: 0 };
    try {
      const opened = await openDataset(wanted.cube);
      const fit = await fitted(wanted, opened);
      await told;
      if (signal.aborted) return;
      batch(() => {
        cube.value = opened;
        take(fit);
        state.value = { name: "building" };
      });
      remember(how);
      const now = wanted.anew ? undefined : current();
      if (now) showAgain(now);
      else await build({ signal });
    } catch (error) {
      // The texts about some errors load later.
      const suggestions = await help().then(({ othersFor }) => othersFor(wanted, Object(error), datasets.value, words.value), () => []);
      if (signal.aborted) return;
      batch(() => {
        cube.value = undefined;
        choice.value = copyOf(wanted);
        built.value = undefined;
        refuse({ kind: "error", error, problems: [], suggestions }, wanted);
      });
    }
  }

  /** Shows a table that is built already, with the view of the choice. @param {Built} now */
  function showAgain(now) {
    batch(() => {
      built.value = { ...now, selection: choice.value };
      state.value = { name: "shown" };
    });
    // Undo and redo already say what they changed.
    if (shown.value && !remarked) remarked = viewChangeInWords(now.selection, choice.value, shown.value.layout, words.value);
    conclude(outcomeOf(now));
    onBuilt(/** @type {Built} */ (built.value));
  }

  /** @param {Refusal} refusal @param {Wanted} [wanted] */
  function refuse(refusal, wanted) {
    state.value = { name: "refused", refusal, ...(wanted ? { wanted } : {}) };
    conclude(refusal.said ?? ((words) => words.status.refused));
    if (refusal.kind === "error") onError(refusal.error);
  }

  /** @param {Built} now */
  function outcomeOf({ table, milliseconds }) {
    const hidden = table.status.filter(Boolean).length;
    return (/** @type {BuilderWords} */ words) => words.status.built(table.values.length, hidden, milliseconds);
  }

  /**
   * Builds the table of the choice. `anySize` also builds a table that is too large to draw, for a file.
   * `all` loads all codes of the dataset first.
   * @param {{ anySize?: boolean, all?: boolean, signal?: AbortSignal }} [options]
   * @returns {Promise<Built | undefined>}
   */
  async function build({ anySize = false, all, signal = begin() } = {}) {
    clearTimeout(waiting);
    const selection = choice.value;
    if (!anySize) state.value = { name: "building" };
    progress.value = { loaded: 0, total: 0 };
    const context = () => ({ cube: /** @type {Cube} */ (cube.value), words: words.value, latest });
    /** @param {Excess} excess @param {number} cells */
    const refuseSize = async (excess, cells) => {
      const suggestions = await help().then((found) => found.suggestionsToDraw(selection, context()), () => []);
      const said = excess.of === "cells" ? (/** @type {BuilderWords} */ words) => words.status.tooLarge(excess.count) : undefined;
      if (!signal.aborted) refuse({ kind: "large", said, excess, savable: cells <= BUILT_CELLS, suggestions });
      return undefined;
    };
    try {
      const opened = await openDataset(selection.cube);
      if (all) await opened.complete();
      if (signal.aborted) return undefined;
      cube.value = opened;
      if (onChoice) {
        state.value = { name: "shown" };
        onChoice(selection, opened, remarked);
        return void conclude(() => "");
      }
      if (axesOf(selection).length === 0) return void refuse({ kind: "empty", said: (words) => words.status.empty });
      const parts = isInParts(opened) ? await help() : undefined;
      const long = parts?.longTable(selection, context());
      if (signal.aborted) return undefined;
      if (long) return void refuse(long);
      const excess = anySize ? undefined : excessOf(selection, opened);
      if (excess) return await refuseSize(excess, countCells(selection, opened).cells);
      const own = isOwnMethod(selection.method) ? await (await help()).ownMethod(selection.method, opened) : undefined;
      const query = { ...queryOf(selection, opened.release === "sealed"), ...(own && { method: own.method }) };
      const answer = await ask(opened, query, { signal, onprogress: (now) => { progress.value = now; } });
      if (signal.aborted) return undefined;
      const { table } = answer;
      parts?.rememberTable(opened, selection, table);
      // The core needs rows. A table without rows has its columns there.
      if (selection.rows.length + selection.layers.length === 0) table.dimensions = table.dimensions.map((axis) => ({ ...axis, axis: "column" }));
      const now = { cube: opened, table, milliseconds: answer.milliseconds, designed: own ? words.value.designed(own.title) : "", selection: sameQuestion(selection, choice.value) ? choice.value : selection };
      if (anySize) return now;
      // With a filter by another level, only the core knows the number of columns.
      const columns = table.dimensions.reduce((count, { axis, codes }) => count * (axis === "column" ? codes.length : 1), 1);
      const tooWide = excessOfColumns(columns);
      if (tooWide) return await refuseSize(tooWide, table.values.length);
      batch(() => {
        built.value = now;
        state.value = { name: "shown" };
      });
      conclude(outcomeOf(now));
      onBuilt(now);
      return now;
    } catch (error) {
      if (signal.aborted) return undefined;
      const none = { problems: [], suggestions: [] };
      const found = cube.value ? await help().then((loaded) => loaded.suggestionsFor(selection, Object(error), context()), () => none) : none;
      if (signal.aborted) return undefined;
      refuse({ kind: "error", error, ...found });
      return undefined;
    }
  }

  /** @param {boolean} [all]  loads all codes of the dataset first */
  const rebuild = (all) => (last = build({ all }).then(() => {}));

  /**
   * Takes a choice from the controls, and builds its table once the reader pauses.
   * @param {Selection} next
   * @param {string} [said]  an effect that the control's label does not name
   */
  function change(next, said = "") {
    stayHere();
    if (said) remark(said);
    const before = choice.value;
    take(next);
    if (JSON.stringify(before) !== JSON.stringify(choice.value)) remember("push");
    const now = current();
    if (now && state.value.name !== "building") return showAgain(now);
    begin();
    state.value = { name: "building" };
    waiting = setTimeout(rebuild, SETTLE_MS);
  }

  /** Stops the loading of another dataset, because the reader changes the table on the page. */
  function stayHere() {
    if (state.value.name !== "opening" || !built.value) return;
    running?.abort();
    choice.value = built.value.selection;
    cube.value = built.value.cube;
    state.value = { name: "shown" };
  }

  trail.arrive = (wanted, way) => {
    const [before, after] = way === "undo" ? [wanted, choice.value] : [choice.value, wanted];
    const labels = new Map(cube.value ? variablesOf(cube.value).map(({ name, label }) => [name, label]) : []);
    const told = way && help().then(({ changeInWords }) => {
      const { changes } = words.value;
      remark(changes[way](changeInWords(before, after, (name) => labels.get(name) ?? name, words.value) || changes.last));
    }, () => {});
    void show({ ...wanted, own: way !== undefined }, "replace", told);
  };
  trail.changed = () => { ways.value = { undo: trail.can("undo"), redo: trail.can("redo") }; };

  /** @param {Wanted} wanted @param {"push" | "replace"} [how] @param {Promise<void>} [told] */
  function show(wanted, how = "push", told = undefined) {
    last = arrive(wanted, how, told);
    return last;
  }

  return {
    words, datasets, state, choice, cube, built, shown, busy, progress, status, ways,
    say, remark, change, show,
    /** The state's refusal. */
    refusal: computed(() => (state.value.name === "refused" ? state.value.refusal : undefined)),
    /** Changes how the table is shown. @param {Partial<View>} view */
    view: (view) => change({ ...copyOf(choice.value), view: { ...structuredClone(choice.value.view), ...view } }),
    /** Shows a category of a layer; null: the first. @param {string} name @param {string | null} code */
    layer: (name, code) => change({ ...copyOf(choice.value), layers: choice.value.layers.map(([each, shown]) => [each, each === name ? code : shown]) }),
    /** Shows an error that did not come from a choice. @param {unknown} error */
    fail: (error) => refuse({ kind: "error", error, problems: [], suggestions: [] }, choice.value),
    /** Loads all codes of the dataset, once the reader has agreed, and builds the table. */
    all: () => rebuild(true),
    /** Tries again after an error. */
    again() {
      const { value } = state;
      if ("wanted" in value && value.wanted) void show(value.wanted, "replace");
      else void rebuild();
    },
    /** @param {"undo" | "redo"} way */
    go: (way) => trail.go(way),
    /** Starts again with the first table of the dataset. */
    reset: () => show({ ...emptySelection(), cube: choice.value.cube, bare: true }),
    /** Moves the choice to another dataset. @param {string} name */
    dataset: (name) => show({ ...copyOf(choice.value), cube: name, along: { from: cube.value } }),
    /** Returns the table of the choice for a file, and builds it if needed. */
    async table() {
      // Waits for the last choice, so that the file contains its table.
      if (waiting || busy.value) await last;
      return current() ?? build({ anySize: true });
    },
    /** Waits until the last choice is shown or refused. */
    done: () => last,
    stop() {
      running?.abort();
      clearTimeout(waiting);
      clearTimeout(remarking);
    },
  };
}

/** @param {Cube} cube @param {Query} query @param {Listening} listening @returns {Promise<Answer>} */
async function askCube(cube, query, listening) {
  const start = performance.now();
  const table = await cube.table({ ...query, ...listening });
  return { table, milliseconds: performance.now() - start };
}
