// The first view: the three ways to learn, the name of the reader, and the list of lessons.

import { hashOf, kept } from "../address.js";
import { LESSONS } from "../lessons/list.js";
import { rightIn } from "../progress.js";
import { HAS_LABORATORY } from "../sections.js";
import { Class } from "./class.jsx";
import { usePage } from "./context.jsx";

export function Overview() {
  const page = usePage();
  const { progress, reader, route } = page;
  const done = LESSONS.filter(({ id }) => rightIn(progress, reader, id) === 2).length;
  return (
    <div class="learn-overview">
      <header>
        <h2>Learn</h2>
        <p class="lead">Statistics about people must not disclose people. Eight short lessons show how this goes wrong, and how it is done right. All people in them are invented.</p>
      </header>
      <section aria-labelledby="lessons-title">
        <h3 id="lessons-title">Lessons</h3>
        <ol class="learn-list">
          {LESSONS.map(({ id, title, about, minutes }) => {
            const right = rightIn(progress, reader, id);
            return (
              <li key={id} data-done={right === 2}>
                <a href={hashOf({ section: "lesson", lesson: id, state: kept(route) })}><strong>{title}</strong></a>
                <span>{about}</span>
                <small>{minutes} minutes{right > 0 ? ` · ${right} of 2 answers right` : ""}</small>
              </li>
            );
          })}
        </ol>
        <p class="hint" data-part="done">{done} of {LESSONS.length} lessons done.</p>
      </section>
      {HAS_LABORATORY && <div class="learn-two">
        <section aria-labelledby="lab-title">
          <h3 id="lab-title">Laboratory</h3>
          <p>Attack tables of your own choice, step by step, with the truth beside each claim. <a href={hashOf({ section: "lab", lesson: "", state: kept(route) })}>Open the laboratory</a></p>
        </section>
        <section aria-labelledby="figures-of-papers">
          <h3 id="figures-of-papers">Figures of the papers</h3>
          <p>The figures of three papers, drawn from our own data: what agrees, and what differs. <a href={hashOf({ section: "figures", lesson: "", state: kept(route) })}>Open the figures</a></p>
        </section>
      </div>}
      <Class />
    </div>
  );
}
