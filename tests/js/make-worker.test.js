// The worker of `cellveil/make.js`, with a fake `Worker`: which worker an abort ends, and which worker takes the other
// calls.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** Workers that were started. @type {FakeWorker[]} */
let workers = [];
let canStart = true;

class FakeWorker {
  ended = false;
  /** @type {{ id: number, call: string, args: any[] }[]} */
  calls = [];

  constructor() {
    workers.push(this);
    // A worker starts later than the call that starts it.
    this.starts = canStart;
    setImmediate(() => (this.starts ? this.onmessage({ data: { ready: true } }) : this.onerror({ preventDefault() {} })));
  }

  postMessage(message) {
    if (!this.ended) this.calls.push(message);
  }

  terminate() {
    this.ended = true;
  }

  /** Answers a call with the first argument of the call. */
  answer(at = 0) {
    const { id, args } = this.calls[at];
    this.onmessage({ data: { id, value: args[0] } });
  }
}

/** A fresh module, because it keeps its worker. */
let made = 0;
async function make() {
  return import(`../../www/api/make.js?${++made}`);
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
const draft = (name) => ({ name });

beforeEach(() => {
  Object.assign(globalThis, { Worker: FakeWorker, document: {} });
  workers = [];
  canStart = true;
});

test("an abort ends the worker, and another worker begins the other calls again", async () => {
  const { toml } = await make();
  const abort = new AbortController();
  const [first, second] = [toml(draft("a"), { signal: abort.signal }), toml(draft("b"))];
  await turn();
  assert.equal(workers[0].calls.length, 2);
  abort.abort();
  await assert.rejects(first, { name: "AbortError" });
  await turn();
  assert.deepEqual([workers.length, workers[0].ended, workers[1].calls.map(({ args }) => args[0].name)], [2, true, ["b"]]);
  workers[1].answer();
  assert.deepEqual(await second, draft("b"));
});

test("an abort of a call that began again ends the worker that has the call now", async () => {
  const { toml } = await make();
  const [one, two] = [new AbortController(), new AbortController()];
  const calls = [toml(draft("a"), { signal: one.signal }), toml(draft("b"), { signal: two.signal })];
  const rejected = Promise.all(calls.map((call) => assert.rejects(call, { name: "AbortError" })));
  await turn();
  one.abort();
  await turn();
  two.abort();
  await rejected;
  await turn();
  assert.deepEqual(workers.map(({ ended }) => ended), [true, true]);
  const next = toml(draft("c"));
  await turn();
  workers[2].answer();
  assert.deepEqual(await next, draft("c"));
});

test("a worker that still starts is ended, too, and a call that waits for it gets the next worker", async () => {
  const { toml } = await make();
  const [one, two] = [new AbortController(), new AbortController()];
  const calls = [toml(draft("a"), { signal: one.signal }), toml(draft("b"), { signal: two.signal })];
  const rejected = Promise.all(calls.map((call) => assert.rejects(call, { name: "AbortError" })));
  await turn();
  one.abort();
  const third = toml(draft("c"));
  two.abort();
  await rejected;
  await turn();
  await turn();
  assert.deepEqual(workers.map(({ ended }) => ended), [true, true, false]);
  workers[2].answer();
  assert.deepEqual(await third, draft("c"));
});

test("calls that cannot begin again are rejected", async () => {
  const { toml } = await make();
  const abort = new AbortController();
  const [first, second] = [toml(draft("a"), { signal: abort.signal }), toml(draft("b"))];
  await turn();
  canStart = false;
  abort.abort();
  await assert.rejects(first, { name: "AbortError" });
  await assert.rejects(second, { code: "wasm", message: /did not start again/ });
  canStart = true;
  const third = toml(draft("c"));
  await turn();
  workers.at(-1)?.answer();
  assert.deepEqual(await third, draft("c"));
});

test("a worker that stops rejects its calls only", async () => {
  const { toml } = await make();
  const first = toml(draft("a"));
  await turn();
  const failed = assert.rejects(first, { code: "wasm", message: /stopped, perhaps because memory ran out/ });
  workers[0].onerror({ preventDefault() {} });
  await failed;
  const second = toml(draft("b"));
  await turn();
  workers[0].onerror({ preventDefault() {} });
  workers[1].answer();
  assert.deepEqual(await second, draft("b"));
});
