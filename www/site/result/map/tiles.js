// Arranges equal tiles for areas, for data without boundaries.

/**
 * Returns the position of each area's tile. The publisher's arrangement comes first, with other areas below it. Without
 * an arrangement, the tiles are in the order of the codes and nearly form a square.
 * @param {{ code: string, label: string }[]} codes
 * @param {[code: string, column: number, row: number][]} [layout]
 * @returns {{ code: string, label: string, column: number, row: number }[]}
 */
export function tilesOf(codes, layout = []) {
  const places = new Map(layout.map(([code, column, row]) => [code, { column, row }]));
  const given = codes.filter(({ code }) => places.has(code));
  const left = Math.min(...given.map(({ code }) => places.get(code)?.column ?? 0));
  const width = given.length
    ? Math.max(...given.map(({ code }) => places.get(code)?.column ?? 0)) - left + 1
    : Math.ceil(Math.sqrt(codes.length * 1.3));
  const below = given.length ? Math.max(...given.map(({ code }) => places.get(code)?.row ?? 0)) + 1 : 0;
  let next = 0;
  return codes.map(({ code, label }) => {
    const place = places.get(code) ?? { column: (given.length ? left : 0) + (next % width), row: below + Math.floor(next++ / width) };
    return { code, label, ...place };
  });
}
