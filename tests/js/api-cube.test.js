import assert from "node:assert/strict";
import { once } from "node:events";
import { after, describe, test } from "node:test";
import { Cube } from "../../www/api/cube.js";
import { Downloads } from "../../www/api/downloads.js";
import { Engine } from "../../www/api/engine.js";
import { fault } from "../../www/api/errors.js";
import { Remote, serve } from "../../www/api/remote.js";
import { filesOf } from "../../www/api/source.js";
import { bytesOf, fakeCore, manifest } from "./support/fake-core.js";

/** @import { EngineCalls, Progress } from "../../www/api/types.js" */

/** Listening ports keep Node alive. @type {MessagePort[]} */
const ports = [];
after(() => ports.forEach((port) => port.close()));

/**
 * All tests run with the engine in this thread and with the engine behind a port.
 * @type {Record<string, (engine: Engine) => EngineCalls>}
 */
const sides = {
  "in the thread": (engine) => engine,
  "behind a port": (engine) => {
    const { port1, port2 } = new MessageChannel();
    const remote = new Remote(/** @type {any} */ (port1));
    serve(/** @type {any} */ (port2), engine);
    ports.push(port1);
    return remote;
  },
};

/** A source that counts requests and can wait. */
class Shelf {
  /** @type {string[]} */ asked = [];
  /** @type {Map<string, () => Promise<Uint8Array>>} */ #files;

  /** @param {Record<string, Uint8Array | (() => Promise<Uint8Array>)>} files */
  constructor(files) {
    this.#files = new Map(Object.entries(files).map(([path, file]) => [path, file instanceof Uint8Array ? async () => file : file]));
  }

  /** @param {string} path @param {{ signal?: AbortSignal }} options */
  get(path, { signal }) {
    this.asked.push(path);
    this.signal = signal;
    const file = this.#files.get(path);
    if (!file) throw new Error("not on the shelf");
    return file();
  }
}

const files = (/** @type {string[]} */ ...paths) => paths.map((path) => ({ path, bytes: 10 }));
const tiles = (/** @type {string[]} */ ...paths) => manifest({ files: files(...paths) });
const tile = bytesOf({ tile: 10 });
const rows = { rows: ["a", "b"] };

