/** Measures the build, the size and a table of the sealed hypercube, compared with the keyed cube. */

import { readFileSync, statSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { openCube } from "cellveil";
import { Failure, filesOf, path } from "../../scripts/lib.js";
import { brotli } from "../../scripts/brotli.js";
import { repeated, timeAll } from "./measure.js";

/** @import { Query } from "../../www/api/types.js" */
/** @import { Sizes } from "./sizes.js" */

const DEMO = "demo/hypercube";
/** A table of three variables in a region, with all totals. A sealed cube reads it from eight views. @type {Query} */
const QUERY = { rows: ["age"], columns: ["education", "occupation"], filter: { region: ["1"] } };
const KINDS = { sealed: "sealed.toml", keyed: "cube.toml" };

/**
 * @typedef {{ ms: Record<string, number>, bytes: Record<string, number>, count: Record<string, number> }} Sealed Times in
 *   milliseconds, sizes in bytes, and numbers of files, cells and other items
 */

/** @param {Sizes} sizes @returns {Promise<Sealed>} */
export async function measureSealed({ effort }) {
  /** @type {Sealed} */
  const found = { ms: {}, bytes: {}, count: {} };
  /** @type {Record<string, import("./measure.js").Work>} */
  const works = {};
  for (const [kind, spec] of Object.entries(KINDS)) {
    const out = `target/bench/release-${kind}`;
    works[`build_${kind}`] = repeated(async () => build(spec, out));
    build(spec, out);
    const url = pathToFileURL(path(out, "cube.json"));
    const cube = await openCube(url);
    works[`table_${kind}`] = repeated(() => cube.table(QUERY));
    works[`open_to_first_table_${kind}`] = repeated(async () => {
      const opened = await openCube(url);
      await opened.table(QUERY);
      opened.close();
    });
    const tiles = filesOf(`${out}/tiles`);
    const manifest = readFileSync(path(out, "cube.json"));
    found.count[`files_${kind}`] = filesOf(out).length;
    found.count[`views_${kind}`] = JSON.parse(manifest.toString()).views.length;
    found.bytes[`tiles_${kind}`] = tiles.reduce((sum, file) => sum + statSync(path(file)).size, 0);
    found.bytes[`manifest_${kind}`] = manifest.length;
    found.bytes[`manifest_brotli_${kind}`] = brotli(manifest).length;
  }
  found.ms = await timeAll(works, effort);
  return found;
}

/** @param {string} spec @param {string} out */
function build(spec, out) {
  const args = ["tile", `${DEMO}/${spec}`, "--cells", `${DEMO}/cells.csv.gz`, "--out", out, "--force"];
  const { status, stderr } = spawnSync(path("target/release/cellveil"), args, { cwd: path("."), encoding: "utf8" });
  if (status !== 0) throw new Failure(`${spec} could not be built: ${stderr}`);
}
