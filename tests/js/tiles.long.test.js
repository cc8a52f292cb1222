// In a cube of 10 million cells, a table fetches only the tiles that it needs.

import { testTiles } from "./support/tiles.js";

testTiles(500);