for (const [side, place] of Object.entries(sides)) {
  const setUp = (/** @type {Record<string, any>} */ files, core = fakeCore()) => {
    const shelf = new Shelf(files);
    const calls = place(new Engine(async () => core));
    const open = async (/** @type {object} */ options = {}) => Cube.open(async () => calls, await filesOf(shelf), options);
    return { shelf, core, open };
  };

  describe(`a cube ${side}`, () => {
    test("an open cube describes itself in the requested language", async () => {
      const { open } = setUp({ "cube.json": manifest() });
      const cube = await open({ language: "fr" });
      assert.equal(cube.title, "Fake fr");
      assert.equal(cube.dimensions[0].name, "region");
      assert.equal(cube.attribution, "An office, OGL");
      const table = await cube.table(rows);
      assert.deepEqual(table.cube, { id: "fake", title: "Fake fr", unit: "person", source: "An office", licence: "OGL", period: null, contact: null, notes: [], language: "fr" });
    });

    test("a query goes to the core and returns a table", async () => {
      const { open } = setUp({ "cube.json": manifest() });
      const table = await (await open()).table({ rows: ["x"], filter: { s: ["1"] }, onprogress: () => {} });
      assert.deepEqual(JSON.parse(table.dimensions[0].codes[0].code), { rows: ["x"], filter: [["s", ["1"]]] });
    });

    test("files of the plan are fetched once, also for simultaneous tables", async () => {
      const { open, shelf } = setUp({ "cube.json": tiles("a", "b"), a: tile, b: tile });
      const cube = await open();
      const tables = await Promise.all([cube.table(rows), cube.table({ rows: ["a"] }), cube.table(rows)]);
      await cube.table(rows);
      assert.deepEqual(shelf.asked, ["cube.json", "a", "b"]);
      assert.deepEqual(tables[0].values, [2]);
    });

    test("at most eight requests run at once", async () => {
      let flying = 0;
      let most = 0;
      const slow = async () => {
        most = Math.max(most, ++flying);
        await new Promise((resolve) => setTimeout(resolve, 2));
        flying--;
        return tile;
      };
      const names = Array.from({ length: 40 }, (_, i) => `t${i}`);
      const { open } = setUp({ "cube.json": tiles(...names), ...Object.fromEntries(names.map((name) => [name, slow])) });
      await (await open()).table({ rows: names });
      assert.equal(most, 8);
    });

    test("files that the engine dropped are fetched again", async () => {
      const { open, shelf } = setUp({ "cube.json": manifest({ keeps: 2, files: files("a", "b", "c") }), a: tile, b: tile, c: tile });
      const cube = await open();
      for (const names of ["ab", "bc", "ab", "ab"]) await cube.table({ rows: [...names] });
      assert.deepEqual(shelf.asked, ["cube.json", "a", "b", "c", "a", "b"]);
    });

    test("tables that evict each other's files take turns, and all are answered", async () => {
      const names = ["a", "b", "c", "d", "e", "f"];
      const slow = async () => new Promise((resolve) => setTimeout(resolve, 1, tile));
      const { open, shelf } = setUp({ "cube.json": manifest({ keeps: 3, files: files(...names) }), ...Object.fromEntries(names.map((name) => [name, slow])) });
      const cube = await open();
      const asked = ["abc", "def", "bcd", "efa"].map((rows) => cube.table({ rows: [...rows] }));
      for (const table of await Promise.all(asked)) assert.deepEqual(table.values, [3]);
      assert.ok(shelf.asked.length < 100, `${shelf.asked.length} files were asked for`);
      await cube.table({ rows: ["a"] });
    });

    test("a table whose files do not fit together ends with an error and blocks no other", async () => {
      const { open, shelf } = setUp({ "cube.json": manifest({ keeps: 2, files: files("a", "b", "c") }), a: tile, b: tile, c: tile });
      const cube = await open();
      const [large, small] = [cube.table({ rows: ["a", "b", "c"] }), cube.table({ rows: ["a"] })];
      await assert.rejects(large, { code: "wasm", message: /several times/ });
      assert.deepEqual((await small).values.length, 1);
      assert.ok(shelf.asked.length < 40, `${shelf.asked.length} files were asked for`);
    });

    test("progress counts the bytes of the planned files", async () => {
      const { open } = setUp({ "cube.json": tiles("a", "b"), a: tile, b: tile });
      const cube = await open();
      /** @type {Progress[]} */
      const heard = [];
      await cube.table({ ...rows, onprogress: (progress) => heard.push(progress) });
      assert.deepEqual(heard, [0, 10, 20].map((loaded) => ({ loaded, total: 20 })));
      heard.length = 0;
      await cube.table({ ...rows, onprogress: (progress) => heard.push(progress) });
      assert.deepEqual(heard, [], "nothing to load the second time");
    });

    test("a failed file is named in the table's error and fetched again by the next table", async () => {
      let online = false;
      const flaky = async () => {
        if (!online) throw new Error("cable unplugged");
        return tile;
      };
      const { open, shelf } = setUp({ "cube.json": tiles("a", "b"), a: flaky, b: tile });
      const cube = await open();
      await assert.rejects(cube.table(rows), { code: "network", fault: "input", message: "could not load a: cable unplugged" });
      online = true;
      assert.deepEqual((await cube.table(rows)).values, [2]);
      assert.equal(shelf.asked.filter((path) => path === "a").length, 2);
    });

    test("the core refuses a damaged file, and the next table requests a fresh one", async () => {
      let content = new TextEncoder().encode("damaged");
      const { open } = setUp({ "cube.json": tiles("a"), a: async () => content });
      const cube = await open();
      await assert.rejects(cube.table(rows), { code: "damaged-file" });
      content = /** @type {typeof content} */ (tile);
      assert.deepEqual((await cube.table(rows)).values, [1]);
    });

    test("abort ends a table at once, and downloads that no other table needs", async () => {
      const { open, shelf } = setUp({ "cube.json": tiles("a"), a: () => new Promise(() => {}) });
      const cube = await open();
      const [first, second] = [new AbortController(), new AbortController()];
      const tables = [cube.table({ ...rows, signal: first.signal }), cube.table({ ...rows, signal: second.signal })];
      while (shelf.asked.length < 2) await new Promise(setImmediate);
      first.abort();
      await assert.rejects(tables[0], (error) => error instanceof DOMException && error.name === "AbortError");
      assert.equal(shelf.signal?.aborted, false, "the other table still waits");
      second.abort();
      await assert.rejects(tables[1], { name: "AbortError" });
      assert.equal(shelf.signal?.aborted, true);
    });

    test("a table after an aborted one starts its own download", async () => {
      let hang = true;
      const { open } = setUp({ "cube.json": tiles("a"), a: () => (hang ? new Promise(() => {}) : Promise.resolve(tile)) });
      const cube = await open();
      const control = new AbortController();
      const aborted = cube.table({ ...rows, signal: control.signal });
      setImmediate(() => control.abort());
      await assert.rejects(aborted, { name: "AbortError" });
      hang = false;
      assert.deepEqual((await cube.table(rows)).values, [1]);
    });

    test("a signal aborted before the call stops everything", async () => {
      const { open, shelf } = setUp({ "cube.json": manifest() });
      await assert.rejects(open({ signal: AbortSignal.abort() }), { name: "AbortError" });
      assert.deepEqual(shelf.asked, []);
      const cube = await open();
      await assert.rejects(cube.table({ ...rows, signal: AbortSignal.abort() }), { name: "AbortError" });
    });

    test("errors of the core keep code, fault and message", async () => {
      const { open } = setUp({ "cube.json": manifest() });
      const cube = await open();
      const refusal = cube.table({ ...rows, method: "refused" });
      await assert.rejects(refusal, (error) => error instanceof Error);
      await assert.rejects(refusal, { code: "unknown-method", fault: "refused", message: "refused: unknown-method" });
      assert.equal((await cube.table(rows)).values.length, 1, "the cube works afterwards");
    });

    test("a damaged manifest fails the opening", async () => {
      const { open } = setUp({ "cube.json": new Uint8Array([1, 2, 3]) });
      await assert.rejects(open(), { code: "damaged-manifest" });
    });

    test("a trap is an error with a code, and the next table gets a new engine", async () => {
      const { open, core, shelf } = setUp({ "cube.json": tiles("a"), a: tile });
      const cube = await open();
      await cube.table(rows);
      await assert.rejects(cube.table({ ...rows, method: "trap" }), { code: "wasm" });
      const tables = await Promise.all([cube.table(rows), cube.table(rows)]);
      assert.deepEqual(tables.map((table) => table.values), [[1], [1]]);
      assert.equal(core.resets, 1);
      assert.deepEqual(shelf.asked, ["cube.json", "a", "a"], "the manifest is kept, the tile fetched once more");
    });

    test("a closed cube says so and stops its work", async () => {
      const { open } = setUp({ "cube.json": tiles("a"), a: () => new Promise(() => {}) });
      const cube = await open();
      const pending = cube.table(rows);
      cube.close();
      await assert.rejects(pending, { code: "closed" });
      await assert.rejects(cube.table(rows), { code: "closed" });
    });

    test("a listener that throws does not stop the table", async (t) => {
      const { open } = setUp({ "cube.json": tiles("a"), a: tile });
      const cube = await open();
      const listeners = process.rawListeners("uncaughtException");
      process.removeAllListeners("uncaughtException");
      const thrown = once(process, "uncaughtException");
      process.on("uncaughtException", () => {});
      t.after(() => {
        process.removeAllListeners("uncaughtException");
        for (const listener of listeners) process.on("uncaughtException", /** @type {any} */ (listener));
      });
      const table = await cube.table({ ...rows, onprogress: () => { throw new Error("the page's own"); } });
      assert.deepEqual(table.values, [1]);
      assert.equal((await thrown)[0].message, "the page's own");
    });
  });
}

