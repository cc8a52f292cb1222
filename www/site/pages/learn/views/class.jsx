// The name of the reader, and the answers as a file.

import { save as saveFile } from "../../../shell/save.js";
import { hashOf, kept } from "../address.js";
import { answersOf, csvOf } from "../progress.js";
import { usePage } from "./context.jsx";

export function Class() {
  const page = usePage();
  const { progress, reader, route } = page;
  const rename = (/** @type {string} */ name) => {
    page.keep({ ...progress, name });
    if (route.state.name !== undefined) page.set({ name });
  };
  const erase = () => {
    page.erase();
    if (route.state.name !== undefined) page.set({ name: undefined });
  };
  return (
    <section class="learn-class" aria-labelledby="class-title">
      <h3 id="class-title">In a class</h3>
      <label class="learn-field"><span>Your name or class name</span>
        <input type="text" value={route.state.name ?? progress.name} maxLength={60} autocomplete="off" data-part="name" onInput={(event) => rename(event.currentTarget.value)} />
      </label>
      {route.state.seed && <p class="notice">The address sets the seed, so the name does not. <a href="#">Use my name</a></p>}
      <p class="hint">Each name gets people of its own: tables of the same shape with other figures. The name stays on this device. Seed: <span data-part="seed">{reader.seed}</span></p>
      <div class="learn-actions">
        <button type="button" onClick={() => saveFile(csvOf(progress, reader.name), "cellveil-answers.csv", "text/csv;charset=utf-8")} disabled={answersOf(progress, reader.name).length === 0} data-part="save-answers">Save my answers</button>
        <button type="button" class="plain" onClick={erase} data-part="erase">Erase all names and answers</button>
        <a href={hashOf({ section: "answers", lesson: "", state: kept(route) })} data-part="to-answers">Answer sheet for teachers</a>
      </div>
    </section>
  );
}
