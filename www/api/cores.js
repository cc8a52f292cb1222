/** Chooses the wasm core that this browser or Node can run, and compiles the core. */
import { coreUrl } from "./folder.js";
import { read } from "./source.js";

/** The smallest module with 128-bit SIMD. Only engines with SIMD accept it. */
const SIMD_PROBE = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, // "\0asm"
  0x01, 0x00, 0x00, 0x00, // version 1
  0x01, 0x05, 0x01,       // type section, 5 bytes, one type:
  0x60, 0x00, 0x01, 0x7b, //   a function without parameters, with one result, v128
  0x03, 0x02, 0x01, 0x00, // function section, 2 bytes, one function of type 0
  0x0a, 0x0a, 0x01,       // code section, 10 bytes, one body:
  0x08, 0x00,             //   8 bytes, no locals
  0x41, 0x00,             //   i32.const 0
  0xfd, 0x0f,             //   i8x16.splat
  0xfd, 0x62,             //   i8x16.popcnt, which early drafts of SIMD did not have
  0x0b,                   //   end
);

/** @type {boolean | undefined} */
let known;

/** Whether to run a core with SIMD. @param {boolean} [wanted] `false` if the caller prefers the scalar core */
export function hasSimd(wanted) {
  return wanted !== false && (known ??= WebAssembly.validate(SIMD_PROBE));
}

/**
 * Returns the URL of the core that a page starts with. Bundlers find a file only by `new URL` with a literal, so each URL
 * is a literal. The few browsers without SIMD share one scalar core, which has all methods.
 * @param {boolean} [simd]
 * @param {URL} [base] the folder of this package's files
 */
export function firstUrl(simd, base) {
  return hasSimd(simd)
    ? coreUrl("", base, () => new URL("../../pkg/cellveil_bg.wasm", import.meta.url))
    : coreUrl("_scalar", base, () => new URL("../../pkg/cellveil_scalar_bg.wasm", import.meta.url));
}

/** @param {URL} url @returns {Promise<WebAssembly.Module>} */
export async function compile(url) {
  if (url.protocol === "file:") return WebAssembly.compile(/** @type {Uint8Array<ArrayBuffer>} */ (await read(url, {})));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  // `compileStreaming` accepts only a response with exactly this content type.
  const streams = response.headers.get("Content-Type") === "application/wasm";
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
