// The first test of the page of maps. The whole file is a long test.

process.env.CELLVEIL_FIRST = "1";
await import("./maps.long.test.js");
