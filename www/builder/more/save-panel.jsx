// The panel of "Save": the table as shown, the counts for programs, the chart, and the link.

import { errorInWords } from "../captions.js";
import { fileName } from "../../choice/file-name.js";
import { useBuilder } from "../views/context.jsx";
import { copy, exportTable, shownAsCsv, workbook } from "./files.js";
import { drawing } from "./drawing.js";

/** @typedef {{ ending: string, type: string, content: string | Uint8Array<ArrayBuffer> }} File */

const CSV = "text/csv;charset=utf-8";
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** The formats of the package, without CSV. @type {readonly [format: string, name: string, ending: string][]} */
const FORMATS = [["xlsx", "XLSX", ".xlsx"], ["json-stat", "JSON-stat 2.0", ".json"], ["sdmx-csv", "SDMX-CSV 2.0", ".sdmx.csv"], ["px", "PX (PC-Axis)", ".px"], ["csvw", "CSVW", ".csv-metadata.json"]];

/** @param {string | Uint8Array<ArrayBuffer>} content @param {string} name @param {string} type */
export function saveFile(content, name, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the file only after this task. A minute is enough for all of them.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** @param {{ close: () => void }} props */
export function SavePanel({ close }) {
  const { store, host, links, words } = useBuilder();
  const { base } = host;
  const { save: say, saved } = words;
  const shown = store.shown.value;
  const link = links.link;

  /** @param {() => Promise<unknown>} work */
  const run = (work) => void work().catch((error) => store.say(errorInWords(error, words).text));

  /** Saves a file of the current table. @param {(built: import("../store.js").Built) => Promise<File | undefined> | File | undefined} write */
  const save = (write) => run(async () => {
    const built = await store.table();
    const file = built && await write(built);
    if (!file) return;
    const name = fileName(built.selection, built.cube.id, file.ending);
    saveFile(file.content, name, file.type);
    store.say(saved.file(name));
  });

  /** The table as shown. @param {(shown: NonNullable<typeof store.shown.value>) => Promise<File> | File} write */
  const asShown = (write) => save(() => {
    const now = store.shown.value;
    if (now) return write(now);
    store.say(saved.notShown);
    return undefined;
  });

  const excel = () => asShown(async (now) => ({ ending: "xlsx", type: XLSX, content: await workbook(now, words, base) }));
  const labels = () => asShown((now) => ({ ending: "labels.csv", type: CSV, content: shownAsCsv(now, words) }));
  const codes = () => save(({ table }) => ({ ending: "csv", type: CSV, content: table.toCSV() }));
  const forPrograms = (/** @type {string} */ format) => save(async ({ table }) => {
    const { bytes: content, ending, type } = await exportTable(table, /** @type {any} */ (format), { base });
    return { content, ending, type };
  });
  const receipt = () => save(({ table }) => {
    if (table.receipt !== null) return { ending: "receipt.json", type: "application/json", content: table.receipt };
    store.say(saved.noReceipt);
    return undefined;
  });

  const item = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string} */ hint, /** @type {() => unknown} */ work, disabled = false) => (
    <li key={name}><button type="button" class="cv-item" data-save={name} disabled={disabled} onClick={() => { close(); work(); }}><span>{text}</span> {hint && <small>{hint}</small>}</button></li>
  );
  return (
    <div class="cv-saving">
      <ul>
        {item("xlsx-shown", say.excel, say.excelHint, excel, !shown)}
        {item("csv-shown", say.labels, say.labelsHint, labels, !shown)}
        {item("png", say.image, say.imageHint, () => run(async () => (await drawing()).saveImage({ store, words, save: saveFile })), !shown)}
        {item("copy", say.copy, "", () => run(async () => shown && store.say(await copy(shown, words))), !shown)}
        {link && item("link", say.link, "", () => navigator.clipboard.writeText(link()).then(() => store.say(saved.link), () => store.say(saved.noLink)))}
      </ul>
      <h3>{say.machine}</h3>
      <ul>
        {item("csv", say.codes, ".csv", codes)}
        {FORMATS.map(([format, name, ending]) => item(format, name, ending, () => forPrograms(format)))}
        {item("receipt", say.receipt, say.receiptHint, receipt)}
      </ul>
      {(shown?.layout.layers.length ?? 0) > 0 && <p class="cv-hint">{say.layers}</p>}
    </div>
  );
}
