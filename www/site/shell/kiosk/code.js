// A QR code of an address as an image.

// uqr is one small module without dependencies, is maintained (unjs), and gives the modules of the code as an array.
import { encode } from "uqr";
import { s } from "../dom.js";

/** Longer addresses give codes that many phones cannot read from a screen. */
const MOST_BYTES = 1200;

/** @param {string} address */
export const fitsCode = (address) => new TextEncoder().encode(address).length <= MOST_BYTES;

/** @param {string} address @param {string} label  for screen readers */
export function codeImage(address, label) {
  const { data, size } = encode(address, { ecc: "L", border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  // Readers of codes need dark on light, also in dark colours.
  return s("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges", class: "kiosk-code" },
    s("rect", { width: size, height: size, fill: "#fff" }), s("path", { d: path, fill: "#000" }));
}
