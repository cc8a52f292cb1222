// A table fetches only the tiles that it needs. tiles.long.test.js has 10 million cells.

import { testTiles } from "./support/tiles.js";

testTiles(40);
