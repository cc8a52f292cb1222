// The first test of the p-table designer. The whole file is a long test.

process.env.CELLVEIL_FIRST = "1";
await import("./designer.long.test.js");
