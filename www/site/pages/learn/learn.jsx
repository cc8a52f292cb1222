// Draws the page.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { byId, keepSkipLink } from "../../shell/dom.js";
import { Figures } from "./figures/figures.jsx";

const read = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

function Page() {
  const [state, setState] = useState(read);
  useEffect(() => {
    const follow = () => setState(read());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  /** @param {Record<string, string | undefined>} changes */
  const set = (changes) => {
    const { figures: _, ...rest } = { ...read(), ...changes };
    const parts = Object.entries(rest).filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
    location.hash = ["figures", ...parts].join("&");
  };
  return <Figures state={state} set={set} />;
}

export function start() {
  render(<Page />, byId("learn"));
  keepSkipLink();
}
