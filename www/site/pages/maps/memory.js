// Remembers the last map of each dataset, because the choice that pages share has no indicator. The memory ends with the
// tab.

const keyOf = (/** @type {string} */ cube) => `cellveil-map-${cube}`;

/** @param {string} cube @param {string} map */
export function rememberMap(cube, map) {
  try {
    sessionStorage.setItem(keyOf(cube), map);
  } catch {
    // The browser refuses storage, as in a sandbox, or the storage is full.
  }
}

/** The remembered map of a dataset. Empty without one. @param {string} cube */
export function rememberedMap(cube) {
  try {
    return sessionStorage.getItem(keyOf(cube)) ?? "";
  } catch {
    return "";
  }
}
