// The state of the page, in signals, and the work that changes the state. Records and keys are never stored: they are
// only in the memory of this page.

import { batch, computed, signal } from "@preact/signals-core";
import { used } from "./draft.js";
import { STEPS, stepOf } from "./steps.js";

/** @import { Preview } from "./csv.js" */
/** @import { Draft, Output, Problem, Progress, Specification, Step } from "./types.js" */

/** @typedef {"read" | "example" | "check" | "keys" | "build" | "seal" | "audit" | "save"} Work */
/** @typedef {{ kind: Work, done: number, total: number, rate: number, started: number }} Working */
/** @typedef {{ files: File[], origin: "chosen" | "example" | "keyed" }} Records  the parts of one delivery */
/** @typedef {{ files: File[], preview: Preview, codebook?: File }} Opening  files that the page reads, but does not use yet */
/** @typedef {Output & { id: string, bytes: number, ms: number, version: number, specification: Specification }} Built */
/** @typedef {{ step: Step, error: unknown, canceled?: boolean }} Failure */

/** The first proposal for the reader's own p-table. */
const DESIGN = { maxChange: 5, variance: 3, blocked: 2 };

/** Everything that the page knows. */
export function createStore() {
  const step = signal(/** @type {Step} */ ("file"));
  const visited = signal(/** @type {Set<Step>} */ (new Set(["file"])));
  const records = signal(/** @type {Records | undefined} */ (undefined));
  const codebook = signal(/** @type {File | undefined} */ (undefined));
  const opening = signal(/** @type {Opening | undefined} */ (undefined));
  const preview = signal(/** @type {Preview | undefined} */ (undefined));
  const draft = signal(/** @type {Draft | undefined} */ (undefined));
  /** The specification as text, if the reader opened or edited one. The form then changes nothing. */
  const own = signal(/** @type {Specification | undefined} */ (undefined));
  /** Counts the changes of the draft, so that a check or a dataset knows whether it is out of date. */
  const version = signal(0);
  const checked = signal(/** @type {{ problems: Problem[], version: number } | undefined} */ (undefined));
  const work = signal(/** @type {Working | undefined} */ (undefined));
  const failure = signal(/** @type {Failure | undefined} */ (undefined));
  const built = signal(/** @type {Built | undefined} */ (undefined));
  const sealed = signal(/** @type {(Built & { most: number }) | undefined} */ (undefined));
  const audited = signal(/** @type {{ report: import("../../../api/audit.js").AuditReport, most: number, version: number } | undefined} */ (undefined));
  /** The number of variables in published tables. */
  const most = signal(2);
  /** The columns whose editors are open. */
  const open = signal(/** @type {Set<string>} */ (new Set()));
  /** What the status line says. */
  const said = signal("");
  /** The parameters of the reader's own p-table. */
  const design = signal(DESIGN);
  const designWrong = signal(false);
  /** Whether the newest specification, and the newest keyed file, are saved. */
  const savedVersion = signal(-1);
  const keysSaved = signal(true);

  const problems = computed(() => checked.value?.problems ?? []);
  const errors = computed(() => problems.value.filter(({ severity }) => severity === "error"));
  const keyColumn = computed(() => (draft.value?.key.kind === "column" ? draft.value.key.column : null));
  const fresh = computed(() => checked.value !== undefined && checked.value.version === version.value);
  const isBuilt = computed(() => built.value !== undefined && built.value.version === version.value);

  /** The state of each step, for the list of steps. */
  const states = computed(() => {
    /** @type {Record<Step, "done" | "problem" | "open">} */
    const all = { file: "open", columns: "open", keys: "open", method: "open", limits: "open", build: "open", try: "open", save: "open" };
    const has = draft.value !== undefined || own.value !== undefined && records.value !== undefined;
    if (!has) return all;
    all.file = "done";
    const { cube } = draft.value ?? {};
    for (const each of /** @type {Step[]} */ (["columns", "limits"])) if (visited.value.has(each) || isBuilt.value) all[each] = "done";
    if (visited.value.has("method") || isBuilt.value) all.method = cube && !cube.title.trim() ? "problem" : "done";
    if (keyColumn.value !== null || own.value) all.keys = "done";
    if (draft.value && used(draft.value).length === 0) all.columns = "problem";
    if (isBuilt.value) all.build = "done";
    if (isBuilt.value && visited.value.has("try")) all.try = "done";
    if (savedVersion.value === version.value && isBuilt.value) all.save = "done";
    if (fresh.value) for (const problem of errors.value) all[own.value ? "build" : stepOf(problem, keyColumn.value)] = "problem";
    if (failure.value && !failure.value.canceled) all[failure.value.step] = "problem";
    return all;
  });

  /** @type {AbortController | undefined} */
  let controller;

  const store = {
    step, visited, records, codebook, opening, preview, draft, own, version, checked, work, failure, built, sealed, audited, most, open, said, design, designWrong, savedVersion, keysSaved,
    problems, errors, keyColumn, fresh, isBuilt, states,

    /** @param {Step} to */
    go(to) {
      batch(() => {
        step.value = to;
        visited.value = new Set([...visited.value, to]);
        if (failure.value?.canceled) failure.value = undefined;
        said.value = "";
      });
    },
    /** Whether a step has anything to show yet. @param {Step} each */
    isReady(each) {
      return each === "file" || records.value !== undefined && (draft.value !== undefined || own.value !== undefined);
    },
    /** Changes the draft. @param {(draft: Draft) => Draft} change */
    edit(change) {
      const before = draft.value;
      if (!before) return;
      const after = change(before);
      if (after === before) return;
      batch(() => {
        draft.value = after;
        version.value++;
      });
    },
    /** Forgets the reader's own p-table. */
    resetDesign() {
      design.value = DESIGN;
      designWrong.value = false;
    },
    /** Starts again with other records. The rest of the page is empty then. */
    clear() {
      controller?.abort();
      batch(() => {
        store.resetDesign();
        for (const each of [records, codebook, opening, preview, draft, own, checked, failure, built, sealed, audited]) each.value = undefined;
        visited.value = new Set(["file"]);
        open.value = new Set();
        savedVersion.value = -1;
        keysSaved.value = true;
        version.value++;
      });
    },
    /**
     * Runs one work at a time. Errors go to `failure`, and the state before the work stays.
     * @template T
     * @param {Work} kind
     * @param {Step} of
     * @param {(calls: { signal: AbortSignal, onprogress: (progress: Progress) => void }) => Promise<T>} task
     * @returns {Promise<T | undefined>}
     */
    async run(kind, of, task) {
      controller?.abort();
      const mine = controller = new AbortController();
      const started = performance.now();
      batch(() => {
        failure.value = undefined;
        work.value = { kind, done: 0, total: 0, rate: 0, started };
      });
      const onprogress = (/** @type {Progress} */ { done, total }) => {
        if (controller !== mine) return;
        const seconds = (performance.now() - started) / 1000;
        work.value = { kind, done, total, rate: seconds > 0.5 ? done / seconds : 0, started };
      };
      try {
        const result = await task({ signal: mine.signal, onprogress });
        mine.signal.throwIfAborted();
        return result;
      } catch (error) {
        if (controller === mine) failure.value = { step: of, error, canceled: mine.signal.aborted };
        return undefined;
      } finally {
        if (controller === mine) {
          controller = undefined;
          work.value = undefined;
        }
      }
    },
    cancel() {
      controller?.abort();
    },
    /** Whether work runs that the reader has to wait for. Other work ends a check. */
    isBusy: () => work.value !== undefined && work.value.kind !== "check",
    /** The first step that has a problem. */
    firstProblem: () => STEPS.find((each) => states.value[each] === "problem"),
  };
  return store;
}

/** @typedef {ReturnType<typeof createStore>} Store */
