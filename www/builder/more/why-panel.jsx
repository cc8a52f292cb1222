// "Why this number" in the drawer: the figure, its place, and what is behind it.

import { useState } from "preact/hooks";
import { looksAtTable } from "../../element/additivity.js";
import { mayPeel } from "../../choice/state.js";
import { errorInWords } from "../captions.js";
import { useBuilder } from "../views/context.jsx";
import { LoadsAll } from "./long.jsx";
import { Steps } from "./trace-steps.jsx";
import { canExplain, explanationInWords, markOf, unexplained, whyInWords } from "./why.js";

/** @param {{ line: number, column: number }} props */
export function Why({ line, column }) {
  const { store, words } = useBuilder();
  const shown = store.shown.value;
  const [answer, setAnswer] = useState(/** @type {{ of: unknown, text: string } | undefined} */ (undefined));
  if (!shown || line >= shown.layout.height || column >= shown.layout.width) return <p>{words.why.choose}</p>;
  // The panel explains the published value, whichever figure the table shows.
  const place = { ...shown, layout: shown.published, line, column };
  const { title, paragraphs } = whyInWords(place, words);
  const { cell, value, why } = shown.published.figure(line, column);
  const key = JSON.stringify([line, column]);
  const isTraced = mayPeel(shown.cube) && cell >= 0 && !shown.published.derived && !looksAtTable(shown.table.method);
  const ask = async () => {
    setAnswer({ of: key, text: words.why.computing });
    const text = await shown.cube.complete().then(() => shown.table.explain({ cell })).then((explanation) => explanationInWords(explanation, shown.table, words), (error) => errorInWords(error, words).text);
    setAnswer({ of: key, text });
  };
  return (
    <div class="cv-why" role="status">
      <p class="cv-figure">{why === "" && value !== null ? words.number(value, shown.published.decimals) : markOf(why)}</p>
      <p class="cv-place">{title}</p>
      {paragraphs.map((each) => <p key={each}>{each}</p>)}
      {canExplain(place)
        ? <p>{answer?.of === key ? answer.text : <button type="button" data-part="explain" onClick={() => void ask()}>{words.why.ask}</button>}</p>
        : <p class="cv-hint">{unexplained(place, words)}</p>}
      {isTraced && <Steps key={key} cell={cell} />}
      {(isTraced || canExplain(place)) && <LoadsAll />}
    </div>
  );
}
