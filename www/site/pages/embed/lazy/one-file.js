// Makes the choice of the page "Embed" into one file, with the same bytes as `cellveil bundle`. The templates and the
// cores are files of the site, in the folder `bundle`.

import { openCube } from "../../../cellveil/js/index.js";
import { looksAtTable } from "../../../../element/additivity.js";
import { fileName } from "../../../../choice/file-name.js";
import { queryOf } from "../../../../choice/state.js";
import { fill } from "../one-file/fill.js";
import { checkFiles } from "../one-file/listed.js";
import { checkRelease, refuse } from "../one-file/refusal.js";

/** @import { Choice } from "../snippet.js" */

const MANIFEST = "cube.json";
/** Most cells of a table in a file, as in src/cli/bundle.rs. */
const MOST_CELLS = 50_000;

/** @param {string} address */
async function fetched(address) {
  const response = await fetch(new URL(address, document.baseURI));
  if (!response.ok) throw new Error(`${address}: the server answered ${response.status}`);
  return response;
}

/** @param {string} address */
const bytesOf = async (address) => new Uint8Array(await (await fetched(address)).arrayBuffer());

/** The files of a cube in a folder. Each file is fetched once. @param {string} folder */
function filesIn(folder) {
  /** @type {Map<string, Promise<Uint8Array>>} */
  const read = new Map();
  return {
    read,
    get(/** @type {string} */ path) {
      const bytes = read.get(path) ?? bytesOf(`${folder}/${path}`);
      read.set(path, bytes);
      return bytes;
    },
  };
}

/**
 * Makes the file of a choice: of a table with the files that the table needs, or of the workbench with all files.
 * @param {Choice} choice
 */
export async function makeFile(choice) {
  const { element, language } = choice;
  const source = filesIn(`cubes/${choice.cube}`);
  const cube = await openCube(source, { language });
  try {
    checkRelease(cube);
    const asked = queryOf(choice, cube.release === "sealed");
    const query = {
      rows: asked.rows, columns: asked.columns, filter: Object.entries(asked.filter), groups: asked.groups ?? [], method: asked.method ?? null,
      with: [], areas: element === "table" ? asked.areas ?? null : null, totals: asked.totals,
    };
    // The table checks that the choice is allowed, and reads the files that it needs.
    const table = await cube.table(asked);
    if (element === "table" && table.values.length > MOST_CELLS) throw refuse("too-many-cells");
    /** @type {import("../one-file/listed.js").ListedFile[]} */
    const all = JSON.parse(new TextDecoder().decode(await source.get(MANIFEST))).files;
    const needed = all.filter(({ path }) => element === "builder" || source.read.has(path));
    // A dataset in parts lists its other files in parts. The table has read what it needs, and the core has checked it.
    const isListed = new Set([MANIFEST, ...all.map(({ path }) => path)]);
    const others = [...source.read.keys()].filter((path) => !isListed.has(path));
    if (element === "builder" && others.length > 0) throw refuse("in-parts");
    const more = await Promise.all(others.map(async (path) => (await source.get(path)).length));
    await checkFiles(needed, (path) => source.get(path), more.reduce((sum, bytes) => sum + bytes, 0));
    const paths = others.length > 0 ? [...source.read.keys()] : [MANIFEST, ...needed.map(({ path }) => path)];
    // In the workbench, readers choose among all methods of the cube.
    const methods = element === "builder" ? cube.methods : [table.method];
    const cores = [methods.some(looksAtTable) ? "tables" : "full", ...(element === "builder" ? ["export", "xlsx"] : [])];
    const [template, ...parts] = await Promise.all([
      fetched(`bundle/${element === "builder" ? "workbench" : "table"}.html`).then((response) => response.text()),
      ...cores.map((name) => bytesOf(`bundle/${name}.deflate`)),
      ...paths.map((path) => source.get(path)),
    ]);
    const html = fill(template, {
      title: cube.title, language, query,
      cores: cores.map((name, at) => [name, parts[at]]),
      files: paths.map((path, at) => [path, parts[cores.length + at]]),
    });
    return { name: fileName(choice, cube.id, "html"), html };
  } finally {
    cube.close();
  }
}
