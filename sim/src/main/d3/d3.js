export { ticks } from "d3-array";
export { select } from "d3-selection";
export { zoom, zoomIdentity } from "d3-zoom";
