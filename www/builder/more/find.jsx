// "Find a row", for long tables. The browser's own search finds only the rows that are in the page.

import { useRef, useState } from "preact/hooks";
import { useBuilder } from "../views/context.jsx";

/** @import { Layout } from "../../element/layout.js" */

/**
 * Finds the next line whose headings contain the text. Otherwise finds a line whose headings contain each word.
 * @param {Layout} layout
 * @param {string} text  in lower case
 * @param {number} from
 */
function lineWith(layout, text, from) {
  for (const parts of [[text], text.split(/\s+/)]) {
    for (let i = 0; i < layout.height; i++) {
      const line = (from + i) % layout.height;
      const headings = layout.codesOf(line).map(({ label }) => label).join(" ").toLocaleLowerCase();
      if (parts.every((each) => headings.includes(each))) return line;
    }
  }
  return undefined;
}

export function Find() {
  const { store, host, words } = useBuilder();
  const { find } = words;
  const [text, setText] = useState("");
  /** The last result. The next search starts after it. */
  const last = useRef({ text: "", line: -1 });
  return (
    <form class="cv-find" role="search" onSubmit={(event) => {
      event.preventDefault();
      const layout = store.shown.value?.layout;
      const wanted = text.trim().toLocaleLowerCase();
      if (!layout || wanted === "") return;
      const line = lineWith(layout, wanted, wanted === last.current.text ? last.current.line + 1 : 0);
      if (line === undefined) return store.say(find.none(words.quoted(text.trim())));
      last.current = { text: wanted, line };
      // The focus stays in the search, so that Enter leads to the next result.
      for (const row of host.querySelectorAll("tr.found")) row.classList.remove("found");
      /** @type {{ cellAt?: (line: number, column: number) => HTMLElement | undefined }} */ (host).cellAt?.(line, 0)?.closest("tr")?.classList.add("found");
      store.say(find.found(line + 1, layout.codesOf(line).map(({ label }) => label).join(", ")));
    }}>
      <label title={find.hint}><span class="cv-hidden">{find.title}</span><input type="search" data-part="find" placeholder={find.title} autocomplete="off" value={text} onInput={(event) => setText(event.currentTarget.value)} /></label>
      <button type="submit">{find.button}</button>
    </form>
  );
}
