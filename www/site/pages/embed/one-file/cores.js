// Replaces `www/api/cores.js` in one file: the cores are parts of the file, so nothing is fetched.

import { core } from "./contents.js";

/** Every browser that expands the parts of the file has SIMD. */
export const hasSimd = () => true;

/** `thread.js` passes the first core as bytes. @returns {URL} */
export function firstUrl() {
  throw new Error("the file passes its core");
}

/** Compiles the core whose file has the name in this address. @param {URL} url */
export async function compile({ pathname }) {
  const [, name = ""] = /cellveil_(\w+)_bg\.wasm$/.exec(pathname) ?? [];
  return WebAssembly.compile(await core(name));
}
