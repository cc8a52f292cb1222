// Step 1: the file, its first rows, and what the page recognises.

import { useState } from "preact/hooks";
import { listed, number } from "../../../shell/words.js";
import { used } from "../draft.js";
import { sizeInWords, words } from "../words.js";
import { usePage } from "./context.jsx";
import { Facts, Failure, Heading, Progress } from "./parts.jsx";

/** @import { Store } from "../store.js" */

/** Rows of the preview. */
const ROWS = 20;

export function FileStep() {
  const { store, actions } = usePage();
  const text = words.file;
  const files = (store.opening.value ?? store.records.value)?.files ?? [];
  const has = files.length > 0;
  return (
    <>
      <Heading title={has ? text.loaded(files.length) : text.title} lead={has ? undefined : text.lead} />
      {!has && <Drop />}
      <Progress kinds={["read", "example", "check"]} />
      <Failure step="file" />
      {has && <Found />}
      {!has && store.own.value && <p class="notice">{words.errors.noRecords}</p>}
      {!has && (
        <p class="make-example">
          <button type="button" onClick={() => void actions.openExample()} disabled={store.isBusy()}>{text.example}</button>
          <span class="hint">{text.exampleHint}</span>
        </p>
      )}
    </>
  );
}

function Drop() {
  const { actions } = usePage();
  const [over, setOver] = useState(false);
  const text = words.file;
  /** @param {DragEvent} event @param {boolean} on */
  const drag = (event, on) => {
    event.preventDefault();
    setOver(on);
  };
  return (
    <div class="make-drop" data-over={over || undefined} onDragOver={(event) => drag(event, true)} onDragLeave={(event) => drag(event, false)} onDrop={(event) => {
      drag(event, false);
      void actions.openFiles([...event.dataTransfer?.files ?? []]);
    }}>
      <p class="make-drop-title">{text.drop}</p>
      <Choose label={text.choose} primary />
      <p class="hint">{text.dropHint}</p>
      <p class="make-private">{text.private}</p>
    </div>
  );
}

/** A button that opens the browser's dialog for files. @param {{ label: string, primary?: boolean, onFiles?: (files: File[]) => void, accept?: string, multiple?: boolean }} props */
function Choose({ label, primary = false, onFiles, accept = ".csv,.gz,.parquet,.txt,.tsv,.toml", multiple = true }) {
  const { actions, store } = usePage();
  return (
    <label class={primary ? "make-choose primary" : "make-choose"}>
      <input type="file" multiple={multiple} accept={accept} disabled={store.isBusy()} onChange={(event) => {
        const files = [...event.currentTarget.files ?? []];
        event.currentTarget.value = "";
        (onFiles ?? ((all) => void actions.openFiles(all)))(files);
      }} />
      <span>{label}</span>
    </label>
  );
}

/** The files that the page reads now, or the files that it uses. @param {Store} store */
function shownOf({ opening, records, preview, codebook, draft, own }) {
  if (opening.value) return { ...opening.value, draft: undefined, own: undefined };
  return { files: records.value?.files ?? [], preview: preview.value, codebook: codebook.value, draft: draft.value, own: own.value };
}

function Found() {
  const { store, actions } = usePage();
  const text = words.file;
  const { files, preview, codebook, draft, own } = shownOf(store);
  const format = preview && (preview.format === "parquet" ? text.format.parquet : text.format.csv(preview.separator, preview.gzip));
  return (
    <>
      <Facts facts={[
        [text.facts.name(files.length), listed(files.map(({ name }) => name))], [text.facts.size, sizeInWords(files.reduce((sum, { size }) => sum + size, 0))], [text.facts.format, format],
        [text.facts.rows, draft ? number(draft.rows) : store.work.value ? text.counting : undefined],
        [text.facts.columns, draft ? number(draft.columns.length) : preview?.columns.length ? number(preview.columns.length) : undefined],
        [text.facts.codebook, codebook?.name], [text.facts.specification, own ? "cube.toml" : undefined],
      ]} />
      {draft && <p class="make-said">{text.ready(draft.rows, used(draft).length)}</p>}
      {own && <p class="make-said">{text.readySpecification}</p>}
      <Preview />
      <div class="make-actions">
        {!own && <Choose label={text.addCodebook} multiple={false} accept=".csv,.dta" onFiles={([codebook]) => { if (codebook) void actions.addCodebook(codebook); }} />}
        <button type="button" onClick={() => store.clear()}>{text.another}</button>
        {draft && <button type="button" disabled={store.isBusy()} onClick={() => {
          store.go(store.keyColumn.value === null ? "keys" : "build");
          if (store.keyColumn.value !== null) void actions.build();
        }} data-part="express">{text.express}</button>}
      </div>
      {!own && <p class="hint">{text.codebookHint}</p>}
    </>
  );
}

function Preview() {
  const { store } = usePage();
  const { preview, draft } = shownOf(store);
  if (!preview) return null;
  // The page has no rows of a Parquet file. Each column then shows some of its values.
  const bySample = preview.columns.length === 0;
  if (bySample && !draft) return null;
  const columns = bySample ? draft?.columns.map(({ name }) => name) ?? [] : preview.columns;
  const depth = bySample ? Math.max(0, ...draft?.columns.map(({ sample }) => sample.length) ?? []) : 0;
  const rows = bySample ? Array.from({ length: depth }, (_, at) => draft?.columns.map(({ sample }) => sample[at] ?? "") ?? []) : preview.rows.slice(0, ROWS);
  return (
    <div class="make-preview" tabIndex={0} role="region" aria-label={words.file.preview}>
      <table>
        <caption>{bySample ? words.file.sample : words.file.previewHint(rows.length)}</caption>
        <thead><tr>{columns.map((name, at) => <th key={at} scope="col">{name}</th>)}</tr></thead>
        <tbody>{rows.map((row, at) => <tr key={at}>{columns.map((_, column) => <td key={column}>{row[column] ?? ""}</td>)}</tr>)}</tbody>
      </table>
    </div>
  );
}