test("files are fetched while at most two are decoded", async () => {
  const names = Array.from({ length: 20 }, (_, i) => `t${i}`);
  /** @type {string[]} */
  const fetched = [];
  /** @type {(() => void)[]} */
  const decoding = [];
  const get = async (/** @type {string} */ path) => (fetched.push(path), tile);
  const downloads = new Downloads({ get }, () => new Promise((resolve) => decoding.push(resolve)));
  const done = downloads.need(files(...names), {});
  await new Promise(setImmediate);
  assert.deepEqual([fetched.length, decoding.length], [20, 2]);
  for (let next = 0; next < names.length; next++) {
    decoding[next]();
    await new Promise(setImmediate);
  }
  await done;
  assert.equal(decoding.length, 20);
});

test("behind a port, a query that cannot be copied is refused", async () => {
  const calls = sides["behind a port"](new Engine(async () => fakeCore()));
  const cube = await Cube.open(async () => calls, await filesOf(new Shelf({ "cube.json": manifest() })), {});
  await assert.rejects(cube.table({ rows: ["a"], method: () => {} }), { code: "bad-query" });
  assert.equal((await cube.table({ rows: ["a"] })).values.length, 1);
});

test("the source keeps its bytes, also behind a port", async () => {
  const calls = sides["behind a port"](new Engine(async () => fakeCore()));
  const own = bytesOf({ some: "tile" });
  const shelf = new Shelf({ "cube.json": tiles("a"), a: own });
  await (await Cube.open(async () => calls, await filesOf(shelf), {})).table(rows);
  assert.ok(own.length > 0, "moved away");
});

