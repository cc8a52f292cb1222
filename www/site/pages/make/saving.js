// Saves files: as a download, or to a folder that the reader chooses.

/** @import { OutputFile } from "./types.js" */

/** The manifest of a dataset. A folder without this file is no dataset, so an interrupted save never looks complete. */
const MANIFEST = "cube.json";

/** @param {Blob} blob @param {string} name */
export function saveBlob(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Whether a folder has no entries. @param {any} folder */
export async function isEmpty(folder) {
  for await (const _ of folder.keys()) return false;
  return true;
}

/**
 * Writes files to an empty folder, the manifest last. After a failure or a cancel, the files are removed.
 * @param {any} folder  a `FileSystemDirectoryHandle`
 * @param {OutputFile[]} files
 * @param {AbortSignal} signal
 * @returns {Promise<{ error: unknown, removed: boolean } | undefined>}  why the save stopped, and whether all written files are removed
 */
export async function writeFolder(folder, files, signal) {
  const ordered = [...files.filter(({ path }) => path !== MANIFEST), ...files.filter(({ path }) => path === MANIFEST)];
  /** The entries of the folder that are written. @type {Set<string>} */
  const written = new Set();
  try {
    for (const { path, bytes } of ordered) {
      signal.throwIfAborted();
      const names = path.split("/");
      written.add(names[0]);
      await writeFile(folder, names, bytes);
    }
    signal.throwIfAborted();
  } catch (error) {
    return { error, removed: await remove(folder, written) };
  }
}

/** @param {any} folder @param {Iterable<string>} names @returns {Promise<boolean>} whether nothing is left */
async function remove(folder, names) {
  let removed = true;
  for (const name of names) {
    try {
      await folder.removeEntry(name, { recursive: true });
    } catch (error) {
      if (/** @type {Error} */ (error).name !== "NotFoundError") removed = false;
    }
  }
  return removed;
}

/** Writes a file below a folder. @param {any} folder @param {string[]} path @param {Uint8Array<ArrayBuffer>} bytes */
async function writeFile(folder, [name, ...rest], bytes) {
  if (rest.length) return writeFile(await folder.getDirectoryHandle(name, { create: true }), rest, bytes);
  const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
  try {
    await writable.write(bytes);
    await writable.close();
  } catch (error) {
    // An open file is locked, and could not be removed.
    await writable.abort().catch(() => {});
    throw error;
  }
}
