// An app that creates the element and sets properties instead of attributes.
import "cellveil/element.js";

const element = document.createElement("cellveil-table");
element.src = "/cubes/census2011-teaching/cube.json";
element.rows = ["region"];
element.columns = ["sex"];
element.addEventListener("cellveil-ready", ({ detail }) => {
  document.title = `${detail.table.cube.title}: ${detail.table.values.length} figures`;
});
document.querySelector("#app")?.append(element);
