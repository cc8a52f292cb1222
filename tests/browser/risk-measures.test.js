// The first test of the measures of risk. The whole file is a long test.

process.env.CELLVEIL_FIRST = "1";
await import("./risk-measures.long.test.js");
