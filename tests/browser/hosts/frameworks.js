// Builds the apps of webpack, Next, Astro and a notebook in target/frameworks, as their users do: `npm ci`, the package in
// node_modules, `npm run build`.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Failure, path } from "../../../scripts/lib.js";
import { putPackage } from "./package.js";

const NEEDS_NETWORK = "this test needs npm's registry, or a cache of npm with the packages of the app";
/** The most seconds for an installation or a build. The limit of the test itself is longer. */
const SECONDS = 270;

/** @typedef {"webpack-app" | "next-app" | "astro-app" | "notebook-app"} App */

/** Returns the folder of an app, with its dependencies, the package and a cube. @param {App} name */
export async function appOf(name) {
  const folder = path("target/frameworks", name);
  const committed = path("tests/browser/hosts", name);
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (file !== "node_modules") rmSync(join(folder, file), { recursive: true });
  cpSync(committed, folder, { recursive: true });
  const installed = join(folder, "node_modules/.installed");
  const lock = readFileSync(join(committed, "package-lock.json"), "utf8");
  if (!existsSync(installed) || readFileSync(installed, "utf8") !== lock) {
    await finished(folder, NEEDS_NETWORK, "npm", "ci", "--include=dev", "--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=1", "--fetch-timeout=60000");
    writeFileSync(installed, lock);
  }
  putPackage(folder);
  // Vite keeps dependencies of earlier runs, and does not notice that the package has changed.
  rmSync(join(folder, "node_modules/.vite"), { recursive: true, force: true });
  // Next and Astro copy the files of `public`.
  cpSync(path("target/site/cubes/census2011-teaching"), join(folder, "public/cube"), { recursive: true });
  return folder;
}

/** Runs `npm run build` in an app, with further arguments for the build. @param {string} folder @param {...string} more */
export const built = (folder, ...more) => finished(folder, "the build failed", "npm", "run", "build", "--", ...more);

/** Builds an app of Astro. @param {string} folder */
export const builtByAstro = (folder) => finished(folder, "the build failed", ...astro("build", {}));

/** The command of Astro's server for development. @param {number} port */
export const astroServer = (port) => astro("dev", { server: { host: "127.0.0.1", port } });

/**
 * Astro's program refuses Node before 22.12. Its functions do the same work, and run with every Node of this package.
 * @param {"build" | "dev"} work
 * @param {object} options
 * @returns {[string, ...string[]]}
 */
const astro = (work, options) => [process.execPath, "--input-type=module", "--eval", `import { ${work} } from "astro"; await ${work}(${JSON.stringify(options)});`];

/**
 * Starts a server of an app, and waits until it answers.
 * @param {string} folder
 * @param {(port: number) => string[]} command
 */
export async function started(folder, command) {
  const port = await freePort();
  const [program, ...args] = command(port);
  const { child, end, said } = begun(folder, program, args);
  const url = `http://127.0.0.1:${port}/`;
  for (const limit = Date.now() + 60_000; ;) {
    if (await fetch(url).then(({ ok }) => ok, () => false)) break;
    if (child.exitCode !== null || Date.now() > limit) {
      end();
      throw new Failure(`${program} ${args.join(" ")}: the server did not start: ${said()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, close: end };
}

/** Returns a port that no program uses. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

/** Runs a program to its end. @param {string} folder @param {string} why it may fail @param {string} program @param {...string} args */
async function finished(folder, why, program, ...args) {
  const { child, end, said } = begun(folder, program, args);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    end();
  }, SECONDS * 1000);
  const [status] = await once(child, "close");
  clearTimeout(timer);
  if (status === 0) return;
  const how = late ? `took more than ${SECONDS} seconds` : `ended with status ${status}`;
  throw new Failure(`${[program, ...args].join(" ")} in ${folder} ${how}: ${why}. It printed:\n${said()}`);
}

/** Starts a program in a process group of its own. @param {string} folder @param {string} program @param {string[]} args */
function begun(folder, program, args) {
  /** @type {NodeJS.ProcessEnv} */
  const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ASTRO_TELEMETRY_DISABLED: "1" };
  // Node's test runner and npm set these variables for the programs that they start.
  const foreign = /^(NODE_ENV$|NODE_TEST_|npm_(package|lifecycle)_|npm_config_local_prefix$)/;
  for (const name of Object.keys(environment)) if (foreign.test(name)) delete environment[name];
  const child = spawn(program, args, { cwd: folder, env: environment, stdio: ["ignore", "pipe", "pipe"], detached: true });
  /** @type {Buffer[]} */
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => printed.push(data));
  const end = () => {
    try {
      // This also ends the programs that the program has started: they are in its process group.
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    } catch {
      // The group has ended.
    }
  };
  // A failed test may end without its hooks.
  process.once("exit", end);
  child.once("close", () => process.removeListener("exit", end));
  const said = () => {
    const lines = Buffer.concat(printed).toString().trim().split("\n").filter((line) => !line.startsWith("npm warn"));
    // npm begins with the cause, and other programs end with it.
    return (lines.length > 40 ? [...lines.slice(0, 20), "…", ...lines.slice(-20)] : lines).join("\n");
  };
  return { child, end, said };
}
