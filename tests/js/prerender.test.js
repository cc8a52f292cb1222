// `cellveil prerender` writes tables into pages, only between the tags of elements. An error in one page keeps all pages unchanged.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { path } from "../../scripts/lib.js";
import { serve } from "../../scripts/serve.js";
import { prerender } from "../../pkg/js/prerender.js";
import { IN_NODE, NATIVE, ran } from "./support/commands.js";

const SRC = 'src="cubes/census2011-teaching/cube.json"';
/** @type {string} */
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "cellveil-prerender-"));
  mkdirSync(join(folder, "cubes"));
  for (const name of ["census2011-teaching", "census2011-teaching-sealed"]) symlinkSync(path("target/site/cubes", name), join(folder, "cubes", name));
});

after(() => rmSync(folder, { recursive: true, force: true }));

/** @param {...string} args */
const command = (...args) => ran(IN_NODE, ["prerender", ...args], { cwd: folder });
/** @param {string} name @param {string | Uint8Array} content */
const put = (name, content) => writeFileSync(join(folder, name), content);
/** @param {string} name */
const get = (name) => readFileSync(join(folder, name), "utf8");

/** Returns the figures of each table, without commas, as in the CSV. @param {string} html */
const figures = (html) => [...html.matchAll(/<table[^]*?<\/table>/g)].map(([table]) => [...table.matchAll(/<td class="cellveil-value[^"]*">([^<]*)</g)].map(([, text]) => text.replaceAll(",", "")));
/** @param {string} cube @param {...string} query */
const values = (cube, ...query) => ran(NATIVE, ["table", `cubes/${cube}`, ...query], { cwd: folder }).stdout.trim().split("\n").slice(1).map((line) => line.split(",").at(-2));

test("only the content between the tags changes, and a second run changes nothing", () => {
  const parts = [
    "\uFEFF<!DOCTYPE html>\r\n<HTML lang=en-GB>\r\n<head><meta charset='UTF-8'><title>R&eacute;sum\u00e9 &amp; co</title></head>\r\n<body class = x><!-- <cellveil-table> -->\r\n<p>Open paragraph\r\n<div><CELLVEIL-TABLE " + SRC + "\r\n rows='region'>",
    "old <b>text</b>\r\n",
    "</CELLVEIL-TABLE\n></div><template><cellveil-table src=no.json></cellveil-table></template><script>\"<cellveil-table src=no.json></cellveil-table>\"</script>\r\n<cellveil-table rows=sex columns=region src='./cubes/census2011-teaching-sealed/cube.json'>",
    "",
    "</cellveil-table><cellveil-table rows=sex></cellveil-table>\r\n<cellveil-builder " + SRC + "></cellveil-builder>",
  ];
  put("page.html", parts.join(""));
  chmodSync(join(folder, "page.html"), 0o664);
  const done = command("page.html");
  assert.deepEqual(done, { status: 0, stdout: "page.html: 2 tables written\n", stderr: "cellveil: page.html: line 10: <cellveil-table> has no src; its table is not written\n" });
  const html = get("page.html");
  assert.equal(statSync(join(folder, "page.html")).mode & 0o777, 0o664);
  let at = 0;
  for (const kept of [parts[0], parts[2], parts[4]]) {
    assert.ok(html.includes(kept, at), kept);
    at = html.indexOf(kept, at) + kept.length;
  }
  assert.equal(at, html.length);
  assert.ok(!html.includes(parts[1]));
  assert.deepEqual(figures(html), [values("census2011-teaching", "--rows", "region"), values("census2011-teaching-sealed", "--rows", "sex", "--columns", "region")]);
  assert.equal(command("page.html").stdout, "page.html: 2 tables, up to date\n");
  assert.equal(command("page.html", "--check").status, 0);
  assert.equal(get("page.html"), html);
});

test("--check finds a table that is out of date, and writes nothing", () => {
  const page = `<!doctype html>\n<cellveil-table ${SRC} rows="region"></cellveil-table>`;
  put("old.html", page);
  assert.deepEqual(command("old.html", "--check"), { status: 1, stdout: "", stderr: "cellveil: old.html: line 2: the table is out of date; run npx cellveil prerender old.html\n" });
  assert.equal(get("old.html"), page);
  command("old.html");
  // Changes one figure, as in a table of an earlier release.
  put("old.html", get("old.html").replace(/>(\d),(\d)/, (_, thousands, next) => `>${thousands},${(Number(next) + 1) % 10}`));
  assert.equal(command("old.html", "--check").status, 1);
  assert.equal(command("old.html").stdout, "old.html: 1 table written\n");
  assert.equal(command("old.html", "--check").status, 0);
  // An error in one page hides no page that is out of date.
  put("old.html", page);
  const two = command("old.html", "nowhere.html", "--check");
  assert.deepEqual([two.status, two.stderr.split("\n").length], [2, 3]);
  assert.match(two.stderr, /nowhere\.html: not found[^]*old\.html: line 2: the table is out of date/);
});

test("a folder stands for its pages, and some page must have a table", () => {
  const table = `<cellveil-table src="/cubes/census2011-teaching/cube.json" rows="sex"></cellveil-table>`;
  mkdirSync(join(folder, "tree/en"), { recursive: true });
  mkdirSync(join(folder, "tree/node_modules"), { recursive: true });
  symlinkSync(join(folder, "cubes"), join(folder, "tree/cubes"));
  put("tree/en/a.html", table);
  put("tree/b.HTM", table);
  put("tree/none.html", Buffer.from("<p>No table, and not UTF-8: \xe9</p>", "latin1"));
  // A folder leads to no file outside, and to no page twice.
  const outside = ["tree/node_modules/c.html", "tree/.git/c.html", "outside/c.html"];
  for (const name of outside) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    put(name, table);
  }
  mkdirSync(join(folder, "tree/folder.html"));
  symlinkSync(join(folder, "outside"), join(folder, "tree/outside"));
  symlinkSync(join(folder, "tree"), join(folder, "tree/loop"));
  symlinkSync(join(folder, "outside/c.html"), join(folder, "tree/c.html"));
  assert.deepEqual(command("tree", "--root", "tree"), { status: 0, stdout: "tree/b.HTM: 1 table written\ntree/en/a.html: 1 table written\n", stderr: "" });
  assert.equal(command("tree", "tree/b.HTM", "--root", "tree", "--check").stdout, "tree/b.HTM: 1 table, up to date\ntree/en/a.html: 1 table, up to date\n");
  for (const name of outside) assert.equal(get(name), table);
  // A misspelt tag must not pass for a sound page.
  put("tree/typing.html", "<cellveil-tabel></cellveil-tabel>");
  for (const args of [["tree/typing.html"], ["tree/typing.html", "--check"]]) {
    assert.deepEqual(command(...args), { status: 2, stdout: args.length > 1 ? "tree/typing.html: no tables\n" : "", stderr: "cellveil: tree/typing.html: no <cellveil-table> with src; expected at least one\n" });
  }
  put("svg.html", `<svg><cellveil-table ${SRC} rows="sex"></cellveil-table></svg>`);
  assert.equal(command("svg.html").stderr, "cellveil: svg.html: no <cellveil-table> with src; expected at least one\n");
  mkdirSync(join(folder, "bare"));
  assert.match(command("bare").stderr, /^cellveil: bare: no page in this folder has a <cellveil-table>; expected at least one\n/);
  assert.match(command("tree/b.HTM/x").stderr, /^cellveil: tree\/b\.HTM\/x: not found; expected an HTML page or a folder\n/);
  assert.match(command("tree", "--root", "nowhere").stderr, /nowhere is not a folder; expected the folder of --root/);
});

test("addresses begin at --root, also for pages below it and with <base>", () => {
  mkdirSync(join(folder, "site/a b"), { recursive: true });
  symlinkSync(join(folder, "cubes"), join(folder, "site/cubes"));
  const table = (/** @type {string} */ src) => `<cellveil-table src="${src}" rows="sex"></cellveil-table>`;
  put("site/a b/root.html", table("/cubes/census2011-teaching/cube.json"));
  put("site/a b/relative.html", table("../cubes/census2011-teaching/cube.json"));
  put("site/based.html", `<base href="/cubes/"><base href="/no/">${table("census2011-teaching/cube.json")}`);
  const pages = ["site/a b/root.html", "site/a b/relative.html", "site/based.html"];
  assert.equal(command(...pages, "--root", "site").stdout, pages.map((page) => `${page}: 1 table written\n`).join(""));
  for (const page of pages) assert.deepEqual(figures(get(page)), [values("census2011-teaching", "--rows", "sex")]);
  const without = command("site/a b/root.html");
  assert.equal(without.status, 2);
  assert.match(without.stderr, /^cellveil: site\/a b\/root\.html: line 1: .*\/cubes\/census2011-teaching\/cube\.json.*; if src begins with "\/", add --root with the folder that the server serves at "\/"\n$/);
  put("site/host.html", table("//cubes/census2011-teaching/cube.json"));
  assert.match(command("site/host.html", "--root", "site").stderr, /line 1: src: the address of cubes begins with "\/\/"; expected https:\/\/\n$/);
  put("site/slash.html", `${table("/50%/cube.json")}\n${table("/a%2f..%2fcube.json")}`);
  assert.match(command("site/slash.html", "--root", "site").stderr, /line 1: src: \/50%\/cube\.json is not the address of a file.*\n.*line 2: src: \/a%2f\.\.%2fcube\.json is not/);
  put("page-outside.html", "");
  assert.equal(command("page-outside.html", "--root", "site").stderr, "cellveil: page-outside.html: not below site; expected a page in the folder of --root\n");
});

test("if one page has an error, no page is written, and each page with an error has a message", () => {
  const table = (/** @type {string} */ more, content = "") => `<cellveil-table ${more}>${content}</cellveil-table>`;
  const good = table(`${SRC} rows="sex"`);
  /** @type {[name: string, page: string | Uint8Array, status: number, message: RegExp][]} */
  const pages = [
    ["code", `\n${table(`${SRC} rows="sex" filter="sex=9"`)}`, 2, /line 2: filter: sex has no code "9"; expected one of its codes/],
    ["refused", table('src="cubes/census2011-teaching-sealed/cube.json" rows="region" columns="sex,health,age,religion"'), 1, /line 1: no view of the cube has region, sex, health, age, religion together/],
    ["missing", table('src="nowhere/cube.json" rows="sex"'), 2, /line 1: .*nowhere\/cube\.json/],
    ["quote", table(`${SRC} rows='"sex'`), 2, /line 1: rows: a double quote is missing/],
    ["address", table('src="http://" rows="sex"'), 2, /line 1: src: http:\/\/ is not an address; expected the address of a cube\.json/],
    ["open", `<div><cellveil-table ${SRC} rows="sex">`, 2, /line 1: <cellveil-table> has no end tag; expected <\/cellveil-table>/],
    ["paragraph", `<p>${good}</p>`, 2, /line 1: browsers would move the table out of its element; expected <cellveil-table> where a <div> is permitted/],
    ["latin", Buffer.from(`<p>R\xe9gion</p>${good}`, "latin1"), 2, /not UTF-8; expected an HTML page in UTF-8/],
  ];
  put("good.html", good);
  for (const [name, page, status, message] of pages) {
    put(`${name}.html`, page);
    const done = command("good.html", `${name}.html`);
    assert.deepEqual([done.status, done.stdout], [status, ""], name);
    assert.match(done.stderr, new RegExp(`^cellveil: ${name}\\.html: ${message.source}[^\n]*\n$`, message.flags), name);
    assert.equal(get("good.html"), good);
  }
  const all = command("good.html", ...pages.map(([name]) => `${name}.html`), "nowhere.html");
  assert.equal(all.stderr.trim().split("\n").length, pages.length + 1);
  assert.match(all.stderr, /^cellveil: nowhere\.html: not found; expected an HTML page or a folder\n/);
  // All elements of a page are named.
  put("three.html", `${good}\n${table(`${SRC} rows="no"`)}\n${table(`${SRC} rows="sex" filter="age=999"`)}`);
  assert.match(command("three.html").stderr, /^cellveil: three\.html: line 2: rows: .*\ncellveil: three\.html: line 3: filter: .*\n$/);
  assert.deepEqual([all.status, all.stdout, get("good.html")], [2, "", good]);
  // The file `.part` means that another run is writing the page.
  put("good.html.part", "");
  assert.match(command("good.html").stderr, /^cellveil: good\.html: .*good\.html\.part exists; wait for the other run, or delete this file\n$/);
  rmSync(join(folder, "good.html.part"));
  assert.equal(command("good.html").status, 0);
  assert.deepEqual(readdirSync(folder).filter((name) => name.endsWith(".part")), []);
});

test("a page without a declared UTF-8 gets tables in ASCII letters", async () => {
  const table = `<cellveil-table lang="fr" ${SRC} rows="region"></cellveil-table>`;
  for (const [head, isAscii] of /** @type {[string, boolean][]} */ ([
    ["", true],
    ["<meta charset=windows-1252>", true],
    ["<!-- <meta charset=utf-8> -->", true],
    ["<meta charset=UTF-8>", false],
    ["\uFEFF", false],
    ['<meta name=description content="charset=latin1"><meta http-equiv="Content-Type" content="text/html; charset=utf-8">', false],
  ])) {
    put("letters.html", `${head}${table}`);
    assert.equal(command("letters.html").status, 0);
    const html = get("letters.html");
    assert.equal(/^[\uFEFF\0-\x7f]*$/.test(html), isAscii, head);
    assert.equal(html.includes("&#233;"), isAscii, head);
    assert.equal(command("letters.html", "--check").status, 0);
  }
});

test("the core prints the help and the errors of arguments", () => {
  for (const args of [["--help"], [], ["--nothing", "page.html"], ["--check"], ["--root"]]) {
    assert.deepEqual(command(...args), ran(NATIVE, ["prerender", ...args], { cwd: folder }), args.join(" "));
  }
  const { stdout } = command("--help");
  for (const option of ["<PAGE>...", "--root <DIR>", "--check"]) assert.ok(stdout.includes(option), option);
  const native = ran(NATIVE, ["prerender", "page.html"], { cwd: folder });
  assert.deepEqual(native, { status: 2, stdout: "", stderr: "cellveil: prerender: only the npm package writes tables into pages; expected npx cellveil prerender\n" });
});

test("the API reads cubes from servers or from the caller's source", async () => {
  const server = await serve(path("target/site"));
  const page = `<html lang="fr"><body><cellveil-table ${SRC} rows="sex"></cellveil-table><cellveil-table ${SRC} rows="region"></cellveil-table></body></html>`;
  const near = await prerender(page, { url: pathToFileURL(join(folder, "page.html")) });
  const far = await prerender(page, { url: `${server.url}page.html` });
  assert.deepEqual(far, near);
  assert.deepEqual([far.tables, far.changed, far.skipped], [2, [1, 1], []]);
  assert.deepEqual((await prerender(far.html, { url: `${server.url}page.html` })).changed, []);
  /** @type {string[]} */
  const read = [];
  const own = await prerender(page, {
    url: "https://office.example/page.html",
    source: async ({ href }) => ({
      get: async (name) => {
        read.push(`${href} ${name}`);
        return new Uint8Array(readFileSync(path("target/site/cubes/census2011-teaching", name)));
      },
    }),
  });
  assert.deepEqual(own, near);
  assert.equal(read.filter((each) => each === "https://office.example/cubes/census2011-teaching/cube.json cube.json").length, 1, "both tables share the cube");
  await assert.rejects(prerender(`<p>\n<cellveil-table ${SRC} rows="no"></cellveil-table>`, { url: `${server.url}page.html` }), { code: "unknown-dimension", fault: "input", message: /^line 2: rows: / });
  await server.close();
  for (const [wrong, options, message] of /** @type {[any, any, RegExp][]} */ ([
    [Buffer.from(page), { url: "https://office.example/" }, /^page: expected the HTML of a page as text/],
    [page, { url: "site/index.html" }, /^url: expected the address of the page/],
    [page, undefined, /^url: expected the address of the page/],
  ])) await assert.rejects(prerender(wrong, options), { code: "bad-page", message });
});

test("a program that has drawn tables ends by itself", async () => {
  put("ends.mjs", `import { prerender } from ${JSON.stringify(pathToFileURL(path("pkg/js/prerender.js")))};
const { tables } = await prerender('<cellveil-table ${SRC} rows="sex"></cellveil-table>', { url: import.meta.url });
console.log(tables);`);
  const child = spawn(process.execPath, [join(folder, "ends.mjs")], { stdio: ["ignore", "pipe", "inherit"], timeout: 60_000 });
  const [out] = await once(child.stdout, "data");
  const [status] = await once(child, "close");
  assert.deepEqual([out.toString(), status], ["1\n", 0]);
});
