// The section "Figures of the papers": tiles that lead to the figures, and the chosen figure.

import { useEffect, useRef, useState } from "preact/hooks";
import { FigureView } from "./figure-view.jsx";
import { words } from "./words.js";

/** @import { Figure } from "./types.js" */

/** @typedef {Record<string, string>} State the choices in the address */
/** @typedef {(changes: Record<string, string | undefined>) => void} Set changes choices, and the address with them */

/** The choices within a figure. The next figure begins without them. */
export const CHOICES = ["x", "empty", "entropy", "risk", "view", "draws", "parts", "base", "show"];
const NO_CHOICES = Object.fromEntries(CHOICES.map((name) => [name, undefined]));

/** @param {{ state: State, set: Set }} props */
export function Figures({ state, set }) {
  const [figures, setFigures] = useState(/** @type {Figure[] | undefined} */ (undefined));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    import("./lazy/figures-data.js").then((module) => setFigures(module.figures), () => setFailed(true));
  }, []);
  // The figure that the reader left last. A reader who came by a link has not left one.
  const left = useRef(/** @type {string | undefined} */ (undefined));
  const open = (/** @type {string | undefined} */ figure) => {
    left.current = state.figure ?? "";
    set({ ...NO_CHOICES, figure });
  };
  if (failed) return <p class="notice notice-error" role="alert">{words.failed}</p>;
  if (!figures) return <p class="figures" aria-busy="true">{words.loading}</p>;
  const at = figures.findIndex(({ id }) => id === state.figure);
  return (
    <div class="figures" data-part="figures">
      {at < 0 ? <Tiles figures={figures} isUnknown={Boolean(state.figure)} open={open} left={left.current} /> : <FigureView key={figures[at].id} figure={figures[at]} state={state} set={set} open={open} isOpened={left.current !== undefined} before={figures[at - 1]} after={figures[at + 1]} />}
    </div>
  );
}

/** @param {{ figures: Figure[], isUnknown: boolean, open: (id: string) => void, left?: string }} props */
function Tiles({ figures, isUnknown, open, left }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  // A reader who comes back continues at the tile of the figure.
  useEffect(() => {
    const tile = left && place.current?.querySelector(`[data-figure="${CSS.escape(left)}"]`);
    if (tile instanceof HTMLElement) tile.focus();
  }, []);
  const studies = [...new Set(figures.map(({ study }) => study))];
  return (
    <div class="figures-list" ref={place}>
      <header class="figures-heading">
        <h2 id="figures-title" tabIndex={-1}>{words.title}</h2>
        <p class="lead">{words.lead}</p>
        {isUnknown && <p class="notice" role="status">{words.unknownFigure}</p>}
      </header>
      {studies.map((study) => {
        const own = figures.filter((figure) => figure.study === study);
        return (
          <section key={study} aria-labelledby={`figures-${study}`}>
            <h3 id={`figures-${study}`}>{words.papers[study].heading}</h3>
            <p class="figures-paper">{own[0].source.paper}</p>
            <ul class="figures-tiles">
              {own.map((figure) => (
                <li key={figure.id}>
                  <button type="button" onClick={() => open(figure.id)} data-figure={figure.id}>
                    <Thumb figure={figure} />
                    <span class="figures-number">{words.figureNumber(figure.number)}</span>
                    <strong>{figure.title}</strong>
                    <small>{words.counts(figure.agrees.length, figure.differs.length, figure.unknown.length)}</small>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

const WIDE = 96;
const HIGH = 40;

/** A small sketch of the figure's own values, without words. @param {{ figure: Figure }} props */
function Thumb({ figure }) {
  const series = figure.series.filter(({ isOn, from }) => isOn && from === "ours");
  const points = series.flatMap((each) => each.points.filter((_, at) => figure.kind !== "cloud" || at % 40 === 0).map((point) => ({ ...point, colour: `var(${each.colour})` })));
  const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const top = Math.max(...points.map(({ y }) => y));
  const across = (/** @type {number} */ x) => 4 + ((x - left) / (right - left || 1)) * (WIDE - 8);
  const up = (/** @type {number} */ y) => HIGH - 3 - (y / (top || 1)) * (HIGH - 6);
  return (
    <svg class="figures-thumb" viewBox={`0 0 ${WIDE} ${HIGH}`} width={WIDE} height={HIGH} aria-hidden="true">
      {figure.kind === "bars" && points.map(({ x, y, colour }) => <rect key={x} x={3 + x * 15.5} y={up(y)} width={11} height={Math.max(HIGH - up(y) - 1, 1)} fill={colour} />)}
      {figure.kind === "lines" && series.map((each) => <polyline key={each.id} class="figures-line" points={each.points.map(({ x, y }) => `${across(x)},${up(y)}`).join(" ")} stroke={`var(${each.colour})`} />)}
      {(figure.kind === "map" || figure.kind === "cloud") && points.map(({ x, y, colour }, at) => <circle key={at} cx={across(x)} cy={up(y)} r={figure.kind === "map" ? 3 : 1} fill={colour} />)}
      <line x1={0} x2={WIDE} y1={HIGH - 0.5} y2={HIGH - 0.5} stroke="var(--edge)" />
    </svg>
  );
}
