// Charts and maps, loaded on demand.
export { swatch } from "../charts/chart.js";
export { aboutOf, drawChart } from "../charts/draw.js";
export { pngFile, svgFile } from "../charts/file.js";
export { enlarge, pageScale } from "../charts/svg.js";
export { drawMap, drawTileGrid, MapError } from "../charts/map.js";
