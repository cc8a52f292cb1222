// A cube whose manifest is in parts. parts.long.test.js has 200,000 areas.

import { testParts } from "./support/parts.js";

testParts("test-parts", 9_000);
