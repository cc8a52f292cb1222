// Joins the figures of a table with the areas of vector tiles.

import murmur3 from "murmurhash-js";

/**
 * The number by which MapLibre finds the areas of a state. MapLibre compares these numbers and not the texts, so two
 * codes may have one number: "7" and "07", or two texts with the same hash of 32 bits. Among 200,000 texts, about five pairs do.
 * @param {string | number} code
 */
export function numberOf(code) {
  const number = +code;
  return !Number.isNaN(number) && number <= Number.MAX_SAFE_INTEGER ? number : murmur3(String(code));
}

/**
 * @param {Iterable<string>} codes
 * @returns {{ known: (id: unknown) => string | null, shared: string[] }}  `known`: the code of an area on the map; `shared`: the codes
 *   whose number another code has too
 */
export function joined(codes) {
  const all = new Set(codes);
  /** @type {Map<number, string[]>} */
  const byNumber = new Map();
  for (const code of all) {
    const number = numberOf(code);
    const others = byNumber.get(number);
    if (others) others.push(code);
    else byNumber.set(number, [code]);
  }
  return {
    shared: [...byNumber.values()].filter(({ length }) => length > 1).flat(),
    known(id) {
      if (typeof id !== "string" && typeof id !== "number") return null;
      if (all.has(String(id))) return String(id);
      // A file with numbers has lost the leading zeros of codes.
      const found = typeof id === "number" ? byNumber.get(id) : undefined;
      return found?.length === 1 ? found[0] : null;
    },
  };
}
