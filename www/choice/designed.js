// Tells the reader's own methods in a link from the methods of a dataset. The modules design.js and own-method.js read
// the reader's methods.

/** @import { Description } from "./types.js" */

export const PREFIX = "designed:";

/**
 * Whether a link of the workbench names a design as its method.
 * @param {string | null} method
 * @returns {method is string}
 */
export function isDesigned(method) {
  return method !== null && method.startsWith(PREFIX);
}

/**
 * Whether the method of an address is the reader's own. Other methods are names of the dataset's methods, which have no
 * braces.
 * @param {string | null} method
 * @returns {method is string}
 */
export const isOwnMethod = (method) => (method?.startsWith("{") ?? false) || isDesigned(method);

/** Converts a method's name in a link to the hash of the designer's address. @param {string} method */
export function hashOfMethod(method) {
  return method.slice(PREFIX.length).replaceAll(",", "&");
}

/** Whether readers may use their own methods with a cube. @param {Description} cube */
export function takesOwn({ audience, release }) {
  return (audience === "teaching" || audience === "internal") && release !== "sealed";
}
