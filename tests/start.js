/** `npm start` as a reader runs it: it builds the site, serves it at the address that it prints, and ends when it is told to. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { path } from "../scripts/lib.js";

export async function checkStart() {
  // PORT=0 takes any free port. A group of its own: npm does not pass every signal on to what it runs.
  const started = spawn("npm", ["start"], { cwd: path("."), env: { ...process.env, PORT: "0" }, stdio: ["ignore", "pipe", "inherit"], detached: true });
  const ended = once(started, "exit");
  const stop = () => started.exitCode ?? process.kill(-Number(started.pid), "SIGTERM");
  process.once("exit", stop);
  /** @type {string | undefined} */
  let url;
  for await (const line of createInterface({ input: started.stdout })) {
    console.log(line);
    url = /serving at (\S+)/.exec(line)?.[1];
    if (url) break;
  }
  assert.ok(url, "npm start prints no address");
  for (const name of ["", "maps.html", "cellveil/index.js", "cubes/index.json"]) {
    /** @type {Response} */
    const response = await fetch(url + name);
    assert.equal(response.status, 200, response.url);
  }
  stop();
  await ended;
  process.off("exit", stop);
}
