// One figure: its chart with controls, the table of its values, what agrees and what differs, and the source.

import { useEffect, useRef } from "preact/hooks";
import { BarsFigure, CloudFigure, LinesFigure, MapFigure } from "./kinds.jsx";
import { words } from "./words.js";

/** @import { Figure } from "./types.js" */
/** @import { Set, State } from "./figures.jsx" */

const TEXTS = words.chart;
const KINDS = { bars: BarsFigure, lines: LinesFigure, map: MapFigure, cloud: CloudFigure };

/** @param {{ figure: Figure, state: State, set: Set, open: (id: string | undefined) => void, isOpened: boolean, before?: Figure, after?: Figure }}  `isOpened`: whether the reader came from another figure or a tile props */
export function FigureView({ figure, state, set, open, isOpened, before, after }) {
  const Chart = KINDS[figure.kind];
  const heading = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  // A reader who chose a figure continues at its heading.
  useEffect(() => {
    if (!isOpened) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest("article")?.scrollIntoView({ block: "start" });
  }, []);
  const name = (/** @type {Figure} */ { study, number }) => `${words.papers[study].short}, ${words.figureNumber(number)}`;
  return (
    <article class="figures-one" aria-labelledby="figures-title" data-figure-shown={figure.id}>
      <header class="figures-heading">
        <button type="button" class="plain" onClick={() => open(undefined)} data-part="all-figures">← {words.all}</button>
        <p class="figures-number">{name(figure)}</p>
        <h2 id="figures-title" tabIndex={-1} ref={heading}>{figure.title}</h2>
        <p class="lead">{figure.about}</p>
      </header>
      <div class="figures-columns">
        <div class="figures-chart"><Chart figure={figure} state={state} set={set} /></div>
        <div class="figures-outcomes">
          <Lines title={TEXTS.agrees} lead={TEXTS.agreesLead} lines={figure.agrees} part="agrees" />
          <Lines title={TEXTS.differs} lead={TEXTS.differsLead} lines={figure.differs} part="differs" none={figure.agrees.length > 0 ? TEXTS.noDifference : undefined} />
          <Lines title={TEXTS.unknown} lines={figure.unknown} part="unknown" />
          <details class="figures-notes" open={figure.agrees.length + figure.differs.length === 0}>
            <summary>{TEXTS.notes}</summary>
            <ul>{figure.notes.map((note) => <li key={note}><Text text={note} /></li>)}</ul>
          </details>
          <section>
            <h3>{TEXTS.source}</h3>
            <dl class="figures-source">
              <dt>{words.paperTitle}</dt><dd>{figure.source.paper}</dd>
              <dt>{TEXTS.place}</dt><dd>{figure.source.place}</dd>
              <dt>{TEXTS.command}</dt><dd>{figure.commands.map((command) => <code key={command}>{command}</code>)}</dd>
              <dt>{TEXTS.data}</dt><dd><Text text={figure.data} /></dd>
            </dl>
          </section>
        </div>
      </div>
      <nav class="figures-ways" aria-label={words.title}>
        {before && <button type="button" onClick={() => open(before.id)}>{words.previous(name(before))}</button>}
        {after && <button type="button" onClick={() => open(after.id)}>{words.next(name(after))}</button>}
      </nav>
    </article>
  );
}

/** @param {{ title: string, lead?: string, lines: string[], part: string, none?: string }} props */
function Lines({ title, lead, lines, part, none }) {
  if (lines.length === 0 && !none) return null;
  return (
    <section data-part={part}>
      <h3>{title}</h3>
      {lines.length > 0 && lead && <p class="hint">{lead}</p>}
      {lines.length > 0 ? <ul class="figures-lines">{lines.map((line) => <li key={line}><Text text={line} /></li>)}</ul> : <p>{none}</p>}
    </section>
  );
}

/** A text with code between backticks, as the studies write it. @param {{ text: string }} props */
const Text = ({ text }) => <>{text.split("`").map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece))}</>;
