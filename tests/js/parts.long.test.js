// A cube of 200,000 areas.

import { testParts } from "./support/parts.js";

testParts("test-parts-long", 200_000);
