// The intervals of the figures in the table, if the reader wants them and the publisher allows them.

import { useEffect, useState } from "preact/hooks";
import { isInParts } from "../../choice/state.js";
import { errorInWords } from "../captions.js";
import { useBuilder } from "./context.jsx";

/** @import { Intervals } from "../table/table-view.js" */

/** @returns {Intervals | undefined} */
export function useIntervals() {
  const { store, more, words } = useBuilder();
  const [found, setFound] = useState(/** @type {{ of: object, intervals: Intervals } | undefined} */ (undefined));
  const shown = store.shown.value;
  const wanted = shown?.selection.view.uncertain === true && !shown.selection.view.peel && shown.cube.explains && !isInParts(shown.cube);
  useEffect(() => {
    if (!wanted || !shown) return;
    let current = true;
    more().then((loaded) => loaded.intervalsOf(shown.table, shown.layout)).then((intervals) => { if (current) setFound({ of: shown, intervals }); }, (error) => { if (current) store.say(errorInWords(error, words).text); });
    return () => { current = false; };
  }, [shown, wanted]);
  return wanted && found?.of === shown ? found?.intervals : undefined;
}
