// Draws the page.

import { render } from "preact";
import { byId } from "../../shell/dom.js";
import { Lab } from "./lab/lab.jsx";

export function start() {
  const draw = () => {
    const state = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    const set = (/** @type {Record<string, string | undefined>} */ changes) => {
      const next = Object.entries({ ...state, ...changes }).filter(([, value]) => value !== undefined);
      history.replaceState(null, "", `#${new URLSearchParams(/** @type {[string, string][]} */ (next))}`);
      draw();
    };
    render(<Lab state={state} set={set} />, byId("learn"));
  };
  addEventListener("hashchange", draw);
  draw();
}
