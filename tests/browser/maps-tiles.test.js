// The first test of maps from vector tiles. The whole file is a long test.

process.env.CELLVEIL_FIRST = "1";
await import("./maps-tiles.long.test.js");
