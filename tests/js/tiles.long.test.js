// A table of a cube of 10 million cells fetches the tiles that it needs and no others.

import { testTiles } from "./support/tiles.js";

testTiles(500);
