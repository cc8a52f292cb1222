// In pages of other sites in Firefox, the element shows the command line's figures.

process.env.CELLVEIL_BROWSER = "Firefox";
await import("./hosts.test.js");
