// Maps of vector tiles, loaded when a dataset has such boundaries.
export { drawVectorMap } from "../map/vector.js";
