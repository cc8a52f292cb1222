// The drawing of charts is a file of its own, because its library is larger than the rest of the builder.

/** @typedef {typeof import("../drawing/drawing.js")} Drawing */

/** @type {Promise<Drawing> | undefined} */
let loading;

/** @returns {Promise<Drawing>} */
export function drawing() {
  loading ??= import("../drawing/drawing.js").catch((cause) => {
    loading = undefined;
    throw Object.assign(new Error(cause.message, { cause }), { code: "page-part" });
  });
  return loading;
}
