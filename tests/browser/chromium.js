// Finds a Chromium for the browser tests, installs one where there is none, and starts it.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { Failure, path, run, runModule, say } from "../../scripts/lib.js";

/** Chromium without what belongs to windows: pages behave the same and take two thirds of the processor time. */
const SHELLS = ["/usr/bin/chromium-headless-shell"];

const KNOWN = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * The executable: what CHROMIUM names, one of the system's, or the one that Playwright installed; else null.
 * @param {boolean} [whole] a Chromium as readers have it, if there is one, and no shell
 */
export function findChromium(whole = false) {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!existsSync(named)) throw new Failure(`CHROMIUM names ${named}, which does not exist`);
    return named;
  }
  const found = [...KNOWN, chromium.executablePath()];
  return (whole ? [...found, ...SHELLS] : [...SHELLS, ...found]).find((file) => existsSync(file)) ?? null;
}

/**
 * Makes sure that `launch` will find one: Debian's package where that is possible, else Playwright's own build.
 * @param {boolean} [whole] as in `findChromium`
 */
export function ensureChromium(whole = false) {
  const isShell = (/** @type {string | null} */ file) => file !== null && SHELLS.includes(file);
  const best = findChromium(whole);
  if (process.env.CHROMIUM || (best && isShell(best) !== whole)) return;
  const root = process.getuid?.() === 0;
  if (root && has("apt-get")) {
    // Some of Debian's relatives have no shell.
    for (const name of whole ? ["chromium"] : best ? ["chromium-headless-shell"] : ["chromium-headless-shell", "chromium"]) {
      say(`installing ${name} with apt-get`);
      try {
        const quiet = { DEBIAN_FRONTEND: "noninteractive" };
        run("apt-get", ["update", "-q"], quiet);
        run("apt-get", ["install", "-y", "-q", "--no-install-recommends", name], quiet);
      } catch (error) {
        say(`apt-get did not help: ${error instanceof Error ? error.message : error}`);
      }
      if (findChromium(whole)) return;
    }
  }
  if (best) return;
  say("installing Playwright's Chromium");
  runModule("playwright-core/cli.js", ["install", ...(root ? ["--with-deps"] : []), "chromium"]);
  if (!findChromium()) throw new Failure("no Chromium: install one, or name its executable in CHROMIUM");
}

/** The Chromium that the bench and the screenshots start. */
export const wholeChromium = () => findChromium(true) ?? undefined;

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
  "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints",
  "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning",
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
