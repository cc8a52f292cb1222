// Makes the builder of a page of the site. It has the site's datasets, and keeps the reader's choice in the address.

import "../cellveil/js/builder.js";
import { readHash, writeHash } from "../../choice/address.js";
import { hashOfMethod, isDesigned } from "../../choice/designed.js";
import { unreadIn } from "../../choice/repair.js";
import { CHOSEN, listCubes, open, usual } from "./catalogue.js";
import { createHistory } from "./history.js";
import { carryChoice, hasPage } from "./pages.js";
import { idle } from "./delays.js";

/** @import { CellveilBuilder } from "../../builder/builder.jsx" */
/** @import { Dataset, Page, Wanted } from "../../builder/markup.js" */
/** @import { Selection } from "../../choice/types.js" */

/** Maximum datasets with a title in the list, because each title costs a request. Others show the name of their folder. */
const TITLED = 12;

/** The address of the designer, with the way back to the reader's table. @param {Selection} choice */
function designer(choice) {
  const back = `back=${encodeURIComponent(writeHash({ ...choice, method: null }).slice(1))}`;
  return `designer.html#${isDesigned(choice.method) ? `${hashOfMethod(choice.method ?? "")}&` : ""}${back}`;
}

/**
 * @param {object} options
 * @param {Page} options.page  options of the builder besides datasets and history
 * @param {(choice: Selection) => string} [options.write]  returns the part of the page's address from "#", for a choice
 * @param {() => void} [options.onOpen]  called before the builder opens a dataset
 * @param {(wanted: Wanted) => void} [options.onRead]  receives each choice from the address
 * @param {boolean} [options.whole]  whether the page needs all codes of a cube. The builder itself loads them on demand
 */
export function createSiteBuilder({ page, write = writeHash, onOpen = () => {}, onRead = () => {}, whole = true }) {
  // A builder starts when the page contains it. Before, the page sets the datasets and the history.
  const builder = /** @type {CellveilBuilder} */ (/** @type {unknown} */ (document.createElement("cellveil-builder")));
  /** @param {string} name @param {string} [title] @param {string} [release] @returns {Dataset} */
  const datasetOf = (name, title = name, release = undefined) => ({ name, title, release, open: () => {
    onOpen();
    return open(name, { whole });
  } });
  let datasets = [datasetOf(CHOSEN)];
  const names = () => datasets.map(({ name }) => name);

  /** The choice in the address. @returns {Wanted} */
  function wanted() {
    const { cube, ...choice } = readHash(location.hash);
    const found = { ...choice, cube: cube ?? usual(names()), unread: unreadIn(location.hash) };
    onRead(found);
    return found;
  }

  const trail = createHistory(wanted, (choice) => {
    carryChoice(writeHash(choice));
    return write(choice);
  });
  const offer = () => builder.configure({ ...page, datasets, trail, links: { ...(hasPage("designer.html") ? { designer } : {}), ...page.links } });
  offer();

  const site = {
    builder, names,
    /** Tries a choice again. Fetches the list of datasets first, if the list is missing. @param {Selection} choice */
    again(choice) {
      return datasets.length ? builder.arrive({ ...choice, own: true, anew: true }, "replace") : site.start();
    },
    /** Shows the choice in the address, then fetches the titles of the datasets when the browser is idle. */
    async start() {
      try {
        datasets = (await listCubes()).map((name) => datasetOf(name));
      } catch (error) {
        datasets = [];
        offer();
        return builder.fail(error);
      }
      offer();
      await builder.arrive(wanted(), "replace");
      await idle();
      for (const { name } of datasets.slice(0, TITLED)) {
        const cube = await open(name, { forTitle: true }).catch(() => undefined);
        if (!cube) continue;
        datasets = datasets.map((each) => (each.name === name ? datasetOf(name, cube.title, cube.release) : each));
        offer();
      }
    },
  };
  return site;
}
