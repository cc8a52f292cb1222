// The first two tests of damaged datasets. The whole file is a long test.

process.env.CELLVEIL_FIRST = "2";
await import("./bad-input.long.test.js");
