// Draws the page: the overview, a lesson, the laboratory, the figures of the papers, or the answer sheet.

import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { byId, keepSkipLink } from "../../shell/dom.js";
import { changed, hashOf, kept, readerOf, routeOf } from "./address.js";
import { Figures } from "./figures/figures.jsx";
import { Lab } from "./lab/lab.jsx";
import { prepare } from "./offline.js";
import { joined, load, none, save, storageOf } from "./progress.js";
import { AnswerSheet } from "./views/answers.jsx";
import { PageContext } from "./views/context.jsx";
import { LessonPage } from "./views/lesson.jsx";
import { Overview } from "./views/overview.jsx";

/** @import { Route } from "./address.js" */

export function start() {
  render(<Page />, byId("learn"));
  keepSkipLink(() => byId("learn"));
  // The lessons work without a network, once the browser has their modules and cores.
  void prepare().then((isReady) => { if (isReady) byId("learn").dataset.ready = "offline"; });
}

function Page() {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  const [progress, setProgress] = useState(() => load(storageOf()));
  const latest = useRef(route);
  latest.current = route;

  useEffect(() => {
    const read = () => setRoute(routeOf(location.hash));
    const follow = () => setProgress(load(storageOf()));
    for (const event of ["hashchange", "popstate"]) addEventListener(event, read);
    addEventListener("storage", follow);
    return () => {
      for (const event of ["hashchange", "popstate"]) removeEventListener(event, read);
      removeEventListener("storage", follow);
    };
  }, []);

  const reader = readerOf(route, progress.name);
  const page = {
    route, progress, reader,
    go(/** @type {Route} */ next, /** @type {"push" | "replace"} */ how = "push") {
      if (how === "push") history.pushState(null, "", hashOf(next));
      else history.replaceState(history.state, "", hashOf(next));
      latest.current = next;
      setRoute(next);
    },
    set(/** @type {Record<string, string | undefined>} */ changes) { page.go(changed(latest.current, changes), "replace"); },
    // Another tab may have stored answers since.
    keep(/** @type {typeof progress} */ next) {
      const all = joined(load(storageOf()), next);
      save(storageOf(), all);
      setProgress(all);
    },
    erase() {
      save(storageOf(), none());
      setProgress(none());
    },
  };

  // Each figure is a place of its own for the button "Back" of the browser.
  const setFigure = (/** @type {Record<string, string | undefined>} */ changes) => page.go(changed(latest.current, changes), "figure" in changes ? "push" : "replace");

  // A reader who goes to another lesson or section begins at its top.
  const place = `${route.section} ${route.lesson}`;
  const first = useRef(true);
  useEffect(() => {
    if (first.current) { first.current = false; return; }
    scrollTo({ top: 0 });
    byId("learn").focus({ preventScroll: true });
  }, [place]);

  const overview = hashOf({ section: "overview", lesson: "", state: kept(route) });
  return (
    <PageContext.Provider value={page}>
      {route.section === "lesson" ? <LessonPage key={`${route.lesson} ${reader.name} ${reader.seed}`} />
        : route.section === "lab" ? <><Back to={overview} /><Lab state={route.state} set={page.set} seed={reader.seed} /></>
        : route.section === "figures" ? <><Back to={overview} /><Figures state={route.state} set={setFigure} /></>
        : route.section === "answers" ? <><Back to={overview} /><AnswerSheet /></>
        : <Overview />}
    </PageContext.Provider>
  );
}

/** @param {{ to: string }} props */
function Back({ to }) {
  return <p class="learn-back"><a href={to}>All lessons</a></p>;
}
