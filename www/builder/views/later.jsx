// A part of the builder that loads after the first table.

import { useEffect, useState } from "preact/hooks";
import { errorInWords } from "../captions.js";
import { useBuilder } from "./context.jsx";

/** @import { More } from "./context.jsx" */

/** @typedef {More["parts"]} Parts */
/** @template {keyof Parts} Part @typedef {Parameters<Parts[Part]> extends [infer Props] ? Props : {}} PropsOf */

/**
 * @template {keyof Parts} Part
 * @param {{ part: Part } & PropsOf<Part>} props
 */
export function Later({ part, ...props }) {
  const { more, words } = useBuilder();
  const [loaded, setLoaded] = useState(more.loaded());
  const [error, setError] = useState("");
  const load = () => void more().then((found) => { setLoaded(found); setError(""); }, (cause) => setError(errorInWords(cause, words).text));
  useEffect(() => { if (!loaded) load(); }, []);
  if (error) return <p class="cv-hint" role="alert">{error} <button type="button" onClick={load}>{words.ways.again}</button></p>;
  if (!loaded) return <p class="cv-hint" role="status">{words.status.loadingPart}</p>;
  const View = /** @type {import("preact").ComponentType<any>} */ (loaded.parts[part]);
  return <View {...props} />;
}
