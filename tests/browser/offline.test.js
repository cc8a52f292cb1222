// The tests of a site without a network that show most. The whole file is a long test.

process.env.CELLVEIL_FIRST = "1";
await import("./offline.long.test.js");
