// Searches long dimensions for categories. The cube loads few of their codes for a search.

import { useEffect, useState } from "preact/hooks";
import { remember } from "../../choice/known.js";
import { errorInWords } from "../captions.js";
import { useBuilder } from "../views/context.jsx";

/** @import { FoundCodes } from "../../api/types.js" */

/** The search waits this long for further letters. */
const PAUSE_MS = 200;
const NOTHING = Object.freeze({ codes: [], hasMore: false });

/** A finished search, by variable. `error`: why it failed; empty if it did not. @typedef {{ of: string, found: Map<string, FoundCodes>, error: string }} Search */

/**
 * Finds categories once the reader pauses. The status line reports an error.
 * @param {readonly string[]} names  of long dimensions
 * @param {string} text
 * @returns {{ of: (name: string) => FoundCodes, busy: boolean, error: string, again: () => void }}  `of`: what the last search found
 */
export function useFound(names, text) {
  const { store, words } = useBuilder();
  const cube = store.cube.value;
  const [search, setSearch] = useState(/** @type {Search} */ ({ of: "", found: new Map(), error: "" }));
  const [tries, setTries] = useState(0);
  const key = JSON.stringify([cube?.digest, names, text, tries]);
  useEffect(() => {
    if (!cube || names.length === 0) return;
    let current = true;
    const find = async () => {
      /** @type {Search} */
      const next = { of: key, found: new Map(), error: "" };
      try {
        await Promise.all(names.map(async (name) => {
          const found = await cube.find(name, text);
          remember(cube, name, found.codes);
          next.found.set(name, found);
        }));
      } catch (error) {
        next.error = errorInWords(error, words).text;
      }
      if (!current) return;
      if (next.error) store.say(next.error);
      setSearch(next);
    };
    const timer = setTimeout(() => void find(), text === "" ? 0 : PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [cube, key]);
  return {
    of: (name) => search.found.get(name) ?? NOTHING,
    busy: names.length > 0 && search.of !== key,
    error: search.of === key ? search.error : "",
    again: () => setTries(tries + 1),
  };
}
