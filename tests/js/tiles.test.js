// A table fetches the tiles that it needs and no others; tiles.long.test.js has 10 million cells.

import { testTiles } from "./support/tiles.js";

testTiles(40);
