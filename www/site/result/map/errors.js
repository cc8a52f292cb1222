// The error of a map that cannot be drawn.

/** The error for a map without areas. Its code is the reason. */
export class MapError extends Error {
  /** @param {"no-areas" | "no-codes" | "archive" | "webgl" | "library"} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
