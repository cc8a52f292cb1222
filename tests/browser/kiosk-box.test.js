// The Linux box of docs/guide/kiosk.md: its units, its policy, its server, and Chromium with exactly its flags.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { test } from "node:test";
import { chromium } from "playwright-core";
import { path } from "../../scripts/lib.js";
import { blocksOf } from "../js/support/documents.js";
import { findChromium } from "./chromium.js";
import { part } from "./kiosk-support.js";

const DOCUMENT = "docs/guide/kiosk.md";
const blocks = blocksOf(DOCUMENT);
const units = blocks.filter(({ language }) => language === "ini").map(({ text }) => text);
const policy = JSON.parse(blocks.find(({ language }) => language === "json")?.text ?? "");
const text = readFileSync(path(DOCUMENT), "utf8");
/** The names of the units in the order of their texts. */
const NAMES = ["kiosk-site.service", "kiosk.service"];

/** Reads a unit: values by section and key. @param {string} unit */
function parsed(unit) {
  /** @type {Record<string, Record<string, string>>} */
  const sections = {};
  let section = "";
  for (const line of unit.split("\n").filter(Boolean)) {
    const head = /^\[(\w+)\]$/.exec(line);
    if (head) sections[(section = head[1])] = {};
    else {
      const [, key, value] = /^(\w+)=(.+)$/.exec(line) ?? assert.fail(line);
      sections[section][key] = value;
    }
  }
  return sections;
}

/** The words of a command. @param {string} unit */
const commandOf = (unit) => parsed(unit).Service.ExecStart.split(" ");
const site = commandOf(units[0]);
const screen = commandOf(units[1]);
const flags = screen.slice(screen.indexOf("/usr/bin/chromium") + 1, -1);
const address = new URL(screen[screen.length - 1]);

/** What systemd says about units, except that a program is not installed here. @param {Record<string, string>} given */
function complaints(given) {
  const folder = mkdtempSync(join(tmpdir(), "cellveil-units-"));
  try {
    for (const [name, unit] of Object.entries(given)) writeFileSync(join(folder, name), unit);
    const { stderr } = spawnSync("systemd-analyze", ["verify", ...Object.keys(given).map((name) => join(folder, name))], { encoding: "utf8" });
    return stderr.split("\n").filter((line) => /kiosk/.test(line) && !/is not executable/.test(line));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the units have what a service needs, and belong together", () => {
  assert.equal(units.length, NAMES.length);
  for (const [at, unit] of units.entries()) {
    const { Unit, Service, Install } = parsed(unit);
    assert.ok(Unit.Description && Service.ExecStart && Service.Restart === "always" && Install.WantedBy, NAMES[at]);
    assert.ok(text.includes(`/etc/systemd/system/${NAMES[at]}`) && text.includes(`systemctl enable --now ${NAMES.join(" ")}`));
  }
  assert.equal(parsed(units[1]).Unit.Requires, NAMES[0]);
  assert.deepEqual(address.host, `${site[site.indexOf("--bind") + 1]}:${site[site.indexOf("http.server") + 1]}`);
  for (const program of ["cage", "chromium", "python3"]) assert.match(text, new RegExp(`^apt install .*\\b${program}\\b`, "m"));
  assert.ok(policy.URLAllowlist.includes(address.origin) && policy.URLBlocklist.includes("*"));
});

test("systemd accepts the units, and finds a planted fault", { skip: spawnSync("systemd-analyze", ["--version"]).status !== 0 && "there is no systemd-analyze" }, () => {
  const given = Object.fromEntries(units.map((unit, at) => [NAMES[at], unit]));
  assert.deepEqual(complaints(given), []);
  assert.notDeepEqual(complaints({ ...given, [NAMES[1]]: units[1].replace("Restart=always", "Restart=forever") }), []);
});

test("Chromium knows each flag", (t) => {
  const binary = ["/usr/lib/chromium/chromium", findChromium(true)].find((file) => file && existsSync(file)) ?? "";
  const code = readFileSync(binary);
  const names = flags.map((flag) => flag.replace(/^--|=.*/g, ""));
  const knows = (/** @type {string} */ name) => code.includes(`\0${name}\0`);
  if (!knows("kiosk")) return t.skip("this Chromium has no windows");
  assert.deepEqual(names.filter((name) => !knows(name)), []);
  assert.ok(!knows("disable-visitors"), "an invented flag is unknown");
});

test("Chromium starts with exactly these flags, and the server of the guide gives the kiosk", async () => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
  probe.close();
  await once(probe, "close");
  const given = site.slice(1).map((word) => ({ 8080: String(port), "/srv/kiosk": path("target/site") })[word] ?? word);
  const server = spawn("python3", given, { stdio: ["ignore", "pipe", "pipe"] });
  const browser = await chromium.launch({ executablePath: /** @type {string} */ (findChromium(true)), args: [...flags, "--no-sandbox", "--disable-gpu"] });
  try {
    const page = await (await browser.newContext()).newPage();
    const start = `http://127.0.0.1:${port}${address.pathname}?kiosk`;
    for (let attempt = 0; attempt < 100; attempt++) {
      if (await fetch(start).then(({ ok }) => ok, () => false)) break;
      await new Promise((resolve) => { setTimeout(resolve, 100); });
    }
    await page.goto(start);
    await part(page, "attract").locator("table").waitFor();
    await part(page, "start").click();
    await page.locator("[data-part=table] td").first().waitFor();
  } finally {
    await browser.close();
    server.kill();
  }
});
