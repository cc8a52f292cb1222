// The first three tests of accessibility. The whole file is a long test.

process.env.CELLVEIL_FIRST = "3";
await import("./axe.long.test.js");
