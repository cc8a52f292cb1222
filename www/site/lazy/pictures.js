// Pictures and maps: loaded when a page is asked for one.
export { drawMap, drawTileGrid, MapError } from "../pictures/map.js";
export { pngFile, svgFile } from "../pictures/file.js";
