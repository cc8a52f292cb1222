// Labels that a spreadsheet would run as formulas get an apostrophe. The cases are those of `src/base/inert.rs`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inert } from "../../www/site/result/inert.js";

test("a label that begins like a formula gets an apostrophe", () => {
  const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).concat("\x7f");
  const formulas = ["=1+1", "@SUM(1)", "+1+1", "-2+cmd|' /C calc'!A0", "+", "-a", "-1.", "-.5", ...controls.flatMap((control) => [`${control}@SUM(1)`, `${control}North`, control])];
  for (const label of formulas) assert.equal(inert(label), `'${label}`);
  for (const label of ["", " ", "North\n", "North", "-9", "+44", "-1.5", "'=1", "a=b", "0"]) assert.equal(inert(label), label);
});
