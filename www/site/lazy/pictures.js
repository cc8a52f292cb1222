// Pictures and maps: loaded when a page is asked for one.
export { swatch } from "../pictures/chart.js";
export { aboutOf, drawPicture } from "../pictures/draw.js";
export { pngFile, svgFile } from "../pictures/file.js";
export { enlarge, pageScale } from "../pictures/svg.js";
export { drawMap, drawTileGrid, MapError } from "../pictures/map.js";
