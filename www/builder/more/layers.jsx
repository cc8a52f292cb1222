// The shown category of each layer.

import { useBuilder } from "../views/context.jsx";

/** A list of categories for each layer variable, with buttons for the previous and the next category. */
export function Layers() {
  const { store, words: { layers: text } } = useBuilder();
  const layers = store.shown.value?.layout.layers ?? [];
  return (
    <div class="cv-layers" role="group" aria-label={text.shown} data-part="layers">
      {layers.map(({ axis, code }) => {
        const at = axis.codes.indexOf(code);
        const step = (/** @type {-1 | 1} */ by, /** @type {string} */ label) => (
          // With `disabled`, the button would lose the focus at the last category.
          <button type="button" class={`cv-icon ${by < 0 ? "cv-before" : "cv-after"}`} aria-label={label} title={label} aria-disabled={!axis.codes[at + by]} onClick={() => axis.codes[at + by] && store.layer(axis.name, axis.codes[at + by].code)} />
        );
        return (
          <span key={axis.name} class="cv-layer">
            <label><span>{axis.label}</span> <select value={code.code} data-layer={axis.name} onChange={(event) => store.layer(axis.name, event.currentTarget.value)}>
              {axis.codes.map((each) => <option key={each.code} value={each.code}>{each.label}</option>)}
            </select></label>
            {step(-1, text.previous(axis.label))}{step(1, text.next(axis.label))}
          </span>
        );
      })}
    </div>
  );
}
