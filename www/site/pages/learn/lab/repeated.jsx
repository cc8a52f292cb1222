// The average over repeated requests. Only the laboratory and lesson 3 draw anew at each request, as some systems did (ABS 2005).
// The keyed method of the dataset answers the same request with the same value, so its average stays where it is.

import { useEffect, useState } from "preact/hooks";
import { Curve } from "./curve.jsx";
import { openDataset } from "./datasets.js";
import { freshAverages } from "./draws.js";
import { methodOf } from "./methods.js";

/** @import { Cube, Table } from "../../../shell/types.js" */
/** @import { Target } from "./draws.js" */
/** @import { Setup } from "./setup.js" */

const REQUESTS = 200;

/** Looks for a small cell with noise, so that the averages have something to find. @param {Cube} cube @param {Setup} setup @returns {Promise<Target | null>} */
export async function targetOf(cube, setup) {
  const [first, second] = setup.axes;
  const method = await methodOf(setup.method);
  const query = { rows: [first], columns: second && second.split(":")[0] !== first.split(":")[0] ? [second] : [], method };
  const table = /** @type {Table & { trace(at: number): Promise<any> }} */ (await cube.table(query));
  const revealed = await cube.table({ ...query, method: { kind: "none" } });
  const small = revealed.values.map((count, at) => ({ count, at, value: table.values[at] })).filter(({ count, value }) => count !== null && count >= 3 && count <= 30 && value !== null && value !== count);
  for (const { at, value } of small.slice(0, 20)) {
    const trace = await table.trace(at);
    if (!trace.row || trace.row.entries.length < 2) continue;
    const width = table.dimensions.map(({ codes }) => codes.length);
    let rest = at;
    const labels = [];
    for (let axis = width.length - 1; axis >= 0; axis--) {
      labels.unshift(table.dimensions[axis].codes[rest % width[axis]]?.label ?? "all");
      rest = Math.floor(rest / width[axis]);
    }
    return { words: labels.join(", "), count: trace.count, value: Number(value), row: trace.row };
  }
  return null;
}

/** @param {{ setup: Setup }} props */
export function Repeated({ setup }) {
  const [target, setTarget] = useState(/** @type {Target | null | undefined} */ (undefined));
  const [failed, setFailed] = useState("");
  const [asked, setAsked] = useState(0);
  const key = JSON.stringify([setup.data, setup.households, setup.seed, setup.method, setup.axes.slice(0, 2)]);
  useEffect(() => {
    let isCurrent = true;
    setTarget(undefined);
    setAsked(0);
    setFailed("");
    openDataset(setup).then((cube) => targetOf(cube, setup)).then((found) => { if (isCurrent) setTarget(found); }, (error) => { if (isCurrent) setFailed(error.message); });
    return () => { isCurrent = false; };
  }, [key]);
  const averages = target ? freshAverages(target, setup.seed, REQUESTS).slice(0, asked) : [];
  const last = averages.at(-1);
  return (
    <section class="lab-repeated" aria-labelledby="lab-repeated-title" data-part="lab-repeated">
      <h3 id="lab-repeated-title">Average over repeated requests</h3>
      <p>If a system draws new noise for each request, an average removes the noise. A paper of 2005 says that some seventy requests are enough. Only this laboratory and lesson 3 draw anew. A keyed method always gives the same answer.</p>
      <p class="hint">ABS 2005, Wooton and Fraser (1352.0.55.072), on random rounding of repeated requests.</p>
      {failed && <p class="notice notice-error" role="alert">{failed}</p>}
      {target === null && <p class="hint">This method changes no small cell of the first two variables. Choose another method.</p>}
      {target && (
        <>
          <p>The cell: <strong>{target.words}</strong>. The keyed value is <strong data-part="keyed-value">{target.value}</strong> at every request.</p>
          <div class="lab-actions">
            {[1, 10, 100].map((more) => <button key={more} type="button" onClick={() => setAsked(Math.min(asked + more, REQUESTS))} disabled={asked >= REQUESTS} data-ask={more}>{more === 1 ? "Ask once" : `Ask ${more} times`}</button>)}
            <button type="button" class="plain" onClick={() => setAsked(0)} disabled={asked === 0}>Start again</button>
          </div>
          {last !== undefined && (
            <>
              <Curve averages={averages} target={target} requests={REQUESTS} />
              <p aria-live="polite">After {asked} {asked === 1 ? "request" : "requests"}, the average of the new draws is <strong data-part="fresh-average">{last.toFixed(2)}</strong>. The average of the keyed answers is {target.value}. The true count is <strong data-part="true-count">{target.count}</strong>.</p>
            </>
          )}
        </>
      )}
    </section>
  );
}
