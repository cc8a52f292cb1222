// Each task of tasks.js ends with the right result, and the window shows the result without a scroll of the page.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { path } from "../../scripts/lib.js";
import { setUp } from "./support.js";
import { TASKS, WINDOWS, countsOf, play } from "./tasks.js";

const { server, browser } = setUp();

/** The most clicks that a task may take, in the wide window and on a phone. @type {Record<string, [wide: number, phone: number]>} */
const CLICKS = {
  "first visit": [0, 0],
  "percentages as Excel": [8, 11],
  "why a number": [1, 1],
  map: [3, 3],
  "custom area": [1, 1],
  "choose a method": [3, 3],
  "design a p-table": [4, 5],
  "something not published": [1, 2],
  "a million cells": [3, 5],
  "keyboard only": [0, 0],
  print: [0, 0],
  projector: [0, 0],
  dark: [0, 0],
  "slow network": [0, 0],
  "back and forward": [6, 6],
};
/** The most keys of the task without a mouse. */
const KEYS = [32, 37];
/** The most seconds at 400 kB/s and 400 ms. The page takes four round trips and 100 kB. */
const SLOW_SECONDS = 5;

/** The current figures for a window, from docs/evidence/tasks.md. @param {string} window */
const documented = (window) => readFileSync(path("docs/evidence/tasks.md"), "utf8").split("\n## Before")[0].split("\n### ").find((section) => section.startsWith(window)) ?? "";

test("the limits name every task", () => assert.deepEqual(Object.keys(CLICKS), TASKS.map(({ name }) => name)));

for (const [at, window] of Object.keys(WINDOWS).entries()) {
  for (const task of TASKS) {
    test(`${window}, ${task.name}: ${task.goal}`, async () => {
      const played = await play(browser, server.url, task, window);
      assert.deepEqual(played.moved, { page: false, zone: false }, "nothing need scroll to show the result");
      assert.equal(played.away, 0, "the page is at its start");
      assert.deepEqual(played.complaints, []);
      assert.ok(played.clicks <= CLICKS[task.name][at], `${played.clicks} clicks`);
      if (task.name === "keyboard only") assert.ok(played.keys <= KEYS[at], `${played.keys} keys`);
      if (task.name === "slow network") assert.ok(played.seconds <= SLOW_SECONDS, `${played.seconds} s`);
      const row = countsOf(task.name, played);
      assert.ok(documented(window).includes(`\n${row} `), `docs/evidence/tasks.md lacks: ${row}`);
    });
  }
}

test("the command prints a row for each task, and refuses an unknown name", () => {
  const command = (/** @type {string[]} */ ...more) => spawnSync(process.execPath, [path("tests/browser/tasks.js"), ...more], { encoding: "utf8" });
  const { stdout, status } = command("--only", "dark");
  assert.equal(status, 0);
  assert.deepEqual([...stdout.matchAll(/^\| dark \| 0 \| 0 \| 0 \| 0 \| 0 \| 0 \| 0 \| \d+\.\d \|$/gm)].length, 2, stdout);
  const { stderr, status: refused } = command("--only", "juggle");
  assert.equal(refused, 1);
  assert.match(stderr, /^cellveil: expected --only and one of: first visit, /);
});
