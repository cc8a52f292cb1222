/** Measures how long synthetic people take: in Node, in Chromium, and as a command including its start and the file. */

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { synthesizePeople } from "cellveil/people.js";
import { Failure, path } from "../../scripts/lib.js";
import { measurePeopleInChromium } from "./in-chromium.js";
import { repeated, repeatedSync, timeAll } from "./measure.js";

/** @import { Times } from "./bench.js" */
/** @import { Sizes } from "./sizes.js" */

/** @param {Sizes} sizes @returns {Promise<Times>} milliseconds */
export async function measurePeople(sizes) {
  const request = { households: sizes.households, seed: 1 };
  mkdirSync(path("target/bench"), { recursive: true });
  const here = await timeAll({
    node: repeated(() => synthesizePeople(request)),
    command: repeatedSync(() => command(request)),
  }, sizes.effort);
  return { ...here, chromium: await measurePeopleInChromium(request, sizes) };
}

/** @param {{ households: number, seed: number }} request */
function command({ households, seed }) {
  const args = ["synthesize", "--households", String(households), "--seed", String(seed), "--out", path("target/bench/people.csv"), "--force"];
  const { status, stderr } = spawnSync(path("target/release/cellveil"), args, { encoding: "utf8" });
  if (status !== 0) throw new Failure(`no people were synthesized: ${stderr}`);
}
