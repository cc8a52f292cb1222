// The SIMD core hashes four cells at a time. simd.test.js has the same check for the scalar core.

import { test } from "node:test";
import { checkHashedCells } from "./support/hashed-cells.js";

test("the SIMD core draws each cell's number from the documented hash, with salts of all lengths", checkHashedCells);
