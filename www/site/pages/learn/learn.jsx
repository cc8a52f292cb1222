// Draws the page: the overview, a lesson, the laboratory, or the figures of the papers.

import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { byId, keepSkipLink } from "../../shell/dom.js";
import { changed, hashOf, kept, routeOf } from "./address.js";
import { Figures } from "./figures/figures.jsx";
import { Lab } from "./lab/lab.jsx";
import { prepare } from "./offline.js";
import { joined, load, save, storageOf } from "./progress.js";
import { SEED, seedOf } from "./people.js";
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
  const [seed, setSeed] = useState(/** @type {number | undefined} */ (undefined));
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

  // A link of a teacher may set the seed or the name. Otherwise the name on this device counts.
  const name = route.state.name ?? progress.name;
  const own = Number(route.state.seed);
  const given = route.state.seed && Number.isSafeInteger(own) && own >= 0 ? own : undefined;
  useEffect(() => {
    let isCurrent = true;
    if (given !== undefined) setSeed(given);
    else if (!name.trim()) setSeed(SEED);
    else seedOf(name).then((found) => { if (isCurrent) setSeed(found); });
    return () => { isCurrent = false; };
  }, [given, name]);

  const page = {
    route, progress,
    seed: seed ?? SEED,
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
      const none = { name: "", answers: {}, defence: "" };
      save(storageOf(), none);
      setProgress(none);
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

  if (seed === undefined) return null;
  return (
    <PageContext.Provider value={page}>
      {route.section === "lesson" ? <LessonPage key={`${route.lesson} ${seed}`} />
        : route.section === "lab" ? <><Back route={route} /><Lab state={route.state} set={page.set} seed={seed} /></>
        : route.section === "figures" ? <><Back route={route} /><Figures state={route.state} set={setFigure} /></>
        : <Overview />}
    </PageContext.Provider>
  );
}

/** @param {{ route: Route }} props */
function Back({ route }) {
  return <p class="learn-back"><a href={hashOf({ section: "overview", lesson: "", state: kept(route) })}>All lessons</a></p>;
}
