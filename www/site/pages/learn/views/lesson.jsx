// A lesson: the story, something to play with, two questions, and the pages of the papers. In present mode, one part is
// on the screen at a time.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { hashOf, kept, linkOf, whole } from "../address.js";
import { deskOf } from "../desk.js";
import { LESSONS } from "../lessons/list.js";
import { usePage, useWork } from "./context.jsx";
import { Waiting } from "./parts.jsx";
import { QuestionView } from "./question.jsx";

/** @type {Record<string, number>} */
const PAGES = { PageDown: 1, PageUp: -1 };
/** @type {Record<string, number>} */
const ARROWS = { ArrowRight: 1, ArrowLeft: -1 };
const PARTS = ["story", "play", "first", "second", "sources"];

export function LessonPage() {
  const page = usePage();
  const { route, reader } = page;
  const at = LESSONS.findIndex(({ id }) => id === route.lesson);
  const entry = LESSONS[at];
  const isPresented = route.state.present === "1";
  const part = whole(route.state.part, 1, PARTS.length);
  const desk = { ...deskOf(reader.seed), state: route.state, set: page.set, isPresented };
  const found = useWork(async () => {
    if (!entry) throw new Error("No lesson has this name. Choose one from the list.");
    const lesson = await entry.load();
    return { lesson, facts: await lesson.facts(desk) };
  }, [route.lesson, reader.seed]);

  // With the layout, so that the next key of a fast clicker finds the new part.
  const article = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-present", isPresented);
    if (!isPresented) return;
    const step = (/** @type {KeyboardEvent} */ event) => {
      // With Alt, an arrow key is the browser's own way back.
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      // In a field, on a slider and in a table that scrolls, the arrow keys have their own meaning. A clicker sends Page Up and
      // Page Down, wherever the focus is.
      const isField = event.target instanceof Element && event.target.closest("input, select, textarea, .learn-grid") !== null;
      const by = PAGES[event.key] ?? (isField ? 0 : ARROWS[event.key] ?? 0);
      // A part that is larger than the window scrolls first.
      if (event.key in PAGES && scrolled(article.current, by)) return event.preventDefault();
      if (event.key === "Escape") page.set({ present: undefined, part: undefined });
      else if (by && part + by >= 1 && part + by <= PARTS.length) page.set({ part: String(part + by) });
      else if (!by) return;
      event.preventDefault();
    };
    addEventListener("keydown", step);
    return () => { removeEventListener("keydown", step); document.documentElement.removeAttribute("data-present"); };
  }, [isPresented, part]);

  // The part that comes takes the focus, so that the keys scroll in it. The first part leaves the focus where it is.
  const last = useRef({ part, isPresented });
  useEffect(() => {
    if (isPresented && last.current.part !== part) sectionOf(article.current)?.focus({ preventScroll: true });
    // Buttons appear and disappear with the mode, so the focus goes to the lesson.
    else if (last.current.isPresented !== isPresented) document.getElementById("learn")?.focus({ preventScroll: true });
    last.current = { part, isPresented };
  }, [isPresented, part]);

  const overview = hashOf({ section: "overview", lesson: "", state: kept(route) });
  if (!entry) return <><p class="learn-back"><a href={overview}>All lessons</a></p><p class="notice notice-error" role="alert">No lesson has this name. Choose one from the list.</p></>;
  const shows = (/** @type {string} */ name) => !isPresented || PARTS[part - 1] === name;
  const link = (/** @type {number} */ to) => hashOf({ section: "lesson", lesson: LESSONS[to].id, state: kept(route) });
  return (
    <article class="learn-lesson" data-lesson={entry.id} ref={article}>
      {!isPresented && <p class="learn-back"><a href={overview}>All lessons</a></p>}
      <header class="learn-head">
        <h2><span class="learn-number">Lesson {at + 1}</span> {entry.title}</h2>
        <Tools isPresented={isPresented} part={part} />
      </header>
      <p class="learn-sheet" aria-hidden="true">Name: {reader.name || "______________________"} · Seed: {reader.seed}</p>
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

/** The part on the projector. @param {HTMLElement | null} article */
const sectionOf = (article) => /** @type {HTMLElement | null | undefined} */ (article?.querySelector(":scope > section"));

/** Scrolls the part on the projector by less than its height, and returns whether it moved. @param {HTMLElement | null} article @param {number} by  1 or −1 */
function scrolled(article, by) {
  const section = sectionOf(article);
  if (!section) return false;
  const before = section.scrollTop;
  section.scrollTop += by * section.clientHeight * 0.8;
  return Math.abs(section.scrollTop - before) > 2;
}

/** @param {{ lesson: import("../types.js").LessonBody, facts: import("../types.js").Facts, desk: import("../types.js").Desk, shows: (part: string) => boolean, id: string }} props */
function Parts({ lesson: { Story, Play, questions: [one, two], sources }, facts, desk, shows, id }) {
  // In present mode, a part scrolls inside itself, so the keyboard must reach it.
  const tab = desk.isPresented ? 0 : undefined;
  return (
    <>
      {shows("story") && <section class="learn-story" aria-label="Story" tabIndex={tab}><Story desk={desk} facts={facts} /></section>}
      {shows("play") && <section class="learn-play" aria-labelledby="play-title" tabIndex={tab}><h3 id="play-title">Try it</h3><Play desk={desk} facts={facts} /></section>}
      {shows("first") && <QuestionView key={`one ${desk.isPresented}`} lesson={id} question={one} facts={facts} number={1} isPresented={desk.isPresented} />}
      {shows("second") && <QuestionView key={`two ${desk.isPresented}`} lesson={id} question={two} facts={facts} number={2} isPresented={desk.isPresented} />}
      {shows("sources") && (
        <section class="learn-sources" aria-labelledby="sources-title" tabIndex={tab}>
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
        <span role="status" data-part="present-part">{part} of {PARTS.length}</span>
        <button type="button" disabled={part === PARTS.length} onClick={() => page.set({ part: String(part + 1) })} aria-label="Next part">→</button>
        <button type="button" class="plain" onClick={() => page.set({ present: undefined, part: undefined })}>End</button>
      </div>
    );
  }
  const copy = () => navigator.clipboard.writeText(new URL(linkOf(page.route, page.reader), location.href).href).then(() => setCopied("Copied"), () => setCopied("Copy the address bar"));
  return (
    <div class="learn-tools">
      <button type="button" onClick={() => page.set({ present: "1", part: "1" })} data-part="present">Present</button>
      {navigator.clipboard && <button type="button" onClick={() => void copy()} onBlur={() => setCopied("")} data-part="copy-link">{copied || "Copy link"}</button>}
      <button type="button" onClick={() => print()} data-part="print">Print this sheet</button>
    </div>
  );
}
