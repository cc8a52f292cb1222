// Firefox writes the command line's bytes in every format.

process.env.CELLVEIL_BROWSER = "Firefox";
await import("./export.test.js");
