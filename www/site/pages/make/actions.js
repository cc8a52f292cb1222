// What the reader can do: open files, check, draw keys, build, seal, audit and save.

import { batch } from "@preact/signals-core";
import { commandsFor, drawSalt, filesOf, idOf, proposalOf, sealedText, withMethod, withoutKeyColumn, withRules, withSalt } from "./specification.js";
import { keyOf, used, withFile } from "./draft.js";
import * as core from "./engine.js";
import { previewOf } from "./csv.js";
import { keyedName, sorted } from "./files.js";
import { withCodebook } from "./codebook.js";
import { isEmpty, saveBlob, writeFolder } from "./saving.js";
import { stepOf } from "./steps.js";
import { words } from "./words.js";

/** @import { Preview } from "./csv.js" */
/** @import { Column, Draft, Problem, Specification } from "./types.js" */
/** @import { Built, Store } from "./store.js" */

/** The page checks the records by itself after each change if they are at most this large. */
const QUICK_BYTES = 16e6;
const CHECK_AFTER_MS = 700;
const EXAMPLE = { households: 2000, seed: 2026 };

/** @param {Store} store @param {typeof core} [engine] @param {typeof saveBlob} [save]  tests pass their own core, and keep what is saved */
export function createActions(store, engine = core, save = saveBlob) {
  const { records, codebook, preview, draft, own, version, checked, built, sealed, audited, opening, savedVersion, keysSaved, design, designWrong } = store;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;

  /** What belongs to one delivery of records: the salt and the reader's own p-table. Other records get new ones. */
  const newSecrets = () => ({ salt: drawSalt(), ptable: { name: "ptable.csv", text: "" } });
  let secrets = newSecrets();
  /** The proposal before the reader's edits. @type {Draft | undefined} */
  let first;

  /** The specification of the draft, or the reader's own text. @returns {Promise<Specification>} */
  async function specification() {
    if (own.value) return own.value;
    const now = /** @type {Draft} */ (draft.value);
    // Before the wait, because the draft and the salt belong together.
    const { salt, ptable } = secrets;
    const { text, files } = await engine.toml(proposalOf(now));
    return { text: withRules(withMethod(withSalt(text, salt), now.method), now.rules), files: now.method.ptable ? withFile(files, ptable) : files };
  }

  const actions = {
    specification,

    /** Opens files: records, a codebook, a specification with its lists. @param {File[]} files */
    async openFiles(files) {
      if (files.length === 0) return;
      const done = await store.run("read", "file", async (calls) => {
        const found = await sorted(files);
        const lists = await Promise.all(found.lists.map(async (file) => ({ name: file.name, text: await file.text() })));
        const start = found.records[0] && await previewOf(found.records[0]);
        calls.signal.throwIfAborted();
        const others = records.value !== undefined && start !== undefined;
        const book = found.codebook ?? (others ? undefined : codebook.value);
        const text = found.specification ? { text: found.specification.text, files: lists } : others ? undefined : own.value;
        const list = start ? found.records : records.value?.files;
        const shown = start ? opening.value = { files: found.records, preview: start, codebook: book } : undefined;
        try {
          const proposed = list && !text ? await engine.propose(list, { ...calls, codebook: book }) : undefined;
          calls.signal.throwIfAborted();
          batch(() => {
            if (start) useRecords(found.records, "chosen", start);
            codebook.value = book;
            own.value = text;
            if (proposed) useProposal(proposed, draft.value && first ? withCodebook(first, draft.value, proposed) : proposed);
            else if (found.specification) draft.value = checked.value = undefined;
            version.value++;
          });
        } finally {
          if (opening.value === shown) opening.value = undefined;
        }
        return true;
      });
      if (done && store.isReady("columns")) actions.checkSoon();
    },

    /** Makes invented people and opens them. */
    async openExample() {
      const done = await store.run("example", "file", async (calls) => {
        const people = await engine.people(EXAMPLE);
        const file = new File([people], "invented-people.csv", { type: "text/csv" });
        const shown = await previewOf(file);
        calls.signal.throwIfAborted();
        const proposed = await engine.propose([file], { ...calls, data: "synthetic" });
        calls.signal.throwIfAborted();
        batch(() => {
          useRecords([file], "example", shown);
          codebook.value = own.value = undefined;
          useProposal(proposed, { ...proposed, cube: { ...proposed.cube, title: "Invented people", data: "synthetic", audience: "teaching" } });
        });
        return true;
      });
      if (done) actions.checkSoon();
    },

    /** Checks small records shortly after the last change. */
    checkSoon() {
      clearTimeout(waiting);
      const files = filesOfRecords();
      if (files.length === 0 || files.reduce((sum, { size }) => sum + size, 0) > QUICK_BYTES || !store.isReady("columns")) return;
      waiting = setTimeout(() => { if (!store.isBusy() && !store.fresh.value) void actions.check(); }, CHECK_AFTER_MS);
    },

    /** Checks the specification and the records. @returns {Promise<Problem[] | undefined>} */
    async check() {
      const of = version.value;
      const step = store.step.value;
      const found = await store.run("check", step, async (calls) => {
        const now = await specification();
        return engine.check(needsKeys() ? { ...now, text: withoutKeyColumn(now.text) } : now, filesOfRecords(), calls);
      });
      if (!found) return undefined;
      // The step of the keys says that they are missing.
      const problems = needsKeys() ? found.problems.filter((problem) => stepOf(problem, null) !== "keys") : found.problems;
      checked.value = { problems, version: of };
      return problems;
    },

    /** Draws record keys, saves the keyed files and uses them. @param {{ file: File, id: string }} [keep]  an earlier file, whose records keep their keys */
    async drawKeys(keep) {
      const before = records.value;
      if (!before) return;
      const done = await store.run("keys", "keys", async (calls) => {
        /** @type {File[]} */
        const files = [];
        let column = "";
        for (const file of before.files) {
          const keyed = await engine.keys(file, { ...calls, keep });
          calls.signal.throwIfAborted();
          files.push(new File([keyed.file], keyedName(file.name)));
          column = keyed.column;
        }
        return { files, column, shown: await previewOf(files[0]) };
      });
      if (!done) return;
      const { files, column, shown } = done;
      const names = files.map(({ name }) => name);
      batch(() => {
        records.value = { files, origin: "keyed" };
        preview.value = shown;
        keysSaved.value = false;
        built.value = sealed.value = audited.value = undefined;
        store.edit((now) => withKeyColumn(now, column, names));
        store.said.value = words.keys.drawn(draft.value?.rows ?? 0, names);
      });
      actions.saveRecords();
      actions.checkSoon();
    },

    saveRecords() {
      const files = filesOfRecords();
      if (files.length === 0) return;
      for (const file of files) save(file, file.name);
      keysSaved.value = true;
    },

    /** Checks, then builds the dataset. Problems stay on the page, and nothing is built. */
    async build() {
      clearTimeout(waiting);
      const problems = store.fresh.value ? store.problems.value : await actions.check();
      if (!problems || problems.some(({ severity }) => severity === "error")) return;
      const of = version.value;
      const made = await store.run("build", "build", async (calls) => {
        const now = await specification();
        const start = performance.now();
        const output = await engine.tile(now, filesOfRecords(), calls);
        return { ...output, id: idOf(now.text), bytes: sizeOf(output.files), ms: performance.now() - start, version: of, specification: now };
      });
      if (!made) return;
      batch(() => {
        built.value = made;
        sealed.value = audited.value = undefined;
      });
    },

    /** Builds the sealed dataset of the same records. */
    async seal() {
      const base = built.value;
      if (!base) return;
      const most = store.most.value;
      const made = await store.run("seal", "save", async (calls) => {
        const start = performance.now();
        const output = await engine.seal(actions.sealedSpecification(), base.specification, filesOfRecords(), calls);
        return { ...output, id: `${base.id}-sealed`, bytes: sizeOf(output.files), ms: performance.now() - start, version: base.version, specification: base.specification, most };
      });
      if (made) sealed.value = made;
    },

    sealedSpecification() {
      const { text } = /** @type {Built} */ (built.value).specification;
      return sealedText({ id: idOf(text) }, store.most.value);
    },

    /** Runs the audit on the tables that the reader plans to publish. */
    async audit() {
      const base = built.value;
      if (!base) return;
      const most = store.most.value;
      const report = await store.run("audit", "try", async ({ signal }) => {
        const { audit } = await import("../../cellveil/js/audit.js");
        return (await audit(engine.sourceOf(base.files), { publish: { maxDimensions: most }, signal })).report;
      });
      if (report) audited.value = { report, most, version: base.version };
    },

    /** Designs the reader's own p-table and puts it beside the specification. @param {Partial<typeof design.value>} change */
    async designPtable(change) {
      design.value = { ...design.value, ...change };
      const of = secrets;
      const { openWorkshop } = await import("../../cellveil/js/workshop.js");
      const workshop = await openWorkshop();
      // The reader may have opened other records.
      if (of !== secrets) return;
      try {
        const { text } = workshop.file(design.value, "ptable");
        designWrong.value = false;
        of.ptable = { ...of.ptable, text };
        store.edit((now) => ({ ...now, method: { ...METHOD, ptable: of.ptable.name } }));
      } catch {
        designWrong.value = true;
      }
    },

    /** @param {{ path: string, bytes: Uint8Array }[]} files @param {string} name */
    async saveZip(files, name) {
      const zipped = await store.run("save", "save", () => engine.zip(files));
      if (zipped) save(new Blob([zipped], { type: "application/zip" }), name);
      return zipped !== undefined;
    },

    /** Writes files to a folder that the reader chooses. @param {{ path: string, bytes: Uint8Array<ArrayBuffer> }[]} files */
    async saveFolder(files) {
      /** @type {any} */
      let folder;
      try {
        folder = await /** @type {any} */ (globalThis).showDirectoryPicker({ mode: "readwrite" });
      } catch {
        return; // The reader has closed the browser's dialog.
      }
      const done = await store.run("save", "save", async ({ signal }) => {
        if (!await isEmpty(folder)) throw Object.assign(new Error(words.save.folderRefused), { code: "folder" });
        const stopped = await writeFolder(folder, files, signal);
        if (!stopped) return true;
        const { error, removed } = stopped;
        const text = removed ? words.save.folderRemoved : words.save.folderLeft(folder.name);
        if (!signal.aborted) throw Object.assign(new Error(text, { cause: error }), { code: "folder" });
        store.said.value = text;
        throw error;
      });
      if (done) store.said.value = words.save.savedFolder(files.length, folder.name);
    },

    /** The files of the specification, to save. */
    specificationFiles() {
      const now = built.value?.specification ?? { text: "", files: [] };
      const files = filesOf(now, sealed.value || store.audited.value ? actions.sealedSpecification() : undefined);
      return files.map(({ name, text }) => ({ path: name, bytes: new TextEncoder().encode(text) }));
    },

    async saveSpecification() {
      const of = built.value?.version ?? -1;
      if (await actions.saveZip(actions.specificationFiles(), `${built.value?.id ?? "dataset"}-specification.zip`)) savedVersion.value = of;
    },

    commands: () => commandsFor(built.value?.id ?? "dataset", filesOfRecords().map(({ name }) => name), sealed.value !== undefined),

    /** Makes the text of the specification the reader's own, or returns to the form. @param {boolean} on */
    async editText(on) {
      if (on) {
        const of = secrets;
        const now = await specification();
        // The reader may have opened other records, which must not get this salt.
        if (of !== secrets) return;
        batch(() => { own.value = now; version.value++; });
      } else batch(() => { own.value = undefined; version.value++; });
      actions.checkSoon();
    },

    /** @param {string} text */
    setText(text) {
      if (!own.value) return;
      own.value = { ...own.value, text };
      version.value++;
    },

    /** Adds the labels and missing codes of a codebook to the draft. The reader's edits stay. @param {File} file */
    async addCodebook(file) {
      if (!draft.value || own.value) return;
      const done = await store.run("read", "file", async (calls) => {
        const proposed = await engine.propose(filesOfRecords(), { ...calls, codebook: file });
        calls.signal.throwIfAborted();
        batch(() => {
          codebook.value = file;
          useProposal(proposed, withCodebook(/** @type {Draft} */ (first), /** @type {Draft} */ (draft.value), proposed));
        });
        return true;
      });
      if (done) actions.checkSoon();
    },
  };

  const needsKeys = () => !own.value && draft.value?.key.kind === "missing";

  const filesOfRecords = () => records.value?.files ?? [];

  /** Takes other records, and forgets what belongs to the records before. @param {File[]} files @param {"chosen" | "example"} origin @param {Preview} shown */
  function useRecords(files, origin, shown) {
    secrets = newSecrets();
    store.resetDesign();
    records.value = { files, origin };
    preview.value = shown;
    draft.value = checked.value = built.value = sealed.value = audited.value = undefined;
    keysSaved.value = true;
    store.open.value = new Set();
  }

  /** @param {Draft} proposed @param {Draft} [changed]  the proposal with changes */
  function useProposal(proposed, changed = proposed) {
    first = proposed;
    draft.value = changed;
    version.value++;
    checked.value = built.value = sealed.value = audited.value = undefined;
    store.said.value = words.file.ready(changed.rows, used(changed).length);
  }

  return actions;
}

/** @typedef {ReturnType<typeof createActions>} Actions */

/** The method of a reader who has not chosen yet. */
const METHOD = { name: "default", kind: "cell-key", lookup: "hash" };

/** @param {{ bytes: Uint8Array }[]} files */
const sizeOf = (files) => files.reduce((sum, { bytes }) => sum + bytes.length, 0);

/** Adds the column of drawn keys to a draft. @param {Draft} draft @param {string} name @param {string[]} files @returns {Draft} */
function withKeyColumn(draft, name, files) {
  /** @type {Column} */
  const column = { name, kind: "key", use: "key", reason: "The page drew these keys.", distinct: draft.rows, capped: false, missing: [], sample: [], dimension: null };
  const others = draft.columns.filter((each) => each.name !== name).map((each) => (each.use === "key" ? { ...each, use: /** @type {const} */ ("left-out") } : each));
  return { ...draft, records: files, columns: [...others, column], key: keyOf(name) };
}
