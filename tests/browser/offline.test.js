// Runs the most important tests of offline.long.test.js. The other tests of that file are long tests.

process.env.CELLVEIL_FIRST = "1";
await import("./offline.long.test.js");
