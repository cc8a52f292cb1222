// A lesson: the story, something to play with, two questions, and the pages of the papers. In present mode, one part is
// on the screen at a time.

import { useEffect, useState } from "preact/hooks";
import { hashOf, kept, whole } from "../address.js";
import { LESSONS } from "../lessons/list.js";
import { usePage, useWork } from "./context.jsx";
import { Waiting } from "./parts.jsx";
import { QuestionView } from "./question.jsx";
import { deskOf } from "./teachers.jsx";

const PARTS = ["story", "play", "first", "second", "sources"];

export function LessonPage() {
  const page = usePage();
  const { route, seed } = page;
  const at = LESSONS.findIndex(({ id }) => id === route.lesson);
  const entry = LESSONS[at];
  const isPresented = route.state.present === "1";
  const part = whole(route.state.part, 1, PARTS.length);
  const desk = { ...deskOf(seed), state: route.state, set: page.set, isPresented };
  const found = useWork(async () => {
    if (!entry) throw new Error("No lesson has this name. Choose one from the list.");
    const lesson = await entry.load();
    return { lesson, facts: await lesson.facts(desk) };
  }, [route.lesson, seed]);

  useEffect(() => {
    document.documentElement.toggleAttribute("data-present", isPresented);
    if (!isPresented) return;
    const step = (/** @type {KeyboardEvent} */ event) => {
      // In a field and on a slider, the arrow keys have their own meaning.
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest("input, select, textarea, .learn-grid")) return;
      // A part that is longer than the window scrolls first.
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      if (event.key === "PageDown" && scrollTop + clientHeight < scrollHeight - 2 || event.key === "PageUp" && scrollTop > 2) return;
      const by = ["ArrowRight", "PageDown"].includes(event.key) ? 1 : ["ArrowLeft", "PageUp"].includes(event.key) ? -1 : 0;
      if (event.key === "Escape") page.set({ present: undefined, part: undefined });
      else if (by && part + by >= 1 && part + by <= PARTS.length) page.set({ part: String(part + by) });
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", step);
    return () => { removeEventListener("keydown", step); document.documentElement.removeAttribute("data-present"); };
  }, [isPresented, part]);

  // Buttons appear and disappear with the mode, so the focus goes to the lesson.
  const [shown, setShown] = useState(isPresented);
  useEffect(() => {
    if (shown === isPresented) return;
    setShown(isPresented);
    document.getElementById("learn")?.focus({ preventScroll: true });
  }, [isPresented]);

  if (!entry) return <><p class="learn-back"><a href={hashOf({ section: "overview", lesson: "", state: kept(route) })}>All lessons</a></p><p class="notice notice-error" role="alert">No lesson has this name. Choose one from the list.</p></>;
  const shows = (/** @type {string} */ name) => !isPresented || PARTS[part - 1] === name;
  const link = (/** @type {number} */ to) => hashOf({ section: "lesson", lesson: LESSONS[to].id, state: kept(route) });
  return (
    <article class="learn-lesson" data-lesson={entry.id}>
      {!isPresented && <p class="learn-back"><a href={hashOf({ section: "overview", lesson: "", state: kept(route) })}>All lessons</a></p>}
      <header class="learn-head">
        <h2><span class="learn-number">Lesson {at + 1}</span> {entry.title}</h2>
        <Tools isPresented={isPresented} part={part} />
      </header>
      {!found.value ? <Waiting error={found.error} /> : <Parts lesson={found.value.lesson} facts={found.value.facts} desk={desk} shows={shows} id={entry.id} />}
      {!isPresented && (
        <nav class="learn-ways" aria-label="Lessons">
          {at > 0 && <a href={link(at - 1)}>Lesson {at}: {LESSONS[at - 1].title}</a>}
          {at + 1 < LESSONS.length && <a href={link(at + 1)} data-part="next-lesson">Lesson {at + 2}: {LESSONS[at + 1].title}</a>}
        </nav>
      )}
    </article>
  );
}

/** @param {{ lesson: import("../types.js").LessonBody, facts: import("../types.js").Facts, desk: import("../types.js").Desk, shows: (part: string) => boolean, id: string }} props */
function Parts({ lesson: { Story, Play, questions: [one, two], sources }, facts, desk, shows, id }) {
  return (
    <>
      {shows("story") && <section class="learn-story" aria-label="Story"><Story desk={desk} facts={facts} /></section>}
      {shows("play") && <section class="learn-play" aria-labelledby="play-title"><h3 id="play-title">Try it</h3><Play desk={desk} facts={facts} /></section>}
      {shows("first") && <QuestionView lesson={id} question={one} facts={facts} number={1} />}
      {shows("second") && <QuestionView lesson={id} question={two} facts={facts} number={2} />}
      {shows("sources") && (
        <section class="learn-sources" aria-labelledby="sources-title">
          <h3 id="sources-title">Where this comes from</h3>
          <ul>{sources.map(({ paper, page, says }) => <li key={paper + page}><cite>{paper}</cite>, {page}: {says}</li>)}</ul>
        </section>
      )}
    </>
  );
}

/** @param {{ isPresented: boolean, part: number }} props */
function Tools({ isPresented, part }) {
  const page = usePage();
  const [copied, setCopied] = useState("");
  if (isPresented) {
    return (
      <div class="learn-tools">
        <button type="button" disabled={part === 1} onClick={() => page.set({ part: String(part - 1) })} aria-label="Previous part">←</button>
        <span data-part="present-part">{part} of {PARTS.length}</span>
        <button type="button" disabled={part === PARTS.length} onClick={() => page.set({ part: String(part + 1) })} aria-label="Next part">→</button>
        <button type="button" class="plain" onClick={() => page.set({ present: undefined, part: undefined })}>End</button>
      </div>
    );
  }
  const copy = () => navigator.clipboard.writeText(location.href).then(() => setCopied("Copied"), () => setCopied("Copy the address bar"));
  return (
    <div class="learn-tools">
      <button type="button" onClick={() => page.set({ present: "1", part: "1" })} data-part="present">Present</button>
      {navigator.clipboard && <button type="button" onClick={() => void copy()} onBlur={() => setCopied("")}>{copied || "Copy link"}</button>}
      <button type="button" onClick={() => print()} data-part="print">Print this sheet</button>
    </div>
  );
}