test("a lost worker fails waiting tables, and the next table opens the cube in a new worker", async () => {
  const mute = new Remote({ postMessage() {}, onmessage: null });
  /** @type {EngineCalls[]} */
  const engines = [new Engine(async () => fakeCore()), mute, new Engine(async () => fakeCore())];
  const cube = await Cube.open(async () => engines[0], await filesOf(new Shelf({ "cube.json": manifest() })), {});
  engines.shift();
  const waiting = cube.table({ rows: [] });
  setImmediate(() => mute.lose(fault("wasm", "the worker stopped")));
  await assert.rejects(waiting, { code: "wasm" });
  await assert.rejects(cube.table({ rows: [] }), { code: "wasm" }, "a lost one stays lost");
  engines.shift();
  assert.equal((await cube.table({ rows: [] })).values.length, 1);
});

test("the next call starts an engine that failed to start", async () => {
  let tries = 0;
  const engine = new Engine(async () => {
    if (++tries === 1) throw fault("wasm", "not found");
    return fakeCore();
  });
  const open = async () => Cube.open(async () => engine, await filesOf(new Shelf({ "cube.json": manifest() })), {});
  await assert.rejects(open(), { code: "wasm", message: "not found" });
  assert.equal((await open()).id, "fake");
});

describe("larger cores", () => {
  /** @param {(name: string) => Promise<void>} [before] runs before a core starts */
  const growing = async (before = async () => {}) => {
    /** @type {string[]} */
    const started = [];
    const engine = new Engine(async (name) => {
      started.push(name);
      await before(name);
      return fakeCore(name);
    });
    const shelf = new Shelf({ "cube.json": tiles("a"), a: tile });
    const cube = await Cube.open(async () => engine, await filesOf(shelf), {});
    return { started, shelf, cube };
  };
  const query = (/** @type {string} */ method) => ({ rows: ["a"], method });

  test("a query that the small core refuses starts the full core, and a table method then starts the core of table methods", async () => {
    const { started, shelf, cube } = await growing();
    for (const method of ["default", "rare", "rare", "whole", "rare", "default", "whole"]) assert.deepEqual((await cube.table(query(method))).values, [1]);
    assert.deepEqual(started, ["small", "full", "tables"]);
    assert.deepEqual(shelf.asked, ["cube.json", "a", "a", "a"], "each core reads the files again");
  });

  test("a table method starts its core at once, which then answers all queries", async () => {
    const { started, cube } = await growing();
    assert.equal(cube.methods[0].text, "Described by small.");
    await cube.table({ rows: ["a"], with: [{ rows: ["region"] }] });
    await cube.table(query("rare"));
    assert.deepEqual(started, ["small", "tables"]);
    assert.equal(cube.methods[0].text, "Described by tables.", "the larger core describes more methods");
  });

  for (const slow of ["full", "tables"]) {
    test(`simultaneous queries for both larger cores are answered, although ${slow} starts slowly`, async () => {
      const { started, cube } = await growing(async (name) => {
        if (name === slow) await new Promise((resolve) => setTimeout(resolve, 20));
      });
      const tables = await Promise.all(["rare", "whole", "default", "rare", "whole"].map((method) => cube.table(query(method))));
      assert.deepEqual(tables.map(({ values }) => values), Array(5).fill([1]));
      assert.deepEqual([...started].sort(), ["full", "small", "tables"]);
      await Promise.all([cube.table(query("rare")), cube.table(query("whole"))]);
      assert.equal(started.length, 3, "no core starts twice");
    });
  }

  test("a larger core that does not start fails its table, and the next table tries again", async () => {
    let fails = true;
    const { started, cube } = await growing(async (name) => {
      if (name === "tables" && fails) throw fault("wasm", "not found");
    });
    await assert.rejects(cube.table(query("whole")), { code: "wasm", message: "not found" });
    assert.deepEqual((await cube.table(query("default"))).values, [1], "the small core stays");
    fails = false;
    assert.deepEqual((await cube.table(query("whole"))).values, [1]);
    assert.deepEqual(started, ["small", "tables", "tables"]);
  });
});

