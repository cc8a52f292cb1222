// npm run release: writes the archives of a release to target/release-archives: the native program for this platform, the
// npm package, the source of the last commit, and their SHA-256. Equal contents give equal archives.

import { createHash } from "node:crypto";
import { chmodSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "./build.js";
import { Failure, ask, main, path, run, say } from "./lib.js";

const OUT = "target/release-archives";
/** The files beside the program. */
const TEXTS = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];
/** The date of all files in the archives. The package of npm has this date too. */
const DATE = new Date("1985-10-26T08:15:00Z");

/** The name of this platform, as rustc has it. */
function platform() {
  const host = /^host: (\S+)$/m.exec(ask("rustc", ["-vV"]) ?? "")?.[1];
  if (!host) throw new Failure("rustc names no platform; expected a line such as host: x86_64-unknown-linux-gnu");
  return host;
}

/** Writes the archive of the native program. @param {string} name */
async function native(name) {
  // Imported here, because `build` may have just installed this dependency.
  const { create } = await import("tar");
  const folder = path("target/release-files");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/${name}`, { recursive: true });
  const program = process.platform === "win32" ? "cellveil.exe" : "cellveil";
  cpSync(path("target/release", program), `${folder}/${name}/${program}`);
  chmodSync(`${folder}/${name}/${program}`, 0o755);
  for (const file of TEXTS) {
    cpSync(path(file), `${folder}/${name}/${file}`);
    chmodSync(`${folder}/${name}/${file}`, 0o644);
  }
  const files = readdirSync(`${folder}/${name}`).sort().map((file) => `${name}/${file}`);
  create({ cwd: folder, file: path(OUT, `${name}.tar.gz`), gzip: true, portable: true, noDirRecurse: true, mtime: DATE, sync: true }, files);
}

/** Writes the source of the last commit. @param {string} name */
function source(name) {
  if (ask("git", ["rev-parse", "HEAD"]) === null) return say("no archive of the source, because this folder is no clone");
  const tar = path(OUT, `${name}.tar`);
  run("git", ["archive", "--format=tar", `--prefix=${name}/`, `--mtime=${DATE.toISOString()}`, `--output=${tar}`, "HEAD"]);
  writeFileSync(`${tar}.gz`, gzipSync(readFileSync(tar), { level: 9 }));
  rmSync(tar);
}

export async function release() {
  const { version } = JSON.parse(readFileSync(path("package.json"), "utf8"));
  rmSync(path(OUT), { recursive: true, force: true });
  mkdirSync(path(OUT), { recursive: true });
  await native(`cellveil-${version}-${platform()}`);
  // The build is done, so npm need not build again.
  run("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", path(OUT)]);
  source(`cellveil-${version}-source`);
  const archives = readdirSync(path(OUT)).sort();
  const line = (/** @type {string} */ file) => `${createHash("sha256").update(readFileSync(path(OUT, file))).digest("hex")}  ${file}\n`;
  writeFileSync(path(OUT, "SHA256SUMS"), archives.map(line).join(""));
  for (const file of [...archives, "SHA256SUMS"]) say(`${OUT}/${file}`);
}

await main(import.meta.url, async () => {
  await build();
  await release();
});
