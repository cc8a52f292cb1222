/** Node's files and streams for the command line. Every call ends at once, because WebAssembly cannot wait. */
import * as fs from "node:fs";
import * as path from "node:path";
import { fileURLToPath } from "node:url";

const WINDOWS = process.platform === "win32";
/** Milliseconds between two drawings of the progress. */
const PAUSE = 100;
/** Milliseconds before the next try to write to a pipe that is full. */
const FULL = 5;

/** How the core names the ways to open a file, as flags of the system. @type {Record<string, string | number>} */
const FLAGS = { r: "r", "r+": fs.constants.O_WRONLY, w: "w", wx: "wx" };

/**
 * The system's path. The core joins paths with slashes, which can put a folder before a Windows drive ("cube/C:/a"). This folder is removed.
 * @param {string} given
 */
const place = (given) => (WINDOWS ? given.replace(/^.*\/(?=[A-Za-z]:[\\/])/, "") : given);

/** A path with slashes, as the core has them. @param {string} given */
export const slashed = (given) => (WINDOWS ? given.replaceAll("\\", "/") : given);

/** @param {fs.Stats} stats */
function about(stats) {
  const kind = stats.isFile() ? 0 : stats.isDirectory() ? 1 : stats.isSymbolicLink() ? 2 : 3;
  return Float64Array.of(kind, stats.size, stats.mode & 0o7777);
}

/** @param {() => number} write */
function untilWritten(write) {
  for (;;) {
    try {
      return write();
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL);
    }
  }
}

/** The object that the core calls. Errors keep Node's `code` and `errno`. */
export class Machine {
  #shown = 0;
  #drawn = false;
  #began = 0;
  #message = "";

  /** @param {string} path @param {string} mode */
  open = (path, mode) => fs.openSync(place(path), FLAGS[mode]);

  /** @param {number} file @param {number} position @param {Uint8Array} buffer */
  read = (file, position, buffer) => fs.readSync(file, buffer, 0, buffer.length, position);

  /** @param {number} file @param {Uint8Array} bytes */
  write = (file, bytes) => untilWritten(() => fs.writeSync(file, bytes));

  /** @param {number} file */
  close(file) {
    try {
      fs.closeSync(file);
    } catch {
      // As in the native program, a failed close is no error.
    }
  }

  /** @param {number} file */
  aboutOpen = (file) => about(fs.fstatSync(file));

  /** @param {string} path @param {boolean} follow */
  about = (path, follow) => about(follow ? fs.statSync(place(path)) : fs.lstatSync(place(path)));

  /** @param {number} file @param {number} mode */
  setMode = (file, mode) => fs.fchmodSync(file, mode);

  /** @param {string} path */
  list = (path) => fs.readdirSync(place(path));

  /** @param {string} path */
  createFolder = (path) => fs.mkdirSync(place(path));

  /** @param {string} path */
  removeFile = (path) => fs.unlinkSync(place(path));

  /** @param {string} path */
  removeFolder = (path) => fs.rmdirSync(place(path));

  /** @param {string} from @param {string} to */
  rename = (from, to) => fs.renameSync(place(from), place(to));

  /** @param {string} path */
  real = (path) => slashed(fs.realpathSync.native(place(path)));

  /** @param {string} given */
  absolute(given) {
    if (given === "") throw new Error("cannot make an empty path absolute");
    return slashed(path.resolve(place(given)));
  }

  /** @param {string} name */
  variable = (name) => process.env[name];

  /** The file with the pages of a site, in this package. */
  pages = () => slashed(fileURLToPath(new URL("../../pkg/pages.zip", import.meta.url)));

  processId = () => process.pid;

  /** @param {number} stream 1 or 2 */
  isTerminal = (stream) => (stream === 1 ? process.stdout : process.stderr).isTTY === true;

  /** @param {number} stream 1 or 2 @param {Uint8Array} bytes */
  print(stream, bytes) {
    for (let written = 0; written < bytes.length; ) {
      const rest = written;
      written += untilWritten(() => fs.writeSync(stream, bytes, rest));
    }
  }

  /**
   * Shows progress on a terminal, in one line that the next one replaces. An empty message removes the line.
   * @param {string} message @param {number} done @param {number} total  0 if unknown
   */
  progress(message, done, total) {
    if (!this.isTerminal(2)) return;
    const now = Date.now();
    if (message === "") {
      if (this.#drawn) this.#draw("");
      this.#drawn = false;
      return;
    }
    if (message !== this.#message || done === 0) this.#began = now;
    this.#message = message;
    if (total === 0 || now - this.#shown < PAUSE) return;
    this.#shown = now;
    this.#drawn = true;
    const seconds = (now - this.#began) / 1000;
    this.#draw(`${message} ${Math.floor((100 * done) / total)}% ${Math.floor(seconds)}s`);
  }

  /** @param {string} line */
  #draw(line) {
    const width = Math.max(10, (process.stderr.columns || 80) - 1);
    try {
      fs.writeSync(2, `\r\x1b[K${[...line].slice(0, width).join("")}`);
    } catch {
      // Progress that cannot be shown does not stop the work.
    }
  }
}