test("further tables reach the core in the form of a query, and a receipt with further tables is verified", async () => {
  const engine = new Engine(async (name) => fakeCore(name));
  const cube = await Cube.open(async () => engine, await filesOf(new Shelf({ "cube.json": manifest() })), {});
  // Receipts of confidential data need a salt, which this manifest does not have.
  cube.data = "synthetic";
  const linked = [{ rows: ["region"], filter: { student: ["1"] } }, { rows: new Set(["sex"]), groups: new Map([["sex", { All: ["1", "2"] }]]) }];
  const table = await cube.table(/** @type {any} */ ({ rows: ["a"], with: linked }));
  const plain = [{ rows: ["region"], filter: [["student", ["1"]]] }, { rows: ["sex"], groups: [["sex", [["All", ["1", "2"]]]]] }];
  assert.deepEqual(JSON.parse(table.dimensions[0].codes[0].code), { rows: ["a"], with: plain });
  const receipt = /** @type {string} */ (table.receipt);
  assert.deepEqual(JSON.parse(receipt).query.with, plain);
  const verdict = await cube.verify(table.toCSV(), receipt);
  assert.equal(verdict.ok, true, JSON.stringify(verdict));
  // A receipt of the same table without its further tables belongs to another table.
  const alone = await cube.table({ rows: ["a"] });
  assert.notEqual(alone.receipt, receipt);
  assert.equal((await cube.verify(table.toCSV(), /** @type {string} */ (alone.receipt))).ok, false);
});

test("further tables of a wrong shape are refused with their place", async () => {
  const engine = new Engine(async (name) => fakeCore(name));
  const cube = await Cube.open(async () => engine, await filesOf(new Shelf({ "cube.json": manifest() })), {});
  /** @type {[unknown, RegExp][]} */
  const cases = [
    ["region", /^with: expected a list of tables such as \[\{ rows: \["region"\] \}\]$/],
    [{ rows: ["region"] }, /^with: expected a list of tables/],
    [["region"], /^with: expected a list of tables/],
    [[{ rows: ["region"] }, { rows: ["a"], filter: "x" }], /^with\[1\]\.filter: expected an object, a Map or an array of pairs$/],
    [[{ rows: ["a"], groups: { a: 5 } }], /^with\[0\]\.groups: expected/],
    [[{ rows: [() => {}] }], /^with: /],
  ];
  for (const [linked, message] of cases) await assert.rejects(cube.table(/** @type {any} */ ({ rows: ["a"], with: linked })), { code: "bad-query", message });
  const table = await cube.table({ rows: ["a"], with: [] });
  assert.deepEqual(JSON.parse(table.dimensions[0].codes[0].code), { rows: ["a"] }, "an empty list is no list");
});
