// Finds or installs a Chromium for the browser tests, and starts it.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { Failure, path, run, runModule, say } from "../../scripts/lib.js";

/** Chromium without the code for windows. Pages behave the same and need two thirds of the processor time. */
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
 * Returns the executable: from the variable CHROMIUM, from the system, or from Playwright. Returns null if none exists.
 * @param {boolean} [whole] prefers a complete Chromium to a headless shell
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
 * Installs a Chromium for `launch` if there is none: Debian's package if possible, else Playwright's own build.
 * @param {boolean} [whole] as in `findChromium`
 */
export function ensureChromium(whole = false) {
  const isShell = (/** @type {string | null} */ file) => file !== null && SHELLS.includes(file);
  const best = findChromium(whole);
  if (process.env.CHROMIUM || (best && isShell(best) !== whole)) return;
  const root = process.getuid?.() === 0;
  if (root && has("apt-get")) {
    // Some distributions derived from Debian have no headless shell.
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

/** Returns the Chromium for the bench and the screenshots. */
export const wholeChromium = () => findChromium(true) ?? undefined;

/** @param {string} program */
function has(program) {
  return spawnSync(program, ["--version"], { cwd: path("."), stdio: "ignore" }).status === 0;
}

/**
 * Disables the list below the address bar. Chromium draws it as a separate page for every window, even without visible
 * windows. That takes twice the work of one of our pages. If a switch occurs twice, only the last one applies, so the
 * list repeats the features that Playwright disables.
 */
const OFF = [
  "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
  "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints",
  "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning",
];

/**
 * Starts Chromium without a window and with a new profile. Also works for root and without a network.
 * @param {import("playwright-core").LaunchOptions} [options]
 * @returns {Promise<import("playwright-core").Browser>}
 */
export async function launch(options = {}) {
  const executablePath = findChromium();
  if (!executablePath) throw new Failure("no Chromium: `npm test -- browser` installs one");
  const browser = await chromium.launch({
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
  const { newContext, newPage } = browser;
  browser.newContext = async (options) => withoutWorker(await newContext.call(browser, options), options);
  browser.newPage = async (options) => {
    const page = await newPage.call(browser, options);
    await withoutWorker(page.context(), options);
    return page;
  };
  return browser;
}

/**
 * Hides service workers from pages, as a page over HTTP has none. The worker of a site would fetch all of its files during a test. Tests of the worker have the
 * option `serviceWorkers: "allow"`. Playwright's own option "block" writes a warning to each page's console.
 * @param {import("playwright-core").BrowserContext} context
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
async function withoutWorker(context, options) {
  if (options?.serviceWorkers !== "allow") await context.addInitScript(() => { delete (/** @type {any} */ (Navigator.prototype).serviceWorker); });
  return context;
}
