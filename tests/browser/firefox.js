// Finds or installs a Firefox for the browser tests, and starts it with WebDriver BiDi.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import puppeteer from "puppeteer-core";
import { Failure, path, run, say } from "../../scripts/lib.js";

const KNOWN = [
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/snap/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
];

/** Returns the executable: from the variable FIREFOX or from the system. Returns null if none exists. */
export function findFirefox() {
  const named = process.env.FIREFOX;
  if (named) {
    if (!existsSync(named)) throw new Failure(`FIREFOX names ${named}, which does not exist`);
    return named;
  }
  return KNOWN.find((file) => existsSync(file)) ?? null;
}

/** Installs a Firefox for `launchFirefox` if there is none: Debian's package, if possible. */
export function ensureFirefox() {
  if (findFirefox()) return;
  const root = process.getuid?.() === 0;
  if (root && spawnSync("apt-get", ["--version"], { cwd: path("."), stdio: "ignore" }).status === 0) {
    for (const name of ["firefox-esr", "firefox"]) {
      say(`installing ${name} with apt-get`);
      try {
        const quiet = { DEBIAN_FRONTEND: "noninteractive" };
        run("apt-get", ["update", "-q"], quiet);
        run("apt-get", ["install", "-y", "-q", "--no-install-recommends", name], quiet);
      } catch (error) {
        // The package is firefox-esr in Debian, and firefox in some distributions derived from Debian.
        say(`apt-get did not help: ${error instanceof Error ? error.message : error}`);
      }
      if (findFirefox()) return;
    }
  }
  throw new Failure("no Firefox: install one, or name its executable in FIREFOX");
}

/**
 * Starts Firefox without a window, without service workers and with a new profile. The worker of a site would fetch all of its files during a test.
 * @param {Record<string, unknown>} [preferences] such as `{ "javascript.enabled": false }`
 * @returns {Promise<import("puppeteer-core").Browser>}
 */
export function launchFirefox(preferences = {}) {
  const executablePath = findFirefox();
  if (!executablePath) throw new Failure("no Firefox: `npm run test:long -- browser` installs one");
  return puppeteer.launch({ browser: "firefox", executablePath, headless: true, extraPrefsFirefox: { "dom.serviceWorkers.enabled": false, ...preferences } });
}
