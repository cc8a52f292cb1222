// The dialog in which a reader groups categories or areas. The table then has the groups in place of the categories.

import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { groupsProblem } from "../../choice/repair.js";
import { focusedNear } from "../../element/focus.js";
import { Ticks } from "./ticks.jsx";
import { WordsOnly } from "./words-only.jsx";

/** @import { Variable } from "../../choice/types.js" */
/** @import { BuilderWords } from "../../words/builder/en.js" */

/** @typedef {[label: string, codes: string[]]} Group */
/** @typedef {{ key: number, label: string, codes: string[], fresh: boolean }} Draft */

/**
 * Opens the dialog and resolves when the reader closes it.
 * @param {{ host: HTMLElement, id: string, variable: Variable, geo: boolean, words: BuilderWords, groups: Group[] }} of  `geo`: whether the categories are areas
 * @returns {Promise<Group[] | undefined>}  the groups; empty to use the variable's own categories again; undefined if
 *   the reader cancelled the dialog
 */
export function askGroups({ host, ...of }) {
  const place = document.createElement("div");
  host.append(place);
  const before = focusedNear(host);
  return new Promise((resolve) => {
    const end = (/** @type {Group[] | undefined} */ groups) => {
      render(null, place);
      place.remove();
      // Returns the focus to the element that had it, or to the variable's chip if this element is gone.
      (before?.isConnected && before !== document.body ? before : /** @type {HTMLElement | null} */ (host.querySelector(`[data-name="${CSS.escape(of.variable.name)}"] .cv-chip-main`)))?.focus();
      resolve(groups);
    };
    render(<WordsOnly words={of.words}><Groups {...of} end={end} /></WordsOnly>, place);
  });
}

/** @param {{ id: string, variable: Variable, geo: boolean, words: BuilderWords, groups: Group[], end: (groups: Group[] | undefined) => void }} props */
function Groups({ id, variable, geo, words, groups, end }) {
  const { groups: say, chip } = words;
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const made = useRef(groups.length || 1);
  const [drafts, setDrafts] = useState(/** @returns {Draft[]} */ () => (groups.length ? groups : [/** @type {Group} */ (["", []])]).map(([label, codes], key) => ({ key, label, codes, fresh: label === "" })));
  const [problem, setProblem] = useState(/** @type {ReturnType<typeof groupsProblem>} */ (undefined));
  const [leaving, setLeaving] = useState(false);
  const changed = useRef(false);
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector("input")?.focus();
  }, []);

  const set = (/** @type {Draft[]} */ next) => {
    changed.current = true;
    setProblem(undefined);
    setDrafts(next);
  };
  const use = () => {
    const wanted = drafts.map(({ label, codes }) => /** @type {Group} */ ([label.trim(), codes]));
    const wrong = groupsProblem(wanted, variable);
    if (!wrong) return end(wanted);
    setProblem(wrong);
    const item = dialog.current?.querySelectorAll(".cv-group")[wrong.index];
    /** @type {HTMLElement | null | undefined} */ (item?.querySelector(wrong.part === "label" ? "input" : "summary"))?.focus();
  };
  const move = (/** @type {number} */ at, /** @type {number} */ by) => {
    const next = [...drafts];
    next.splice(at + by, 0, ...next.splice(at, 1));
    set(next);
  };

  return (
    <dialog
      ref={dialog} class="cv-dialog" aria-labelledby={`${id}-groups`}
      onCancel={(event) => {
        event.preventDefault();
        // Readers also press Escape to leave a search, so the dialog asks before it discards groups.
        if (changed.current && !leaving) setLeaving(true);
        else end(undefined);
      }}
    >
      <form noValidate onSubmit={(event) => { event.preventDefault(); use(); }}>
        <h2 id={`${id}-groups`}>{say.title(variable.label, geo)}</h2>
        <p class="cv-hint">{say.hint(variable.label)}</p>
        <ol>
          {drafts.map((draft, at) => {
            const wrong = problem?.index === at ? problem : undefined;
            return (
              <li key={draft.key} class="cv-group">
                <div class="cv-group-head">
                  <label><span>{say.name(at + 1)}</span><input type="text" autocomplete="off" value={draft.label} aria-invalid={wrong?.part === "label"} aria-describedby={`${id}-group-${at}`} onInput={(event) => set(drafts.map((each) => (each === draft ? { ...each, label: event.currentTarget.value } : each)))} /></label>
                  {drafts.length > 1 && <button type="button" class="cv-icon cv-up" aria-label={say.earlier(at + 1)} title={say.earlier(at + 1)} disabled={at === 0} onClick={() => move(at, -1)} />}
                  {drafts.length > 1 && <button type="button" class="cv-icon cv-down" aria-label={say.later(at + 1)} title={say.later(at + 1)} disabled={at === drafts.length - 1} onClick={() => move(at, 1)} />}
                  <button type="button" class="cv-icon cv-remove" aria-label={say.delete(at + 1)} title={say.delete(at + 1)} onClick={() => set(drafts.filter((each) => each !== draft))} />
                </div>
                <p class="cv-problem" id={`${id}-group-${at}`} role="status">{wrong?.text(words)}</p>
                <details open={draft.fresh || wrong?.part === "codes"}>
                  <summary>{say.members} <small>{draft.codes.length ? chip.kept(draft.codes.length, variable.codes.length) : say.tick}</small></summary>
                  <Ticks label={variable.label} legend={say.members} codes={variable.codes} ticked={draft.codes} onSet={(codes) => set(drafts.map((each) => (each === draft ? { ...each, codes } : each)))} />
                </details>
              </li>
            );
          })}
        </ol>
        <button type="button" onClick={() => set([...drafts, { key: made.current++, label: "", codes: [], fresh: true }])}>{say.add}</button>
        <div class="cv-actions">
          <button type="submit" class="cv-primary">{say.use}</button>
          {groups.length > 0 && <button type="button" onClick={() => end([])}>{say.original}</button>}
          <button type="button" class="cv-plain" onClick={() => end(undefined)}>{say.cancel}</button>
        </div>
        <p class="cv-hint" role="status">{leaving && say.discard}</p>
      </form>
    </dialog>
  );
}
