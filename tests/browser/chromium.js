// Finds a Chromium for the browser tests, installs one where there is none, and starts it.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { Failure, path, run, runModule, say } from "../../scripts/lib.js";

const KNOWN = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The executable: what CHROMIUM names, one of the system's, or the one that Playwright installed; else null. */
export function findChromium() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!existsSync(named)) throw new Failure(`CHROMIUM names ${named}, which does not exist`);
    return named;
  }
  return [...KNOWN, chromium.executablePath()].find((file) => existsSync(file)) ?? null;
}

/** Makes sure that `launch` will find one: Debian's package where that is possible, else Playwright's own build. */
export function ensureChromium() {
  if (findChromium()) return;
  const root = process.getuid?.() === 0;
  if (root && has("apt-get")) {
    say("installing Chromium with apt-get");
    try {
      const quiet = { DEBIAN_FRONTEND: "noninteractive" };
      run("apt-get", ["update", "-q"], quiet);
      run("apt-get", ["install", "-y", "-q", "--no-install-recommends", "chromium"], quiet);
    } catch (error) {
      // Some of Debian's relatives have no such package.
      say(`apt-get did not help: ${error instanceof Error ? error.message : error}`);
    }
    if (findChromium()) return;
  }
  say("installing Playwright's Chromium");
  runModule("playwright-core/cli.js", ["install", ...(root ? ["--with-deps"] : []), "chromium"]);
  if (!findChromium()) throw new Failure("no Chromium: install one, or name its executable in CHROMIUM");
}

/** @param {string} program */
function has(program) {
  return spawnSync(program, ["--version"], { cwd: path("."), stdio: "ignore" }).status === 0;
}

/**
 * Chromium draws the list below the address bar as a page of its own, for every window anew, though there is no window: twice the work of a
 * page of ours. Of two such switches the later one counts, so what Playwright turns off is named again.
 */
const OFF = [
  "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay",
  "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "ThirdPartyStoragePartitioning",
];

/**
 * Starts Chromium without a window and with a profile of its own, also for root and where there is no network.
 * @param {import("playwright-core").LaunchOptions} [options]
 * @returns {Promise<import("playwright-core").Browser>}
 */
export function launch(options = {}) {
  const executablePath = findChromium();
  if (!executablePath) throw new Failure("no Chromium: `npm test -- browser` installs one");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--disable-quic",
      `--disable-features=${OFF.join()}`,
    ],
    ...options,
  });
}
