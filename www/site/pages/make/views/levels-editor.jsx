// The editor of a variable's levels: broader groups of its categories.

import { useState } from "preact/hooks";
import { listFrom, listText } from "../draft.js";
import { words } from "../words.js";
import { Field } from "./parts.jsx";

/** @import { Dimension, Group, Level } from "../types.js" */

const text = words.columns;

/** @param {{ dimension: Dimension, set: (patch: Partial<Dimension>) => void }} props */
export function LevelsEditor({ dimension, set }) {
  const { levels, codes, cut } = dimension;
  /** @param {number} at @param {Level} level */
  const change = (at, level) => set({ levels: levels.map((each, index) => (index === at ? level : each)) });
  const all = cut ? cut.at.map(String) : codes?.map(({ code }) => code) ?? [];
  return (
    <section>
      <h4>{text.levels}</h4>
      <p class="hint">{text.levelsHint}</p>
      {levels.map((level, at) => (
        <div key={at} class="make-level" role="group" aria-label={level.label}>
          <div class="make-form">
            <Field label={text.levelLabel} value={level.label} onValue={(label) => change(at, { ...level, label })} />
            <Field label={text.levelName} value={level.name} onValue={(name) => change(at, { ...level, name })} />
          </div>
          {level.from && <p class="hint">{text.levelFrom(level.from.code)}</p>}
          {level.groups && <Groups groups={level.groups} change={(groups) => change(at, { ...level, groups })} />}
          <button type="button" class="plain" onClick={() => set({ levels: levels.filter((_, index) => index !== at) })}>{text.removeLevel(level.label)}</button>
        </div>
      ))}
      <button type="button" onClick={() => set({ levels: [...levels, { name: `level${levels.length + 1}`, label: `${dimension.label}, groups`, groups: [{ code: "all", label: "All", of: all }] }] })}>{text.addLevel}</button>
    </section>
  );
}

/** @param {{ groups: Group[], change: (groups: Group[]) => void }} props */
function Groups({ groups, change }) {
  const [typed, setTyped] = useState(/** @type {Record<number, string>} */ ({}));
  /** @param {number} at @param {Partial<Group>} patch */
  const set = (at, patch) => change(groups.map((each, index) => (index === at ? { ...each, ...patch } : each)));
  return (
    <>
      <ol class="make-rows make-rows-groups">
        <li class="make-rows-head" aria-hidden="true"><span>{text.code}</span><span>{text.codeLabel}</span><span>{text.groupOf}</span><span /></li>
        {groups.map(({ code, label, of }, at) => (
          <li key={at}>
            <Field label={`${text.code} ${at + 1}`} hidden value={code} onValue={(value) => set(at, { code: value })} />
            <Field label={`${text.codeLabel}: ${code}`} hidden value={label} onValue={(value) => set(at, { label: value })} />
            <Field label={`${text.groupOf}: ${code}`} hidden value={typed[at] ?? listText(of)} onValue={(value) => setTyped({ ...typed, [at]: value })} onBlur={() => {
              if (at in typed) set(at, { of: listFrom(typed[at]) });
              setTyped({});
            }} />
            <span class="make-row-ways"><button type="button" class="icon icon-remove" disabled={groups.length < 2} aria-label={text.remove(label)} title={text.remove(label)} onClick={() => change(groups.filter((_, index) => index !== at))} /></span>
          </li>
        ))}
      </ol>
      <p class="hint">{text.groupOfHint}</p>
      <button type="button" onClick={() => change([...groups, { code: `group${groups.length + 1}`, label: `${text.group} ${groups.length + 1}`, of: [] }])}>{text.addGroup}</button>
    </>
  );
}
