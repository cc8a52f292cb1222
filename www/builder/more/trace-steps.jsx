// The way from the people in a cell to its figure, on datasets that may show true counts: keys, cell key, draw, row, noise.

import { useState } from "preact/hooks";
import { statusInWords } from "../../words/statuses.js";
import { errorInWords } from "../captions.js";
import { useBuilder } from "../views/context.jsx";

/** @import { Trace, TraceRow } from "../../api/types.js" */

const PEOPLE = 10;

/** @param {{ cell: number }} props */
export function Steps({ cell }) {
  const { store, words } = useBuilder();
  const [found, setFound] = useState(/** @type {{ trace?: Trace, text?: string } | undefined} */ (undefined));
  const shown = store.shown.value;
  if (!shown) return null;
  const ask = async () => {
    setFound({ text: words.why.computing });
    setFound(await shown.cube.complete().then(() => shown.table.trace(cell)).then((trace) => ({ trace }), (error) => ({ text: errorInWords(error, words).text })));
  };
  if (!found) return <p><button type="button" data-part="trace" onClick={() => void ask()}>{words.trace.ask}</button></p>;
  return found.trace ? <Way trace={found.trace} /> : <p>{found.text}</p>;
}

/** @param {{ trace: Trace }} props */
function Way({ trace }) {
  const { store, words } = useBuilder();
  const { trace: say, number } = words;
  const { members, more, count, key, modulus, combine, row, noise, value, status } = trace;
  const { dimensions } = /** @type {NonNullable<typeof store.cube.value>} */ (store.cube.value);
  const rest = more + Math.max(0, members.length - PEOPLE);
  const sum = combine === "sum" && more === 0 ? members.reduce((all, member) => all + member.key, 0) : undefined;
  const signed = `${noise < 0 ? "−" : "+"}${number(Math.abs(noise))}`;
  return (
    <ol class="cv-steps" data-part="steps">
      <li>
        <h3>{say.people(count)}</h3>
        {members.length > 0 && (
          <ul>
            {members.slice(0, PEOPLE).map(({ codes, count, key }, at) => (
              <li key={at} title={codes.map((code, i) => `${dimensions[i].label}: ${dimensions[i].codes[code]?.label}`).join("; ")}>{say.member(count, number(key))}</li>
            ))}
          </ul>
        )}
        {rest > 0 && <p>{say.more(rest)}</p>}
      </li>
      <li>
        <h3>{say.cellKey(number(key))}</h3>
        <p>{count === 0 ? say.noKeys : combine === "xor" ? say.xor : sum === undefined || members.length === 1 ? say.sum(number(modulus)) : say.sumIs(number(sum), number(modulus), number(key))}</p>
      </li>
      {row
        ? <>
            <li>
              <h3>{say.draw(number(row.draw / row.draws, 4))}</h3>
              <p>{say.source[row.source](number(row.draw), number(row.draws))}</p>
            </li>
            <li>
              <h3>{say.row(number(count))}</h3>
              <Row row={row} noise={noise} />
            </li>
          </>
        : <li><h3>{say.empty}</h3></li>}
      <li>
        <h3>{say.result(number(count), signed, number(count + noise))}</h3>
        {status !== "" && <p>{statusInWords(status, words.language)}</p>}
        {status === "" && value !== null && value !== count + noise && <p>{number(value)}</p>}
      </li>
    </ol>
  );
}

/** The row as a bar: the width of an entry is its probability, and a mark stands at the draw. @param {{ row: TraceRow, noise: number }} props */
function Row({ row: { entries, draw, draws }, noise }) {
  const { words: { number, trace: say, percent } } = useBuilder();
  const chosen = entries.findIndex(({ until }) => draw < until);
  const signed = (/** @type {number} */ value) => `${value < 0 ? "−" : value > 0 ? "+" : ""}${number(Math.abs(value))}`;
  const parts = entries.map(({ noise, until }, at) => ({ noise, share: (Math.min(until, draws) - (at ? entries[at - 1].until : 0)) / draws }));
  return (
    <>
      <div class="cv-row-of-noise" role="img" aria-label={say.bar(parts.map(({ noise, share }) => `${signed(noise)}: ${percent(share)}`).join("; "), signed(noise))}>
        {parts.map(({ noise, share }, at) => <span key={at} class={at === chosen ? "cv-chosen" : ""} style={{ flexGrow: share }} title={`${signed(noise)}: ${percent(share)}`}>{share >= 0.06 ? signed(noise) : ""}</span>)}
        <i style={{ insetInlineStart: `${(100 * (draw + 0.5)) / draws}%` }} />
      </div>
      <p>{say.chosen(signed(noise))}</p>
    </>
  );
}
