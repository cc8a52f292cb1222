// Step 6: the check of all records, the build, and the specification as text.

import { useEffect, useState } from "preact/hooks";
import { number } from "../../../shell/words.js";
import { used } from "../draft.js";
import { sizeInWords, timeInWords, words } from "../words.js";
import { usePage } from "./context.jsx";
import { Facts, Failure, Heading, Problems, Progress } from "./parts.jsx";

const text = words.build;

export function BuildStep() {
  const { store, actions } = usePage();
  const errors = store.fresh.value ? store.errors.value : [];
  const others = store.fresh.value ? store.problems.value.filter(({ severity }) => severity !== "error") : [];
  const built = store.built.value;
  const needsKeys = store.draft.value !== undefined && !store.own.value && store.keyColumn.value === null;
  return (
    <>
      <Heading title={text.title} lead={text.lead} />
      {needsKeys && <div class="make-card"><p>{words.keys.none}</p><button type="button" onClick={() => store.go("keys")}>{text.goTo(words.steps.keys)}</button></div>}
      <div class="make-run">
        <button type="button" class={store.isBuilt.value ? "" : "primary"} disabled={store.isBusy() || needsKeys} onClick={() => void actions.build()} data-part="build">{built ? text.again : text.build}</button>
        <Progress kinds={["check", "build"]} />
      </div>
      <Failure step="build" />
      {errors.length > 0 && <section class="notice notice-error" role="alert"><p>{text.blocked}</p><Problems problems={errors} here="build" /></section>}
      {built && (
        <section class="make-card" data-part="built">
          <p class="make-good">{store.isBuilt.value ? text.done(sizeInWords(built.bytes), timeInWords(built.ms)) : text.outdated}</p>
          <Facts facts={[
            [text.facts.records, store.draft.value ? number(store.draft.value.rows) : undefined],
            [text.facts.variables, store.draft.value ? number(used(store.draft.value).length) : undefined],
            [text.facts.cells, cellsOf(built.files)], [text.facts.files, number(built.files.length)],
          ]} />
        </section>
      )}
      {others.length > 0 && <section><h3>{text.warnings}</h3><Problems problems={others} here="build" /></section>}
      {built && built.notes.length > 0 && <section><h3>{text.notes}</h3><ul class="make-notes">{built.notes.map((note, at) => <li key={at}>{note}</li>)}</ul></section>}
      <SpecificationText />
    </>
  );
}

/** The number of cells of the finest view, from the manifest. @param {{ path: string, bytes: Uint8Array }[]} files */
function cellsOf(files) {
  const manifest = files.find(({ path }) => path === "cube.json");
  if (!manifest) return undefined;
  const { views = [] } = JSON.parse(new TextDecoder().decode(manifest.bytes));
  // In version 4, a view is a list.
  const cells = Math.max(0, ...views.map((/** @type {{ cells: number } | [axes: number[], cells: number]} */ view) => (Array.isArray(view) ? view[1] : view.cells)));
  return cells > 0 ? number(cells) : undefined;
}

/** The specification as the command line reads it. The reader may edit it in place of the form. */
function SpecificationText() {
  const { store, actions } = usePage();
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState("");
  const own = store.own.value;
  const version = store.version.value;
  useEffect(() => {
    let last = true;
    if (open && !own) actions.specification().then((now) => { if (last) setShown(now.text); }, () => {});
    return () => { last = false; };
  }, [open, version, own]);
  return (
    <details class="make-text" open={open || undefined} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text.text}</summary>
      <p class="hint">{own ? text.editTextHint : text.textHint}</p>
      {own
        ? <textarea aria-label={text.text} rows={24} spellcheck={false} value={own.text} onInput={(event) => actions.setText(event.currentTarget.value)} onBlur={() => actions.checkSoon()} />
        : <pre class="make-code" tabIndex={0} role="group" aria-label={text.text}><code translate={false}>{shown}</code></pre>}
      <div class="make-actions">
        {!own && <button type="button" onClick={() => void actions.editText(true)}>{text.editText}</button>}
        {own && store.draft.value && <button type="button" onClick={() => void actions.editText(false)}>{text.backToForm}</button>}
      </div>
    </details>
  );
}
